"""Help and "that was wrong", called with the buttons of a seat."""

from __future__ import annotations

import pytest

from firmware_bridge.conversation import Press
from firmware_bridge.messages import Button, PressKind
from table_controller.service.seat_calls import STANDS_S, CallKind, SeatCall, SeatCalls, call_of

HELP = Press(3, Button.PASS, PressKind.HELD)
WRONG = Press(1, Button.OK, PressKind.TOGETHER)


@pytest.mark.parametrize(
    ("press", "call"),
    [
        (HELP, SeatCall(CallKind.HELP, 3)),
        (WRONG, SeatCall(CallKind.WRONG, 1)),
        (Press(3, Button.PASS, PressKind.TAP), None),
        (Press(3, Button.OK, PressKind.HELD), None),
    ],
)
def test_which_presses_call(press: Press, call: SeatCall | None) -> None:
    assert call_of(press) == call


def test_a_call_for_help_stands_until_the_seat_presses_again_or_nobody_came() -> None:
    calls = SeatCalls()
    assert calls.press(HELP, 0.0, 7) == SeatCall(CallKind.HELP, 3)
    assert calls.standing(1.0, 9) == (SeatCall(CallKind.HELP, 3),), "the game may go on meanwhile"
    calls.press(Press(2, Button.UP, PressKind.TAP), 2.0, 9)
    assert len(calls.standing(2.0, 9)) == 1
    calls.press(Press(3, Button.UP, PressKind.TAP), 3.0, 9)
    assert calls.standing(3.0, 9) == ()
    calls.press(HELP, 4.0, 9)
    assert calls.press(HELP, 5.0, 9) is None, "held a second time it is taken back"
    assert calls.standing(5.0, 9) == ()
    calls.press(HELP, 6.0, 9)
    assert calls.standing(5.9 + STANDS_S, 9) != ()
    assert calls.standing(6.0 + STANDS_S, 9) == ()


def test_that_was_wrong_is_over_as_soon_as_anything_is_decided() -> None:
    calls = SeatCalls()
    calls.press(WRONG, 0.0, 7)
    assert calls.standing(1.0, 7) == (SeatCall(CallKind.WRONG, 1),)
    assert calls.standing(1.0, 8) == ()
