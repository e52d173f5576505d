"""Four buttons a seat: what a press means now. UP and DOWN choose, OK says it, PASS passes.

What may be said comes from the engine's options; what is chosen but not yet said is shown on the page beside the
player's name, and belongs to no log. No cable, no clock.
"""

from __future__ import annotations

from engine.inputs import AnswerDrop, CallCard, ChoosePartner, Input, MakeCall, NameTrump
from engine.layout import Seat
from engine.play.options import options
from engine.play.state import State
from firmware_bridge.conversation import Press
from firmware_bridge.messages import Button, PressKind


class SeatMenus:
    """What each seat has chosen so far, and not yet said."""

    def __init__(self) -> None:
        self._menus: dict[Seat, tuple[Input, ...]] = {}
        self._chosen: dict[Seat, int] = {}
        self._touched: set[Seat] = set()

    def press(self, state: State, press: Press) -> Input | None:
        """What the press says; None while it only chooses, or means nothing now."""
        self.follow(state)
        menu = self._menus.get(press.seat, ())
        if press.kind is not PressKind.TAP or not menu:
            return None
        match press.button:
            case Button.UP:
                self._move(press.seat, +1)
            case Button.DOWN:
                self._move(press.seat, -1)
            case Button.OK:
                return menu[self._chosen[press.seat]]
            case Button.PASS:
                return next((choice for choice in menu if _is_pass(choice)), None)
        return None

    def follow(self, state: State) -> None:
        """Forgets what was chosen wherever the state now offers something else."""
        offered = options(state)
        for seat in range(1, len(offered.by_seat) + 1):
            menu = tuple(choice for choice in offered.of(seat) if isinstance(choice, _MENU))
            if menu != self._menus.get(seat):
                self._menus[seat] = menu
                self._touched.discard(seat)
                self._chosen[seat] = next((at for at, choice in enumerate(menu) if not _is_pass(choice)), 0)

    def pointing(self) -> dict[Seat, Input]:
        """What each seat that has begun to choose points at."""
        return {seat: self._menus[seat][self._chosen[seat]] for seat in sorted(self._touched)}

    def _move(self, seat: Seat, step: int) -> None:
        self._touched.add(seat)
        last = len(self._menus[seat]) - 1
        self._chosen[seat] = min(last, max(0, self._chosen[seat] + step))


_MENU = (MakeCall, NameTrump, ChoosePartner, AnswerDrop, CallCard)


def _is_pass(choice: Input) -> bool:
    return (isinstance(choice, MakeCall) and choice.call == "pass") or (
        isinstance(choice, AnswerDrop) and choice.answer == "drop"
    )
