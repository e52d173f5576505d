from __future__ import annotations

import pytest

from engine.cards import Denomination
from engine.play.scoring import Party, points, said, settle, total, worth, zero_price
from engine.rules.rulesets import preset


@pytest.mark.parametrize(
    ("value", "text"), [(3, "+3"), (-7, "−7"), (0, "0"), (4.5, "+4½"), (0.5, "+½"), (-0.5, "−½"), (-1.5, "−1½")]
)
def test_points_are_written_as_on_a_score_sheet(value: float, text: str) -> None:
    assert points(value) == text


def test_a_total_has_no_plus() -> None:
    assert [total(value) for value in (12, -3, 0, 4.5)] == ["12", "−3", "0", "4½"]


def test_bids_are_said_as_people_say_them() -> None:
    ladder = preset("five_tricks+super").auction.ladder
    assert [said(bid) for bid in ladder[-3:]] == ["little pepper", "big pepper", "super pepper"]


@pytest.mark.parametrize(("rounding", "value"), [("none", 4.5), ("up", 5), ("down", 4)])
def test_halves_are_kept_or_rounded_as_the_house_likes(rounding: str, value: float) -> None:
    from engine.rules.rulesets import from_tables

    rules = from_tables({"base": "five_tricks+nt50", "trump": {"round": rounding}}, "house")
    bid = rules.auction.bid("3")
    assert bid is not None
    assert worth(rules, bid, Denomination.NO_TRUMP, lone=False) == value
    assert worth(rules, bid, Denomination.HEARTS, lone=False) == 3


def test_the_price_of_no_trick() -> None:
    rules = preset("iowa_standard")
    prices = [zero_price(rules, bid, bid.value) for bid in rules.auction.ladder]
    assert prices == [1, 2, 3, 4, 5, 6, 7, 14]
    free = preset("six_bid_free")
    assert [zero_price(free, bid, bid.value) for bid in free.auction.ladder] == [1, 2, 3, 4, 5, 0, 7, 14]


def test_defenders_points_are_clipped_at_the_cap_but_never_taken_away() -> None:
    rules = preset("johnston_4")
    bid = rules.auction.bid("5")
    assert bid is not None
    for before, gain in [(30, 4), (40, 2), (42, 0), (50, 0)]:
        parties = (Party("bidder", 6), Party("defender", 4, score=before))
        assert settle(rules, bid, Denomination.CLUBS, parties).delta == (6, gain)
