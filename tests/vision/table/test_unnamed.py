"""What lies there without a name: cards whose index can't be read, what may be one, and what is neither."""

from __future__ import annotations

import numpy as np
import pytest

from vision.mat.flat import Flat
from vision.mat.mats import A3_FOUR
from vision.table.baretable import BareTable
from vision.table.unnamed import patches
from vision.table.view import all_in_sight

FLAT = Flat(A3_FOUR)
WHOLE = (0, 0, *FLAT.size)
MIDDLE = (210.0, 240.0)
"""In seat 1's zone."""


def bare() -> np.ndarray:
    return np.full((FLAT.size[1], FLAT.size[0], 3), 200, np.uint8)


def with_print(width: float, height: float, at: tuple[float, float] = MIDDLE) -> np.ndarray:
    """The bare table with something dark of so many mm on it."""
    picture = bare()
    (x0, y0), (x1, y1) = (FLAT.to_px(at[0] + a * width / 2, at[1] + a * height / 2) for a in (-1, 1))
    picture[int(y0) : int(y1), int(x0) : int(x1)] = 60
    return picture


def table_showing(picture: np.ndarray, face: float = 1.0) -> BareTable:
    table = BareTable(FLAT)
    table.look_at(bare(), WHOLE, all_in_sight(table.shape))
    table.learn(np.zeros(table.shape, bool), 0.0)
    table.face[:] = face
    table.look_at(picture, WHOLE, all_in_sight(table.shape))
    return table


@pytest.mark.parametrize(
    ("size", "face", "is_card"),
    [((60, 85), 1.0, True), ((60, 85), 0.0, False), ((26, 24), 1.0, False), ((150, 130), 1.0, False)],
    ids=["a court", "a sleeve", "a joker's figure", "a large thing"],
)
def test_only_what_is_as_large_as_a_card_and_looks_like_one_is_one(
    size: tuple[int, int], face: float, is_card: bool
) -> None:
    table = table_showing(with_print(*size), face)
    [patch] = patches(FLAT, table, np.zeros(table.shape, bool))
    assert patch.is_face is is_card
    assert (patch.card.x, patch.card.y) == (pytest.approx(MIDDLE[0], abs=3), pytest.approx(MIDDLE[1], abs=3))


@pytest.mark.parametrize(
    ("size", "at"), [((8, 70), MIDDLE), ((12, 12), MIDDLE), ((60, 85), (-100.0, 150.0))],
    ids=["an edge", "a crumb", "beside the mat"],
)  # fmt: skip
def test_edges_crumbs_and_what_lies_where_nobody_plays_are_nothing(
    size: tuple[int, int], at: tuple[float, float]
) -> None:
    table = table_showing(with_print(*size, at))
    assert patches(FLAT, table, np.zeros(table.shape, bool)) == []


def test_what_a_named_card_explains_is_nothing() -> None:
    table = table_showing(with_print(60, 85))
    assert patches(FLAT, table, np.ones(table.shape, bool)) == []
