"""Tiles on the mat: found askew, remembered under a hand, gone when taken away, never taken for cards."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.places import play_zone
from vision.mat.flat import Flat
from vision.mat.matprint import mat_page
from vision.mat.mats import A3_FOUR
from vision.mat.prints import to_picture
from vision.mat.tileprint import tile_page
from vision.mat.tiles import BY_MARKER, SIZE, TILES
from vision.reading.reader import Reader
from vision.table.baretable import BareTable
from vision.table.tabletop import TableCard
from vision.table.tilewatch import TileWatch
from vision.table.view import all_in_sight
from vision.table.watch import Watcher

FLAT = Flat(A3_FOUR)
WHOLE = (0, 0, *FLAT.size)


def bare() -> np.ndarray:
    """The printed mat on a dull table, straight down."""
    picture = np.full((FLAT.size[1], FLAT.size[0], 3), 120, np.uint8)
    printed = to_picture(mat_page(A3_FOUR, (26, 26, 26), (235, 235, 228)), 1.7)
    x, y = (round(v) for v in FLAT.to_px(0, 0))
    picture[y : y + printed.shape[0], x : x + printed.shape[1]] = printed
    return picture


def laid(picture: np.ndarray, marker: int, x: float, y: float, turn: float) -> np.ndarray:
    """The picture with a tile lying on it, its centre at (x, y) mm."""
    scale = 4.0
    tile = to_picture(tile_page(BY_MARKER[marker], "en"), scale)
    a, k = np.radians(turn), 1.7 / scale
    cos, sin = np.cos(a) * k, np.sin(a) * k
    px, py = FLAT.to_px(x, y)
    w, h = SIZE[0] * scale / 2, SIZE[1] * scale / 2
    warp = np.array([[cos, -sin, px - cos * w + sin * h], [sin, cos, py - sin * w - cos * h]])
    out = picture.copy()
    cv2.warpAffine(tile, warp, FLAT.size, out, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), 0.6), np.uint8)


def watch() -> tuple[TileWatch, BareTable]:
    table = BareTable(FLAT)
    table.look_at(bare(), WHOLE, all_in_sight(table.shape))
    table.learn(np.zeros(table.shape, bool), 0.0)
    return TileWatch(FLAT, table), table


def look(tiles: TileWatch, table: BareTable, picture: np.ndarray) -> None:
    table.look_at(picture, WHOLE, all_in_sight(table.shape))
    tiles.look_at(picture, WHOLE, all_in_sight(table.shape))


@pytest.mark.parametrize("marker", [tile.marker for tile in TILES])
def test_every_tile_is_read_however_it_lies(marker: int) -> None:
    tiles, table = watch()
    look(tiles, table, laid(bare(), marker, 210, 240, marker * 37.0 % 360))
    [seen] = tiles.sightings
    assert (seen.tile.marker, seen.place) == (marker, play_zone(1))
    assert (seen.x, seen.y) == pytest.approx((210, 240), abs=1.5)


@pytest.mark.parametrize(("first", "turn"), [(0, 8.0), (9, 127.0), (18, 246.0), (0, 64.0), (9, 301.0), (18, 158.0)])
def test_a_camera_hung_high_over_a_large_mat_sees_every_tile(first: int, turn: float) -> None:
    """One pixel a mm, and none too sharp."""
    picture, chosen = bare(), TILES[first : first + 9]
    for tile, place in zip(chosen, [(x, y) for y in (60, 150, 240) for x in (100, 210, 320)], strict=True):
        picture = laid(picture, tile.marker, *place, turn)
    far = cv2.resize(picture, None, fx=0.59, fy=0.59, interpolation=cv2.INTER_AREA)
    seen = cv2.resize(cv2.GaussianBlur(far, (0, 0), 0.5), FLAT.size, interpolation=cv2.INTER_LINEAR)
    tiles, table = watch()
    look(tiles, table, np.asarray(seen, np.uint8))
    assert sorted(s.tile.marker for s in tiles.sightings) == [tile.marker for tile in chosen]


def test_a_tile_keeps_its_mark_when_pushed_and_under_a_hand_and_is_gone_when_taken_away() -> None:
    tiles, table = watch()
    look(tiles, table, laid(bare(), 4, 90, 150, 80))
    mark = tiles.sightings[0].mark
    look(tiles, table, laid(bare(), 4, 100, 155, 95))
    hidden = laid(bare(), 4, 100, 155, 95)
    x, y = (round(v) for v in FLAT.to_px(100, 155))
    hidden[y - 60 : y + 60, x - 60 : x + 60] = (90, 120, 180)
    look(tiles, table, hidden)
    assert [(s.mark, s.place) for s in tiles.sightings] == [(mark, play_zone(2))]
    look(tiles, table, bare())
    assert tiles.sightings == ()
    look(tiles, table, laid(bare(), 4, 100, 155, 95))
    assert tiles.sightings[0].mark != mark, "laid anew it speaks anew"


def test_of_two_tiles_with_one_word_either_may_be_taken_away() -> None:
    tiles, table = watch()
    first, both = laid(bare(), 0, 90, 150, 80), laid(laid(bare(), 0, 90, 150, 80), 0, 210, 240, 5)
    look(tiles, table, both)
    look(tiles, table, first)
    assert [s.place for s in tiles.sightings] == [play_zone(2)]


def test_a_part_that_cuts_off_a_tiles_marker_says_nothing_of_it() -> None:
    tiles, table = watch()
    picture = laid(bare(), 4, 210, 240, 0)
    look(tiles, table, picture)
    (x, _), (width, height) = FLAT.to_px(205, 240), FLAT.size
    box = (round(x), 0, width, height)
    table.look_at(picture[:, box[0] :], box, all_in_sight(table.shape))
    tiles.look_at(picture[:, box[0] :], box, all_in_sight(table.shape))
    assert tiles.covered.any(), "its print is still known for a tile's"


@pytest.mark.parametrize("seen_by_finder", [True, False])
def test_a_tile_under_a_white_card_is_not_told_but_known_again_while_the_finder_sees_a_card(
    seen_by_finder: bool,
) -> None:
    tiles, table = watch()
    picture = laid(bare(), 4, 210, 240, 12)
    look(tiles, table, picture)
    [first] = tiles.sightings
    table.face[:] = 1.0 if seen_by_finder else 0.0
    look(tiles, table, bare())
    assert tiles.sightings == ()
    table.face[:] = 0.0
    look(tiles, table, picture)
    assert (tiles.sightings[0].mark == first.mark) is seen_by_finder
    table.face[:] = 1.0
    look(tiles, table, bare())
    look(tiles, table, laid(bare(), 4, 216, 236, 12))
    assert tiles.sightings[0].mark > first.mark, "elsewhere it was laid anew"


def test_what_still_shows_of_a_tile_under_a_card_is_tile_and_what_lies_on_it_is_not() -> None:
    tiles, table = watch()
    picture = laid(bare(), 22, 210, 240, 0)
    look(tiles, table, picture)
    covered = tiles.covered.sum()
    half = picture.copy()
    (x0, y0), (x1, y1) = FLAT.to_px(160, 200), FLAT.to_px(212, 290)
    half[round(y0) : round(y1), round(x0) : round(x1)] = (60, 90, 150)
    look(tiles, table, half)
    on_print = TableCard((), 210, 270, 0.0, -1.0, ((225.0, 238.0),))
    on_card = TableCard((), 185, 245, 0.0, -1.0, ((190.0, 238.0),))
    assert tiles.explains(on_print) and not tiles.explains(on_card)
    (x, y), on_it = (round(v / 4) for v in FLAT.to_px(233, 240)), slice(round(x0 / 4) + 2, round(x1 / 4) - 2)
    assert tiles.covered[y, x]
    assert tiles.covered[:, on_it].sum() < 0.25 * covered, "cells at the edges of the print are as grey as the card"


def test_a_tile_laid_on_anothers_marker_takes_its_place() -> None:
    tiles, table = watch()
    look(tiles, table, laid(bare(), 3, 210, 240, 5))
    look(tiles, table, laid(laid(bare(), 3, 210, 240, 5), 4, 206, 236, -8))
    assert [s.tile.says for s in tiles.sightings] == ["4"]


def test_what_is_read_from_a_tiles_print_is_no_card() -> None:
    tiles, table = watch()
    look(tiles, table, laid(bare(), 22, 210, 240, 0))
    on_it = TableCard((), 210, 270, 0.0, -1.0, ((222.0, 238.0),))
    beside = TableCard((), 260, 270, 0.0, -1.0, ((222.0, 238.0), (290.0, 300.0)))
    assert tiles.explains(on_it) and not tiles.explains(beside)
    assert tiles.covered.sum() == pytest.approx(62 * 36 * (1.7 / 4) ** 2, rel=0.15)


def test_the_watcher_tells_a_tile_and_takes_its_print_for_no_card() -> None:
    """Seen straight down at the reader's own scale, so that the whole picture is the table."""
    watcher = Watcher(Reader.load(), A3_FOUR)
    told = []
    for t, picture in ((0.0, bare()), (1.0, laid(bare(), 4, 210, 240, 12)), (2.0, laid(bare(), 22, 92, 150, 95))):
        rng = np.random.default_rng(int(t))
        for k in range(5):
            noisy = np.clip(picture + rng.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
            settled = watcher.see(noisy, t + k / 10)
            told += [settled] if settled is not None else []
    assert [[(s.tile.says, s.place) for s in each.tiles] for each in told] == [
        [], [("4", play_zone(1))], [("H", play_zone(2))],
    ]  # fmt: skip
    assert not any(each.sightings for each in told)


def from_aside(picture: np.ndarray) -> np.ndarray:
    """As a camera at a slant sees what is far from it: half the width, two fifths of the height, and none too sharp."""
    seen = cv2.resize(picture, None, fx=0.5, fy=0.4, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(seen, (0, 0), 0.8), FLAT.size), np.uint8)


def test_what_is_far_from_a_slanted_camera_is_read_when_it_is_looked_at_closely() -> None:
    read = {False: 0, True: 0}
    for marker in (0, 5, 9, 20, 31, 42):
        for turn in (8.0, 127.0):
            seen = from_aside(laid(bare(), marker, 210, 240, turn))
            for closely in read:
                tiles, table = watch()
                table.look_at(seen, WHOLE, all_in_sight(table.shape))
                tiles.look_at(seen, WHOLE, all_in_sight(table.shape), closely)
                read[closely] += [each.tile.marker for each in tiles.sightings] == [marker]
    assert read[True] == 12 > read[False], "else the second look need not be a closer one"
