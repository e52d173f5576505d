"""How large a card looks that lies on the table, and which one is held above it."""

from __future__ import annotations

import pytest

from engine.cards import Card, Rank, Suit
from vision.mat.mats import MATS
from vision.table.raised import LyingCards
from vision.table.tabletop import TableCard

NINE = Card(Rank.NINE, Suit.HEARTS)
MAT = MATS["a3-4"]
WIDTH, HEIGHT = MAT.size
HIGHEST = 1.25


def card(x: float, y: float, scale: float) -> TableCard:
    """A card upright at a place in mm, by two indices that stand `scale` times as far apart as the deck's do."""
    lying = TableCard(((NINE, 1.0),), x, y, 0.0, -1.0)
    first, *_, last = [(x + scale * (px - x), y + scale * (py - y)) for px, py in lying.index_places(MAT.card)]
    return TableCard(lying.names, x, y, 0.0, -1.0, (first, last))


def after(*seen: TableCard) -> LyingCards:
    lying = LyingCards(MAT)
    for each in seen:
        lying.learn(each)
    return lying


def highest_that_lies(lying: LyingCards, x: float, y: float, by_taps: bool) -> float:
    """The largest scale, in steps of a hundredth, that passes for a card on the table."""
    steps = (1 + step / 100 for step in range(-30, 100))
    return max(scale for scale in steps if not lying.is_above(card(x, y, scale), by_taps))


def test_before_any_card_lies_only_one_much_larger_is_held() -> None:
    lying = after()
    assert not lying.is_above(card(200, 150, 1.10), by_taps=False)
    assert lying.is_above(card(200, 150, 1.20), by_taps=False)


@pytest.mark.parametrize("deck", [0.95, 1.0, 1.05])
def test_after_a_few_cards_one_five_centimetres_up_is_held_in_every_deck(deck: float) -> None:
    lying = after(*(card(60.0 + 70 * k, 150, deck) for k in range(4)))
    assert not lying.is_above(card(200, 100, deck * 1.03), by_taps=False)
    assert lying.is_above(card(200, 100, deck * 1.09), by_taps=False)


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("lean", [-0.15, -0.08, 0.08, 0.15])
def test_a_table_tapped_askew_has_larger_cards_at_one_side_that_lie_all_the_same(lean: float, axis: str) -> None:
    def scale(x: float, y: float) -> float:
        return 0.93 + lean * (x / WIDTH - 0.5 if axis == "x" else y / HEIGHT - 0.5)

    lying, places = LyingCards(MAT), [(x, y) for y in (40.0, 250.0) for x in (60.0, 200.0, 350.0)]
    for x, y in places * 3:
        there = card(x, y, scale(x, y))
        assert not lying.is_above(there, by_taps=True), (x, y)
        lying.learn(there)
    for x, y in places:
        assert lying.is_above(card(x, y, 1.1 * scale(x, y)), by_taps=True), "held in the air at either side"


def test_where_no_card_lay_yet_more_is_allowed_and_less_with_every_card() -> None:
    known: list[float] = []
    seen: list[TableCard] = []
    for k in range(5):
        known.append(highest_that_lies(after(*seen), 350, 250, by_taps=True))
        seen.append(card(80.0 + 20 * k, 60.0 + 40 * k, 1.0))
    assert known == sorted(known, reverse=True) and known[-1] < HIGHEST < known[0]


def test_a_card_read_from_one_index_says_nothing_of_its_height() -> None:
    one = TableCard(((NINE, 1.0),), 200, 150, 0.0, -1.0, ((180.0, 120.0),))
    lying = after(one, one)
    assert not lying.is_above(one, by_taps=False)
    assert highest_that_lies(lying, 200, 150, False) == highest_that_lies(after(), 200, 150, False)
