"""Cards put together from their indices.

Every index is evidence for one card. Two indices of the same card say the same name, point opposite ways and stand a
card's diagonal apart; such pairs strengthen each other, and a pair by geometry that disagrees by name weakens both.
A deck has one of each card (`copies`): that is used to doubt, never to guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, Rank, Suit
from vision.indices import FoundIndex
from vision.models import GLYPHS, SUITS

CARD_RATIO = 88 / 63
"""Height to width of a card (poker size; bridge size, 89 / 57, is within the tolerance)."""
Quad = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one index says: probability of each card of the deck it speaks for, and that it is no index."""

    index: FoundIndex
    cards: tuple[tuple[Card, float], ...]
    none: float

    @property
    def best(self) -> tuple[Card, float]:
        """The likeliest card and its probability."""
        return self.cards[0]


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card in a picture: the likeliest name and how sure, others after it, its outline in pixels.

    `outline`: four corners clockwise from the index's corner, estimated from the indices.
    """

    card: Card
    confidence: float
    alternatives: tuple[tuple[Card, float], ...]
    outline: Quad
    indices: tuple[FoundIndex, ...]


def evidence(index: FoundIndex, letters: Mapping[str, Rank]) -> Evidence:
    """Turn an index's probabilities into cards of a deck with these letters, the likeliest first."""
    ranks: dict[Rank, float] = {}
    for glyph, p in zip(GLYPHS, index.glyphs, strict=False):
        if glyph in letters:
            ranks[letters[glyph]] = ranks.get(letters[glyph], 0.0) + float(p)
    suits = [(Suit(s), float(p)) for s, p in zip(SUITS, index.suits, strict=False)]
    likely_ranks = sorted(ranks.items(), key=lambda rp: -rp[1])[:4]
    likely_suits = sorted(suits, key=lambda sp: -sp[1])[:3]
    cards = [(Card(r, s), p * q) for r, p in likely_ranks for s, q in likely_suits]
    cards.sort(key=lambda cp: -cp[1])
    none = 1 - (1 - float(index.glyphs[-1])) * (1 - float(index.suits[-1]))
    return Evidence(index, tuple(cards[:5]), none)


def frame(i: FoundIndex, j: FoundIndex) -> tuple[float, float, float]:
    """Where j stands seen from i, in i's index heights: to the right, downwards; and the cosine of their turn."""
    dx, dy = j.x - i.x, j.y - i.y
    right = (dx * -i.uy + dy * i.ux) / i.height
    down = -(dx * i.ux + dy * i.uy) / i.height
    return right, down, i.ux * j.ux + i.uy * j.uy


def twins(i: FoundIndex, j: FoundIndex) -> bool:
    """Whether i and j can be the two opposite indices of one card seen at an angle of up to about 50 degrees."""
    if not 0.62 < i.height / j.height < 1.6:
        return False
    for a, b in ((i, j), (j, i)):
        right, down, cosine = frame(a, b)
        if cosine > -0.8 or not 1.6 < down < 7.0 or not 0.35 * down < right < 1.15 * down:
            return False
    return True


def outline(members: Sequence[FoundIndex]) -> Quad:
    """The card's corners in pixels, clockwise from its top left, from one index or from two that are twins."""
    i = members[0]
    opposite = next((j for j in members[1:] if twins(i, j)), None)
    rx, ry = -i.uy, i.ux
    if opposite is not None:
        # The indices lie about 0.6 index heights inside the card's edges, sideways about half of that.
        cx, cy = (i.x + opposite.x) / 2, (i.y + opposite.y) / 2
        right, down, _ = frame(i, opposite)
        half_w, half_h = (right / 2 + 0.36) * i.height, (down / 2 + 0.68) * i.height
    else:
        half_w = 3.6 * i.height / 2
        half_h = half_w * CARD_RATIO
        cx = i.x + rx * (half_w - 0.36 * i.height) - i.ux * (half_h - 0.68 * i.height)
        cy = i.y + ry * (half_w - 0.36 * i.height) - i.uy * (half_h - 0.68 * i.height)
    corners = ((-half_w, half_h), (half_w, half_h), (half_w, -half_h), (-half_w, -half_h))
    return tuple((cx + rx * a + i.ux * b, cy + ry * a + i.uy * b) for a, b in corners)


def together(evidences: Sequence[Evidence]) -> tuple[tuple[Card, float], ...]:
    """Names of one card from several independent indices: each card's chance that at least one is right."""
    odds: dict[Card, float] = {}
    for e in evidences:
        for card, p in e.cards:
            odds[card] = 1 - (1 - odds.get(card, 0.0)) * (1 - p)
    for e in evidences:  # what another index says against a name counts against it
        top, p = e.best
        for card in odds:
            if card != top:
                odds[card] *= 1 - p
    return tuple(sorted(odds.items(), key=lambda cp: -cp[1])[:5])


def assemble(evidences: Sequence[Evidence], copies: int = 1) -> list[CardSeen]:
    """Group the evidence into cards, surest first; at most `copies` cards of one name, the least sure doubted."""
    waiting = sorted(evidences, key=lambda e: -e.best[1])
    cards: list[list[Evidence]] = []
    for e in waiting:
        home = _home(e, cards, copies)
        if home is None:
            cards.append([e])
        else:
            home.append(e)
    return sorted((_card(group) for group in cards), key=lambda c: -c.confidence)


def _home(e: Evidence, cards: list[list[Evidence]], copies: int) -> list[Evidence] | None:
    """The card that this index belongs to: its twin's, else, with one copy, the one of the same name."""
    same = [g for g in cards if g[0].best[0] == e.best[0]]
    for group in same:
        if len(group) == 1 and twins(group[0].index, e.index):
            return group
    if same and copies == 1:
        return same[0]
    return None


def _card(group: list[Evidence]) -> CardSeen:
    names = together(group)
    card, confidence = names[0]
    members = tuple(e.index for e in group)
    return CardSeen(card, confidence, names[1:4], outline(members), members)


def bounding_box(quad: Quad) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 around an outline."""
    points: NDArray[np.float64] = np.asarray(quad)
    x0, y0 = points.min(0)
    x1, y1 = points.max(0)
    return float(x0), float(y0), float(x1), float(y1)
