"""What the addresses share: one table with its desk, board, pages and door, handed to each address by FastAPI."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from engine.after.retelling import Stand, stand_of
from table_controller.board.history import History
from table_controller.match.referee import Referee
from table_controller.web.bulletin import Bulletin
from table_controller.web.crowd.slow_work import SlowWork
from table_controller.web.desk import Desk
from table_controller.web.pages import Pages
from table_controller.web.preferences import Preferences, keep
from table_controller.web.referee_door import Door

NOTHING = Stand((), ())


class StandingDecisions:
    """The decisions that stand in the log of the match that is on, worked out once a change."""

    def __init__(self) -> None:
        self._known: tuple[Referee | None, int, Stand] = (None, -1, NOTHING)

    def of(self, referee: Referee) -> tuple[int, Stand]:
        """The log's number, and the decisions that stand at it."""
        entries = tuple(referee.log.entries)
        known, sequence, found = self._known
        if known is not referee or sequence != len(entries):
            found = stand_of((entry.input, entry.events) for entry in entries)
            self._known = referee, len(entries), found
        return len(entries), found


@dataclass(frozen=True)
class ServedTable:
    """One table as its addresses know it. `door` and `history` are None where no folder of logs is kept.

    `keeping` is held while the last minute is being kept: one at a time. `slow` does what takes long;
    `known_at_door`, `strangers_at_door` and `mistaken_at_door` look at PINs, which takes as long as it must.
    """

    desk: Desk
    bulletin: Bulletin
    pages: Pages
    door: Door | None
    history: History | None
    decisions: StandingDecisions = field(default_factory=StandingDecisions)
    keeping: asyncio.Lock = field(default_factory=asyncio.Lock)
    slow: SlowWork = field(default_factory=SlowWork)
    strangers_at_door: SlowWork = field(default_factory=lambda: SlowWork(threads=1))
    mistaken_at_door: SlowWork = field(default_factory=lambda: SlowWork(threads=1))
    known_at_door: SlowWork = field(default_factory=lambda: SlowWork(threads=1))

    @classmethod
    def of(cls, desk: Desk, bulletin: Bulletin, pages: Pages) -> ServedTable:
        """The table of this desk and this board, with the door and the history of the desk's folder."""
        folder = desk.folder
        return cls(
            desk,
            bulletin,
            pages,
            Door(folder) if folder is not None else None,
            History(folder) if folder is not None else None,
        )

    def prefer(self, chosen: Preferences) -> None:
        """Keeps what was chosen, and shows it on every page. Raises OSError."""
        assert self.desk.folder is not None, "only who has passed the door chooses, and the door is in the folder"
        keep(chosen, self.desk.folder)
        self.desk.pause(chosen.paused)
        self.bulletin.prefer(chosen, self.pages.build(chosen))


def served_by(request: Request) -> ServedTable:
    """The table of the application that this request came to."""
    table = request.app.state.table
    assert isinstance(table, ServedTable)
    return table


async def served_table(request: Request) -> ServedTable:
    """The same as a dependency; a coroutine, so that no thread is taken for it."""
    return served_by(request)


Served = Annotated[ServedTable, Depends(served_table)]
