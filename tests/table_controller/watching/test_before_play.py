"""Before the first lead: a deal that is done, an answer given by playing, and a card that shows too early."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import inputs as i
from engine.cards import Card, Denomination
from engine.findings import FindingCode
from engine.places import Place, hand_place
from engine.play.decide import step
from engine.play.hand import Phase
from engine.play.state import INITIAL, State
from table_controller.watching.before_play import word_before_play
from table_controller.watching.zones import Seen
from tests.table_controller.a_hand import lying
from vision.mat.mats import A3_FOUR
from vision.table.sighting import Settled, Sighting

NAMES = ("Ann", "Ben", "Cy", "Dee")
BACKS = {hand_place(seat): 1 for seat in range(1, 5)}


def after(*words: i.Input, rules: str = "iowa_standard") -> State:
    state = INITIAL
    for word in (i.NewMatch(rules, NAMES, 4), *words):
        state = step(state, word)[1]
    return state


def seen(*faces: Sighting, backs: dict[Place, int] | None = None) -> Seen:
    return Seen(Settled(1.0, faces, backs or {}), A3_FOUR)


def card(text: str, seat: int, mark: int, sure: float = 0.99) -> Sighting:
    return lying(Card.parse(text), seat, mark, sure)


BID = (i.DealDone(), i.MakeCall(1, "3"))
CONTRACT = (*BID, *(i.MakeCall(seat, "pass") for seat in (2, 3, 4)), i.NameTrump(1, Denomination.SPADES))
ASKED = (*CONTRACT, i.ChoosePartner(1, "with"))


def test_backs_at_every_seat_say_that_the_deal_is_done() -> None:
    three = {place: count for place, count in BACKS.items() if place.number != 3}
    assert word_before_play(seen(backs=three), after()) is None
    assert word_before_play(seen(backs=BACKS), after()) == i.DealDone()
    assert word_before_play(seen(backs=BACKS), after(i.DealDone())) is None


def test_a_deal_is_not_done_while_the_last_trick_lies_there() -> None:
    tricks = "AH 9H TH KH AD 9D TD KD AC 9C TC KC AS 9S TS KS JS QS JH QH JD QD JC QC"
    plays = tricks.split()
    state = after(*ASKED, i.AnswerDrop(2, "play"))
    for mark, text in enumerate(plays, start=1):
        assert state.turn is not None
        state = step(state, i.SeeCard(state.turn, Card.parse(text), 0.99, mark))[1]
    assert state.phase is Phase.DEAL
    last = card(plays[-1], 1, len(plays))
    assert word_before_play(seen(last, backs=BACKS), state) is None
    assert word_before_play(seen(backs=BACKS), state) == i.DealDone()


def test_an_opponent_who_plays_to_the_lead_has_answered() -> None:
    state = after(*ASKED)
    assert state.phase is Phase.DROP
    assert word_before_play(seen(card("AH", 1, 1)), state) is None
    assert word_before_play(seen(card("AH", 1, 1), card("9H", 2, 2)), state) == i.AnswerDrop(2, "play")
    assert word_before_play(seen(card("AH", 1, 1), card("9H", 2, 2, 0.6)), state) is None, "nobody could read it"


def test_where_each_decides_for_himself_a_card_is_no_answer(new_state: Callable[[str], State]) -> None:
    state = new_state("five_tricks")
    assert word_before_play(seen(card("AH", 1, 1), card("9H", 2, 2)), state) is None


@pytest.fixture
def new_state() -> Callable[[str], State]:
    return lambda rules: after(i.DealDone(), rules=rules)


def test_a_face_that_shows_before_play_is_exposed_once() -> None:
    state, shown = after(*BID), seen(card("AH", 2, 1, 0.95))
    word = word_before_play(shown, state)
    assert word == i.CardShown(2, Card.parse("AH"), 1, 0.95)
    events, state = step(state, word)
    assert [finding.code for finding in state.hand.findings if state.hand] == [FindingCode.EXPOSED_CARD] and events
    assert word_before_play(shown, state) is None, "told once"


def test_cards_of_two_seats_before_play_accuse_nobody() -> None:
    both = seen(card("AH", 2, 1), card("9H", 3, 2))
    assert word_before_play(both, after(*BID)) is None, "the table plays already, and the calls were not all heard"


def test_a_lead_laid_too_early_is_no_card_shown() -> None:
    assert word_before_play(seen(card("AH", 1, 1)), after(*CONTRACT)) is None


def test_a_pack_that_is_shuffled_face_up_accuses_nobody() -> None:
    assert word_before_play(seen(card("AH", 2, 1)), after(i.DealDone())) is None
