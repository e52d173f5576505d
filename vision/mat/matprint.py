"""The mat as a page of print: markers, places with fine lines, seat numbers, a ruler; and the page cut into sheets.

What the mat is (sizes, places) is vision.mat.mats's business; here it only gets ink. The same page is what people print
and what recordings are drawn with.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2

from engine.places import Place
from vision.mat.mats import Box, Mat
from vision.mat.paper import BLACK, SERIF, WHITE, Colour, Page, Type, arc, box

# Colours of the print, 0 to 255 each: greys, from dark to fine.
INK: Colour = (122, 128, 120)
FAINT: Colour = (206, 206, 194)
GLUE: Colour = (150, 150, 150)
FAMILY = cv2.aruco.DICT_4X4_50

SHEETS: dict[str, tuple[float, float]] = {
    "a4": (297.0, 210.0), "a3": (420.0, 297.0), "letter": (279.4, 215.9), "tabloid": (431.8, 279.4),
}  # fmt: skip
"""Sheets a printer takes, landscape, in mm."""
BORDER = 8.0
"""Millimetres at a sheet's edge that printers leave white."""
OVERLAP = 10.0
"""Millimetres by which neighbouring sheets show the same, to be glued over one another."""


def mat_page(mat: Mat, black: Colour = BLACK, ground: Colour = WHITE) -> Page:
    """The printed side of the mat."""
    page = Page(*mat.size, ground)
    for spot, area in mat.spots.items():
        _spot(page, spot, area)
    for place, area in mat.places.items():
        if not place.is_hand:
            _place(page, place, area)
    for marker, (x, y) in mat.markers.items():
        quiet = min(7.0, x, y)
        page.fill(WHITE, box(x - quiet, y - quiet, x + mat.marker_side + quiet, y + mat.marker_side + quiet, 2.0))
        page.marker(FAMILY, marker, x, y, mat.marker_side, black)
    page.write("Pepper Table", (mat.size[0] / 2, mat.size[1] - 3.4), Type(2.2, INK, SERIF))
    _name(page, mat)
    ruler(page, mat.size[0] / 2 - 50, 2.0)
    return page


def _place(page: Page, place: Place, area: Box) -> None:
    """A fine outline with the seat's number in its corners, or a ring in the middle place."""
    x0, y0, x1, y1 = area
    page.line(box(*area, 5.0), INK, 0.5, closed=True)
    if not place.is_play:
        page.line(arc((x0 + x1) / 2, (y0 + y1) / 2, 9), FAINT, 0.5, closed=True)
        return
    page.line(box(x0 + 1.6, y0 + 1.6, x1 - 1.6, y1 - 1.6, 3.8), FAINT, 0.3, closed=True)
    for x in (x0 + 6.0, x1 - 6.0):
        for y in (y0 + 6.4, y1 - 6.4):  # where Mat.numbers says
            page.write(str(place.number), (x, y), Type(4.4, INK))


def _spot(page: Page, spot: Place, area: Box) -> None:
    x0, y0, x1, y1 = area
    page.line(box(*area, 4.0), FAINT, 0.4, closed=True, dash=(3.0, 2.0))
    page.write(spot.text, ((x0 + x1) / 2, (y0 + y1) / 2), Type(3.0, FAINT))


def _name(page: Page, mat: Mat) -> None:
    """The mat's name between the lower markers' edges, where no card covers it for long."""
    side = mat.marker_side + 20.0 * mat.marker_side / 36.0
    page.write(f"{mat.name}, {mat.seats} seats", (side / 2, mat.size[1] - 2.6), Type(1.6, INK, widest=side - 8))


def ruler(page: Page, x: float, y: float, length: int = 100) -> None:
    """A ruler from (x, y) to the right: laid against a real one it shows whether the print has its true size."""
    page.line(((x, y), (x + length, y)), INK, 0.25)
    for mm in range(0, length + 1, 10):
        tick = 2.6 if mm % 50 == 0 else 1.5
        page.line(((x + mm, y), (x + mm, y + tick)), INK, 0.25)
    page.write(f"{length} mm", (x + length + 9, y + 1.2), Type(1.7, INK))


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a mat is cut: sheets across and down, each showing so many mm, turned upright or not."""

    sheet: tuple[float, float]
    across: int
    down: int

    @property
    def shown(self) -> tuple[float, float]:
        return self.sheet[0] - 2 * BORDER, self.sheet[1] - 2 * BORDER

    @property
    def count(self) -> int:
        return self.across * self.down


def tiling(size: tuple[float, float], sheet: str) -> Tiling:
    """The fewest sheets that the print fits on, landscape or upright; one if it fits as it is.

    Raises ValueError for a sheet that no printer of SHEETS takes.
    """
    if sheet not in SHEETS:
        raise ValueError(f"There is no sheet {sheet!r}: give one of {', '.join(SHEETS)}.")
    w, h = SHEETS[sheet]
    if size[0] <= w and size[1] <= h:
        return Tiling((w, h), 1, 1)
    ways = [_cut(size, (w, h)), _cut(size, (h, w))]
    return min(ways, key=lambda way: way.count)


def _cut(size: tuple[float, float], sheet: tuple[float, float]) -> Tiling:
    across, down = (max(1, math.ceil((size[k] - OVERLAP) / (sheet[k] - 2 * BORDER - OVERLAP) - 1e-9)) for k in (0, 1))
    return Tiling(sheet, across, down)


def sheets(page: Page, cut: Tiling) -> list[Page]:
    """The page on several sheets, each with its place in the whole, glue marks and a ruler."""
    if cut.count == 1:
        whole = Page(*cut.sheet)
        whole.put(page, (cut.sheet[0] - page.width) / 2, (cut.sheet[1] - page.height) / 2)
        return [whole]
    return [_sheet(page, cut, column, row) for row in range(cut.down) for column in range(cut.across)]


def _sheet(page: Page, cut: Tiling, column: int, row: int) -> Page:
    """One sheet: what it shows lies within BORDER; beyond that the sheet is white again."""
    (w, h), (shown_w, shown_h) = cut.sheet, cut.shown
    left, top = column * (shown_w - OVERLAP), row * (shown_h - OVERLAP)
    sheet = Page(w, h)
    sheet.put(page, BORDER - left, BORDER - top)
    right, below = min(w - BORDER, BORDER + page.width - left), min(h - BORDER, BORDER + page.height - top)
    for edge in ((0, 0, w, BORDER), (0, 0, BORDER, h), (right, 0, w, h), (0, below, w, h)):
        sheet.fill(WHITE, box(*edge))
    _glue_marks(sheet, cut, column, row, (right, below))
    number = row * cut.across + column + 1
    note = f"sheet {number} of {cut.count}: row {row + 1}, column {column + 1}"
    sheet.write(note, (w / 2, 4.6), Type(1.9, GLUE))
    ruler(sheet, BORDER + 2, h - BORDER + 2.2)
    return sheet


def _glue_marks(sheet: Page, cut: Tiling, column: int, row: int, end: tuple[float, float]) -> None:
    """Dashed lines where the next sheet's edge comes to lie, and corner marks where this one is cut."""
    right, below = end
    if column:
        _cut_mark(sheet, (BORDER, BORDER), (BORDER, below))
    if row:
        _cut_mark(sheet, (BORDER, BORDER), (right, BORDER))
    if column + 1 < cut.across:
        x = right - OVERLAP
        sheet.line(((x, BORDER), (x, below)), GLUE, 0.2, dash=(2.0, 2.0))
        sheet.write("glue", (x + OVERLAP / 2, below + 3.2), Type(1.7, GLUE))
    if row + 1 < cut.down:
        y = below - OVERLAP
        sheet.line(((BORDER, y), (right, y)), GLUE, 0.2, dash=(2.0, 2.0))
        sheet.write("glue", (right + 3.6, y + OVERLAP / 2), Type(1.7, GLUE), turn=90)


def _cut_mark(sheet: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Where to cut this sheet: short lines outside both ends of the edge."""
    (ax, ay), (bx, by) = start, end
    for (x, y), (ux, uy) in ((start, (ax - bx, ay - by)), (end, (bx - ax, by - ay))):
        length = math.hypot(ux, uy)
        sheet.line(((x, y), (x + ux / length * 6, y + uy / length * 6)), BLACK, 0.25)
    if ax == bx:
        sheet.write("cut", (ax - 3.4, ay + 8), Type(1.7, GLUE), turn=90)
    else:
        sheet.write("cut", (ax + 8, ay - 3.0), Type(1.7, GLUE))
