from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.after.solver import best_of, could_make, solve
from engine.cards import Card, Denomination
from engine.findings import Play
from engine.play.tricks import legal_cards, winner
from engine.rules.rulesets import preset
from tests.engine.conftest import Table
from tests.in_english import said

PACK = preset("iowa_standard").deck.pack


def plain(hands: dict[int, list[Card]], trump: Denomination, turn: int, side: set[int], trick: list[Play]) -> int:
    """The same question, asked of every line of play there is."""
    seats = sorted(hands)
    if len(trick) == len(seats):
        taker = winner(trick, trump).seat
        return (taker in side) + plain(hands, trump, taker, side, [])
    if not any(hands.values()):
        return 0
    led = trick[0].card if trick else None
    after = seats[(seats.index(turn) + 1) % len(seats)]
    counts = []
    for card in legal_cards(hands[turn], led, trump):
        left = {**hands, turn: [each for each in hands[turn] if each != card]}
        counts.append(plain(left, trump, after, side, [*trick, Play(turn, card, 1)]))
    return max(counts) if turn in side else min(counts)


@given(
    st.integers(0, 2**32),
    st.sampled_from(Denomination),
    st.sampled_from([(1, 2, 3, 4), (1, 2, 4), (2, 3, 4)]),
    st.integers(1, 4),
)
@settings(max_examples=120, deadline=None)
def test_it_agrees_with_every_line_of_play_tried(
    seed: int, trump: Denomination, seats: tuple[int, ...], size: int
) -> None:
    size = min(size, 3) if len(seats) == 4 else size
    cards = random.Random(seed).sample(PACK, size * len(seats))
    hands = {seat: cards[place * size : (place + 1) * size] for place, seat in enumerate(seats)}
    side = {seats[0], seats[2]} if len(seats) == 4 else {seats[0]}
    for leader in seats:
        assert solve(hands, trump, leader, frozenset(side)) == plain(hands, trump, leader, side, [])


def test_the_top_trumps_take_everything() -> None:
    hands = {1: "JH JD AH KH QH TH", 2: "9H AS KS QS JS TS", 3: "9S AC KC QC JC TC", 4: "9C AD KD QD TD 9D"}
    cards = {seat: tuple(Card.parse(each) for each in text.split()) for seat, text in hands.items()}
    assert solve(cards, Denomination.HEARTS, 1, frozenset({1})) == 6
    assert solve(cards, Denomination.HEARTS, 2, frozenset({1, 3})) == 6
    # Without trump the leader's spades are good, until the nine of hearts has to be led.
    assert solve(cards, Denomination.NO_TRUMP, 2, frozenset({2, 4})) == 5


@pytest.mark.parametrize("hands", [{1: "AS AS", 2: "KS QS"}, {1: "AS", 2: "KS QS"}, {1: "JK", 2: "KS"}])
def test_only_hands_that_can_be_solved_are_taken(hands: dict[int, str]) -> None:
    cards = {seat: tuple(Card.parse(each) for each in text.split()) for seat, text in hands.items()}
    with pytest.raises(ValueError, match="solve"):
        solve(cards, Denomination.SPADES, 1, frozenset({1}))


def test_a_finished_hand_says_what_could_have_been_made() -> None:
    table = Table().contracted("3", "S")
    table.play("AH QH TH TC  KH JH 9H 9C  AS TS JS JC  AC TD 9D 9S  AD KC JD KS  QS KD QC QD")
    found = could_make(table.state, table.state.results[0])
    assert len(found) == 20
    spades = next(each for each in found if each.maker == 1 and each.denomination is Denomination.SPADES)
    assert spades.tricks >= 5
    best = best_of(found)
    assert best is not None and said(best).endswith((" for Ann.", " for Ben.", " for Cid.", " for Dot."))
    assert len(could_make(table.state, table.state.results[0], alone=True)) == 20


def test_while_cards_are_unknown_nothing_is_said() -> None:
    table = Table().contracted("3", "S", option="exchange")
    table.play("AH QH TC  KH JH 9C  AS TS JC")
    assert table.state.results == ()
    table = Table()
    table.auction("3", "pass", "pass", "pass")
    table.seat(1).names("S")
    table.seat(1).chooses("with")
    table.seat(2).answers("drop")
    table.seat(4).answers("drop")
    assert could_make(table.state, table.state.results[0]) == ()
    assert best_of(()) is None
