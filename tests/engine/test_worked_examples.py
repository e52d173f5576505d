"""The worked examples of the rulebook (E.4), each played through decide and apply, and argued from figures."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import staging

from engine.argue import argue
from engine.cards import Denomination

IOWA = [
    # bid, trump, tricks, answers, option, delta
    ("4", "H", (5, 1), (), "with", (4, 1)),
    ("4", "S", (6, 0), (), "with", (4, -4)),
    ("3", "NT", (2, 4), (), "with", (-3, 4)),
    ("3", "C", (0, 0), ("drop", "drop"), "exchange", (3, 0)),
    ("little", "D", (5, 1), (), "exchange", (-7, 7)),
    ("little", "D", (6, 0), (), "with", (7, -7)),
    ("big", "S", (6, 0), (), "alone", (14, -14)),
    ("big", "NT", (0, 0), ("drop", "drop"), "alone", (14, 0)),
    ("6", "H", (6, 0), (), "with", (6, -6)),
]


@pytest.mark.parametrize(("bid", "trump", "tricks", "answers", "option", "delta"), IOWA)
def test_iowa_standard(
    new_table: Callable[..., object],
    bid: str,
    trump: str,
    tricks: tuple[int, ...],
    answers: tuple[str, ...],
    option: str,
    delta: tuple[int, ...],
) -> None:
    table = new_table("iowa_standard")
    scored = staging.stage(table, bid, trump, tricks, option, answers)
    assert scored.delta == delta
    assert scored.score == delta
    assert table.findings == []
    argued = argue("iowa_standard", bid, Denomination(trump), tricks, answers[:1])
    assert argued.delta == delta
    assert argued.made == scored.made
