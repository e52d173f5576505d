"""A sheet of paper measured in millimetres, and the few strokes everything in the studio is drawn with.

Card faces, backs and the mat are drawn through this. It knows paper, colour and type; no card, no suit and no
place on the table may enter it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import resources

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

Picture = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)

_SHIFT = 6  # binary digits after the point in the coordinates given to OpenCV


def points(*pairs: tuple[float, float]) -> Points:
    """Pairs as an array of shape (n, 2)."""
    return np.array(pairs, dtype=np.float64)


def bezier(start: Sequence[float], *arcs: Sequence[float], steps: int = 24) -> Points:
    """A path of cubic arcs: each arc is six numbers, two control points and the end. Shape (n, 2)."""
    run = [np.array([start], dtype=np.float64)]
    here = np.array(start, dtype=np.float64)
    t = np.linspace(0, 1, steps + 1)[1:, None]
    for arc in arcs:
        a, b, end = (np.array(arc[i : i + 2], dtype=np.float64) for i in (0, 2, 4))
        run.append(here * (1 - t) ** 3 + 3 * a * t * (1 - t) ** 2 + 3 * b * t**2 * (1 - t) + end * t**3)
        here = end
    return np.concatenate(run)


def smooth(through: Sequence[Sequence[float]], closed: bool = False, steps: int = 10) -> Points:
    """A soft line (Catmull-Rom) through the given points. Shape (n, 2)."""
    p = np.array(through, dtype=np.float64)
    p = np.vstack([p[-1], p, p[0], p[1]]) if closed else np.vstack([p[0], p, p[-1]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(p[:-3], p[1:-2], p[2:-1], p[3:], strict=True):
        parts.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    if not closed:
        parts.append(p[-2:-1])
    return np.concatenate(parts)


def oval(x: float, y: float, rx: float, ry: float, start: float = 0, end: float = 360) -> Points:
    """An ellipse, or the arc of it from `start` to `end` degrees (0 = right, 90 = down)."""
    angle = np.radians(np.linspace(start, end, 49))
    return np.stack([x + rx * np.cos(angle), y + ry * np.sin(angle)], axis=1)


def box(x0: float, y0: float, x1: float, y1: float, radius: float = 0.0) -> Points:
    """A rectangle with round corners."""
    if radius <= 0:
        return points((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    r = radius
    return np.concatenate(
        [
            oval(x1 - r, y0 + r, r, r, -90, 0),
            oval(x1 - r, y1 - r, r, r, 0, 90),
            oval(x0 + r, y1 - r, r, r, 90, 180),
            oval(x0 + r, y0 + r, r, r, 180, 270),
        ]
    )


def shifted(shape: Points, x: float, y: float) -> Points:
    """A shape moved by (x, y)."""
    return np.asarray(shape + np.array((x, y)))


def placed(shape: Points, x: float, y: float, size: float = 1.0, turn_deg: float = 0.0) -> Points:
    """A shape scaled, turned clockwise as seen, and moved to (x, y)."""
    a = np.radians(turn_deg)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray(shape @ turn * size + (x, y))


@lru_cache(maxsize=64)
def typeface(package: str, file: str, pixels: int) -> ImageFont.FreeTypeFont:
    """A font out of one of the font packages, at a size in pixels."""
    with resources.as_file(resources.files(package) / "files" / file) as path:
        return ImageFont.truetype(str(path), pixels)


@lru_cache(maxsize=256)
def lettering(package: str, file: str, text: str, pixels: int) -> Picture:
    """The text as a grey mask, cropped to its ink. `pixels` is the height of a capital letter."""
    probe = typeface(package, file, 200)
    top, bottom = probe.getbbox("H")[1::2]
    font = typeface(package, file, max(4, round(200 * pixels / (bottom - top))))
    x0, y0, x1, y1 = (int(v) for v in font.getbbox(text))
    grey = Image.new("L", (x1 - x0 + 4, y1 - y0 + 4), 0)
    ImageDraw.Draw(grey).text((2 - x0, 2 - y0), text, fill=255, font=font)
    edges = grey.getbbox()
    return np.asarray(grey.crop(edges) if edges else grey, dtype=np.uint8)


def working_scale(px_per_mm: float) -> float:
    """Pixels a millimetre to draw at when a picture of this scale is wanted: more, to be averaged."""
    return 20.0 if px_per_mm >= 2 else 10.0


class Canvas:
    """A picture in RGB with millimetres as its unit; the origin is the top left corner."""

    def __init__(self, width: float, height: float, px_per_mm: float, paper: Colour = (255, 255, 255)) -> None:
        self.scale = px_per_mm
        self.pixels: Picture = np.full((round(height * px_per_mm), round(width * px_per_mm), 3), paper, np.uint8)

    def raw(self, shape: Points) -> npt.NDArray[np.int32]:
        """The shape in OpenCV's fixed-point pixels."""
        return np.round((shape * self.scale - 0.5) * (1 << _SHIFT)).astype(np.int32)

    def fill(self, shape: Points, colour: Colour) -> None:
        """Fill a closed shape."""
        cv2.fillPoly(self.pixels, [self.raw(shape)], colour, cv2.LINE_AA, _SHIFT)

    def line(self, shape: Points, colour: Colour, width: float, closed: bool = False) -> None:
        """Draw along a shape with a pen `width` mm wide."""
        pen = max(1, round(width * self.scale))
        cv2.polylines(self.pixels, [self.raw(shape)], closed, colour, pen, cv2.LINE_AA, _SHIFT)

    def shape(self, shape: Points, colour: Colour, edge: Colour, width: float) -> None:
        """Fill a shape and draw its outline."""
        self.fill(shape, colour)
        self.line(shape, edge, width, closed=True)

    def write(
        self,
        text: str,
        font: tuple[str, str],
        centre: tuple[float, float],
        height: float,
        colour: Colour,
        widest: float = 1e9,
    ) -> float:
        """Text with capitals `height` mm high, its ink centred on `centre`, squeezed if wider than `widest`.

        A lone letter with a tail (J and Q of some faces) is shrunk to that height, as printers of cards do.
        Returns the width of the ink in mm.
        """
        mask = lettering(*font, text, max(1, round(height * self.scale)))
        if len(text) == 1 and mask.shape[0] > height * self.scale:
            shrunk = height * self.scale / mask.shape[0]
            mask = _resized(mask, round(mask.shape[1] * (1 + shrunk) / 2), round(mask.shape[0] * shrunk))
        if mask.shape[1] > widest * self.scale:
            mask = _resized(mask, round(widest * self.scale), mask.shape[0])
        self.stamp(mask, centre, colour)
        return float(mask.shape[1] / self.scale)

    def stamp(self, mask: Picture, centre: tuple[float, float], colour: Colour) -> None:
        """Print a grey mask in one colour, centred; what falls off the sheet is cut."""
        height, width = mask.shape
        x, y = round(centre[0] * self.scale - width / 2), round(centre[1] * self.scale - height / 2)
        x0, y0 = max(x, 0), max(y, 0)
        x1, y1 = min(x + width, self.pixels.shape[1]), min(y + height, self.pixels.shape[0])
        if x0 >= x1 or y0 >= y1:
            return
        ink = mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
        under = self.pixels[y0:y1, x0:x1].astype(np.float32)
        self.pixels[y0:y1, x0:x1] = np.round(under * (1 - ink) + np.array(colour, np.float32) * ink).astype(np.uint8)

    def paste(self, picture: Picture, x: float, y: float) -> None:
        """Put another picture of the same scale down with its top left corner at (x, y)."""
        px, py = round(x * self.scale), round(y * self.scale)
        self.pixels[py : py + picture.shape[0], px : px + picture.shape[1]] = picture

    def reduced(self, px_per_mm: float) -> Picture:
        """The sheet at a smaller scale, by averaging."""
        size = self.pixels.shape
        ratio = px_per_mm / self.scale
        return _resized(self.pixels, round(size[1] * ratio), round(size[0] * ratio))


def _resized(picture: Picture, width: int, height: int) -> Picture:
    return np.asarray(cv2.resize(picture, (max(1, width), max(1, height)), interpolation=cv2.INTER_AREA), np.uint8)


@contextmanager
def clipped(sheet: Canvas, shape: Points) -> Iterator[None]:
    """What is drawn inside the `with` block shows only within the shape."""
    before = sheet.pixels.copy()
    yield
    mask = np.zeros(before.shape[:2], np.uint8)
    cv2.fillPoly(mask, [sheet.raw(shape)], 255, cv2.LINE_AA, _SHIFT)
    share = mask[..., None].astype(np.float32) / 255
    sheet.pixels = np.round(before * (1 - share) + sheet.pixels * share).astype(np.uint8)
