"""Card backs: five patterns in any colour, all the same upside down, as real backs are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.workshop.studio.print.decks import CARD_HEIGHT, CARD_WIDTH, Back, DeckStyle
from vision.workshop.studio.print.ink import Canvas, Colour, Picture, box, oval, placed, points, smooth, working_scale

_MARGIN = 3.6


def draw_back(style: DeckStyle, px_per_mm: float) -> Picture:
    """The back of a deck as RGB, shape (88, 63) mm times the scale; corners not yet cut."""
    sheet = Canvas(CARD_WIDTH, CARD_HEIGHT, working_scale(px_per_mm), style.paper)
    colour = style.back_colour
    _PATTERNS[style.back](sheet, colour, style.paper)
    _frame(sheet, colour, style.paper)
    half = sheet.pixels[: sheet.pixels.shape[0] // 2]
    sheet.pixels[sheet.pixels.shape[0] // 2 :] = half[::-1, ::-1]
    return sheet.reduced(px_per_mm)


def _frame(sheet: Canvas, colour: Colour, paper: Colour) -> None:
    """White margin around the pattern, and a double line inside it."""
    outer = _MARGIN
    for x0, y0, x1, y1 in (
        (0, 0, CARD_WIDTH, outer),
        (0, CARD_HEIGHT - outer, CARD_WIDTH, CARD_HEIGHT),
        (0, 0, outer, CARD_HEIGHT),
        (CARD_WIDTH - outer, 0, CARD_WIDTH, CARD_HEIGHT),
    ):
        sheet.fill(box(x0, y0, x1, y1), paper)
    for inset, width in ((outer, 0.9), (outer + 1.5, 0.3)):
        sheet.line(box(inset, inset, CARD_WIDTH - inset, CARD_HEIGHT - inset, 1.2), colour, width, closed=True)


def _lighter(colour: Colour, share: float) -> Colour:
    r, g, b = (round(c + (255 - c) * share) for c in colour)
    return r, g, b


def _lattice(sheet: Canvas, colour: Colour, paper: Colour) -> None:
    sheet.fill(box(0, 0, CARD_WIDTH, CARD_HEIGHT), colour)
    step = 5.6
    for i in range(-20, 40):
        for slope in (-1, 1):
            x = i * step + (CARD_WIDTH / 2) % step
            sheet.line(points((x, 0), (x + slope * CARD_HEIGHT, CARD_HEIGHT)), paper, 0.5)
    for row in range(33):
        for column in range(24):
            x, y = CARD_WIDTH / 2 + (column - 12) * step / 2, CARD_HEIGHT / 2 + (row - 16) * step / 2
            if (row + column) % 2:
                sheet.fill(oval(x, y, 0.75, 0.75), paper)
    _medallion(sheet, colour, paper, 15)


def _medallion(sheet: Canvas, colour: Colour, paper: Colour, size: float) -> None:
    """A rose in the middle of the card."""
    x, y = CARD_WIDTH / 2, CARD_HEIGHT / 2
    sheet.shape(oval(x, y, size, size), paper, colour, 0.5)
    sheet.line(oval(x, y, size - 1.4, size - 1.4), colour, 0.3, closed=True)
    petal = smooth([(0, 0), (-2.4, -6), (0, -11), (2.4, -6)], closed=True)
    for ring, (count, scale, tint) in enumerate(((16, 1.1, 0.0), (12, 0.8, 0.55), (8, 0.5, 0.0))):
        for k in range(count):
            sheet.shape(
                placed(petal, x, y, scale * size / 15, 360 / count * k + ring * 11),
                _lighter(colour, tint),
                paper,
                0.25,
            )
    sheet.shape(oval(x, y, 1.7, 1.7), paper, colour, 0.5)


def _rosettes(sheet: Canvas, colour: Colour, paper: Colour) -> None:
    sheet.fill(box(0, 0, CARD_WIDTH, CARD_HEIGHT), _lighter(colour, 0.82))
    leaf = smooth([(0, 0), (-1.3, -2.2), (0, -4.2), (1.3, -2.2)], closed=True)
    for row in range(-6, 7):
        for column in range(-5, 6):
            x = CARD_WIDTH / 2 + column * 9 + (row % 2) * 4.5
            y = CARD_HEIGHT / 2 + row * 7.8
            for k in range(6):
                sheet.fill(placed(leaf, x, y, 1.0, k * 60), colour)
            sheet.shape(oval(x, y, 0.9, 0.9), paper, colour, 0.3)
            sheet.line(oval(x, y, 4.5, 4.5), _lighter(colour, 0.3), 0.25, closed=True)


def _waves(sheet: Canvas, colour: Colour, paper: Colour) -> None:
    """Fish scales that shade from the colour to a lighter one."""
    sheet.fill(box(0, 0, CARD_WIDTH, CARD_HEIGHT), colour)
    for row in range(-1, 26):
        for column in range(-1, 12):
            x = column * 6.3 + (row % 2) * 3.15
            y = row * 3.6
            for radius, tint in ((3.15, 0.0), (2.6, 0.75), (2.1, 0.12), (1.3, 0.6), (0.7, 0.05)):
                sheet.fill(oval(x, y, radius, radius), _lighter(colour, tint))
    sheet.line(points((0, CARD_HEIGHT / 2), (CARD_WIDTH, CARD_HEIGHT / 2)), paper, 0.4)


def _stars(sheet: Canvas, colour: Colour, paper: Colour) -> None:
    sheet.fill(box(0, 0, CARD_WIDTH, CARD_HEIGHT), colour)
    ray = points((0, -1.0), (0.16, -0.16), (1.0, 0), (0.16, 0.16), (0, 1.0), (-0.16, 0.16), (-1.0, 0), (-0.16, -0.16))
    for row in range(-7, 8):
        for column in range(-6, 7):
            x = CARD_WIDTH / 2 + column * 6.4 + (row % 2) * 3.2
            y = CARD_HEIGHT / 2 + row * 6.0
            sheet.fill(placed(ray, x, y, 2.6 if row % 2 else 1.7, 0), _lighter(colour, 0.8))
    for radius in (17.0, 15.6, 6.0):
        sheet.shape(oval(CARD_WIDTH / 2, CARD_HEIGHT / 2, radius, radius), colour, _lighter(colour, 0.8), 0.4)
    for k in range(24):
        a = np.radians(k * 15)
        x, y = CARD_WIDTH / 2 + 11 * np.cos(a), CARD_HEIGHT / 2 + 11 * np.sin(a)
        sheet.fill(placed(ray, float(x), float(y), 3.4, k * 15), _lighter(colour, 0.65 if k % 2 else 0.9))
    sheet.fill(placed(ray, CARD_WIDTH / 2, CARD_HEIGHT / 2, 5.2, 0), paper)


def _tartan(sheet: Canvas, colour: Colour, paper: Colour) -> None:
    sheet.fill(box(0, 0, CARD_WIDTH, CARD_HEIGHT), colour)
    weave = sheet.pixels.astype(np.float32)
    stripes = ((0.0, 3.0, (30, 60, 50)), (6.2, 1.2, (240, 214, 130)), (9.0, 4.6, (24, 34, 70)))
    for axis, length in ((1, CARD_WIDTH), (0, CARD_HEIGHT)):
        for k in range(-1, 6):
            for offset, width, tint in stripes:
                start = length / 2 + (k - 2) * 17.0 + offset
                a, b = (int(np.clip(v * sheet.scale, 0, length * sheet.scale)) for v in (start, start + width))
                part = weave[:, a:b] if axis else weave[a:b]
                part += (np.array(tint, np.float32) - part) * 0.5
    even = (weave + weave[::-1, ::-1]) / 2
    twill = (np.add.outer(np.arange(weave.shape[0]), np.arange(weave.shape[1])) // 5 % 2).astype(np.float32)
    sheet.pixels = np.clip(even * (0.93 + 0.12 * twill[..., None]), 0, 255).astype(np.uint8)


_PATTERNS: dict[Back, Callable[[Canvas, Colour, Colour], None]] = {
    Back.LATTICE: _lattice,
    Back.ROSETTES: _rosettes,
    Back.WAVES: _waves,
    Back.STARS: _stars,
    Back.TARTAN: _tartan,
}
