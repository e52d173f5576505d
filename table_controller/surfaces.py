"""Everything a match is shown on: lamps, seat box, page. Any of them may be missing.

A surface is told the whole state, as often as one likes; none of them can hold the tick up, and none is told
anything that is not on disk. What a state looks like is decided in show.py and scoreboard.py.
"""

from __future__ import annotations

from engine.inputs import Input
from engine.state import State
from firmware_bridge.link import SeatBox
from hardware.lamps import Lamps
from table_controller.afterwards import Afterwards
from table_controller.board import Surroundings
from table_controller.bulletin import Bulletin
from table_controller.scoreboard import scoreboard_for
from table_controller.seat_menus import SeatMenus
from table_controller.show import box_for, lamps_for


class Surfaces:
    """The surfaces of one table; `match` is the name of the log that is shown."""

    def __init__(
        self, lamps: Lamps | None = None, box: SeatBox | None = None, bulletin: Bulletin | None = None
    ) -> None:
        self.match = ""
        self._lamps, self._box, self._bulletin = lamps, box, bulletin
        self._menus = SeatMenus()
        self._afterwards = Afterwards()
        self._around = Surroundings()
        self._shown: tuple[State, int] | None = None

    def show(self, state: State, sequence: int) -> None:
        """Shows a state that is on disk; `sequence` is the number of its last decision."""
        self._shown = state, sequence
        if self._lamps is not None:
            self._lamps.show(lamps_for(state))
        if self._box is not None:
            self._box.show(box_for(state))
        self._publish()

    def beat(self, now: float, source: str, health: tuple[str, ...] = (), acting: bool = False) -> tuple[Input, ...]:
        """Once a tick: tells the lamps that the referee lives, hears the box, says what is missing.

        What people say with the box's buttons comes back.
        """
        said = self._hear(now)
        if self._lamps is not None and self._shown is not None:
            self._lamps.show(lamps_for(self._shown[0]))
        around = Surroundings(source=source, acting=acting, health=health, missing=self._missing())
        came = self._bulletin is not None and self._shown is not None and self._afterwards.follow(self._shown[0])
        if around != self._around or came:
            self._around = around
            self._publish()
        return said

    def _hear(self, now: float) -> tuple[Input, ...]:
        presses = self._box.poll(now) if self._box is not None else ()
        if not presses or self._shown is None:
            return ()
        said = [self._menus.press(self._shown[0], press) for press in presses]
        self._publish()
        return tuple(word for word in said if word is not None)

    def close(self) -> None:
        """Lamps dark, cable let go."""
        self._afterwards.close()
        if self._lamps is not None:
            self._lamps.close()
        if self._box is not None:
            self._box.close()

    def _missing(self) -> tuple[str, ...]:
        if self._box is None:
            return ()
        told = self._box.status
        return () if told.startswith("Seat box ready") else (told,)

    def _publish(self) -> None:
        if self._bulletin is not None and self._shown is not None:
            state, sequence = self._shown
            self._menus.follow(state)
            pointing = self._menus.pointing()
            board = scoreboard_for(state, sequence, self.match, self._around, pointing, self._afterwards.words_for)
            self._bulletin.publish(board)
