from __future__ import annotations

import pytest

from engine.knobs import Ruleset
from engine.play.auction import caller, is_stuck, legal_calls, result
from engine.play.hand import Call, Hand
from engine.rules.rulesets import from_tables, preset


def auction(rules: Ruleset, calls: str, dealer: int | None = None) -> Hand:
    """A hand after these calls, one word each, from the dealer's left."""
    hand = Hand(1, dealer or rules.table.players, dealt=True)
    for word in calls.split():
        seat = caller(rules, hand)
        assert seat is not None
        hand = Hand(1, hand.dealer, dealt=True, calls=(*hand.calls, Call(seat, word.replace("_", " "))))
    return hand


@pytest.mark.parametrize(
    ("name", "calls", "turn"),
    [
        ("iowa_standard", "", 1),
        ("iowa_standard", "pass 3", 3),
        ("iowa_standard", "pass 3 pass pass", None),
        ("iowa_standard", "big pass pass pass", None),
        ("jon_melton", "pass 3 pass pass", 1),
        ("jon_melton", "pass 3 pass pass pass", None),
        ("jon_melton", "pass pass pass", 4),
        ("jon_melton", "pass pass pass pass", None),
        ("stick_dealer", "pass pass pass surrender", None),
        ("cutthroat_5", "pass pass 3 pass", 5),
    ],
)
def test_whose_call_it_is(name: str, calls: str, turn: int | None) -> None:
    rules = preset(name)
    assert caller(rules, auction(rules, calls)) == turn


@pytest.mark.parametrize(
    ("name", "calls", "legal"),
    [
        ("iowa_standard", "", "pass 1 2 3 4 5 6 little big"),
        ("iowa_standard", "5 pass", "pass 6 little big"),
        ("iowa_standard", "big", "pass"),
        ("stick_dealer", "pass pass pass", "3 4 5 6 little big surrender"),
        ("stick_dealer", "pass 3 pass", "pass 4 5 6 little big"),
        ("reagan_5", "pass pass pass pass", "3 4 5 pepper big"),
        ("wendell_harmon", "", "pass say_3 4 say_4 5 pepper big"),
        ("wendell_harmon", "pass", "pass say_3 4 say_4 5 pepper big"),
        ("wendell_harmon", "pass pass", "pass 4 say_4 5 pepper big"),
        ("wendell_harmon", "say_3 pass pass", "4 say_4 5 pepper big"),
        ("wendell_harmon", "say_3 say_4", "pass 5 pepper big"),
        ("wendell_harmon", "pass pass pass", "4 say_4 5 pepper big surrender"),
    ],
)
def test_what_may_be_called(name: str, calls: str, legal: str) -> None:
    rules = preset(name)
    hand = auction(rules, calls)
    seat = caller(rules, hand)
    assert seat is not None
    assert [call.replace(" ", "_") for call in legal_calls(rules, hand, seat)] == legal.split()


def test_where_passes_are_final_nobody_is_asked_again() -> None:
    rules = from_tables({"base": "jon_melton", "auction": {"pass_is_final": True}}, "house")
    assert caller(rules, auction(rules, "pass 1 2 pass")) == 2
    assert caller(rules, auction(rules, "pass 1 2 pass pass")) is None
    assert caller(rules, auction(rules, "pass 1 2 pass 3")) == 3


def test_a_dealer_who_bids_last_of_all_is_stuck_only_where_he_is_forced() -> None:
    forced, free = preset("stick_dealer"), preset("iowa_standard")
    for rules, stuck in [(forced, True), (free, False)]:
        hand = auction(rules, "pass pass pass")
        assert is_stuck(rules, hand, 4) is stuck
    made = result(forced, auction(forced, "pass pass pass 3"))
    assert made is not None
    assert made.stuck
    outbid = result(forced, auction(forced, "3 pass pass 4"))
    assert outbid is not None
    assert not outbid.stuck
