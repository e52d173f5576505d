"""Heads of the court figures: faces, hair, beards, crowns and caps.

All in millimetres around the middle of the face (0, 0), y down; a face is some 9 mm wide and 12 high.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.cards import Rank
from vision.workshop.studio.print.decks import Palette
from vision.workshop.studio.print.ink import Canvas, Colour, Points, bezier, oval, placed, points, shifted, smooth


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on a sheet around an origin, with the palette's line."""

    sheet: Canvas
    palette: Palette
    x: float
    y: float
    width: float = 0.32

    def shape(self, shape: Points, colour: Colour) -> None:
        """Filled and outlined."""
        self.sheet.shape(shifted(shape, self.x, self.y), colour, self.palette.line, self.width)

    def fill(self, shape: Points, colour: Colour) -> None:
        """Filled without an outline."""
        self.sheet.fill(shifted(shape, self.x, self.y), colour)

    def line(self, shape: Points, width: float = 0.32, colour: Colour | None = None, closed: bool = False) -> None:
        """A line in the palette's line colour, or another."""
        self.sheet.line(shifted(shape, self.x, self.y), colour or self.palette.line, width, closed)

    def moved(self, x: float, y: float) -> Pen:
        """The same pen around another origin."""
        return Pen(self.sheet, self.palette, self.x + x, self.y + y, self.width)


@dataclass(frozen=True, slots=True)
class Looks:
    """What tells one head from another: hair colour, gaze (-1 left, 1 right), beard and curl."""

    hair: Colour
    gaze: float
    beard: bool = False
    curl: int = 4


def draw_head(pen: Pen, rank: Rank, looks: Looks) -> None:
    """A whole head of a jack, queen or king."""
    _hair(pen, rank, looks)
    _face(pen, looks)
    if rank is Rank.KING:
        _beard(pen, looks)
    _features(pen, looks, moustache=rank is Rank.KING or (rank is Rank.JACK and looks.beard))
    {Rank.KING: _crown, Rank.QUEEN: _coronet, Rank.JACK: _cap}[rank](pen, looks)


def _face(pen: Pen, looks: Looks) -> None:
    half = bezier((0, -6.5), (3.2, -6.5, 4.6, -4.2, 4.5, -1), (4.4, 2.4, 2.6, 5.9, 0, 6.2))
    shape = np.concatenate([half, (half * (-1, 1))[::-1]])
    pen.shape(shape, pen.palette.skin)
    cheek = _mixed(pen.palette.skin, pen.palette.first, 0.2)
    for side in (-1, 1):
        pen.fill(oval(side * 2.6, 1.4, 1.0, 0.7), cheek)


def _features(pen: Pen, looks: Looks, moustache: bool) -> None:
    line = pen.palette.line
    for side in (-1, 1):
        x = side * 2.05 + looks.gaze * 0.25
        pen.fill(bezier((x - 1.1, -0.9), (x - 0.5, -1.8, x + 0.5, -1.8, x + 1.1, -0.9),
                        (x + 0.5, -0.35, x - 0.5, -0.35, x - 1.1, -0.9)), (255, 255, 255))  # fmt: skip
        pen.line(bezier((x - 1.15, -0.9), (x - 0.5, -1.75, x + 0.5, -1.75, x + 1.15, -0.9)), 0.34)
        pen.fill(oval(x + looks.gaze * 0.35, -0.95, 0.48, 0.5), line)
        pen.line(bezier((x - 1.3, -2.3), (x - 0.6, -3.0, x + 0.6, -3.0, x + 1.3, -2.4)), 0.36, _darker(looks.hair))
    g = looks.gaze
    pen.line(
        bezier(
            (g * 0.5 - 0.3 * g, -1.8), (g * 0.5, 0.4, g * 1.2, 1.2, g * 0.9, 1.7), (g * 0.5, 2.1, 0, 2.0, -g * 0.3, 1.8)
        ),
        0.3,
    )
    pen.fill(bezier((-1.2, 3.5), (-0.6, 3.0, 0.6, 3.0, 1.2, 3.5), (0.6, 4.3, -0.6, 4.3, -1.2, 3.5)), (176, 44, 50))
    if moustache:
        for side in (-1, 1):
            pen.shape(bezier((0, 2.6), (side * 1.2, 2.0, side * 2.4, 2.6, side * 3.4, 3.6),
                             (side * 2.2, 3.6, side * 1.0, 3.6, 0, 2.9)), looks.hair)  # fmt: skip


def _beard(pen: Pen, looks: Looks) -> None:
    outer = bezier((-4.4, -0.4), (-5.0, 4.0, -4.2, 8.2, 0, 9.6), (4.2, 8.2, 5.0, 4.0, 4.4, -0.4))
    inner = bezier((4.0, 0.2), (3.6, 1.9, 2.2, 2.4, 0, 2.5), (-2.2, 2.4, -3.6, 1.9, -4.0, 0.2))
    pen.shape(np.concatenate([outer, inner]), looks.hair)
    for x in (-2.6, -1.3, 0.0, 1.3, 2.6):
        pen.line(bezier((x, 4.6), (x * 1.1, 5.8, x * 0.9, 6.8, x * 0.6, 8.2 - abs(x) * 0.5)), 0.24, _darker(looks.hair))


def _hair(pen: Pen, rank: Rank, looks: Looks) -> None:
    """Locks on both sides, curled at the end; longer for queens."""
    length = {Rank.KING: 5.0, Rank.QUEEN: 7.6, Rank.JACK: 5.6}[rank]
    for side in (-1, 1):
        outer = smooth(
            [(side * 2.5, -6.6), (side * 6.4, -4.0), (side * 6.6, 0.6), (side * 7.6, length - 1.4),
             (side * 6.2, length), (side * 4.0, length - 0.8), (side * 3.6, -2.0)],
            closed=True,
        )  # fmt: skip
        pen.shape(outer, looks.hair)
        for k in range(looks.curl):
            x = side * (3.9 + 0.75 * k)
            pen.line(bezier((x, -4.4),
                (x + side * 0.6, -1.0, x - side * 0.2, 1.6, x + side * 0.5, length - 1.6)), 0.24,
                     _darker(looks.hair))  # fmt: skip
        pen.shape(oval(side * 6.4, length - 1.0, 1.5, 1.5), looks.hair)
        pen.line(oval(side * 6.4, length - 1.0, 0.8, 0.8, 40, 320), 0.24, _darker(looks.hair))


def _crown(pen: Pen, looks: Looks) -> None:
    """A king's crown: lined with cloth, five points with pearls, a jewelled band and a cross."""
    p = pen.palette
    pen.shape(bezier((-5.2, -5.6), (-6.6, -10.0, -4.0, -12.8, 0, -12.8), (4.0, -12.8, 6.6, -10.0, 5.2, -5.6)), p.first)
    ring = [
        (-5.6, -5.2),
        (-6.9, -11.2),
        (-4.2, -8.6),
        (-2.9, -12.2),
        (0, -8.9),
        (2.9, -12.2),
        (4.2, -8.6),
        (6.9, -11.2),
        (5.6, -5.2),
    ]
    pen.shape(points(*ring), p.gold)
    for x, y in ring[1:8:2]:
        pen.shape(oval(x, y - 0.4, 0.75, 0.75), (255, 255, 255))
    pen.shape(oval(0, -13.2, 1.0, 1.0), p.gold)
    pen.shape(points((-0.4, -14.0), (-0.4, -15.0), (-1.3, -15.0), (-1.3, -15.8), (-0.4, -15.8), (-0.4, -16.8),
        (0.4, -16.8),
                     (0.4, -15.8), (1.3, -15.8), (1.3, -15.0), (0.4, -15.0), (0.4, -14.0)), p.gold)  # fmt: skip
    _band(pen, -6.8, -4.6, 5.9)


def _coronet(pen: Pen, looks: Looks) -> None:
    """A queen's coronet: three leaves over a band, a veil behind the hair."""
    p = pen.palette
    leaf = smooth([(0, 0.6), (-1.5, -1.6), (-1.9, -3.2), (0, -4.8), (1.9, -3.2), (1.5, -1.6)], closed=True)
    pen.shape(bezier((-5.0, -5.4), (-5.2, -8.6, 5.2, -8.6, 5.0, -5.4)), looks.hair)
    for x, turn, size in ((-4.3, -24, 0.9), (4.3, 24, 0.9), (0, 0, 1.25)):
        pen.shape(placed(leaf, x, -7.2, size, turn), p.gold)
        pen.shape(oval(x + turn * 0.045, -8.9 - size, 0.6, 0.6), p.first)
    for x in (-2.2, 2.2):
        pen.shape(oval(x, -8.6, 0.8, 0.8), (255, 255, 255))
    _band(pen, -7.4, -5.4, 5.5)
    for side in (-1, 1):
        pen.shape(oval(side * 4.9, 3.0, 0.6, 0.85), p.gold)


def _cap(pen: Pen, looks: Looks) -> None:
    """A jack's flat cap with a feather."""
    p = pen.palette
    side = looks.gaze
    feather = bezier(
        (side * 4.4, -6.6),
        (side * 6.6, -10.5, side * 9.6, -11.6, side * 9.8, -7.0),
        (side * 9.0, -4.6, side * 6.6, -4.6, side * 4.4, -6.6),
    )
    pen.shape(feather, _mixed(p.gold, (255, 255, 255), 0.35))
    pen.line(bezier((side * 4.4, -6.6), (side * 6.6, -8.8, side * 8.4, -9.2, side * 9.4, -7.4)), 0.26)
    pen.shape(bezier((-6.2, -4.6), (-7.6, -9.6, -3.0, -11.6, 0.6, -11.2), (5.0, -11.4, 7.4, -8.6, 6.2, -4.6)), p.second)
    for x in (-3.6, 0.0, 3.6):
        pen.line(bezier((x * 0.7, -11.0), (x * 1.1, -9.0, x * 1.2, -8.0, x * 1.2, -6.6)), 0.24)
    _band(pen, -6.4, -4.4, 6.3)
    pen.shape(oval(side * 4.4, -6.2, 1.1, 1.1), p.gold)


def _band(pen: Pen, top: float, bottom: float, half: float) -> None:
    """The jewelled band on the brow."""
    p = pen.palette
    sag = 0.9
    lower = bezier((-half, bottom), (-half / 2, bottom + sag, half / 2, bottom + sag, half, bottom))
    upper = bezier((half, top), (half / 2, top + sag, -half / 2, top + sag, -half, top))
    pen.shape(np.concatenate([lower, upper]), p.gold)
    middle = (top + bottom) / 2 + sag * 0.6
    for k, x in enumerate(np.linspace(-half * 0.75, half * 0.75, 5)):
        drop = -sag * 0.75 * (x / half) ** 2
        pen.shape(oval(float(x), middle + drop, 0.62, 0.62), p.first if k % 2 else p.second)


def _mixed(a: Colour, b: Colour, share: float) -> Colour:
    r, g, b_ = (round(u + (v - u) * share) for u, v in zip(a, b, strict=True))
    return r, g, b_


def _darker(colour: Colour) -> Colour:
    return _mixed(colour, (20, 14, 10), 0.55)
