from __future__ import annotations

import itertools

import pytest

from hardware.lamps.patterns import (
    COLOURS,
    RHYTHMS,
    STEP_S,
    STEPS,
    Colour,
    LampPattern,
    chips,
    is_lit,
)


def flashes(rhythm: str) -> tuple[tuple[int, int], ...]:
    """A rhythm as an eye meets it: (lit steps, dark steps) of each flash round the cycle."""
    if len(set(rhythm)) == 1:
        return ((STEPS, 0),) if rhythm[0] == "#" else ()
    start = next(n for n in range(STEPS) if rhythm[n - 1] == "." and rhythm[n] == "#")
    turned = rhythm[start:] + rhythm[:start]
    runs = [len(list(group)) for _, group in itertools.groupby(turned)]
    return tuple(zip(runs[::2], runs[1::2], strict=True))


@pytest.mark.parametrize("pattern", LampPattern)
def test_every_pattern_has_a_rhythm_of_one_cycle_and_a_colour(pattern: LampPattern) -> None:
    assert len(RHYTHMS[pattern]) == STEPS
    assert set(RHYTHMS[pattern]) <= {"#", "."}
    assert bool(COLOURS[pattern]) == ("#" in RHYTHMS[pattern])


@pytest.mark.parametrize("one, other", list(itertools.combinations(LampPattern, 2)))
def test_two_patterns_are_told_apart_without_colour_and_without_knowing_where_a_cycle_begins(
    one: LampPattern, other: LampPattern
) -> None:
    seen, against = flashes(RHYTHMS[one]), flashes(RHYTHMS[other])
    if len(seen) == len(against):  # as many flashes: then some flash or pause is longer by 0.4 s or more
        turns = (seen[n:] + seen[:n] for n in range(len(seen)))
        for turn in turns:
            assert max(abs(a[0] - b[0]) for a, b in zip(turn, against, strict=True)) >= 2


@pytest.mark.parametrize("pattern", LampPattern)
def test_no_pattern_flashes_more_than_three_times_in_any_second(pattern: LampPattern) -> None:
    endless = RHYTHMS[pattern] * 3
    starts = [n * STEP_S for n in range(1, len(endless)) if endless[n - 1 : n + 1] == ".#"]
    for begin in starts:
        assert sum(begin <= start < begin + 1.0 for start in starts) <= 3


def test_a_rhythm_goes_round_and_starts_with_its_first_step() -> None:
    took = LampPattern.TOOK_TRICK
    lit = [is_lit(took, n * STEP_S) for n in range(STEPS + 3)]
    assert lit == [True, False, True] + [False] * 9 + [True, False, True]
    assert is_lit(took, -0.1)


def test_a_lamp_without_the_colour_lights_all_it_has() -> None:
    red_green = (Colour.RED, Colour.GREEN)
    assert chips(LampPattern.FINDING, red_green) == {Colour.RED}
    assert chips(LampPattern.BID_WANTED, red_green) == {Colour.RED, Colour.GREEN}
    assert chips(LampPattern.OFF, red_green) == frozenset()
