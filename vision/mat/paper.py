"""A page of print in millimetres: filled shapes, lines and text.

Text becomes outlines, so that a print looks the same on every machine and no font travels with it. How a page
becomes a file is `vision.mat.prints`' business; what is printed is not known here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

import cv2
import numpy as np

Colour = tuple[int, int, int]  # red, green, blue, 0..255
Point = tuple[float, float]
Outline = tuple[Point, ...]

# 0 to 255 each.
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
PLAIN = ("font_source_sans_pro", "SourceSansPro-Semibold.otf")
SERIF = ("font_source_serif_pro", "SourceSerifPro-Semibold.otf")


@dataclass(frozen=True, slots=True)
class Fill:
    """Closed outlines filled with one colour, by the even-odd rule."""

    outlines: tuple[Outline, ...]
    colour: Colour


@dataclass(frozen=True, slots=True)
class Line:
    """A line along points, `width` mm thick; `dash` is mm on and mm off."""

    points: Outline
    colour: Colour
    width: float
    closed: bool = False
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Type:
    """How a text is set: capitals `height` mm high, made smaller where a line would be wider than `widest` mm."""

    height: float
    colour: Colour = BLACK
    font: tuple[str, str] = PLAIN
    widest: float = math.inf


@dataclass(slots=True)
class Page:
    """A page of `width` x `height` mm; what is put on it lies over what was there. The origin is the top left."""

    width: float
    height: float
    ground: Colour = WHITE
    ink: list[Fill | Line] = field(default_factory=list)

    def fill(self, colour: Colour, *outlines: Iterable[Point]) -> None:
        self.ink.append(Fill(tuple(tuple(outline) for outline in outlines), colour))

    def line(
        self, points: Iterable[Point], colour: Colour, width: float, closed: bool = False,
        dash: tuple[float, float] | None = None,
    ) -> None:  # fmt: skip
        self.ink.append(Line(tuple(points), colour, width, closed, dash))

    def write(self, text: str, centre: Point, type_: Type, turn: int = 0) -> None:
        """Text around `centre`, turned clockwise by so many degrees."""
        outlines, width = lettering(text, type_.font)
        size = type_.height if width * type_.height <= type_.widest else type_.widest / width
        a = np.radians(turn)
        cos, sin = float(np.cos(a)), float(np.sin(a))
        placed = []
        for outline in outlines:
            moved = []
            for x, y in outline:
                u, v = (x - width / 2) * size, (0.5 - y) * size
                moved.append((centre[0] + u * cos - v * sin, centre[1] + u * sin + v * cos))
            placed.append(tuple(moved))
        self.ink.append(Fill(tuple(placed), type_.colour))

    def marker(self, family: int, number: int, x: float, y: float, side: float, colour: Colour = BLACK) -> None:
        """An ArUco marker of one of OpenCV's families, its top left corner at (x, y)."""
        dictionary = cv2.aruco.getPredefinedDictionary(family)
        cells = dictionary.markerSize + 2
        bits = cv2.aruco.generateImageMarker(dictionary, number, cells)
        step = side / cells
        squares = [
            box(x + k * step, y + j * step, x + (k + 1) * step, y + (j + 1) * step)
            for j in range(cells)
            for k in range(cells)
            if bits[j, k] == 0
        ]
        self.fill(colour, *squares)

    def put(self, other: Page, x: float, y: float) -> None:
        """Everything of another page, moved by (x, y); nothing is cut."""
        for item in other.ink:
            if isinstance(item, Fill):
                moved = tuple(tuple((px + x, py + y) for px, py in outline) for outline in item.outlines)
                self.ink.append(Fill(moved, item.colour))
            else:
                points = tuple((px + x, py + y) for px, py in item.points)
                self.ink.append(Line(points, item.colour, item.width, item.closed, item.dash))


def box(x0: float, y0: float, x1: float, y1: float, radius: float = 0.0) -> Outline:
    """A rectangle, with round corners if `radius` is given."""
    if radius <= 0:
        return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    corners = ((x1 - radius, y0 + radius, -90), (x1 - radius, y1 - radius, 0),
               (x0 + radius, y1 - radius, 90), (x0 + radius, y0 + radius, 180))  # fmt: skip
    return tuple(point for x, y, start in corners for point in arc(x, y, radius, start, start + 90, 8))


def arc(x: float, y: float, radius: float, start: float = 0, end: float = 360, steps: int = 48) -> Outline:
    """Points of a circle from one angle in degrees to another (0 = right, 90 = down)."""
    angles = np.radians(np.linspace(start, end, steps + 1))
    return tuple((x + radius * float(np.cos(a)), y + radius * float(np.sin(a))) for a in angles)


@lru_cache(maxsize=4)
def _font(font: tuple[str, str]) -> Any:
    from fontTools.ttLib import TTFont

    with resources.as_file(resources.files(font[0]) / "files" / font[1]) as path:
        return TTFont(path, lazy=False)


@lru_cache(maxsize=512)
def lettering(text: str, font: tuple[str, str] = PLAIN) -> tuple[tuple[Outline, ...], float]:
    """Outlines of a line of text and its width, in heights of a capital letter; y upwards from the line."""
    face = _font(font)
    names, glyphs = face.getBestCmap(), face.getGlyphSet()
    capital = float(face["OS/2"].sCapHeight)
    outlines: list[Outline] = []
    x = 0.0
    for letter in text:
        name = names.get(ord(letter))
        if name is None:
            raise ValueError(f"The font has no letter {letter!r}.")
        outlines += [tuple(((px + x) / capital, py / capital) for px, py in o) for o in _contours(glyphs, name)]
        x += glyphs[name].width
    return tuple(outlines), x / capital


def _contours(glyphs: Any, name: str) -> list[Outline]:
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    found: list[list[Point]] = []
    for step, places in pen.value:
        if step == "moveTo":
            found.append([places[0]])
        elif step == "lineTo":
            found[-1].append(places[0])
        elif step == "curveTo":
            found[-1] += _curve((found[-1][-1], *places))
    return [tuple(outline) for outline in found]


def _curve(points: Sequence[Point]) -> list[Point]:
    """A cubic as eight straight pieces: half a tenth of a millimetre off at the largest letters printed."""
    p = np.array(points, float)
    t = np.linspace(0, 1, 9)[1:, None]
    along = p[0] * (1 - t) ** 3 + 3 * p[1] * t * (1 - t) ** 2 + 3 * p[2] * t**2 * (1 - t) + p[3] * t**3
    return [(float(x), float(y)) for x, y in along]
