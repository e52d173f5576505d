"""Courts: double-headed jacks, queens and kings in a frame, and the joker.

The upper half is drawn in the frame and turned by half a circle for the lower one, parted by a slanting sash.
Robes, attributes and looks vary by suit, so that all twelve differ; heads and robes have files of their own.
"""

from __future__ import annotations

import math

import numpy as np

from engine.cards import Rank, Suit
from vision.workshop.studio.print.decks import CARD_HEIGHT, CARD_WIDTH, SERIF, DeckStyle
from vision.workshop.studio.print.heads import Looks, Pen, draw_head
from vision.workshop.studio.print.ink import WHITE, Canvas, Colour, bezier, box, oval, placed, points, smooth
from vision.workshop.studio.print.pips import outlines
from vision.workshop.studio.print.robes import draw_robe

_LOOKS: dict[Suit, Looks] = {
    Suit.CLUBS: Looks((118, 74, 40), -1.0, curl=4),
    Suit.DIAMONDS: Looks((226, 190, 110), 1.0, beard=True, curl=3),
    Suit.HEARTS: Looks((238, 206, 120), -1.0, curl=4),
    Suit.SPADES: Looks((74, 60, 56), 1.0, beard=True, curl=3),
}
# The slope of the sash that parts the halves, in degrees.
_SLANT = {Suit.CLUBS: 24.0, Suit.DIAMONDS: -20.0, Suit.HEARTS: -26.0, Suit.SPADES: 18.0}


def draw_court(sheet: Canvas, style: DeckStyle, rank: Rank, suit: Suit) -> None:
    """Frame, figure and its turned twin, and the suit sign in the two corners of the frame."""
    width, height = style.court_frame
    panel = Canvas(width, height, sheet.scale, style.palette.ground)
    if style.ornate:
        _tapestry(panel, style, suit)
    _figure(panel, style, rank, suit)
    _doubled(panel, _SLANT[suit])
    _sash(panel, style, _SLANT[suit])
    _signs(panel, style, suit)
    x, y = (CARD_WIDTH - width) / 2, (CARD_HEIGHT - height) / 2
    sheet.paste(panel.pixels, x, y)
    frame = style.palette.second if not style.ornate else style.palette.line
    sheet.line(box(x, y, x + width, y + height), frame, 0.45, closed=True)
    if style.ornate:
        sheet.line(box(x - 0.9, y - 0.9, x + width + 0.9, y + height + 0.9), frame, 0.22, closed=True)


def _doubled(panel: Canvas, slant: float) -> None:
    """Keep what lies above the slanting line through the middle; put its turned twin below."""
    rows, columns = panel.pixels.shape[:2]
    y = np.arange(rows)[:, None] - (rows - 1) / 2
    x = np.arange(columns)[None, :] - (columns - 1) / 2
    above = (y < math.tan(math.radians(slant)) * x)[..., None]
    panel.pixels = np.where(above, panel.pixels, panel.pixels[::-1, ::-1])


def _sash(panel: Canvas, style: DeckStyle, slant: float) -> None:
    p = style.palette
    width = panel.pixels.shape[1] / panel.scale
    x, y = width / 2, panel.pixels.shape[0] / panel.scale / 2
    for half, colour in ((2.3, p.line), (2.0, p.gold), (1.15, p.line), (0.95, p.second)):
        panel.fill(placed(box(-40, -half, 40, half), x, y, 1, slant), colour)
    for k in range(-6, 7):
        along = k * 3.6
        a = math.radians(slant)
        at = (x + along * math.cos(a), y + along * math.sin(a))
        panel.fill(
            placed(points((0, -0.75), (0.75, 0), (0, 0.75), (-0.75, 0)), *at, 1, slant), p.gold if k % 2 else WHITE
        )


def _signs(panel: Canvas, style: DeckStyle, suit: Suit) -> None:
    """The suit sign at the frame's top left, on a clear ground, and turned at bottom right."""
    size = 9.4 if not style.ornate else 7.8
    width, height = (v / panel.scale for v in (panel.pixels.shape[1], panel.pixels.shape[0]))
    at = (1.8 + size / 2, 1.8 + size / 2)
    for sign in outlines(suit, style.cut):
        panel.line(placed(sign, *at, size), style.palette.ground, 1.1, closed=True)
        panel.line(placed(sign, width - at[0], height - at[1], size, 180), style.palette.ground, 1.1, closed=True)
    for sign in outlines(suit, style.cut):
        panel.fill(placed(sign, *at, size), style.colour(suit))
        panel.fill(placed(sign, width - at[0], height - at[1], size, 180), style.colour(suit))


def _tapestry(panel: Canvas, style: DeckStyle, suit: Suit) -> None:
    """A faint diaper of small signs behind an ornate figure."""
    tint: Colour = (232, 220, 190)
    for row in range(16):
        for column in range(12):
            at = (column * 4.6 + (row % 2) * 2.3, row * 4.8)
            for sign in outlines(suit, style.cut):
                panel.fill(placed(sign, *at, 1.9), tint)


def _figure(panel: Canvas, style: DeckStyle, rank: Rank, suit: Suit) -> None:
    looks = _LOOKS[suit]
    width, height = style.court_frame
    lean = 2.2  # the head stands a little to the right, clear of the sign at top left
    scale_up = {Rank.KING: 17.6, Rank.QUEEN: 13.6, Rank.JACK: 12.8}[rank]
    head_y = scale_up + 0.9
    pen = Pen(panel, style.palette, width / 2 + lean, head_y, 0.26 if style.flat else 0.34)
    body = pen.moved(-lean, height / 2 - head_y)
    _attribute(body, rank, suit, width, height, back=True)
    draw_robe(body, style, rank, suit, top=head_y + 5.0 - height / 2, half=width / 2)
    draw_head(pen, rank, looks)
    _attribute(body, rank, suit, width, height, back=False)


def _attribute(pen: Pen, rank: Rank, suit: Suit, width: float, height: float, back: bool) -> None:
    """What the figure holds, at the right of the frame: sword, flower or halberd; its hand is drawn in front."""
    p = pen.palette
    x = width / 2 - 4.6
    top = -height / 2 + 2.0
    if back and rank is Rank.KING:
        pen.shape(
            points((x - 1.1, -9), (x - 1.1, top + 4), (x, top), (x + 1.1, top + 4), (x + 1.1, -9)), (222, 228, 236)
        )
        pen.line(points((x, -9), (x, top + 3)), 0.24)
        pen.shape(box(x - 3.6, -10, x + 3.6, -8.6, 0.6), p.gold)
        pen.shape(box(x - 0.8, -8.6, x + 0.8, -4), p.first)
    elif back and rank is Rank.QUEEN:
        pen.line(bezier((x - 1, -4), (x - 0.5, -10, x + 0.8, -14, x, top + 7)), 0.9, (58, 110, 62))
        for side in (-1, 1):
            pen.shape(smooth([(x, -12), (x + side * 2.6, -14.4), (x + side * 0.8, -15.4)], closed=True), (72, 132, 74))
        for k in range(6):
            a = math.radians(k * 60 + 30)
            pen.shape(oval(x + 2.0 * math.cos(a), top + 4.6 + 2.0 * math.sin(a), 1.6, 1.6), p.first if k % 2 else WHITE)
        pen.shape(oval(x, top + 4.6, 1.3, 1.3), p.gold)
    elif back:
        pen.shape(box(x - 0.55, top + 1, x + 0.55, -2), (150, 104, 58))
        pen.shape(
            smooth([(x - 0.5, top + 4), (x - 3.8, top + 5.2), (x - 3.4, top + 8.6), (x - 0.5, top + 9)], closed=True),
            (214, 220, 230),
        )
        pen.shape(points((x - 0.9, top + 3), (x, top - 1.4), (x + 0.9, top + 3)), (214, 220, 230))
    else:
        y = -6.4
        pen.shape(
            smooth([(x - 2.4, y - 1.6), (x + 1.6, y - 2.0), (x + 2.2, y + 1.4), (x - 1.2, y + 2.2)], closed=True),
            p.skin,
        )
        for k in range(3):
            pen.line(points((x - 1.2, y - 0.9 + k * 1.0), (x + 1.8, y - 1.1 + k * 1.0)), 0.22)


def draw_joker(sheet: Canvas, style: DeckStyle) -> None:
    """A jester's head with a three-horned cap; the word stands in the corners instead of an index."""
    p = style.palette
    pen = Pen(sheet, p, CARD_WIDTH / 2, CARD_HEIGHT / 2 + 4, 0.4)
    horns: tuple[tuple[tuple[float, float], ...], ...] = (
        ((-6, -5), (-14, -12), (-20, -4), (-14, -2), (-8, 2)),
        ((6, -5), (14, -12), (20, -4), (14, -2), (8, 2)),
        ((-6, -5), (-3, -16), (0, -24), (3, -16), (6, -5)),
    )
    for horn, colour in zip(horns, (p.first, p.second, p.gold), strict=True):
        pen.shape(smooth(horn, closed=True), colour)
    for x, y in ((-20, -3.4), (20, -3.4), (0, -24.6)):
        pen.shape(oval(x, y, 1.9, 1.9), p.gold)
    for k in range(9):
        side = (-1) ** k
        at = (k - 4) * 3.4
        pen.shape(points((at - 2.6, 9.5), (at + 2.6, 9.5), (at, 17 + side)), p.first if k % 2 else p.second)
        pen.shape(oval(at, 17.4 + side, 0.9, 0.9), p.gold)
    draw_head(pen, Rank.JACK, Looks((206, 120, 50), 1.0))
    for low in (False, True):
        strip = Canvas(7.0, 34.0, sheet.scale, style.paper)
        for k, letter in enumerate("JOKER"):
            strip.write(letter, SERIF, (3.5, 3.2 + k * 5.2), 3.8, style.colours[2])
        turned = strip.pixels[::-1, ::-1] if low else strip.pixels
        sheet.paste(turned, CARD_WIDTH - 9.2 if low else 2.2, CARD_HEIGHT - 37 if low else 3)
