from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings

from engine import events as e
from engine import inputs as i
from engine.knobs import Ruleset
from engine.play.decide import decide
from engine.play.hand import Phase
from engine.play.state import replay
from tests.bench.fast_hands import FastGame
from tests.bench.random_hands import begin
from tests.engine.play.test_properties import ALL_RULES, SEEDS


@given(ALL_RULES, SEEDS)
@settings(max_examples=150, deadline=None)
def test_the_referee_takes_the_same_tricks_from_the_same_cards(rules: Ruleset, seed: int) -> None:
    game = FastGame(rules)
    hand = game.play(random.Random(seed))
    terms = hand.terms
    if rules.rough.opening:
        return
    state = begin(rules)
    told: list[e.Event] = [
        e.CardsDealt(),
        e.ContractMade(terms.maker, terms.bid.name, terms.bid.tricks),
        e.TrumpNamed(terms.maker, terms.trump),
        e.PartnerChosen(terms.maker, terms.option),
        e.PlayBegan(terms.active, terms.leader),
    ]
    state = replay(told, state)
    found: list[e.Event] = []
    for seat, card in hand.plays:
        assert state.phase is Phase.PLAY
        assert state.turn == seat
        events = decide(state, i.PlayCard(seat, game.pack[card]))
        found += events
        state = replay(events, state)
    assert not [event for event in found if isinstance(event, e.FindingRaised)]
    taken = Counter(event.seat for event in found if isinstance(event, e.TrickTaken))
    assert tuple(taken[seat] for seat in rules.seats) == hand.tricks
    scored = next(event for event in found if isinstance(event, e.HandScored))
    if hand.score is not None:
        assert scored.made == hand.score.made
        assert Counter(scored.delta) == Counter(hand.score.delta)
