from __future__ import annotations

from pathlib import Path

import pytest

from engine.knobs import Ruleset
from engine.rules.rulesets import RulesFaulty, from_toml, preset, preset_names


def house(tmp_path: Path, text: str) -> Ruleset:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    return from_toml(path)


def test_the_base_game_is_the_one_of_the_rulebook() -> None:
    rules = preset("iowa_standard")
    assert [bid.name for bid in rules.auction.ladder] == ["1", "2", "3", "4", "5", "6", "little", "big"]
    assert [bid.value for bid in rules.auction.ladder] == [1, 2, 3, 4, 5, 6, 7, 14]
    assert [bid.name for bid in rules.auction.ladder if bid.alone] == ["big"]
    assert len(rules.deck.pack) == len(set(rules.deck.pack)) == 24
    assert rules.tricks == 6
    assert rules.end.target == 42


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_deals_evenly(name: str) -> None:
    rules = preset(name)
    assert rules.table.players * rules.deal.hand + rules.deal.kitty == len(rules.deck.pack)


def test_seats_go_clockwise_and_sides_alternate() -> None:
    rules = preset("iowa_standard")
    assert rules.clockwise_from(3) == (3, 4, 1, 2)
    assert [rules.side_of(seat) for seat in rules.seats] == [0, 1, 0, 1]


def test_a_house_file_starts_from_a_preset(tmp_path: Path) -> None:
    rules = house(tmp_path, 'base = "iowa_standard"\n[end]\ntarget = 31\n[bids.little]\nvalue = 6\n')
    assert rules.name == "house"
    assert rules.end.target == 31
    assert rules.auction.bid("little").value == 6  # type: ignore[union-attr]
    assert rules.auction.bid("big").value == 14  # type: ignore[union-attr]


def test_a_faulty_file_is_refused_with_every_fault(tmp_path: Path) -> None:
    with pytest.raises(RulesFaulty) as caught:
        house(
            tmp_path,
            'base = "iowa_standard"\nscoer = 1\nplay = 3\n[end]\ntaget = 31\ntie = "coin"\n'
            '[drop]\nform = 7\n[deck]\nextra = ["10H"]\n',
        )
    told = " ".join(caught.value.faults)
    assert len(caught.value.faults) == 6
    assert "no knob scoer; did you mean score?" in told
    assert "play must be a table" in told
    assert "no knob end.taget; did you mean end.target?" in told
    assert "end.tie = 'coin' is not possible: one of play_on, bidder_if_made" in told
    assert "drop.form = 7 is not possible: one of team" in told
    assert "'10H' is not a card" in told


@pytest.mark.parametrize("text", ["iowa", "iowa_standard+lome", ""])
def test_an_unknown_preset_is_named(text: str) -> None:
    with pytest.raises(RulesFaulty, match="There is no"):
        preset(text)


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesFaulty, match="not TOML"):
        house(tmp_path, "base = ")
