"""Lamps follow from the state alone, and say the most urgent thing."""

from __future__ import annotations

import pytest

from engine.cards import Card, Denomination
from engine.inputs import AnswerDrop, ChoosePartner, DealDone, Input, MakeCall, NameTrump, NewMatch, PlayCard, SeeCard
from engine.play.decide import decide
from engine.play.state import State, replay
from firmware_bridge.messages import Lamp
from hardware.lamps.patterns import LampPattern as P
from table_controller.board.show import box_for, lamps_for
from tests.table_controller.a_hand import NAMES

BEFORE_PLAY: tuple[Input, ...] = (
    NewMatch("iowa_standard", NAMES, 4),
    DealDone(),
    MakeCall(1, "3"),
    MakeCall(2, "pass"),
    MakeCall(3, "pass"),
    MakeCall(4, "pass"),
    NameTrump(1, Denomination.HEARTS),
    ChoosePartner(1, "with"),
    AnswerDrop(2, "play"),
)


def after(*told: Input) -> State:
    state = State()
    for each in told:
        state = replay(decide(state, each), state)
    return state


def card(seat: int, text: str) -> PlayCard:
    return PlayCard(seat, Card.parse(text))


FIRST_TRICK = (card(1, "AH"), card(2, "9H"), card(3, "TH"), card(4, "QH"))


@pytest.mark.parametrize(
    ("told", "lamps"),
    [
        (BEFORE_PLAY[:1], {1: P.OFF, 2: P.OFF, 3: P.OFF, 4: P.DEALER, 0: P.OFF}),
        (BEFORE_PLAY[:2], {1: P.BID_WANTED, 2: P.OFF, 3: P.OFF, 4: P.OFF, 0: P.OFF}),
        (BEFORE_PLAY[:6], {1: P.BID_WANTED, 2: P.OFF, 3: P.OFF, 4: P.OFF, 0: P.OFF}),
        (BEFORE_PLAY, {1: P.YOUR_TURN, 2: P.OFF, 3: P.OFF, 4: P.OFF, 0: P.OFF}),
        ((*BEFORE_PLAY, card(1, "AH")), {1: P.OFF, 2: P.YOUR_TURN, 3: P.OFF, 4: P.OFF, 0: P.OFF}),
        ((*BEFORE_PLAY, *FIRST_TRICK), {1: P.TOOK_TRICK, 2: P.OFF, 3: P.OFF, 4: P.OFF, 0: P.OFF}),
    ],
    ids=["dealing", "auction", "naming trump", "leading", "following", "between tricks"],
)
def test_lamps_of_a_hand(told: tuple[Input, ...], lamps: dict[int, P]) -> None:
    assert lamps_for(after(*told)) == lamps


def test_before_a_match_the_table_waits() -> None:
    assert lamps_for(State()) == {0: P.WAITING}


def test_a_revoke_lights_the_offender_until_the_next_trick_is_under_way() -> None:
    refused = (card(1, "AH"), card(2, "9C"), card(3, "TH"), card(4, "QH"))
    shown = (card(1, "AC"), card(2, "9H"))
    state = after(*BEFORE_PLAY, *refused, *shown)
    assert lamps_for(state)[2] is P.FINDING
    assert lamps_for(state)[0] is P.FINDING
    over = after(*BEFORE_PLAY, *refused, *shown, card(3, "9D"), card(4, "TC"), card(2, "AD"))
    assert P.FINDING not in lamps_for(over).values()
    assert over.hand is not None and over.hand.findings, "the finding itself is remembered"


def test_an_unread_card_asks_at_its_seat_before_anything_else() -> None:
    lamps = lamps_for(after(*BEFORE_PLAY, SeeCard(1, None, 0.0, 1)))
    assert (lamps[1], lamps[2], lamps[0]) == (P.QUESTION, P.YOUR_TURN, P.QUESTION)


def test_the_seat_box_says_the_same_as_the_lamps() -> None:
    state = after(*BEFORE_PLAY)
    assert box_for(state) == {seat: Lamp[pattern.name] for seat, pattern in lamps_for(state).items()}
    assert {pattern.name for pattern in P} == {lamp.name for lamp in Lamp}
