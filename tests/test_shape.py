"""The bars that the code's shape keeps to; `python -m tests.bench.shape` prints the figures and what is behind them."""

from __future__ import annotations

import ast

import pytest

from tests import ROOT
from tests.bench.shape import FIRST_EDITION, MOST_MODULES, Tree, decisions, figures

BARS: dict[str, float] = {
    "modules in the fullest folder": MOST_MODULES,
    "functions over 40 lines": 0,
    "functions of more than 6 parameters": 2,
    "commands of more than 6 options": 0,
    "functions of a complexity above 15": 13,
    "mean complexity": 3.59,
    "modules in import circles": 0,
    "public classes of one name": 5,
    "mute names": 1,
}
"""None may rise above its bar; whoever lowers a figure lowers its bar with it."""

FIGURES = figures(Tree(ROOT))


@pytest.mark.parametrize("name", BARS)
def test_the_shape_keeps_to_its_bars(name: str) -> None:
    assert FIGURES[name] <= BARS[name], "python -m tests.bench.shape says where"


def test_every_figure_has_a_bar_and_a_beginning() -> None:
    assert FIGURES.keys() == BARS.keys() == FIRST_EDITION.keys()


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("if a and b or c: pass", 3),
        ("x = [y for y in z if y if not y]", 3),
        ("for x in y:\n    pass\nelse:\n    pass", 2),
        ("try:\n    pass\nexcept A:\n    pass\nexcept B:\n    pass", 2),
        ("assert a and b", 1),
        ("match a:\n    case 1:\n        pass\n    case 2 | 3:\n        pass\n    case _:\n        pass", 2),
        ("def f():\n    if a: pass", 0),
        ("x = a if b else c", 1),
    ],
)
def test_decisions_are_counted_as_radon_counts_them(code: str, count: int) -> None:
    assert sum(decisions(statement) for statement in ast.parse(code).body) == count
