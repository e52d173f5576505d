from __future__ import annotations

from engine import events as e
from engine.cards import Card
from engine.play.state import replay
from engine.rules.rulesets import preset
from tests.bench.many_hands import all_forms, faults, trial
from tests.bench.random_hands import begin


def test_every_form_is_tried_and_nothing_is_wrong() -> None:
    tried = trial(3 * len(all_forms()), seed=3)
    assert tried.hands == 3 * len(all_forms())
    assert tried.failures == ()


def test_what_is_wrong_is_noticed() -> None:
    before = begin(preset("iowa_standard"))
    told: list[e.Event] = [
        e.CardsDealt(),
        e.ContractMade(1, "3", 3),
        e.PlayBegan((1, 2, 3, 4), 1),
        e.CardPlayed(1, Card.parse("QH"), 1),
        e.CardPlayed(2, Card.parse("QH"), 1),
        e.HandScored((3, 0), (4, 0), True, ()),
    ]
    wrong = faults(before, told, replay(told, before))
    assert wrong == [
        "more cards were played than the pack has",
        "cards or tricks are missing",
        "the score is not the sum of its changes",
    ]
