"""Print: the same page as SVG, PDF and picture, at its true size; mats and tiles that a camera finds again."""

from __future__ import annotations

import re
import zlib
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from vision.mat.matprint import BORDER, OVERLAP, SHEETS, mat_page, sheets, tiling
from vision.mat.mats import MATS, Mat
from vision.mat.paper import BLACK, Page, box, lettering
from vision.mat.prints import to_pdf, to_picture, to_svg
from vision.mat.registration import markers_in
from vision.mat.tileprint import tile_page, tile_pages
from vision.mat.tiles import BY_MARKER, LANGUAGES, SIZE, TILES, outline_of, tiles_in


def grey(page: Page, px_per_mm: float) -> np.ndarray:
    return np.asarray(cv2.cvtColor(to_picture(page, px_per_mm), cv2.COLOR_RGB2GRAY))


@pytest.mark.parametrize("mat", MATS.values(), ids=lambda mat: mat.name)
def test_a_printed_mats_markers_are_where_it_says(mat: Mat) -> None:
    found = markers_in(grey(mat_page(mat), 2.0))
    assert set(found) == set(mat.markers)
    for marker, corners in found.items():
        assert np.abs(corners / 2.0 - np.array(mat.marker_corners(marker))).max() < 0.6


def test_a_square_of_ten_millimetres_is_as_large_in_every_form() -> None:
    page = Page(50, 40)
    page.fill(BLACK, box(10, 10, 20, 20))
    assert (to_picture(page, 4.0)[..., 0] < 128).sum() == pytest.approx(1600, abs=60)
    svg = ElementTree.fromstring(to_svg(page))
    assert (svg.get("width"), svg.get("viewBox")) == ("50mm", "0 0 50 40")
    pdf = to_pdf([page, Page(10, 10)], "a title")
    boxes = [tuple(float(v) * 25.4 / 72 for v in m.split()) for m in re.findall(rb"MediaBox \[([\d. ]+)\]", pdf)]
    assert boxes[0] == pytest.approx((0, 0, 50, 40), abs=0.01) and len(boxes) == 2
    stream = zlib.decompress(re.search(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)[1])  # type: ignore[index]
    assert b"10.000 10.000 m 20.000 10.000 l" in stream


def test_a_pdfs_table_of_objects_points_at_them() -> None:
    pdf = to_pdf([Page(10, 10)], "t")
    start = int(re.search(rb"startxref\n(\d+)", pdf)[1])  # type: ignore[index]
    rows = re.findall(rb"(\d{10}) 00000 n", pdf[start:])
    assert len(rows) == 5
    assert all(pdf[int(place) :].startswith(b"%d 0 obj" % n) for n, place in enumerate(rows, start=1))


def test_a_letter_the_font_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="no letter"):
        lettering("漢")


@pytest.mark.parametrize(
    ("mat", "sheet"), [("a3-4", "a4"), ("a3-6", "letter"), ("a2-5", "a3"), ("tabloid-3", "letter")]
)
def test_the_sheets_glued_together_are_the_mat(mat: str, sheet: str) -> None:
    page, scale = mat_page(MATS[mat]), 2.0
    cut = tiling(MATS[mat].size, sheet)
    assert cut.count > 1
    whole = to_picture(page, scale)
    glued = np.zeros_like(whole)
    for number, piece in enumerate(sheets(page, cut)):
        column, row = number % cut.across, number // cut.across
        shown = to_picture(piece, scale)
        x, y = (round(v * scale) for v in (column * (cut.shown[0] - OVERLAP), row * (cut.shown[1] - OVERLAP)))
        edge = round(BORDER * scale)
        w = min(round(cut.shown[0] * scale), glued.shape[1] - x)
        h = min(round(cut.shown[1] * scale), glued.shape[0] - y)
        glued[y : y + h, x : x + w] = shown[edge : edge + h, edge : edge + w]
    # Half a pixel here and there, and the dashed lines that show where to glue.
    assert (np.abs(glued.astype(int) - whole).max(axis=2) > 60).mean() < 0.012
    assert set(markers_in(cv2.cvtColor(glued, cv2.COLOR_RGB2GRAY))) == set(MATS[mat].markers)


def test_a_mat_that_fits_its_sheet_is_not_cut() -> None:
    assert tiling(MATS["letter-4"].size, "letter").count == 1
    with pytest.raises(ValueError, match="a4"):
        tiling(MATS["a3-4"].size, "a7")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sheet", ["a4", "letter"])
def test_every_tile_is_on_the_sheet_once_and_within_it(language: str, sheet: str) -> None:
    found = []
    for page in tile_pages(language, sheet):
        seen = tiles_in(grey(page, 4.0))
        for _, corners in seen:
            around = outline_of(corners) / 4.0
            assert around.min() > 4 and (around.max(0) < np.array(SHEETS[sheet][::-1]) - 4).all()
        found += [tile for tile, _ in seen]
    assert sorted(tile.marker for tile in found) == sorted(BY_MARKER)


def test_a_tiles_outline_follows_from_its_marker() -> None:
    [(tile, corners)] = tiles_in(grey(tile_page(BY_MARKER[22], "fr"), 6.0))
    assert tile.says == "H"
    assert outline_of(corners) / 6.0 == pytest.approx(np.array([[0, 0], [62, 0], [62, 36], [0, 36]]), abs=0.5)
    assert SIZE == (62.0, 36.0)


def test_no_tile_is_taken_for_a_mats_marker() -> None:
    assert not any(markers_in(grey(page, 3.0)) for page in tile_pages("en"))
    assert not any(tiles_in(grey(mat_page(mat), 2.0)) for mat in MATS.values() if mat.name.startswith("a3"))


def test_words_are_short_and_every_language_has_them() -> None:
    assert len({tile.marker for tile in TILES}) == len(TILES)
    assert all(set(tile.words) == set(LANGUAGES) for tile in TILES)
    with pytest.raises(ValueError, match="en, nl, fr"):
        tile_pages("de")
