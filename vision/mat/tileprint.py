"""The sheet of bid tiles as pages to print and cut out. What the tiles are is `vision.mat.tiles`' business."""

from __future__ import annotations

import math

from vision.mat import tiles
from vision.mat.matprint import GLUE, SHEETS, ruler
from vision.mat.paper import BLACK, Colour, Outline, Page, Type, arc, box
from vision.mat.tiles import LANGUAGES, MARKER, SIZE, TILES, Tile, TileKind

RED: Colour = (176, 28, 36)  # 0 to 255 each
GAP = 2.0
"""Millimetres of white between tiles."""


def tile_pages(language: str, sheet: str = "a4") -> list[Page]:
    """All tiles in one language, on upright sheets. Raises ValueError for a language or sheet that is not known."""
    if language not in LANGUAGES:
        raise ValueError(f"There are no tiles in {language!r}: give one of {', '.join(LANGUAGES)}.")
    if sheet not in SHEETS:
        raise ValueError(f"There is no sheet {sheet!r}: give one of {', '.join(SHEETS)}.")
    height, width = SHEETS[sheet]
    across = int((width - 16 + GAP) // (SIZE[0] + GAP))
    down = int((height - 24 + GAP) // (SIZE[1] + GAP))
    pages = []
    for first in range(0, len(TILES), across * down):
        page = Page(width, height)
        left, top = (width - across * (SIZE[0] + GAP) + GAP) / 2, 12.0
        for k, tile in enumerate(TILES[first : first + across * down]):
            page.put(
                tile_page(tile, language), left + k % across * (SIZE[0] + GAP), top + k // across * (SIZE[1] + GAP)
            )
        page.write(
            "Pepper Table: bid tiles, one set for each seat; cut along the lines", (width / 2, 7), Type(2.0, GLUE)
        )
        ruler(page, left, height - 7)
        pages.append(page)
    return pages


def tile_page(tile: Tile, language: str) -> Page:
    """One tile."""
    w, h = SIZE
    x, y, side = MARKER
    page = Page(w, h)
    page.line(box(0, 0, w, h, 2.5), GLUE, 0.2, closed=True)
    page.marker(tiles.FAMILY, tile.marker, x, y, side)
    word, middle = tile.words[language], x + side + (w - x - side) / 2
    room = w - x - side - 4
    if tile.kind is TileKind.CALL and any(c.isdigit() for c in word):
        page.write(word, (middle, h / 2), Type(13.0, widest=room))
    elif tile.kind is TileKind.TRUMP and tile.says != "NT":
        _suit(page, tile.says, (middle, h / 2 - 4), 16.0)
        page.write(word, (middle, h - 6.5), Type(3.4, widest=room))
    else:
        lines = word.split(" ")
        for k, line in enumerate(lines):
            page.write(line, (middle, h / 2 + (k - (len(lines) - 1) / 2) * 8), Type(5.0, widest=room))
    return page


def _suit(page: Page, suit: str, centre: tuple[float, float], height: float) -> None:
    colour = RED if suit in "DH" else BLACK
    for shape in _SHAPES[suit]:
        page.fill(colour, [(centre[0] + x * height, centre[1] + y * height) for x, y in shape])


def _heart() -> Outline:
    half = [(0.5 * math.sin(t) ** 3, -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t)
             - math.cos(4 * t)) / 29 - 0.08) for t in (k * math.pi / 20 for k in range(40))]  # fmt: skip
    return tuple(half)


def _foot() -> Outline:
    return (0.03, 0.1), (0.08, 0.36), (0.2, 0.5), (-0.2, 0.5), (-0.08, 0.36), (-0.03, 0.1)


_SHAPES: dict[str, tuple[Outline, ...]] = {
    "H": (_heart(),),
    "D": (((0.0, -0.5), (0.38, 0.0), (0.0, 0.5), (-0.38, 0.0)),),
    "S": (tuple((x, -y - 0.08) for x, y in _heart()), _foot()),
    "C": (arc(0, -0.25, 0.24), arc(-0.24, 0.1, 0.24), arc(0.24, 0.1, 0.24),
          ((-0.12, -0.1), (0.12, -0.1), (0.2, 0.15), (-0.2, 0.15)), _foot()),
}  # fmt: skip
