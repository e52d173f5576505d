"""A card as it is remembered: names averaged until sure, doubted once more, slid, and never two where one can be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import Card
from engine.certainty import CERTAIN, NAMED
from vision.table.baretable import Print
from vision.table.remembered import DOUBTED_LOOKS, LOOKS, Remembered, agree, has_slid, hide_each_other, near
from vision.table.tabletop import TableCard

QH, QD = Card.parse("QH"), Card.parse("QD")
SIZE = (63.0, 88.0)


PRINT = Print(np.arange(30), np.ones(30, np.float32))


def card(name: Card, p: float, x: float = 0.0, y: float = 0.0, *read_at: tuple[float, float]) -> TableCard:
    return TableCard(((name, p), (QD if name is QH else QH, (1 - p) / 2)), x, y, 0.0, -1.0, read_at)


def remembered(first: TableCard) -> Remembered:
    return Remembered(first, 1, PRINT, first.names)


def test_an_unsure_card_is_averaged_and_a_sure_look_settles_it() -> None:
    known = remembered(card(QH, 0.5))
    assert not known.sure and known.needs_look
    known.read_again(card(QD, 0.6), PRINT)
    assert known.names[0] == (QD, pytest.approx((0.25 + 0.6) / 2)) and known.looks == LOOKS and not known.needs_look
    known.read_again(card(QH, 0.95), PRINT)
    assert known.sure and known.names[0][0] == QH


def test_what_is_not_plain_at_once_needs_a_second_look_and_their_mean_counts() -> None:
    known = remembered(card(QH, NAMED + 0.03))
    assert not known.sure and known.needs_look
    known.read_again(card(QH, NAMED + 0.01), PRINT)
    assert known.sure and known.names[0] == (QH, pytest.approx(NAMED + 0.02))
    other = remembered(card(QH, NAMED + 0.03))
    other.read_again(card(QD, 0.9), PRINT)
    assert not other.sure and not other.needs_look and other.names[0][1] < NAMED
    assert remembered(card(QH, CERTAIN)).sure


def test_a_sure_card_keeps_its_name_and_follows_a_nudge() -> None:
    known = remembered(card(QH, 0.95))
    known.read_again(card(QD, 0.4, 3, 4), PRINT)
    assert known.names[0] == (QH, 0.95) and known.card.x == 0
    known.read_again(card(QH, 0.9, 9, 4), Print(np.arange(2), np.ones(2, np.float32)))
    assert known.card.x == 9 and len(known.printed) == 2


def test_a_doubted_card_is_sure_again_only_by_the_mean_of_new_looks() -> None:
    known = remembered(card(QH, 0.99))
    known.doubt()
    assert not known.sure and known.needs_look
    for _ in range(DOUBTED_LOOKS):
        known.read_again(card(QH, 0.9), PRINT)
    assert known.sure and not known.needs_look
    again = remembered(card(QH, 0.99))
    again.doubt()
    again.read_again(card(QD, 0.7), PRINT)
    assert not again.sure and again.names[0] == (QD, 0.7)


def test_a_doubted_card_read_plainly_needs_no_further_look_and_one_that_just_falls_short_does() -> None:
    plain, short = remembered(card(QH, 0.99)), remembered(card(QH, 0.99))
    for known, sure in ((plain, CERTAIN), (short, CERTAIN - 0.01)):
        known.doubt()
        known.read_again(card(QH, sure), PRINT)
    assert plain.sure and not plain.needs_look
    assert not short.sure and short.needs_look
    short.read_again(card(QH, CERTAIN + 0.03), PRINT)
    assert short.sure, "the mean of the two looks is plain"


def test_the_same_card_again_another_one_and_one_slid_aside() -> None:
    known = remembered(card(QH, 0.95))
    assert agree(card(QH, 0.5), known) and not agree(card(QD, NAMED + 0.1), known)
    assert has_slid(card(QH, 0.9, 80, 60), known)
    assert not has_slid(card(QH, 0.9, 180, 60), known) and not has_slid(card(QD, 0.9, 80, 60), known)
    assert near(card(QH, 1, 0, 0), card(QH, 1, 3, 4)) == 5


def test_two_cards_cannot_both_show_what_the_other_would_hide() -> None:
    low = card(QH, 0.99, 0, 0, (-26, -32), (26, 32))
    phantom = card(QD, 0.82, 8, 33, (-18, 2))
    assert hide_each_other(low, phantom, SIZE), "each has an index where the other lies"
    on_top = card(QD, 0.82, 20, 40, (-6, 8), (46, 72))
    seen_before = card(QH, 0.99, 0, 0, (-26, -32))
    assert not hide_each_other(seen_before, on_top, SIZE), "the lower card's free index may well be seen"


def test_an_index_of_a_sure_card_seen_leaning_is_no_other_card() -> None:
    sure = remembered(card(QH, 0.99, 100, 100))
    corner = sure.card.index_places(SIZE)[0]
    leaning = remembered(TableCard(((QD, 0.5), (QH, 0.4)), 126, 57, 0.5, -0.86, ((corner[0] + 3, corner[1] - 2),)))
    assert leaning.is_misplaced(sure, SIZE)
    assert not remembered(replace(leaning.card, names=((QD, 0.99),))).is_misplaced(sure, SIZE), "a sure card is one"
    assert not remembered(replace(leaning.card, names=((QD, 0.5),))).is_misplaced(sure, SIZE), "it never said so"
    beside = replace(leaning.card, read_at=((corner[0] + 20, corner[1]),))
    assert not remembered(beside).is_misplaced(sure, SIZE), "no index of that card stands there"


def test_a_cards_indices_stand_near_its_corners() -> None:
    upright = card(QH, 0.9, 50, 60).index_places(SIZE)
    assert sorted(upright) == [pytest.approx((50 + a * 26.1, 60 + b * 32.1), abs=0.1) for a in (-1, 1) for b in (-1, 1)]
    lying = TableCard((), 50, 60, 1.0, 0.0).index_places(SIZE)
    assert sorted(lying) == [pytest.approx((50 + a * 32.1, 60 + b * 26.1), abs=0.1) for a in (-1, 1) for b in (-1, 1)]


def read_at(name: Card, p: float, *places: tuple[float, float]) -> TableCard:
    """A reading whose indices spoke of a card far from where they stand."""
    return card(name, p, 60.0, 40.0, *places)


def test_an_unsure_reading_where_a_sure_card_has_its_indices_is_one_of_them_whatever_it_says() -> None:
    known = remembered(card(QH, 0.97))
    corner = known.card.index_places(SIZE)[1]
    near_it, on_it = (corner[0] + 3, corner[1] - 4), (corner[0] - 18, corner[1] - 25)
    other = Card.parse("7S")
    says = TableCard(((other, 0.7),), 60.0, 40.0, 0.0, -1.0, (near_it,))
    assert known.may_be(says, SIZE)
    assert not known.may_be(replace(says, read_at=(on_it,)), SIZE), "between the indices it is another card's"
    assert not known.may_be(replace(says, names=((other, 0.95),)), SIZE), "what is read surely is believed"
    assert not remembered(card(QH, 0.5)).may_be(says, SIZE)


def test_of_an_unsure_reading_of_the_same_name_one_index_within_the_card_is_enough() -> None:
    known = remembered(card(QH, 0.97))
    within, beyond = known.card.index_places(SIZE)[0], (-60.0, -60.0)
    assert known.may_be(read_at(QH, 0.5, within, beyond), SIZE)
    assert not known.may_be(read_at(QH, 0.95, within, beyond), SIZE)
    assert not known.may_be(read_at(QH, 0.5, beyond), SIZE)
