"""What the referee's addresses share: who is let in, and the decisions of the log, worked out once a change.

Knows requests, sessions and preferences; what an address is for stands in the files that add it.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Cookie, Request, Response
from pydantic import BaseModel, ConfigDict

from engine.after.retelling import Stand, stand_of
from table_controller.match.referee import Referee
from table_controller.web.acts import Desk
from table_controller.web.bulletin import Bulletin
from table_controller.web.guards import Refused, refusal, turned_away
from table_controller.web.pages import Pages
from table_controller.web.preferences import Preferences, keep
from table_controller.web.referee_door import Door
from table_controller.words.tongues import Tongue

COOKIE = "referee"
NOTHING = Stand((), ())
Session = Annotated[str, Cookie(alias=COOKIE)]
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused} for status in (400, 401, 403, 409, 413, 415, 429, 503)
}


class Told(BaseModel):
    """A body that the referee's page sends: nothing in it that nobody knows."""

    model_config = ConfigDict(extra="forbid")


class RefereeSeat:
    """What the addresses share: desk, board, door, pages; and the decisions of the log, worked out once a change."""

    def __init__(self, desk: Desk, bulletin: Bulletin, pages: Pages) -> None:
        self.desk, self.bulletin, self.pages = desk, bulletin, pages
        self.door = Door(desk.folder) if desk.folder is not None else None
        self._known: tuple[Referee | None, int, Stand] = (None, -1, NOTHING)

    def stand(self, referee: Referee) -> tuple[int, Stand]:
        """The log's number, and the decisions that stand at it."""
        entries = tuple(referee.log.entries)
        known, sequence, found = self._known
        if known is not referee or sequence != len(entries):
            found = stand_of((entry.input, entry.events) for entry in entries)
            self._known = referee, len(entries), found
        return len(entries), found

    def refused(self, request: Request, session: str, to: Tongue, writes: bool = True) -> Response | None:
        """Why this request is not heard; None when it is the referee's."""
        stranger = turned_away(request, to, only_own_pages=True) if writes else None
        if stranger is not None:
            return stranger
        if self.door is None or not self.door.admits(session):
            return refusal(401, to.say("sign_in"))
        return None

    def prefer(self, chosen: Preferences) -> None:
        """Keeps what was chosen, and shows it on every page. Raises OSError."""
        assert self.desk.folder is not None
        keep(chosen, self.desk.folder)
        self.desk.pause(chosen.paused)
        self.bulletin.prefer(chosen, self.pages.build(chosen))
