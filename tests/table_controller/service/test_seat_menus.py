"""Four buttons a seat, from the press on the pretend wire to the engine's input."""

from __future__ import annotations

import pytest

from engine.cards import Denomination
from engine.inputs import AnswerDrop, ChoosePartner, Input, MakeCall, NameTrump
from engine.play.state import State
from firmware_bridge.conversation import Press
from firmware_bridge.messages import Button, PressKind
from table_controller.service.seat_menus import SeatMenus
from tests.table_controller.board.test_show import BEFORE_PLAY, after

UP, DOWN, OK, PASS = Button.UP, Button.DOWN, Button.OK, Button.PASS


def pressed(state: State, seat: int, *buttons: Button) -> Input | None:
    menus = SeatMenus()
    said = [menus.press(state, Press(seat, button, PressKind.TAP)) for button in buttons]
    assert all(word is None for word in said[:-1])
    return said[-1]


@pytest.mark.parametrize(
    ("told", "seat", "buttons", "said"),
    [
        (2, 1, (OK,), MakeCall(1, "1")),
        (2, 1, (UP, UP, OK), MakeCall(1, "3")),
        (2, 1, (UP, UP, DOWN, OK), MakeCall(1, "2")),
        (2, 1, (DOWN, DOWN, DOWN, OK), MakeCall(1, "pass")),
        (2, 1, (*[UP] * 20, OK), MakeCall(1, "big")),
        (2, 1, (PASS,), MakeCall(1, "pass")),
        (3, 2, (OK,), MakeCall(2, "4")),
        (6, 1, (UP, UP, OK), NameTrump(1, Denomination.HEARTS)),
        (7, 1, (UP, OK), ChoosePartner(1, "with")),
        (8, 2, (OK,), AnswerDrop(2, "play")),
        (8, 4, (PASS,), AnswerDrop(4, "drop")),
    ],
)
def test_presses_say_what_the_seat_may_say(told: int, seat: int, buttons: tuple[Button, ...], said: Input) -> None:
    assert pressed(after(*BEFORE_PLAY[:told]), seat, *buttons) == said


def test_who_is_not_asked_says_nothing() -> None:
    state = after(*BEFORE_PLAY[:2])
    assert pressed(state, 3, OK) is None
    assert pressed(after(*BEFORE_PLAY), 1, OK) is None
    assert SeatMenus().press(state, Press(1, OK, PressKind.HELD)) is None
    assert SeatMenus().press(state, Press(1, PASS, PressKind.HELD)) is None, "a held pass asks for help, and passes not"
    assert SeatMenus().press(State(), Press(1, OK, PressKind.TAP)) is None


def test_what_is_chosen_is_shown_and_forgotten_when_something_else_is_asked() -> None:
    menus = SeatMenus()
    state = after(*BEFORE_PLAY[:2])
    menus.follow(state)
    assert menus.pointing() == {}
    menus.press(state, Press(1, UP, PressKind.TAP))
    assert menus.pointing() == {1: MakeCall(1, "2")}
    menus.follow(after(*BEFORE_PLAY[:3]))
    assert menus.pointing() == {}
