"""Everything a match is shown on: lamps, seat box, page. Any of them may be missing.

A surface is told the whole state, as often as one likes; none of them can hold the tick up, and none is told
anything that is not on disk. What a state looks like is decided in show.py and scoreboard.py.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.inputs import Input
from engine.layout import Seat
from engine.play.state import State
from firmware_bridge.conversation import Press
from firmware_bridge.link import SeatBox
from firmware_bridge.messages import Lamp
from hardware.facts import Coded
from hardware.lamps.patterns import LampPattern
from hardware.lamps.pinmap import TABLE
from hardware.lamps.seat_lamps import Lamps
from table_controller.board.around import Calling, TableAround
from table_controller.board.hindsight import Hindsight
from table_controller.board.scoreboard import Besides, Languages, scoreboard_for
from table_controller.board.show import lamps_for
from table_controller.service.health import TableHealth, troubles
from table_controller.service.lamps_later import LampsLater
from table_controller.service.seat_calls import SeatCall, SeatCalls
from table_controller.service.seat_menus import SeatMenus
from table_controller.service.watchdog import Watchdog
from table_controller.watching.telling import NOTHING_ASKED, Asking
from table_controller.web.bulletin import Bulletin


class Surfaces:
    """The surfaces of one table; `match` is the name of the log that is shown.

    `on_call` hears of every call that a seat makes with its buttons; by then it is on the board.
    """

    def __init__(
        self,
        lamps: Lamps | LampsLater | None = None,
        box: SeatBox | None = None,
        bulletin: Bulletin | None = None,
        vitals: Watchdog | None = None,
        on_call: Callable[[SeatCall], None] | None = None,
    ) -> None:
        self.match = ""
        self.on_call = on_call
        self._lamps, self._box, self._bulletin, self._vitals = lamps, box, bulletin, vitals
        self._conditions = TableHealth(box)
        self._menus, self._calls = SeatMenus(), SeatCalls()
        self._standing: tuple[SeatCall, ...] = ()
        self._afterwards = Hindsight()
        self._around = TableAround()
        self._shown: tuple[State, int] | None = None
        self._asking = NOTHING_ASKED
        self._lit: dict[Seat, LampPattern] = {}
        self._paused = False

    def wonder(self, asking: Asking) -> None:
        """From the next showing on this is asked, whose a card is, and is said why."""
        self._asking = asking

    def show(self, state: State, sequence: int) -> None:
        """Shows a state that is on disk; `sequence` is the number of its last decision."""
        self._shown = state, sequence
        self._light()
        self._publish()

    def beat(
        self, now: float, source: Coded, health: tuple[Coded, ...] = (), acting: bool = False
    ) -> tuple[Input, ...]:
        """Once a tick: tells the lamps that the referee lives, hears the box, says what is missing.

        What people say with the box's buttons comes back.
        """
        said = self._hear(now)
        self._stand(now)
        if self._lamps is not None and self._shown is not None:
            self._lamps.show(self._lit)
        conditions = self._vitals.beat(now) if self._vitals is not None else self._conditions.all()
        calls = tuple(self._calling(call) for call in self._standing)
        around = TableAround(source, acting, health, troubles(conditions), calls)
        came = self._bulletin is not None and self._shown is not None and self._afterwards.follow(self._shown[0])
        if around != self._around or came:
            self._around = around
            self._publish()
        return said

    def _hear(self, now: float) -> tuple[Input, ...]:
        presses = self._box.poll(now) if self._box is not None else ()
        if not presses or self._shown is None:
            return ()
        said = [self._pressed(press, now, *self._shown) for press in presses]
        self._publish()
        return tuple(word for word in said if word is not None)

    def _pressed(self, press: Press, now: float, state: State, sequence: int) -> Input | None:
        call = self._calls.press(press, now, sequence)
        if call is not None and self.on_call is not None:
            self.on_call(call)
        return self._menus.press(state, press)

    def _stand(self, now: float) -> None:
        """Calls come and go by themselves; the lamp in the middle says that somebody has called."""
        standing = self._calls.standing(now, self._shown[1] if self._shown is not None else 0)
        paused = self._bulletin is not None and self._bulletin.preferences.paused
        if (standing, paused) != (self._standing, self._paused):
            self._standing, self._paused = standing, paused
            self._light()

    def _light(self) -> None:
        if self._shown is None:
            return
        self._lit = lamps_for(self._shown[0], self._asking.whose, self._paused)
        if self._standing and self._lit.get(TABLE, LampPattern.OFF) is LampPattern.OFF:
            self._lit[TABLE] = LampPattern.QUESTION
        if self._lamps is not None:
            self._lamps.show(self._lit)
        if self._box is not None:
            self._box.show({seat: Lamp[pattern.name] for seat, pattern in self._lit.items()})

    def close(self) -> None:
        """Lamps dark, cable let go."""
        self._afterwards.close()
        if self._lamps is not None:
            self._lamps.close()
        if self._box is not None:
            self._box.close()

    def _calling(self, call: SeatCall) -> Calling:
        who = self._shown[0].who(call.seat) if self._shown is not None else f"Seat {call.seat}"
        return Calling(call.kind.value, call.seat, who)

    def _publish(self) -> None:
        if self._bulletin is not None and self._shown is not None:
            state, sequence = self._shown
            self._menus.follow(state)
            match, around = self.match, self._around
            besides = Besides(self._menus.pointing(), self._afterwards.known_of, self._asking)
            self._bulletin.hang(
                lambda to, letters: scoreboard_for(
                    state, sequence, match, around.shown(to), besides, Languages(to, letters)
                )
            )
