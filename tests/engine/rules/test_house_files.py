"""House files: whole or on a base, every fault at once, a range for every number, no penalty in words alone."""

from __future__ import annotations

import time
from dataclasses import fields, is_dataclass, replace
from typing import get_type_hints

import pytest

from engine.knobs import Bid, Ruleset
from engine.rules.ranges import RANGES
from engine.rules.rulesets import RulesFaulty, from_tables, preset, preset_names
from engine.rules.soundness import contradictions


def faults(tables: dict[str, object]) -> str:
    with pytest.raises(RulesFaulty) as caught:
        from_tables(tables, "house")
    return "\n".join(caught.value.faults)


def number_knobs() -> list[str]:
    groups = {name: kind for name, kind in get_type_hints(Ruleset).items() if is_dataclass(kind)}
    found = [
        f"{group}.{knob.name}"
        for group, kind in groups.items()
        for knob in fields(kind)
        if knob.init and ("int" in str(knob.type) or "float" in str(knob.type))
    ]
    numbers = [f"bids.{knob.name}" for knob in fields(Bid) if knob.type in ("int", "float")]
    return [*found, *(f"score.{knob}" for knob in ("fail", "zero")), *numbers]


def test_every_number_of_the_rules_has_a_range() -> None:
    assert set(number_knobs()) == set(RANGES)


@pytest.mark.parametrize("knob", [knob for knob in RANGES if not knob.startswith("bids")])
def test_a_number_beyond_its_range_is_refused_at_once(knob: str) -> None:
    group, _, name = knob.partition(".")
    low, high = RANGES[knob]
    for value in (int(low) - 1, int(high) + 1, 30_000_000):
        begun = time.process_time()
        assert f"{knob} = {value:g} is not possible" in faults({"base": "iowa_standard", group: {name: value}})
        assert time.process_time() - begun < 1


@pytest.mark.parametrize("knob", ["rank", "tricks", "value"])
def test_a_bids_numbers_have_ranges_too(knob: str) -> None:
    told = faults({"base": "iowa_standard", "bids": {"little": {knob: -4}}})
    assert f"bids.little.{knob} = -4 is not possible" in told


def test_rules_that_no_file_gave_are_held_to_the_same_ranges() -> None:
    rules = preset("iowa_standard")
    wide = replace(rules, end=replace(rules.end, target=10**9))
    assert any("end.target" in fault for fault in contradictions(wide))


@pytest.mark.parametrize(
    "tables",
    [
        {"title": "x" * 81},
        {"note": "bell \x07"},
        {"deck": {"extra": ["8C"] * 53}},
        {"bids": {f"bid {number}": {"rank": 30, "value": 1} for number in range(25)}},
        {"bids": {"b" * 25: {"rank": 30, "value": 1}}},
    ],
)
def test_texts_and_lists_without_end_are_refused(tables: dict[str, object]) -> None:
    told = faults({"base": "iowa_standard", **tables})
    assert "too long" in told or "can't be shown" in told


@pytest.mark.parametrize("name", ["pass", "surrender", "7", " "])
def test_a_bid_is_not_named_as_another_call(name: str) -> None:
    assert f"bids.{name} is not possible" in faults({"base": "iowa_standard", "bids": {name: {"rank": 9, "value": 9}}})


def test_an_empty_file_is_no_game() -> None:
    told = faults({})
    assert "names no base" in told
    assert "bids" in told
    assert "score.fail" in told


def test_a_file_without_a_base_is_good_when_it_is_whole() -> None:
    rules = preset("iowa_standard")
    groups = {
        item.name: getattr(rules, item.name) for item in fields(Ruleset) if is_dataclass(getattr(rules, item.name))
    }
    tables: dict[str, object] = {
        name: {knob.name: getattr(group, knob.name) for knob in fields(group) if knob.init and knob.name != "ladder"}
        for name, group in groups.items()
    }
    specials = [bid for bid in rules.auction.ladder if bid.pepper]
    tables["bids"] = {bid.name: {"rank": bid.rank, "value": bid.value, "alone": bid.alone} for bid in specials}
    assert (
        replace(from_tables(tables, "iowa_standard"), title=rules.title, source=rules.source, note=rules.note) == rules
    )


@pytest.mark.parametrize("base", ["iowa", "iowa_standard+lome+tagret", 7])
def test_a_wrong_base_hides_no_other_fault(base: object) -> None:
    told = faults({"base": base, "scoer": 1, "end": {"taget": 3, "target": -1}})
    assert "base" in told
    assert "end.taget" in told
    assert "scoer" in told
    assert "end.target = -1" in told


def test_every_unknown_option_is_named() -> None:
    with pytest.raises(RulesFaulty, match=r"'lome'.*'tagret'"):
        preset("iowa_standard+lome+tagret")


PENALTIES = [
    ("revoke", "award_hand"),
    ("revoke", "transfer_tricks"),
    ("talk_penalty", "forfeit"),
    ("lead_out_of_turn", "call_suit"),
    ("bid_out_of_turn", "lose_bid_and_restrict_partner"),
]


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize(("knob", "value"), PENALTIES)
def test_a_penalty_that_needs_two_sides_is_refused_where_there_are_none(name: str, knob: str, value: str) -> None:
    tables: dict[str, object] = {"base": name, "irregular": {knob: value}}
    if preset(name).in_teams:
        assert getattr(from_tables(tables, "house").irregular, knob) == value
    else:
        assert f"irregular.{knob} = {value} needs fixed partners" in faults(tables)


@pytest.mark.parametrize(
    "irregular",
    [
        {"revoke": "fixed", "revoke_to_others": 0},
        {"revoke": "advise", "revoke_double_for_lone": True},
        {"revoke": "off", "revoke_calling": "on_claim"},
    ],
)
def test_a_penalty_that_costs_nothing_is_refused(irregular: dict[str, object]) -> None:
    assert "irregular.revoke" in faults({"base": "iowa_standard", "irregular": irregular})


def test_no_trump_counts_in_halves_or_is_rounded() -> None:
    assert "other fractions than halves" in faults({"base": "iowa_standard", "trump": {"nt_factor": 1.25}})
    assert (
        from_tables({"base": "iowa_standard", "trump": {"nt_factor": 1.25, "round": "up"}}, "house").trump.round == "up"
    )


@pytest.mark.parametrize(("text", "cap"), [("johnston_4", 42), ("johnston_4+target30", 29), ("iowa_standard", 0)])
def test_a_cap_follows_its_target(text: str, cap: int) -> None:
    assert preset(text).defender_cap == cap


@pytest.mark.parametrize(
    ("text", "pepper", "big"),
    [("wendell_harmon", 7, 14), ("wendell_harmon+no_six", 6, 12), ("reagan_5", 6, 12), ("jon_melton+no_six", 6, 12)],
)
def test_an_option_changes_the_pepper_that_stands_instead_of_little(text: str, pepper: int, big: int) -> None:
    worth = {bid.name: bid.value for bid in preset(text).auction.ladder if bid.pepper}
    assert worth == {"pepper": pepper, "big": big}


def test_plain_stick_the_dealer_compels_nobody() -> None:
    for name, least in (("stick_dealer_plain", 3), ("stick_dealer_plain_4", 4)):
        rules = preset(name)
        assert (rules.drop.compelled, rules.auction.min_bid, rules.auction.surrender_price) == ((), least, least)


def test_the_rough_round_at_a_tie_is_a_preset() -> None:
    assert (preset("rough_round_tie").rough.opening, preset("rough_round_tie").rough.on_tie) == (4, "any")
