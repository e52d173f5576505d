from __future__ import annotations

import pytest

from engine.play.ending import verdict
from engine.rules.rulesets import preset

IOWA = preset("iowa_standard")


@pytest.mark.parametrize(
    ("score", "winner"),
    [
        ((41, 41), None),
        ((42, 41), 0),
        ((10, 42), 1),
        ((42, 45), 1),
        ((42, 42), None),
        ((50, 50), None),
        ((-60, 10), None),
    ],
)
def test_the_higher_score_of_42_or_more_wins_and_a_tie_plays_on(score: tuple[int, int], winner: int | None) -> None:
    won = verdict(IOWA, score, (0,), made=True)
    assert (won.side if won else None) == winner
