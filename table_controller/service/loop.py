"""The loop of every table, real or simulated: one order of beat and tick.

What differs from table to table is where the moments come from and when they end: that is the caller's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from engine.inputs import Input
from engine.play.state import State
from hardware.facts import Coded
from table_controller.match.referee import Referee, Wish
from table_controller.service.surfaces import Surfaces
from table_controller.watching.moments import Moment


class Watched(Protocol):
    """What looks at the table, as a loop sees it: how it is named, how it does, and what it has to say by itself."""

    @property
    def source(self) -> Coded:
        """Where cards come from now, for the page."""

    @property
    def health(self) -> tuple[Coded, ...]:
        """What is seen of the mat."""

    def words(self, state: State) -> tuple[Input, ...]:
        """What was seen beside the table's pictures since it was last asked, as the reader camera sees a deal."""


def run_loop(
    referee: Referee,
    surfaces: Surfaces,
    watched: Watched,
    moments: Iterable[Moment],
    acting: bool = False,
    ticked: Callable[[], None] = lambda: None,
) -> None:
    """A beat and a tick for every moment, until there are no more.

    Every turn goes the same way: a moment comes; the surfaces hear that the referee lives, and what was pressed on
    them is wished; the tick decides it all, logs and shows it; `ticked` is called. `acting`: whether pages may act.
    """
    for moment in moments:
        pressed = surfaces.beat(time.monotonic(), watched.source, watched.health, acting)
        for word in (*pressed, *watched.words(referee.state)):
            referee.wishes.put(Wish(word))
        referee.tick(moment)
        ticked()
