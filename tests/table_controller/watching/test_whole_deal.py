"""Hands known from the reader camera: all of a deal or nothing, whatever is missed, doubled or misread."""

from __future__ import annotations

import random

import pytest

from engine.cards import Card, Unseen
from engine.inputs import DealDone, MakeCall, NewMatch
from engine.play.decide import step
from engine.play.state import INITIAL, State
from engine.rules.rulesets import preset
from hardware.facts import fact
from table_controller.watching.facts import TableCode
from table_controller.watching.whole_deal import Glimpse, WholeDeal, Window, seats_dealt

RULES = preset("iowa_standard")
NAMES = ("Ann", "Ben", "Cy", "Dee")
PACK = list(RULES.deck.pack)
QH, KS = Card.parse("QH"), Card.parse("KS")
BLUR = Unseen.UNREADABLE


def shown(*glimpses: Glimpse) -> tuple[list[Card], int]:
    window = Window()
    return [card for glimpse in glimpses if (card := window.see(glimpse)) is not None], window.missed


@pytest.mark.parametrize(
    ("glimpses", "cards", "missed"),
    [
        ((None, QH, QH, QH, None, None, KS, KS), [QH, KS], 0),
        ((QH, None, None), [], 0),  # one picture alone is not believed
        ((QH, KS, QH, KS, None, None), [], 0),
        ((QH, QH, KS, KS), [QH, KS], 0),  # drawn one upon the other
        ((QH, QH, BLUR, QH, QH), [QH], 0),  # blurred while it leaves
        ((BLUR, BLUR, QH, QH, None, None), [QH], 0),  # blurred while it came
        ((BLUR, BLUR, BLUR, None, None), [], 1),
        ((QH, QH, None, QH, QH), [QH], 0),  # a flicker is not a second card
        ((QH, QH, None, None, QH, QH), [QH, QH], 0),
    ],
)
def test_a_card_is_shown_once_however_long_it_lies_there(
    glimpses: tuple[Glimpse, ...], cards: list[Card], missed: int
) -> None:
    assert shown(*glimpses) == (cards, missed)


def test_the_order_of_dealing_by_packets() -> None:
    assert seats_dealt(RULES, 1, (1,))[:6] == (2, 3, 4, 1, 2, 3)
    assert seats_dealt(RULES, 4, (3,)) == (*[1] * 3, *[2] * 3, *[3] * 3, *[4] * 3) * 2
    assert seats_dealt(RULES, 4, (4, 2))[-8:] == (1, 1, 2, 2, 3, 3, 4, 4)
    with pytest.raises(ValueError, match="do not make a hand of 6 cards"):
        seats_dealt(RULES, 1, (4,))


def begun() -> State:
    return step(INITIAL, NewMatch(RULES, NAMES, 1))[1]


def bidding(state: State) -> State:
    return step(state, MakeCall(2, "pass"))[1]


def dealt(deal: WholeDeal, cards: list[Glimpse], state: State) -> None:
    """Each card lies on the window for two pictures, then nothing does for two."""
    for card in cards:
        for glimpse in (card, card, None, None):
            deal.see(glimpse, state)


def test_a_whole_deal_is_told_once_the_bidding_has_begun() -> None:
    deal, state = WholeDeal((2,)), begun()
    cards = random.Random(5).sample(PACK, 24)
    dealt(deal, [*cards], state)
    assert deal.tell(state) == (), "nobody knows yet that it was the last card"
    told = deal.tell(bidding(state))
    assert [read.card for read in told] == cards
    assert [read.seat for read in told[:8]] == [2, 2, 3, 3, 4, 4, 1, 1]
    after = bidding(state)
    for read in told:
        after = step(after, read)[1]
    assert after.hand is not None and len(after.hand.known) == 24
    assert deal.tell(after) == () and deal.hidden is None


@pytest.mark.parametrize("fault", ["missed", "blurred", "misread", "begun anew", "doubled"])
def test_a_deal_not_wholly_read_is_told_of_not_at_all(fault: str) -> None:
    deal, state = WholeDeal(), begun()
    cards: list[Glimpse] = [*random.Random(6).sample(PACK, 24)]
    match fault:
        case "missed":
            del cards[9]
        case "blurred":
            cards[9] = BLUR
        case "misread":
            cards[9] = cards[3]
        case "begun anew":
            cards = [*cards[:5], *random.Random(8).sample(PACK, 24)]
        case "doubled":
            cards.insert(10, cards[9])
    dealt(deal, cards, state)
    told = deal.tell(bidding(state))
    if fault == "doubled":  # the same card drawn over the window twice is one card
        assert len(told) == 24
        return
    assert told == ()
    read = 24 if fault == "begun anew" else 23
    assert deal.hidden == fact(TableCode.DEAL_MISSED, read=read, dealt=24)


def test_random_faults_never_give_a_hand_a_card_that_it_was_not_dealt() -> None:
    chance, known = random.Random(7), 0
    for _ in range(300):
        deal, state = WholeDeal(), begun()
        truth = chance.sample(PACK, 24)
        right = dict(zip(truth, seats_dealt(RULES, 1, (1,)), strict=True))
        seen: list[Glimpse] = []
        for card in truth:
            fate = chance.random()
            seen += [] if fate < 0.02 else [BLUR] if fate < 0.04 else [chance.choice(PACK)] if fate < 0.06 else [card]
            seen += [card] if chance.random() < 0.03 else []
        dealt(deal, seen, state)
        told = deal.tell(bidding(state))
        known += bool(told)
        assert all(right[read.card] == read.seat for read in told)
    assert known > 30, "some deals were read without a fault"


def test_with_a_kitty_nobody_can_say_which_cards_went_into_it() -> None:
    rules = preset("dilley_5")
    state = step(INITIAL, NewMatch(rules, (*NAMES, "Eve"), 1))[1]
    deal = WholeDeal()
    dealt(deal, [*rules.deck.pack], state)
    assert deal.tell(step(state, DealDone())[1]) == ()
    assert deal.hidden == fact(TableCode.DEAL_KITTY)


def test_the_next_deal_begins_anew() -> None:
    deal, state = WholeDeal(), begun()
    dealt(deal, [*PACK[:5]], state)
    assert deal.tell(step(state, DealDone())[1]) == ()
    assert deal.hidden == fact(TableCode.DEAL_MISSED, read=5, dealt=24)
    dealt(deal, [*PACK], state)
    assert len(deal.tell(bidding(state))) == 24 and deal.hidden is None
