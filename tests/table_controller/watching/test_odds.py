"""The counted odds, and what they are made into."""

from __future__ import annotations

import itertools
import math

from hypothesis import given
from hypothesis import strategies as st

from table_controller.watching.odds import Happened, counted

ODDS = counted()


def test_every_happening_has_its_odds() -> None:
    assert set(ODDS.happens) == set(Happened)
    assert all(0 < share <= 1 for share in ODDS.happens.values())


@given(st.floats(0, 500), st.floats(0, 500))
def test_a_place_farther_from_the_zone_is_never_likelier(a: float, b: float) -> None:
    near, far = sorted((a, b))
    assert ODDS.place(far) <= ODDS.place(near)


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_surer_reading_is_never_worth_less(a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert ODDS.reading(low) <= ODDS.reading(high)


def test_directions_make_a_whole_for_every_seat() -> None:
    for seats, seat in itertools.product((3, 4, 5, 6), (1, 3)):
        seen = [None, *range(1, seats + 1)]
        assert math.isclose(sum(math.exp(ODDS.direction(each, seat, seats)) for each in seen), 1.0)
