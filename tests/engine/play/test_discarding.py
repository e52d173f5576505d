"""The kitty taken and cards laid away, as a table sees it: in time, by the maker, counted as far as it can be."""

from __future__ import annotations

import pytest

from engine import events as e
from engine import inputs as i
from engine.cards import Denomination
from engine.findings import FindingCode
from engine.play.decide import decide, step
from engine.play.hand import Phase
from engine.play.state import INITIAL, State
from engine.play.unfolding import NotNow
from tests.in_english import refused, said

SIX = ("Ann", "Ben", "Cy", "Dee", "Eve", "Finn")


def told(state: State, *words: i.Input) -> State:
    for word in words:
        state = step(state, word)[1]
    return state


def widebeard() -> State:
    """Six players, a hidden kitty of two, and seat 2 the maker who is to name trump."""
    state = told(INITIAL, i.NewMatch("widebeard_6", SIX, 1), i.DealDone(), i.MakeCall(2, "5"))
    return told(state, *(i.MakeCall(seat, "pass") for seat in (3, 4, 5, 6, 1)))


def johnston() -> State:
    state = told(INITIAL, i.NewMatch("johnston_4", SIX[:4], 1), i.DealDone())
    state = told(state, i.MakeCall(2, "6", Denomination.HEARTS))
    for seat in (3, 4, 1):
        state = told(state, i.MakeCall(seat, "pass"))
    return state


def counts(state: State, word: i.Input) -> list[e.FindingRaised]:
    return [event for event in decide(state, word) if isinstance(event, e.FindingRaised)]


def test_the_maker_takes_the_kitty_lays_as_many_away_and_names_trump() -> None:
    state = widebeard()
    assert state.phase is Phase.TRUMP
    state = told(state, i.TakeKitty(2), i.LayAway(2, 1), i.LayAway(2, 2))
    assert state.hand is not None and (state.hand.kitty_taken, state.hand.laid_away) == (True, 2)
    assert decide(state, i.LayAway(2, 2)) == (), "told twice it is nothing new"
    assert told(state, i.NameTrump(2, Denomination.CLUBS)).phase is Phase.PLAY


def test_nothing_waits_for_it() -> None:
    assert told(widebeard(), i.NameTrump(2, Denomination.CLUBS)).phase is Phase.PLAY


def test_a_kitty_that_is_shown_is_taken_before_the_first_lead() -> None:
    state = johnston()
    assert state.phase is Phase.PLAY and state.turn is not None
    assert told(state, i.TakeKitty(2), i.LayAway(2, 4)).hand is not None
    leader = state.turn
    assert state.rules is not None
    led = told(state, i.PlayCard(leader, state.rules.deck.pack[0]))
    for word in (i.TakeKitty(2), i.LayAway(2, 4)):
        with refused("now"):
            decide(led, word)


def test_more_than_are_due_is_a_finding_and_fewer_is_none() -> None:
    state = told(johnston(), i.TakeKitty(2))
    for few in (1, 3, 4):
        assert not counts(state, i.LayAway(2, few))
    (found,) = counts(state, i.LayAway(2, 5))
    assert found.finding.code is FindingCode.CARD_COUNT and found.finding.seat == 2
    assert said(found.finding.text) == "Ben has laid away 5 cards or more, and 4 are due: please count them."


def test_after_an_exchange_one_card_is_laid_away() -> None:
    state = told(INITIAL, i.NewMatch("iowa_standard", SIX[:4], 1), i.DealDone(), i.MakeCall(2, "4"))
    state = told(state, *(i.MakeCall(seat, "pass") for seat in (3, 4, 1)), i.NameTrump(2, Denomination.CLUBS))
    with pytest.raises(NotNow):
        decide(state, i.LayAway(2, 1))
    state = told(state, i.ChoosePartner(2, "exchange"))
    assert not counts(state, i.LayAway(2, 1)) and counts(state, i.LayAway(2, 2))


@pytest.mark.parametrize("word", [i.TakeKitty(3), i.LayAway(3, 2), i.LayAway(2, 0), i.TakeKitty(9)])
def test_only_the_maker_and_only_cards_that_are_some(word: i.Input) -> None:
    state = widebeard() if isinstance(word, i.TakeKitty) else told(widebeard(), i.TakeKitty(2))
    with pytest.raises(NotNow):
        decide(state, word)


def test_where_there_is_no_kitty_or_nobody_may_touch_it_none_is_taken() -> None:
    state = told(INITIAL, i.NewMatch("dilley_5", SIX[:5], 1), i.DealDone())
    with refused("No kitty"):
        decide(state, i.TakeKitty(2))
