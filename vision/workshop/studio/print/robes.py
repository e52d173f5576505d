"""Robes of the court figures: cloak, puffed sleeves, chest panel and collar, patterned by suit and rank.

In millimetres around the middle of the court's frame, y down; what the figure holds is drawn by courts.
"""

from __future__ import annotations

import math

from engine.cards import Rank, Suit
from vision.workshop.studio.print.decks import DeckStyle
from vision.workshop.studio.print.heads import Pen
from vision.workshop.studio.print.ink import (
    WHITE,
    Colour,
    Points,
    bezier,
    box,
    clipped,
    oval,
    placed,
    points,
    shifted,
    smooth,
)


def draw_robe(pen: Pen, style: DeckStyle, rank: Rank, suit: Suit, top: float, half: float) -> None:
    """Cloak, chest panel, collar and sleeves. The origin is the middle of the frame; the neck stands at `top`."""
    p = style.palette
    warm = suit in (Suit.HEARTS, Suit.CLUBS)
    cloak, chest = (p.first, p.second) if warm else (p.second, p.first)
    low, lean = 18.0, 2.2
    shoulders = smooth(
        [(lean - 3.4, top - 1), (-half * 0.62, top + 4.6), (-half * 0.96, top + 12), (-half - 3, low),
            (half + 3, low),
         (half * 0.98, top + 12), (half * 0.72, top + 4.6), (lean + 3.4, top - 1)]
    )  # fmt: skip
    pen.shape(shoulders, cloak)
    _with_pattern(pen, shoulders, suit, _towards(cloak, p.gold, 0.55), style)
    for side in (-1, 1):
        _sleeve(pen, style, side, top, half, chest)
    panel = points((lean - 4.6, top + 2), (lean + 4.6, top + 2), (lean + 8.2, low), (lean - 8.2, low))
    pen.shape(panel, chest)
    with clipped(pen.sheet, shifted(panel, pen.x, pen.y)):
        _chest(pen, style, rank, suit, top, lean)
    pen.line(panel, 0.34, closed=True)
    for side in (-1, 1):
        edge = points((lean + side * 4.6, top + 2), (lean + side * 8.2, low))
        pen.line(edge, 1.5, p.line)
        pen.line(edge, 0.95, p.gold)
    _collar(pen, rank, top, lean)


def _with_pattern(pen: Pen, shape: Points, suit: Suit, tint: Colour, style: DeckStyle) -> None:
    """Strew the cloak with rings, lozenges, crosses or drops, by suit."""
    if style.flat:
        return
    mark = {
        Suit.CLUBS: oval(0, 0, 0.75, 0.75),
        Suit.DIAMONDS: points((0, -1.1), (0.75, 0), (0, 1.1), (-0.75, 0)),
        Suit.HEARTS: points((-0.3, -1), (0.3, -1), (0.3, -0.3), (1, -0.3), (1, 0.3), (0.3, 0.3), (0.3, 1),
            (-0.3, 1), (-0.3, 0.3), (-1, 0.3), (-1, -0.3), (-0.3, -0.3)),
        Suit.SPADES: smooth([(0, -1.2), (0.7, 0.3), (0, 0.9), (-0.7, 0.3)], closed=True),
    }[suit]  # fmt: skip
    with clipped(pen.sheet, shifted(shape, pen.x, pen.y)):
        for row in range(-10, 12):
            for column in range(-9, 10):
                pen.fill(placed(mark, column * 3.2 + (row % 2) * 1.6, row * 2.7, 0.85), tint)
    pen.line(shape, pen.width, closed=True)


def _sleeve(pen: Pen, style: DeckStyle, side: int, top: float, half: float, colour: Colour) -> None:
    """Puffed upper sleeve with stripes, and a cuff."""
    p = style.palette
    x = side * half * 0.74
    puff = smooth(
        [
            (x - side * 2.6, top + 5),
            (x + side * 3.6, top + 6.2),
            (x + side * 5.2, top + 11.5),
            (x + side * 2.4, top + 16),
            (x - side * 3.4, top + 14.6),
            (x - side * 4.6, top + 9),
        ],
        closed=True,
    )
    pen.shape(puff, colour)
    with clipped(pen.sheet, shifted(puff, pen.x, pen.y)):
        for k in range(-3, 4):
            line = bezier((x + k * 1.9, top + 4), (x + k * 2.7, top + 8, x + k * 2.7, top + 12, x + k * 1.5, top + 17))
            pen.line(line, 0.9, p.gold if k % 2 else WHITE)
            if not style.flat:
                pen.line(shifted(line, 0.55, 0), 0.22)
    pen.line(puff, pen.width, closed=True)
    cuff = placed(box(-3.7, -1.2, 3.7, 1.2, 0.8), x - side * 0.6, top + 16.2, 1, side * -8)
    pen.shape(cuff, p.gold)
    for k in (-2, 0, 2):
        pen.shape(oval(x - side * 0.6 + k, top + 16.2 - side * 0.14 * k, 0.5, 0.5), p.first)


def _chest(pen: Pen, style: DeckStyle, rank: Rank, suit: Suit, top: float, lean: float) -> None:
    """The panel in front: lozenges for kings, scallops for queens, bars for jacks."""
    p = style.palette
    if rank is Rank.KING:
        for row in range(9):
            for column in range(-2, 3):
                at = (lean + column * 3.8 + (row % 2) * 1.9, top + 6 + row * 2.9)
                pen.shape(placed(points((0, -1.45), (1.9, 0), (0, 1.45), (-1.9, 0)), *at), p.gold if row % 2 else WHITE)
                pen.fill(oval(*at, 0.5, 0.5), p.first)
    elif rank is Rank.QUEEN:
        for row in range(9, -1, -1):
            for column in range(-3, 4):
                at = (lean + column * 3.4 + (row % 2) * 1.7, top + 4 + row * 2.5)
                pen.shape(oval(*at, 1.75, 1.75), (p.gold, WHITE, p.first)[row % 3])
                pen.fill(oval(at[0], at[1] + 0.4, 0.45, 0.45), p.line)
    else:
        for row in range(10):
            y = top + 3 + row * 2.7
            pen.shape(
                points(
                    (lean - 11, y + 3),
                    (lean, y),
                    (lean + 11, y + 3),
                    (lean + 11, y + 4.3),
                    (lean, y + 1.3),
                    (lean - 11, y + 4.3),
                ),
                p.gold if row % 2 else WHITE,
            )
        for row in range(8):
            pen.shape(oval(lean, top + 5.3 + row * 2.7, 0.62, 0.62), p.line)


def _collar(pen: Pen, rank: Rank, top: float, lean: float) -> None:
    p = pen.palette
    if rank is Rank.KING:
        fur = smooth(
            [
                (lean - 5.4, top - 1.4),
                (lean - 8.6, top + 4),
                (lean - 4, top + 6.6),
                (lean, top + 7.6),
                (lean + 4, top + 6.6),
                (lean + 8.6, top + 4),
                (lean + 5.4, top - 1.4),
            ],
            closed=True,
        )
        pen.shape(fur, WHITE)
        for x, y in ((-6.2, 3.2), (-4, 5), (-1.6, 6), (1.6, 6), (4, 5), (6.2, 3.2), (-5.4, 0.8), (5.4, 0.8)):
            pen.fill(
                smooth(
                    [(lean + x, top + y - 0.7), (lean + x + 0.4, top + y + 0.6), (lean + x - 0.4, top + y + 0.6)],
                    closed=True,
                ),
                p.line,
            )
    elif rank is Rank.QUEEN:
        pen.shape(
            points(
                (lean - 2.2, top - 1.6),
                (lean + 2.2, top - 1.6),
                (lean + 4.4, top + 3),
                (lean, top + 5.6),
                (lean - 4.4, top + 3),
            ),
            p.skin,
        )
        for k in range(-4, 5):
            a = math.radians(90 - k * 19)
            pen.shape(oval(lean + 5.6 * math.cos(a), top - 0.4 + 5.2 * math.sin(a), 1.15, 1.15), WHITE)
        pen.shape(oval(lean, top + 3.4, 0.9, 1.1), p.gold)
    else:
        for side in (-1, 1):
            pen.shape(
                points(
                    (lean, top + 4.8),
                    (lean + side * 6.8, top + 3.4),
                    (lean + side * 4.6, top - 1.4),
                    (lean + side * 1.4, top - 1.6),
                ),
                p.gold,
            )
            pen.line(points((lean + side * 0.8, top + 3.2), (lean + side * 5.6, top + 2.2)), 0.24)


def _towards(a: Colour, b: Colour, share: float) -> Colour:
    r, g, b_ = (round(u + (v - u) * share) for u, v in zip(a, b, strict=True))
    return r, g, b_
