"""The draw before the first deal: who deals, who sits with whom, and when nobody is chosen."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Literal

import pytest

from engine import events as e
from engine import inputs as i
from engine.cards import Card
from engine.play.decide import decide
from engine.play.draw import Turned, draw, seated
from engine.play.hand import Phase
from engine.play.state import INITIAL, State, replay
from engine.rules.rulesets import from_tables, preset
from engine.rules.soundness import contradictions
from tests.in_english import refused

FIVE, IOWA = preset("five_tricks"), preset("iowa_standard")
NAMES = ("Ann", "Ben", "Cy", "Dee")


def turned(text: str) -> tuple[Turned, ...]:
    """`1:9C 2:??` as cards turned up."""
    pairs = (each.split(":") for each in text.split())
    return tuple((int(seat), None if card == "??" else Card.parse(card)) for seat, card in pairs)


def begun(rules: str = "five_tricks") -> State:
    return replay(decide(INITIAL, i.NewMatch(rules, NAMES, 1)))


def drawn(state: State, text: str) -> State:
    return replay(decide(state, i.DrawCards(turned(text))), state)


def test_the_lowest_deals_and_the_two_lowest_sit_opposite_each_other() -> None:
    found = draw(FIVE, turned("1:KC 2:9D 3:TH 4:AS"))
    assert (found.dealer, found.card, found.again) == (2, Card.parse("9D"), ())
    assert found.moving == (3, 4)  # 9 and 10 play together: Cy comes to sit opposite Ben
    assert seated(NAMES, found.moving) == ("Ann", "Ben", "Dee", "Cy")


def test_whoever_draws_what_two_pairs_sit_opposite_and_the_dealer_keeps_his_seat() -> None:
    for ranks in permutations("9TQA"):
        cards = tuple((seat, Card.parse(f"{rank}H")) for seat, rank in enumerate(ranks, start=1))
        found = draw(FIVE, cards)
        assert found.dealer == ranks.index("9") + 1
        after = dict(zip(NAMES, ranks, strict=True))
        seats = [after[name] for name in seated(NAMES, found.moving)]
        assert {frozenset(seats[0::2]), frozenset(seats[1::2])} == {frozenset("9T"), frozenset("QA")}
        assert seats[found.dealer - 1] == "9"


def test_where_partners_are_seated_only_the_lowest_counts_and_nobody_moves() -> None:
    rules = replace(FIVE, table=replace(FIVE.table, first_dealer="lowest_cut"))
    found = draw(rules, turned("1:KC 2:9D 3:KH 4:AS"))
    assert (found.dealer, found.moving) == (2, ())


@pytest.mark.parametrize(
    ("cards", "again"),
    [
        ("1:9C 2:9D 3:TH 4:AS", (1, 2)),
        ("1:9C 2:TD 3:TH 4:AS", (2, 3)),
        ("1:9C 2:9D 3:9H 4:AS", (1, 2, 3)),
        ("1:9C 2:TD 3:KH 4:KS", ()),
        ("1:9C 2:9D 3:TH 4:AS 1:KC 2:KD", (1, 2)),
        ("1:9C 2:9D 3:TH 4:AS 1:KC 2:QD", ()),
    ],
)
def test_who_drew_alike_draws_again_where_it_matters(cards: str, again: tuple[int, ...]) -> None:
    found = draw(FIVE, turned(cards))
    assert found.again == again
    assert (found.dealer is None) == bool(again)


def test_the_first_jack_deals() -> None:
    found = draw(IOWA, turned("2:9D 3:KH 4:JS 1:JD"))
    assert (found.dealer, found.card, found.moving) == (4, Card.parse("JS"), ())
    assert draw(IOWA, turned("1:9D 2:KH")).dealer is None


@pytest.mark.parametrize("rules", [FIVE, IOWA], ids=["lowest", "jack"])
def test_a_card_that_nobody_can_read_chooses_nobody(rules: object) -> None:
    assert draw(rules, turned("1:?? 2:JD 3:TH 4:AS")).dealer is None  # type: ignore[arg-type]


def test_any_way_of_choosing_is_peoples_own() -> None:
    rules = replace(IOWA, table=replace(IOWA.table, first_dealer="any"))
    assert draw(rules, turned("1:9D 2:JH 3:AS 4:KS")).dealer is None


def test_the_first_hand_is_dealt_by_who_was_drawn_and_in_the_new_seats() -> None:
    state = drawn(begun(), "1:KC 2:9D 3:TH 4:AS")
    assert state.hand is not None and state.draw is not None
    assert (state.hand.dealer, state.names) == (2, ("Ann", "Ben", "Dee", "Cy"))
    assert state.phase is Phase.DEAL
    dealt = replay(decide(state, i.DealDone()), state)
    assert (dealt.turn, dealt.draw) == (3, None)


def test_a_draw_read_better_moves_nobody_twice_and_a_new_draw_starts_from_the_new_seats() -> None:
    state = drawn(begun(), "1:KC 2:9D 3:TH 4:AS")
    better = drawn(state, "1:KC 2:9D 3:TH 4:9S 2:TS 4:AD")
    assert better.names == NAMES  # Ben and Dee play together after all
    assert drawn(state, "1:KH 2:9H 3:AC 4:TS").names == ("Ann", "Ben", "Dee", "Cy")


def test_told_twice_it_is_nothing_new_and_no_card_takes_it_back() -> None:
    state = drawn(begun(), "1:KC 2:?? 3:TH 4:AS")
    assert state.draw is not None and state.draw.dealer is None
    assert decide(state, i.DrawCards(turned("1:KC 2:?? 3:TH 4:AS"))) == ()
    assert drawn(state, "").draw == e.CardsDrawn((), None, None, (), (), NAMES)


def test_it_is_for_before_the_first_deal_and_for_cards_of_the_pack() -> None:
    dealt = replay(decide(begun(), i.DealDone()), begun())
    for state, cards, says in (
        (dealt, "1:9C", "before the first deal"),
        (begun(), "1:2C", "not in the pack"),
        (begun(), "7:9C", "no seat 7"),
    ):
        with refused(says):
            decide(state, i.DrawCards(turned(cards)))


def test_partners_are_drawn_only_where_two_sit_opposite() -> None:
    told = contradictions(
        replace(preset("cutthroat_3"), table=replace(preset("cutthroat_3").table, first_dealer=_DRAWN))
    )
    assert any("partners_drawn" in fault for fault in told)
    assert (
        from_tables({"base": "iowa_standard", "table": {"first_dealer": _DRAWN}}, "house").table.first_dealer == _DRAWN
    )


_DRAWN: Literal["partners_drawn"] = "partners_drawn"
