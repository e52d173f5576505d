"""Everything a match is shown on, with the seat box on its pretend wire and lamps on pins that remember."""

from __future__ import annotations

from engine.inputs import MakeCall
from firmware_bridge.messages import Button, Lamp, PressKind
from hardware.facts import fact
from hardware.lamps.patterns import LampPattern
from table_controller.board.show import box_for
from table_controller.service.parts import PretendSeatBox, mock_lamps
from table_controller.service.seat_calls import CallKind, SeatCall
from table_controller.service.surfaces import Surfaces
from table_controller.watching.facts import TableCode
from table_controller.watching.telling import NOTHING_ASKED, Asking
from table_controller.web.bulletin import Bulletin
from table_controller.words.facts import said
from tests.table_controller.a_question import whose
from tests.table_controller.board.test_show import BEFORE_PLAY, after

UP, OK = Button.UP, Button.OK


def test_a_press_on_the_wire_reaches_the_board_and_comes_back_as_a_word() -> None:
    box, bulletin = PretendSeatBox(), Bulletin()
    surfaces = Surfaces(mock_lamps(), box, bulletin)
    state = after(*BEFORE_PLAY[:2])
    surfaces.show(state, 2)
    for step in range(20):  # who are you, hello, lamps, confirmed
        assert surfaces.beat(step / 10, fact(TableCode.BY_HAND)) == ()
    assert box.fake.lamps == {seat: lamp for seat, lamp in {**dict.fromkeys(range(7), 0), **box_for(state)}.items()}
    box.fake.press(1, UP)
    assert surfaces.beat(2.1, fact(TableCode.BY_HAND)) == ()
    assert bulletin.board.seats[0].note == "2?"
    box.fake.press(1, OK)
    said = [word for step in range(22, 26) for word in surfaces.beat(step / 10, fact(TableCode.BY_HAND))]
    assert said == [MakeCall(1, "2")]
    assert bulletin.board.surroundings.missing == ()
    surfaces.close()


def test_a_pulled_cable_is_said_on_the_board_in_words() -> None:
    box, bulletin = PretendSeatBox(), Bulletin()
    surfaces = Surfaces(None, box, bulletin)
    surfaces.show(after(*BEFORE_PLAY[:2]), 2)
    box.fake.misbehaviour.unplugged = True
    for step in range(5):
        surfaces.beat(step / 10, fact(TableCode.BY_HAND))
    assert bulletin.board.surroundings.missing == (said(box.told),)
    assert "plugged in" in said(box.told)


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


def test_a_card_that_waits_lights_both_seats_and_is_asked_on_the_board() -> None:
    box, bulletin, lamps = PretendSeatBox(), Bulletin(), mock_lamps()
    surfaces = Surfaces(lamps, box, bulletin)
    state = after(*BEFORE_PLAY)
    surfaces.wonder(Asking((whose(7, 2, 1),)))
    surfaces.show(state, 2)
    for step in range(20):
        surfaces.beat(step / 10, fact(TableCode.BY_HAND))
    amber = {seat for seat, pattern in lamps.showing.items() if pattern is LampPattern.QUESTION}
    assert amber == {0, 1, 2} == {seat for seat, lamp in box.fake.lamps.items() if lamp is Lamp.QUESTION}
    (asked,) = bulletin.board_in("nl").doubts
    assert asked.seats == (2, 1) and "ligt tussen" in asked.why and state.who(2) in asked.why
    surfaces.wonder(NOTHING_ASKED)
    surfaces.show(state, 2)
    assert bulletin.board.doubts == () and LampPattern.QUESTION not in lamps.showing.values()
    surfaces.close()


def test_a_held_pass_asks_for_help_on_the_board_by_lamp_and_to_whoever_listens() -> None:
    box, bulletin, heard = PretendSeatBox(), Bulletin(), list[SeatCall]()
    lamps = mock_lamps()
    surfaces = Surfaces(lamps, box, bulletin, on_call=heard.append)
    surfaces.show(after(*BEFORE_PLAY[:2]), 2)
    for step in range(20):
        surfaces.beat(step / 10, fact(TableCode.BY_HAND))
    box.fake.press(1, Button.PASS, PressKind.HELD)
    said = [word for step in range(21, 25) for word in surfaces.beat(step / 10, fact(TableCode.BY_HAND))]
    assert said == [], "a pass that is held passes nothing"
    assert heard == [SeatCall(CallKind.HELP, 1)]
    (call,) = bulletin.board.surroundings.calls
    assert (call.kind, call.seat, call.text) == ("help", 1, "Ann asks for help.")
    assert lamps.showing[0] is LampPattern.QUESTION
    assert box.fake.lamps[0] is Lamp.QUESTION
    box.fake.press(1, Button.PASS, PressKind.HELD)
    for step in range(25, 30):
        surfaces.beat(step / 10, fact(TableCode.BY_HAND))
    assert bulletin.board.surroundings.calls == () and lamps.showing[0] is LampPattern.OFF
    surfaces.close()


def test_two_seats_together_say_that_was_wrong_until_something_is_decided() -> None:
    box, bulletin, heard = PretendSeatBox(), Bulletin(), list[SeatCall]()
    surfaces = Surfaces(None, box, bulletin, on_call=heard.append)
    surfaces.show(after(*BEFORE_PLAY[:2]), 2)
    for step in range(20):
        surfaces.beat(step / 10, fact(TableCode.BY_HAND))
    box.fake.press(3, Button.OK, PressKind.TOGETHER)
    for step in range(21, 25):
        surfaces.beat(step / 10, fact(TableCode.BY_HAND))
    assert heard == [SeatCall(CallKind.WRONG, 3)]
    assert [call.kind for call in bulletin.board.surroundings.calls] == ["wrong"]
    surfaces.show(after(*BEFORE_PLAY[:1]), 3)
    surfaces.beat(2.6, fact(TableCode.BY_HAND))
    assert bulletin.board.surroundings.calls == ()
    surfaces.close()
