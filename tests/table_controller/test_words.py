"""Words for cards, numbers and people."""

from __future__ import annotations

import pytest

from engine.cards import Card, Denomination
from engine.rules.rulesets import preset
from table_controller import words


@pytest.mark.parametrize(
    ("card", "corner", "told"),
    [("TH", "10", "10 of hearts"), ("QS", "Q", "queen of spades"), ("9C", "9", "9 of clubs"), ("JK", "", "joker")],
)
def test_cards(card: str, corner: str, told: str) -> None:
    assert words.corner(Card.parse(card)) == corner
    assert words.card_words(Card.parse(card)) == told


def test_bids_and_contracts() -> None:
    ladder = {bid.name: bid for bid in preset("iowa_standard").auction.ladder}
    assert words.contract_words(ladder["4"], Denomination.HEARTS) == "4 in hearts"
    assert words.contract_words(ladder["big"], Denomination.NO_TRUMP) == "big pepper in no trump"
    assert [words.call_words(call) for call in ("pass", "3", "little")] == ["passes", "bids 3", "bids little pepper"]


@pytest.mark.parametrize(
    ("number", "plain", "signed"), [(0, "0", "0"), (4, "4", "+4"), (-31, "−31", "−31"), (4.5, "4½", "+4½")]
)
def test_scores_as_people_write_them(number: float, plain: str, signed: str) -> None:
    assert (words.points(number), words.points(number, signed=True)) == (plain, signed)


def test_several_names() -> None:
    assert words.several(["Ann"]) == "Ann"
    assert words.several(["Ann", "Cy", "Eve"]) == "Ann, Cy and Eve"
