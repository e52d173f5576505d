"""Everything a match is shown on, with the seat box on its pretend wire and lamps on pins that remember."""

from __future__ import annotations

from engine.inputs import MakeCall
from firmware_bridge.messages import Button
from hardware.patterns import LampPattern
from table_controller.bulletin import Bulletin
from table_controller.parts import PretendSeatBox, mock_lamps
from table_controller.show import box_for
from table_controller.surfaces import Surfaces
from tests.table_controller.test_show import BEFORE_PLAY, after

UP, OK = Button.UP, Button.OK


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
