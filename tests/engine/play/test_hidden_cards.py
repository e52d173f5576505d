"""No page may show a card of a hidden hand before the hand is over, however much the table knows."""

from __future__ import annotations

import json
import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as e
from engine import inputs as i
from engine.cards import Card
from engine.knobs import Ruleset
from engine.play.decide import decide
from engine.play.hand import Phase, altered
from engine.play.options import options
from engine.play.state import State, replay
from engine.play.tricks import follows
from engine.rules.rulesets import preset
from engine.wire import to_json
from tests.bench.random_hands import Hands, begin, deal, legal_now, play_hand
from tests.in_english import said

FORMS = st.sampled_from(
    ["iowa_standard", "five_tricks", "five_tricks+maker_swap", "dilley_5", "reagan_5", "widebeard_6", "johnston_4"]
).map(preset)

CARD = re.compile(r"\b(?:[2-9TJQKA][CDHS]|JK)\b")


class Cheat:
    """Refuses a suit it holds, now and then."""

    def __init__(self) -> None:
        self.refused = 0

    def __call__(self, state: State, hands: Hands, chance: random.Random) -> Card:
        assert state.hand is not None
        assert state.hand.trump is not None
        assert state.turn is not None
        lead = state.hand.trick[0].card if state.hand.trick else None
        others = [card for card in hands[state.turn] if lead and not follows(card, lead, state.hand.trump)]
        if others and chance.random() < 0.4:
            self.refused += len(others) < len(hands[state.turn])
            return chance.choice(others)
        return chance.choice(legal_now(state, hands))


def known_hand(state: State, seed: int) -> State:
    """The next hand of this seed, read card by card; nothing is told of it beyond the private reading."""
    assert state.rules is not None
    hands = deal(state.rules, random.Random(seed))
    for seat in state.rules.seats:
        for card in hands[seat]:
            events = decide(state, i.ReadCard(seat, card))
            assert events == (e.CardRead(seat, card),)
            state = replay(events, state)
    return state


def cards_in(event: e.Event) -> set[str]:
    return set(CARD.findall(json.dumps(to_json(event), ensure_ascii=False)))


@given(FORMS, st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_nothing_names_a_card_before_it_lies_face_up(rules: Ruleset, seed: int) -> None:
    state = begin(rules)
    for number in range(2):
        if state.phase is Phase.OVER:
            break
        shown: set[str] = set()
        for told, events, after in play_hand(known_hand(state, seed + number), random.Random(seed + number), Cheat()):
            if isinstance(told, i.PlayCard | i.CallCard):
                shown.add(str(told.card))
            for event in events:
                assert cards_in(event) <= shown, event
            state = after


@given(FORMS, st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_what_is_offered_and_reminded_of_does_not_depend_on_what_is_known(rules: Ruleset, seed: int) -> None:
    for _, _, state in play_hand(known_hand(begin(rules), seed), random.Random(seed), Cheat()):
        assert state.hand is not None
        blind = altered(state, {"hand": altered(state.hand, {"known": ()})})
        assert options(state) == options(blind)


def test_the_cheat_is_found_and_the_card_it_holds_is_not_told() -> None:
    cheat, found = Cheat(), []
    for seed in range(6):
        state = known_hand(begin(preset("five_tricks")), seed)
        for _, events, _ in play_hand(state, random.Random(seed), cheat):
            found += [event.finding for event in events if isinstance(event, e.FindingRaised)]
    assert cheat.refused
    at_once = [each for each in found if said(each.text).endswith("but still holds a card of that suit.")]
    assert at_once
    for each in at_once:
        refusal, lead = each.proof
        assert refusal.seat == each.seat != lead.seat
        assert refusal.trick == lead.trick == each.trick


def test_a_card_read_twice_is_refused_without_being_named() -> None:
    state = known_hand(begin(preset("iowa_standard")), 1)
    assert state.hand is not None
    seat, card = state.hand.known[0]
    try:
        decide(state, i.ReadCard(seat, card))
    except ValueError as refused:
        assert str(card) not in str(refused)
    else:
        raise AssertionError("a card was read twice")
