"""Four buttons a seat, from the press on the pretend wire to the engine's input."""

from __future__ import annotations

import pytest

from engine.cards import Denomination
from engine.inputs import AnswerDrop, ChoosePartner, Input, MakeCall, NameTrump
from engine.state import State
from firmware_bridge.conversation import Press
from firmware_bridge.messages import Button, PressKind
from hardware.patterns import LampPattern
from table_controller.bulletin import Bulletin
from table_controller.parts import PretendSeatBox, mock_lamps
from table_controller.seat_menus import SeatMenus
from table_controller.show import box_for
from table_controller.surfaces import Surfaces
from tests.table_controller.test_show import BEFORE_PLAY, after

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
    assert SeatMenus().press(State(), Press(1, OK, PressKind.TAP)) is None


def test_what_is_chosen_is_shown_and_forgotten_when_something_else_is_asked() -> None:
    menus = SeatMenus()
    state = after(*BEFORE_PLAY[:2])
    menus.follow(state)
    assert menus.pointing() == {}
    menus.press(state, Press(1, UP, PressKind.TAP))
    assert menus.pointing() == {1: "2"}
    menus.follow(after(*BEFORE_PLAY[:3]))
    assert menus.pointing() == {}


def test_a_press_on_the_wire_reaches_the_board_and_comes_back_as_a_word() -> None:
    box, bulletin = PretendSeatBox(), Bulletin()
    surfaces = Surfaces(mock_lamps(), box, bulletin)
    state = after(*BEFORE_PLAY[:2])
    surfaces.show(state, 2)
    for step in range(20):  # who are you, hello, lamps, confirmed
        assert surfaces.beat(step / 10, "a test") == ()
    assert box.fake.lamps == {seat: lamp for seat, lamp in {**dict.fromkeys(range(7), 0), **box_for(state)}.items()}
    box.fake.press(1, UP)
    assert surfaces.beat(2.1, "a test") == ()
    assert bulletin.board.seats[0].note == "2?"
    box.fake.press(1, OK)
    said = [word for step in range(22, 26) for word in surfaces.beat(step / 10, "a test")]
    assert said == [MakeCall(1, "2")]
    assert bulletin.board.surroundings.missing == ()
    surfaces.close()


def test_a_pulled_cable_is_said_on_the_board_in_words() -> None:
    box, bulletin = PretendSeatBox(), Bulletin()
    surfaces = Surfaces(None, box, bulletin)
    surfaces.show(after(*BEFORE_PLAY[:2]), 2)
    box.fake.misbehaviour.unplugged = True
    for step in range(5):
        surfaces.beat(step / 10, "a test")
    assert bulletin.board.surroundings.missing == (box.status,)
    assert "plugged in" in box.status


def test_lamps_show_the_state_and_remember_every_change() -> None:
    lamps = mock_lamps()
    surfaces = Surfaces(lamps)
    surfaces.show(after(*BEFORE_PLAY[:1]), 1)
    surfaces.show(after(*BEFORE_PLAY[:2]), 2)
    assert lamps.showing[1] is LampPattern.BID_WANTED
    assert [(change.seat, change.pattern) for change in lamps.history] == [
        (4, LampPattern.DEALER),
        (1, LampPattern.BID_WANTED),
        (4, LampPattern.OFF),
    ]
    surfaces.close()
