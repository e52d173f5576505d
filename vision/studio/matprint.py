"""The mat as a picture, drawn from its description: markers, places with fine lines, seat numbers, a small name.

What the mat is (sizes, places) is vision.mat's business; here it only gets ink.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.mat import Mat
from vision.studio.decks import SANS_PLAIN, SERIF
from vision.studio.ink import Colour, Picture, Sheet, box, oval

PAPER: Colour = (244, 241, 232)
INK: Colour = (122, 128, 120)
FAINT: Colour = (206, 206, 194)


def draw_mat(mat: Mat, px_per_mm: float) -> Picture:
    """The printed side of the mat as RGB."""
    width, height = mat.size
    sheet = Sheet(width, height, px_per_mm, PAPER)
    for name, area in mat.places.items():
        x0, y0, x1, y1 = area
        if x0 >= 0 and y0 >= 0 and x1 <= width and y1 <= height:
            _place(sheet, name, (x0, y0, x1, y1))
    for marker, (x, y) in mat.markers.items():
        _marker(sheet, marker, x, y, mat.marker_side)
    sheet.write("Pepper Table", SERIF, (width / 2, height - 3.4), 2.2, INK)
    return sheet.pixels


def _place(sheet: Sheet, name: str, area: tuple[float, float, float, float]) -> None:
    """A fine outline with the seat's number in its two outer corners, or a ring in the middle place."""
    x0, y0, x1, y1 = area
    sheet.line(box(*area, 5.0), INK, 0.5, closed=True)
    if not name.startswith("play"):
        sheet.line(oval((x0 + x1) / 2, (y0 + y1) / 2, 9, 9), FAINT, 0.5, closed=True)
        return
    sheet.line(box(x0 + 1.6, y0 + 1.6, x1 - 1.6, y1 - 1.6, 3.8), FAINT, 0.3, closed=True)
    for x in (x0 + 6.0, x1 - 6.0):
        for y in (y0 + 6.4, y1 - 6.4):
            sheet.write(name.removeprefix("play"), SANS_PLAIN, (x, y), 4.4, INK)


def _marker(sheet: Sheet, marker: int, x: float, y: float, side: float) -> None:
    sheet.fill(box(x - 7, y - 7, x + side + 7, y + side + 7, 2.0), (255, 255, 255))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = cv2.aruco.generateImageMarker(dictionary, marker, 6)
    pixels = round(side * sheet.scale)
    grown = cv2.resize(cells, (pixels, pixels), interpolation=cv2.INTER_NEAREST)
    # Printed black is not quite black.
    sheet.paste(np.clip(np.dstack([grown] * 3), 26, 255).astype(np.uint8), x, y)
