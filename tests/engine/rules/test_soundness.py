"""Rules that cannot be played together are refused, with every reason."""

from __future__ import annotations

import pytest

from engine.rules.rulesets import RulesFaulty, from_tables, option_names, preset, preset_names
from engine.rules.soundness import contradictions

IOWA = {"base": "iowa_standard"}


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_sound(name: str) -> None:
    assert contradictions(preset(name)) == []
    assert preset(name).title
    assert preset(name).source


@pytest.mark.parametrize("option", [name for name in option_names() if name not in preset_names()])
def test_every_option_goes_with_five_tricks(option: str) -> None:
    assert preset(f"five_tricks+{option}").name == f"five_tricks+{option}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("five_tricks+super+lone", "super and a lone big are the same hand"),
        ("iowa_standard+target21+target30", "target21 sets end.target = 21 and target30 sets it to 30"),
        ("iowa_standard+nt_left_lead+nt_right_of_dealer", "play.lead_nt = 'left_of_bidder' and nt_right"),
        ("widebeard_6+cards32", "The pack has"),
        ("five_tricks+exchange_only+maker_swap", "partner.swap = maker needs partners who both play"),
    ],
)
def test_options_that_exclude_each_other_are_refused(text: str, says: str) -> None:
    with pytest.raises(RulesFaulty, match=says):
        preset(text)


def test_variations_of_the_base_game_go_together() -> None:
    rules = preset("must_bid+dirty_clubs+target30")
    assert rules.end.must_bid
    assert rules.drop.compelled == ("clubs",)
    assert rules.end.target == 30


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ({"table": {"players": 5}}, "table.sides = pairs is for 4 players"),
        (
            {"base": "cutthroat_3", "irregular": {"lead_out_of_turn": "call_suit"}},
            "irregular.lead_out_of_turn = call_suit needs fixed partners",
        ),
        (
            {"base": "cutthroat_3", "irregular": {"bid_out_of_turn": "lose_bid_and_restrict_partner"}},
            "lose_bid_and_restrict_partner needs fixed partners",
        ),
        ({"deal": {"hand": 5}}, "The pack has 24 cards, but 4 hands of 5 make 20"),
        ({"deck": {"extra": ["8C"]}}, "The pack has 25 cards"),
        ({"deck": {"omit": ["2C"]}}, "deck: 2C cannot be left out"),
        ({"deck": {"ranks": "9TX"}}, "deck: 'X' is no rank"),
        ({"deal": {"kitty_use": "dead"}}, "deal.kitty = 0 does not go with deal.kitty_use = dead"),
        ({"play": {"tricks": 7}}, "play.tricks = 7 is more than the 6 cards"),
        ({"deck": {"jokers": 4}, "deal": {"hand": 7}}, "deck.jokers = 4 does not go with deck.joker_rank"),
        ({"auction": {"max_number": 7}}, "auction.max_number = 7 is more than the 6 tricks"),
        ({"auction": {"min_bid": 7}}, "auction.min_bid = 7 must lie between"),
        ({"bids": {"little": {"tricks": 9}}}, "bids.little.tricks = 9, but a hand has 6"),
        ({"bids": {"huge": {"rank": 30}}}, "bids.huge needs value"),
        ({"auction": {"surrender_price": 3}}, "auction.surrender_price = 3 does not go with"),
        ({"auction": {"form": "until_passes", "all_pass": "dealer_forced"}}, "needs auction.form = one_round"),
        ({"auction": {"with_suit": True}}, "auction.with_suit = true does not go with trump.named"),
        ({"trump": {"nt": "only_at_bid"}}, "needs a bid with trump = nt"),
        ({"trump": {"nt": "never", "nt_factor": 1.5}}, "trump.nt_factor has no meaning"),
        ({"trump": {"named": "after_kitty"}}, "needs a kitty that the maker takes"),
        ({"partner": {"call": "any_card"}}, "partner.call = any_card does not go with table.sides"),
        ({"partner": {"lone_bids": ["big", "huge"]}}, "partner.lone_bids names huge"),
        ({"drop": {"form": "vote"}}, "drop.form = vote needs players without fixed partners"),
        ({"drop": {"form": "none", "compelled": ["clubs"]}}, "drop.compelled has no meaning"),
        ({"drop": {"compelled": ["stuck_min"]}}, "no dealer is ever stuck"),
        ({"end": {"target": 3}, "auction": {"min_bid": 4}}, "end.target = 3 is below the smallest bid, 4"),
        ({"score": {"fail": -5}}, "score.fail = -5 is not possible: 0 to 1000"),
        ({"rough": {"opening": 4, "forced_bid": 9}}, "rough.forced_bid = 9 is no bid"),
    ],
)
def test_a_contradiction_is_told(tables: dict[str, object], says: str) -> None:
    with pytest.raises(RulesFaulty, match=says):
        from_tables({**IOWA, **tables}, "house")


def test_unknown_knobs_impossible_values_and_contradictions_are_told_together() -> None:
    with pytest.raises(RulesFaulty) as caught:
        from_tables({**IOWA, "end": {"target": 0, "tiee": "x"}, "play": {"lead": ["bidder"], "tricks": 9}}, "house")
    assert len(caught.value.faults) == 4
