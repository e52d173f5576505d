"""Words for cards, numbers and people."""

from __future__ import annotations

import pytest

from engine.cards import Card, Denomination
from engine.rules.rulesets import preset
from table_controller.words import phrases


@pytest.mark.parametrize(
    ("card", "corner", "told"),
    [("TH", "10", "10 of hearts"), ("QS", "Q", "queen of spades"), ("9C", "9", "9 of clubs"), ("JK", "", "joker")],
)
def test_cards(card: str, corner: str, told: str) -> None:
    assert phrases.corner(Card.parse(card)) == corner
    assert phrases.card_words(Card.parse(card)) == told


def test_bids_and_contracts() -> None:
    ladder = {bid.name: bid for bid in preset("iowa_standard").auction.ladder}
    assert phrases.contract_words(ladder["4"], Denomination.HEARTS) == "4 in hearts"
    assert phrases.contract_words(ladder["big"], Denomination.NO_TRUMP) == "big pepper in no trump"
    assert [phrases.call_words(call) for call in ("pass", "3", "little")] == ["passes", "bids 3", "bids little pepper"]


@pytest.mark.parametrize(
    ("number", "plain", "signed"), [(0, "0", "0"), (4, "4", "+4"), (-31, "−31", "−31"), (4.5, "4½", "+4½")]
)
def test_scores_as_people_write_them(number: float, plain: str, signed: str) -> None:
    assert (phrases.points(number), phrases.points(number, signed=True)) == (plain, signed)


def test_several_names() -> None:
    assert phrases.several(["Ann"]) == "Ann"
    assert phrases.several(["Ann", "Cy", "Eve"]) == "Ann, Cy and Eve"
