"""Which of two cards lies on the other, from the indices that show."""

from __future__ import annotations

import cmath
import math

import pytest

from engine.certainty import NAMED
from tests.vision.laid_out import seen
from vision.reading.covering import lies_on, without_contradictions


@pytest.mark.parametrize("turn", [0.0, 35.0, -120.0])
def test_the_card_whose_index_shows_where_the_other_should_be_lies_on_it(turn: float) -> None:
    beside = complex(200, 200) + cmath.rect(25, math.radians(turn + 53))
    lower = seen("AD 0.97", (200, 200), turn, shows="first")
    upper = seen("9H 0.98", (beside.real, beside.imag), turn + 10)
    assert lies_on(upper, lower)
    assert not lies_on(lower, upper)


def test_the_index_that_is_missing_tells_it_too() -> None:
    lower, upper = seen("KH 0.97", (245, 240), 40, shows="other"), seen("AD 0.98", (200, 200))
    assert lies_on(upper, lower)


def test_cards_apart_and_cards_seen_whole_lie_on_nothing() -> None:
    apart = seen("KH 0.97", (200, 200), shows="first"), seen("AD 0.98", (290, 200))
    assert not lies_on(*apart) and not lies_on(*reversed(apart))
    whole = seen("KH 0.97", (200, 200)), seen("AD 0.98", (240, 200))
    assert not lies_on(*whole) and not lies_on(*reversed(whole))


def test_in_a_fan_each_lies_on_the_one_before_though_none_but_the_last_is_whole() -> None:
    fan = [seen("KS 0.97", (200, 200), -8, shows="first"), seen("9C 0.97", (220, 198), 0, shows="first")]
    fan.append(seen("JC 0.97", (240, 200), 8))
    assert lies_on(fan[1], fan[0]) and lies_on(fan[2], fan[1])
    assert not lies_on(fan[0], fan[1]) and not lies_on(fan[1], fan[2])


def test_print_within_a_sure_cards_face_is_no_second_card() -> None:
    queen = seen("QH 0.99", (200, 200))
    within = seen("7H 0.97", (215, 215), 5, shows="first")
    beside = seen("7S 0.97", (290, 200), 5)
    told = without_contradictions([within, queen, beside])
    assert [(str(each.card), each.confidence) for each in told] == [("QH", 0.99), ("7S", 0.97)]


def test_two_names_at_one_place_of_which_neither_is_seen_whole_are_both_doubted() -> None:
    """An index cut by the picture's edge was told as a jack and as a three."""
    jack, three = seen("JD 0.91", (200, 200), shows="first"), seen("3D 0.86", (202, 203), 3, shows="first")
    other = seen("AS 0.99", (400, 200))
    told = without_contradictions([jack, three, other])
    assert told[0] is other and {str(each.card) for each in told} == {"AS", "JD", "3D"}
    assert all(each.confidence < NAMED for each in told[1:])


def test_cards_that_lie_on_each_other_are_no_contradiction() -> None:
    fan = [seen("KS 0.97", (200, 200), -8, shows="first"), seen("9C 0.97", (220, 198), 0, shows="first")]
    fan.append(seen("JC 0.97", (240, 200), 8))
    assert {str(each.card): each.confidence for each in without_contradictions(fan)} == dict.fromkeys(
        ("KS", "9C", "JC"), 0.97
    )
