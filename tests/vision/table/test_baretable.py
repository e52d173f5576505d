"""The bare table: a card stands out, a lamp or a shadow does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.mat.flat import Flat
from vision.mat.mats import A3_FOUR
from vision.table.baretable import APART_S, LASTING, BareTable, Print
from vision.table.tabletop import TableCard, covered_by
from vision.table.view import all_in_sight

FLAT = Flat(A3_FOUR)
CARD = TableCard((), 210.0, 240.0, 0.0, -1.0)


WHOLE = (0, 0, *FLAT.size)


def picture(light: np.ndarray | float = 1.0, card: TableCard | None = None) -> np.ndarray:
    """A table of soft texture, a white card on it, under a light."""
    width, height = FLAT.size
    rng = np.random.default_rng(1)
    ground = np.repeat(np.repeat(rng.uniform(90, 140, (height // 8 + 1, width // 8 + 1)), 8, 0), 8, 1)[:height, :width]
    if card is not None:
        (x0, y0), (x1, y1) = FLAT.to_px(card.x - 31, card.y - 44), FLAT.to_px(card.x + 31, card.y + 44)
        ground[int(y0) : int(y1), int(x0) : int(x1)] = 230
    return np.repeat(np.clip(ground * light, 0, 255)[..., None], 3, 2).astype(np.uint8)


def lamp(strength: float) -> np.ndarray:
    """Light that grows towards one corner."""
    width, height = FLAT.size
    x, y = np.linspace(0, 1, width)[None, :], np.linspace(0, 1, height)[:, None]
    return np.asarray(1 + strength * np.exp(-((x - 0.8) ** 2 + (y - 0.3) ** 2)))


def learnt() -> BareTable:
    table = BareTable(FLAT)
    table.look_at(picture(), WHOLE, all_in_sight(table.shape))
    table.learn(np.zeros(table.shape, bool), 0.0)
    return table


def lying() -> tuple[BareTable, Print]:
    """A table on which the card was read, and the finder sees one everywhere."""
    table = learnt()
    table.look_at(picture(card=CARD), WHOLE, all_in_sight(table.shape))
    table.face[:] = 1.0
    return table, table.print_of(CARD)


def cells_of_card(share: float) -> tuple[slice, slice]:
    """The picture's pixels of this share of the card, from its left."""
    (x0, y0), (x1, y1) = FLAT.to_px(CARD.x - 31, CARD.y - 44), FLAT.to_px(CARD.x + 31, CARD.y + 44)
    return slice(int(y0), int(y1)), slice(int(x0), int(x0 + share * (x1 - x0)))


def standing_out(table: BareTable) -> float:
    """The share of the card's cells that look unlike the bare table."""
    return len(table.print_of(CARD)) / float(covered_by(FLAT, [CARD], table.shape).sum())


def test_a_card_stands_out_and_the_table_does_not() -> None:
    table = learnt()
    table.look_at(picture(card=CARD), WHOLE, all_in_sight(table.shape))
    assert standing_out(table) > 0.9
    assert table.unlike_bare.mean() < 0.06
    assert table.is_new([(190.0, 210.0)]) and not table.is_new([(60.0, 150.0)])


@pytest.mark.parametrize("strength", [-0.35, 0.25, 0.6])
def test_a_lamp_switched_on_or_off_is_followed_under_cards_as_well(strength: float) -> None:
    table = learnt()
    table.look_at(picture(lamp(strength), CARD), WHOLE, all_in_sight(table.shape))
    covered = covered_by(FLAT, [CARD], table.shape)
    table.follow_light([WHOLE], covered)
    table.learn(covered, 1.0)
    assert table.unlike_bare.mean() < 0.06
    assert standing_out(table) > 0.8
    printed = table.print_of(CARD)
    assert table.shows(CARD, printed, [])
    table.look_at(picture(lamp(strength)), WHOLE, all_in_sight(table.shape))
    assert not table.shows(CARD, printed, [])
    assert standing_out(table) < 0.1, "once the card has gone, the table under it looks bare in the new light"


def test_things_put_down_all_over_the_table_are_no_change_of_light() -> None:
    table = learnt()
    cards = [replace(CARD, x=60.0 + 75 * k, y=90.0 + 110 * (k % 2)) for k in range(5)]
    light = np.ones((FLAT.size[1], FLAT.size[0]))
    for card in cards:  # dark backs
        (x0, y0), (x1, y1) = FLAT.to_px(card.x - 31, card.y - 44), FLAT.to_px(card.x + 31, card.y + 44)
        light[int(y0) : int(y1), int(x0) : int(x1)] = 0.7
    table.look_at(picture(light), WHOLE, all_in_sight(table.shape))
    table.follow_light([WHOLE], np.zeros(table.shape, bool))
    backs = covered_by(FLAT, cards, table.shape)
    assert table.unlike_bare[backs].mean() > 0.8 and table.unlike_bare[~backs].mean() < 0.06


def test_a_part_of_the_table_does_not_tell_what_the_light_does() -> None:
    table, box = learnt(), (0, 0, 200, 200)
    table.look_at(picture(0.7)[:200, :200], box, all_in_sight(table.shape))
    table.follow_light([box], np.zeros(table.shape, bool))
    assert table.unlike_bare.any()


def test_what_lasts_and_is_no_card_is_how_the_table_looks_now() -> None:
    table = learnt()
    for look in range(LASTING):
        assert standing_out(table) == 0 if look == 0 else standing_out(table) > 0.9
        table.look_at(picture(card=CARD), WHOLE, all_in_sight(table.shape))
        table.learn(np.zeros(table.shape, bool), APART_S * (look + 1))
    assert standing_out(table) == 0


def test_looks_that_follow_each_other_fast_count_as_one() -> None:
    """Beside a hand that never rests the table is looked at many times a second: a sleeve is not the table yet."""
    table = learnt()
    for look in range(4 * LASTING):
        table.look_at(picture(card=CARD), WHOLE, all_in_sight(table.shape))
        table.learn(np.zeros(table.shape, bool), 1.0 + 0.05 * look)
    assert standing_out(table) > 0.9


def test_what_is_out_of_sight_stays_as_it_was_seen_last() -> None:
    table = learnt()
    hidden = replace(all_in_sight(table.shape), hidden=covered_by(FLAT, [CARD], table.shape))
    table.look_at(picture(card=CARD), WHOLE, hidden)
    assert standing_out(table) == 0.0


def test_slow_changes_are_followed() -> None:
    table = learnt()
    for step in range(20):
        table.look_at(picture(1 + 0.02 * step), WHOLE, all_in_sight(table.shape))
        table.learn(np.zeros(table.shape, bool), 0.0)
    assert table.unlike_bare.mean() < 0.02


def test_slow_changes_are_followed_under_a_card_as_well() -> None:
    table, covered = learnt(), covered_by(FLAT, [CARD], learnt().shape)
    for step in range(15):
        light = 1 + 0.015 * step
        table.look_at(picture(light, CARD), WHOLE, all_in_sight(table.shape))
        table.learn(covered, 1.0 + step)
    printed = table.print_of(CARD)
    assert table.shows(CARD, printed, [])
    table.look_at(picture(light), WHOLE, all_in_sight(table.shape))
    assert not table.shows(CARD, printed, []) and table.unlike_bare.mean() < 0.02


@pytest.mark.parametrize(("share", "there"), [(1.0, True), (0.7, False)])
def test_where_the_finder_sees_no_card_something_must_hide_nearly_all_of_it(share: float, there: bool) -> None:
    table = learnt()
    table.look_at(picture(card=CARD), WHOLE, all_in_sight(table.shape))
    printed = table.print_of(CARD)
    table.face[:] = 0.0
    changed = picture()
    rows, columns = cells_of_card(share)
    changed[rows, columns] = 60  # a sleeve, or a shadow
    table.look_at(changed, WHOLE, all_in_sight(table.shape))
    assert table.shows(CARD, printed, []) is there
    table.face[:] = 1.0
    assert not table.shows(CARD, printed, []), "another card lies in its place"


@pytest.mark.parametrize(("share", "there"), [(1.0, False), (0.75, False), (0.4, True), (0.2, True)])
def test_another_card_in_its_place_leaves_it_there_only_while_enough_of_it_shows(share: float, there: bool) -> None:
    table, printed = lying()
    other = picture(card=CARD)
    rows, columns = cells_of_card(share)
    other[rows, columns] = 60
    other[rows, columns][np.arange(rows.stop - rows.start) % 48 < 16] = 200  # a back's bands
    table.look_at(other, WHOLE, all_in_sight(table.shape))
    assert table.shows(CARD, printed, []) is there


@pytest.mark.parametrize("share", [0.3, 0.5, 1.0])
@pytest.mark.parametrize("dimmed", [0.7, 0.85, 1.2])
def test_a_card_in_a_shadow_or_in_more_light_is_still_that_card(dimmed: float, share: float) -> None:
    table, printed = lying()
    shaded = picture(card=CARD)
    rows, columns = cells_of_card(share)
    shaded[rows, columns] = np.clip(shaded[rows, columns] * dimmed, 0, 255).astype(np.uint8)
    table.look_at(shaded, WHOLE, all_in_sight(table.shape))
    assert table.shows(CARD, printed, [])


def test_what_was_never_seen_bare_stands_out_nowhere() -> None:
    table = BareTable(FLAT)
    table.look_at(picture(card=CARD), WHOLE, all_in_sight(table.shape))
    assert standing_out(table) == 0.0


@pytest.mark.parametrize(("off", "there"), [(22.0, True), (22.0, False), (1.0, True)])
def test_a_card_under_another_is_there_as_long_as_what_the_other_leaves_free_shows_it(off: float, there: bool) -> None:
    table = learnt()
    table.look_at(picture(card=CARD), WHOLE, all_in_sight(table.shape))
    printed = table.print_of(CARD)
    over = replace(CARD, x=CARD.x + off, y=CARD.y + off)
    both = picture(card=over)
    if there:
        both = np.maximum(both, picture(card=CARD))
    table.look_at(both, WHOLE, all_in_sight(table.shape))
    assert table.shows(CARD, printed, [over]) is there


def test_a_card_hidden_by_another_altogether_may_still_be_there() -> None:
    table = learnt()
    table.look_at(picture(card=CARD), WHOLE, all_in_sight(table.shape))
    printed = table.print_of(CARD)
    assert table.shows(CARD, printed, [CARD])
    assert table.is_covered(printed, [CARD]) and not table.is_covered(printed, [replace(CARD, x=CARD.x + 22)])
