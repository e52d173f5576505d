"""Card faces: pips where every deck has them, indices in the corners, aces, courts and jokers put together.

Everything printed is drawn here and in courts, backs and pips; nothing is taken from anybody's deck.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from engine.cards import Card, Rank, Suit
from vision.workshop.studio.print.backs import draw_back
from vision.workshop.studio.print.courts import draw_court, draw_joker
from vision.workshop.studio.print.decks import CARD_HEIGHT, CARD_WIDTH, CORNER, SERIF, DeckStyle
from vision.workshop.studio.print.ink import Canvas, Colour, Picture, box, oval, placed, smooth, working_scale
from vision.workshop.studio.print.pips import Cut, outlines

COURTS = (Rank.JACK, Rank.QUEEN, Rank.KING)

# Pips of the number cards on a grid: x -1, 0, 1 and y from -1 (top) to 1; those below the middle stand upside down.
_L, _C, _R = -1.0, 0.0, 1.0
_THIRD = 1 / 3
_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((_C, -1), (_C, 1)),
    "3": ((_C, -1), (_C, 0), (_C, 1)),
    "4": ((_L, -1), (_R, -1), (_L, 1), (_R, 1)),
    "5": ((_L, -1), (_R, -1), (_C, 0), (_L, 1), (_R, 1)),
    "6": ((_L, -1), (_R, -1), (_L, 0), (_R, 0), (_L, 1), (_R, 1)),
    "7": ((_L, -1), (_R, -1), (_L, 0), (_R, 0), (_L, 1), (_R, 1), (_C, -0.5)),
    "8": ((_L, -1), (_R, -1), (_L, 0), (_R, 0), (_L, 1), (_R, 1), (_C, -0.5), (_C, 0.5)),
    "9": (
        (_L, -1), (_R, -1), (_L, -_THIRD), (_R, -_THIRD), (_C, 0),
        (_L, _THIRD), (_R, _THIRD), (_L, 1), (_R, 1),
    ),
    "T": (
        (_L, -1), (_R, -1), (_C, -2 * _THIRD), (_L, -_THIRD), (_R, -_THIRD),
        (_L, _THIRD), (_R, _THIRD), (_C, 2 * _THIRD), (_L, 1), (_R, 1),
    ),
}  # fmt: skip


def draw_face(style: DeckStyle, card: Card, px_per_mm: float) -> Picture:
    """A face as RGB, shape (88, 63) mm times the scale; corners not yet cut."""
    sheet = Canvas(CARD_WIDTH, CARD_HEIGHT, working_scale(px_per_mm), style.paper)
    if card.suit is None:
        draw_joker(sheet, style)
        return sheet.reduced(px_per_mm)
    if card.rank in COURTS:
        draw_court(sheet, style, card.rank, card.suit)
    elif card.rank is Rank.ACE:
        _ace(sheet, style, card.suit)
    else:
        _number(sheet, style, card.rank, card.suit)
    _indices(sheet, style, card.rank, card.suit)
    return sheet.reduced(px_per_mm)


def pip(sheet: Canvas, style: DeckStyle, suit: Suit, at: tuple[float, float], size: float, turn: float = 0.0) -> None:
    """One suit sign, `size` mm high, centred."""
    for part in outlines(suit, style.cut):
        sheet.fill(placed(part, *at, size, turn), style.colour(suit))


def _number(sheet: Canvas, style: DeckStyle, rank: Rank, suit: Suit) -> None:
    width, height = style.field
    for x, y in _PIPS[rank.value]:
        at = (CARD_WIDTH / 2 + x * width / 2, CARD_HEIGHT / 2 + y * height / 2)
        pip(sheet, style, suit, at, style.pip, 180.0 if y > 0 else 0.0)


def _indices(sheet: Canvas, style: DeckStyle, rank: Rank, suit: Suit) -> None:
    """The index at top left, the same turned by half at bottom right; in four-corner decks the other two as well."""
    index = style.index
    colour = style.colour(suit)
    corner = Canvas(2 * index.inset, 26.0, sheet.scale, style.paper)
    middle = (index.inset, index.top + index.height / 2)
    corner.write(style.letter(rank), index.font, middle, index.height, colour, index.widest)
    pip(corner, style, suit, (index.inset, index.top + index.height + index.gap + index.pip / 2), index.pip)
    ink = corner.pixels[: round((index.top + index.height + index.gap + index.pip + 0.6) * sheet.scale)]
    places = [(False, False), (True, True)] + ([(False, True), (True, False)] if index.corners == 4 else [])
    for low, right in places:
        print_ = ink[::-1, ::-1] if low else ink
        height, width = print_.shape[:2]
        y = sheet.pixels.shape[0] - height if low else 0
        x = sheet.pixels.shape[1] - width if right else 0
        part = sheet.pixels[y : y + height, x : x + width]
        np.minimum(part, print_, out=part)


def _ace(sheet: Canvas, style: DeckStyle, suit: Suit) -> None:
    middle = (CARD_WIDTH / 2, CARD_HEIGHT / 2)
    if suit is not Suit.SPADES:
        size = style.pip * (2.3 if style.ornate else 1.7)
        pip(sheet, style, suit, middle, size)
        if style.ornate:
            _wreath(sheet, style.colour(suit), size * 0.78)
        return
    size = {Cut.CLASSIC: 38.0, Cut.ROUND: 40.0, Cut.SLENDER: 36.0}[style.cut]
    pip(sheet, style, suit, middle, size)
    _engraving(sheet, style, size)


def _wreath(sheet: Canvas, colour: Colour, radius: float) -> None:
    """Leaves around the sign of an ace."""
    leaf = smooth([(0, 0), (-1.1, -2.4), (0, -4.6), (1.1, -2.4)], closed=True)
    for k in range(-7, 8):
        for side in (-1, 1):
            a = np.radians(90 + side * (14 + 10 * (k + 7)))
            x, y = CARD_WIDTH / 2 + radius * np.cos(a), CARD_HEIGHT / 2 + radius * np.sin(a)
            turn = float(np.degrees(a)) + (180 if side > 0 else 0)  # leaves point along the ring, upwards
            sheet.fill(placed(leaf, float(x), float(y), 0.8, turn + 35), colour)
            sheet.fill(placed(leaf, float(x), float(y), 0.8, turn - 35), colour)


def _engraving(sheet: Canvas, style: DeckStyle, size: float) -> None:
    """White line work inside the great ace of spades: a second spade, a rose, rays and the table's name."""
    x, y = CARD_WIDTH / 2, CARD_HEIGHT / 2
    paper, ink = style.paper, style.colour(Suit.SPADES)
    inner = outlines(Suit.SPADES, style.cut)[0]
    for scale, width in ((0.8, 0.42), (0.74, 0.2)):
        sheet.line(placed(inner, x, y - size * 0.005, size * scale), paper, width, closed=True)
    rose = (x, y + size * 0.1)
    petal = smooth([(0, 0), (-1.5, -3.6), (0, -6.4), (1.5, -3.6)], closed=True)
    for count, scale, shift in ((12, 1.12, 15), (12, 1.0, 0), (8, 0.55, 22)):
        for k in range(count):
            sheet.shape(placed(petal, *rose, scale * size / 38, 360 / count * k + shift), ink, paper, 0.22)
    sheet.shape(oval(*rose, 1.3, 1.3), paper, ink, 0.3)
    leaf = smooth([(0, 0), (-0.8, -1.6), (0, -3.2), (0.8, -1.6)], closed=True)
    for k in range(4):
        for side in (-1, 1):
            at = (x + side * 0.5, y - size * (0.13 + 0.045 * k))
            sheet.fill(placed(leaf, *at, 0.9 - 0.13 * k, side * 48), paper)
    if style.cut is not Cut.ROUND:
        for low in (False, True):
            label = Canvas(30, 4, sheet.scale, style.paper)
            label.write("PEPPER TABLE", SERIF, (15, 2), 1.7, ink)
            sheet.paste(label.pixels[::-1, ::-1] if low else label.pixels, x - 15, y + (26 if low else -30))


@lru_cache(maxsize=4)
def _corner_mask(px_per_mm: float) -> Picture:
    sheet = Canvas(CARD_WIDTH, CARD_HEIGHT, px_per_mm, (0, 0, 0))
    sheet.fill(box(0, 0, CARD_WIDTH, CARD_HEIGHT, CORNER), (255, 255, 255))
    return sheet.pixels[..., 0]


def cut_out(face: Picture, px_per_mm: float) -> Picture:
    """The printed rectangle with its round corners cut and a faint edge: RGBA."""
    sheet = Canvas(CARD_WIDTH, CARD_HEIGHT, px_per_mm)
    sheet.pixels = face.copy()
    edge: Colour = (196, 194, 188)
    sheet.line(box(0.1, 0.1, CARD_WIDTH - 0.1, CARD_HEIGHT - 0.1, CORNER), edge, 0.18, closed=True)
    return np.dstack([sheet.pixels, _corner_mask(px_per_mm)])


@lru_cache(maxsize=400)
def card_picture(style: DeckStyle, card: Card | None, px_per_mm: float) -> Picture:
    """One card ready to lie on a table, RGBA; None is its back. Kept, because drawing takes some 30 ms."""
    face = draw_back(style, px_per_mm) if card is None else draw_face(style, card, px_per_mm)
    picture = cut_out(face, px_per_mm)
    picture.setflags(write=False)
    return picture


def contact_sheet(style: DeckStyle, px_per_mm: float = 2.0) -> Picture:
    """All 52 faces, the joker and the back at a glance: four rows of fourteen, RGB."""
    rows = []
    last = (Card(Rank.JOKER, None), None, None, None)
    ranks = [rank for rank in Rank if rank is not Rank.JOKER]
    for suit, extra in zip(Suit, last, strict=True):
        cards: list[Card | None] = [*(Card(rank, suit) for rank in ranks), extra]
        row = [card_picture(style, card, px_per_mm) for card in cards]
        rows.append(np.hstack([_on_felt(picture) for picture in row]))
    return np.vstack(rows)


def _on_felt(card: Picture) -> Picture:
    felt = np.array((48, 96, 70), np.float32)
    alpha = card[..., 3:].astype(np.float32) / 255
    flat = np.round(card[..., :3] * alpha + felt * (1 - alpha)).astype(np.uint8)
    return np.asarray(cv2.copyMakeBorder(flat, 6, 6, 6, 6, cv2.BORDER_CONSTANT, value=(48, 96, 70)), np.uint8)
