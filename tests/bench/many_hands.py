"""Random hands by the thousand over all presets, each one checked: what `bench` runs and counts.

Every hand goes through decide and apply. Nothing is timed here: the caller has the clock.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine import events as e
from engine.cards import Card
from engine.knobs import Ruleset
from engine.play.hand import Phase
from engine.play.state import State, replay
from engine.rules.rulesets import preset, preset_names
from tests.bench.random_hands import begin, play_hand

OPTIONS = ("super", "lone", "cards32", "nt50", "forced_dealer", "target21", "maker_swap", "dealer_swap")


def all_forms() -> tuple[Ruleset, ...]:
    """Every preset, and the Dutch and French game with each of its options."""
    texts = (*preset_names(), *(f"five_tricks+{option}" for option in OPTIONS))
    return tuple(preset(text) for text in texts)


@dataclass(frozen=True, slots=True)
class Trial:
    """`failures` says in words what went wrong, preset and hand named; empty when all is well."""

    hands: int
    events: int
    failures: tuple[str, ...]


def trial(hands: int, seed: int, forms: Sequence[Ruleset] = ()) -> Trial:
    """So many random legal hands, spread evenly over the forms (all of them, if none are given)."""
    chance = random.Random(seed)
    states = [begin(rules) for rules in forms or all_forms()]
    count, failures = 0, []
    for number in range(hands):
        place = number % len(states)
        before = states[place]
        if before.phase is Phase.OVER:
            assert before.rules is not None
            before = begin(before.rules)
        told, after = _played(before, chance)
        count += len(told)
        failures += [f"{_name(after)}, hand {number}: {fault}" for fault in faults(before, told, after)]
        states[place] = after
    return Trial(hands, count, tuple(failures))


def _played(state: State, chance: random.Random) -> tuple[list[e.Event], State]:
    told: list[e.Event] = []
    for _, events, after in play_hand(state, chance):
        told += events
        state = after
    return told, state


def _name(state: State) -> str:
    assert state.rules is not None
    return state.rules.name


def faults(before: State, told: list[e.Event], after: State) -> list[str]:
    """What is wrong with the events of one random legal hand."""
    found = []
    if any(isinstance(event, e.FindingRaised | e.QuestionAsked) for event in told):
        found.append("a legal hand was accused")
    if replay(told, before) != after:
        found.append("replaying the events does not give the live state")
    cards = Counter(event.card for event in told if isinstance(event, e.CardPlayed))
    found += _cards_wrong(before, told, cards)
    total = [event for event in told if isinstance(event, e.HandScored)]
    for scored in total:
        sums = tuple(old + gain for old, gain in zip(before.score, scored.delta, strict=True))
        if sums != scored.score or scored.score != after.score:
            found.append("the score is not the sum of its changes")
    if len(total) + sum(isinstance(event, e.HandThrownIn) for event in told) != 1:
        found.append("the hand was not scored or thrown in exactly once")
    return found


def _cards_wrong(state: State, told: list[e.Event], cards: Counter[Card]) -> list[str]:
    rules = state.rules
    assert rules is not None
    began = [event for event in told if isinstance(event, e.PlayBegan)]
    taken = sum(isinstance(event, e.TrickTaken) for event in told)
    wanted = rules.tricks * len(began[0].active) if began else 0
    found = []
    if any(number > rules.deck.count.get(card, 0) for card, number in cards.items()):
        found.append("more cards were played than the pack has")
    if cards.total() != wanted or taken != (rules.tricks if began else 0):
        found.append("cards or tricks are missing")
    return found
