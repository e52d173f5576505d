"""Cards put together from their indices.

Every index is evidence for one card. Two indices of the same card say the same name, point opposite ways and stand a
card's diagonal apart; such pairs strengthen each other, and a pair by geometry that disagrees by name weakens both.
A deck has one of each card (`copies`): that is used to doubt, never to guess.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, Rank, Suit
from vision.reading.cutting import IndexPose
from vision.reading.indices import FoundIndex
from vision.reading.networks import GLYPHS, JOKER, SUITS

CARD_RATIO = 88 / 63
"""Height to width of a card (poker size; bridge size, 89 / 57, is within the tolerance)."""
Quad = tuple[tuple[float, float], ...]
_SUITS = tuple(Suit(s) for s in SUITS)
_RANKS: tuple[Rank, ...] = tuple(rank for rank in Rank if rank is not Rank.JOKER)
_CARDS = {(rank, suit): Card(rank, suit) for rank in _RANKS for suit in Suit}
_JOKER = Card(Rank.JOKER, None)
LONE_JOKER = 0.5
"""A joker is never surer than this from one word alone: any small print looks like one. Chosen, not measured. Raised
above NAMED, print on a bottle is read as a joker."""
STRENGTHENS = 0.8
"""Probability from which indices that agree make each other surer. Chosen on decks kept out of training. Lowered, four
blurred corners that look alike make one sure wrong name."""
PLAIN_WORD = 0.9
"""A joker's word is at both its ends, each read with at least this: then it is no print. Chosen, not measured. Raised,
jokers with ornate letters stay unread."""
CORNERS, WORTH = 3, 0.45
"""So many indices of a card outvote one of another rank, each counting for this share of a witness: they fail for the
same reasons. Of 1,550 looks at three or four corners that disagreed, in good light and bad, 400 are read so that were
not before, and none wrongly; from 0.6 on some are."""
SECOND = 0.5
"""A card is never surer than this that can't lie there beside a surer one: a second of its name in a deck that has each
once, or one at the same place. Chosen below NAMED, not measured."""
ROOM, BEYOND = 1.3, 12.0
"""An index off the outline of a card, taken so many times as large, is on another; where but one index tells how the
card lies, one that is so many index heights away: a card's diagonal is 6 to 9. Chosen on pictures with one of each
card, not to give any a double."""
UNNAMED = 0.004
"""The probability that an index leaves to each card that it does not name. Chosen, not measured. Raised, a second
index of the same name makes a card less sure."""


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

    @property
    def turn(self) -> float:
        """Degrees clockwise by which the index that was read first is turned from upright, -180..180."""
        up = self.indices[0].place
        return math.degrees(math.atan2(up.ux, -up.uy))

    @property
    def names(self) -> tuple[tuple[Card, float], ...]:
        """The likeliest card and the others with their probabilities."""
        return (self.card, self.confidence), *self.alternatives


def evidence(index: FoundIndex, letters: Mapping[str, Rank]) -> Evidence:
    """Turn an index's probabilities into cards of a deck with these letters, the likeliest first."""
    ranks: dict[Rank, float] = {}
    for glyph, p in zip(GLYPHS, index.glyphs.tolist(), strict=False):
        if glyph in letters:
            ranks[letters[glyph]] = ranks.get(letters[glyph], 0.0) + p
    joker = float(index.glyphs[GLYPHS.index(JOKER)])
    suits = zip(_SUITS, index.suits.tolist(), strict=False)
    likely_ranks = sorted(ranks.items(), key=lambda rp: -rp[1])[:4]
    likely_suits = sorted(suits, key=lambda sp: -sp[1])[:3]
    cards = [(_CARDS[r, s], p * q) for r, p in likely_ranks for s, q in likely_suits]
    cards.append((_JOKER, joker))
    cards.sort(key=lambda cp: -cp[1])
    no_glyph = float(index.glyphs[-1])
    none = no_glyph + (1 - no_glyph - joker) * float(index.suits[-1])  # only a joker has no suit
    return Evidence(index, tuple(cards[:5]), none)


def twins(i: FoundIndex, j: FoundIndex) -> bool:
    """Whether i and j can be the two opposite indices of one card: each a card's diagonal away, turned by half.

    Judged in the plane of the card as each index shows it, so that a low angle makes no difference. On real decks the
    opposite index is 3.2 to 6 index heights down and 0.7 to 1 times as far to the right; the rest is error of seeing.
    """
    return _opposite(i.place, j.place) and _opposite(j.place, i.place)


def _opposite(i: IndexPose, j: IndexPose) -> bool:
    right, up = i.seen_from(j.x, j.y)
    sideways, upright = i.seen_from(i.x + j.up[0], i.y + j.up[1])
    turned = -1.7 < upright < -0.6 and abs(sideways) < 0.55
    return turned and -8.5 < up < -2.2 and 0.5 * -up < right < 1.3 * -up


def outline(members: Sequence[FoundIndex]) -> Quad:
    """The card's corners in pixels, clockwise from its top left, from one index or from two that are twins."""
    place = members[0].place
    opposite = next((j.place for j in members[1:] if twins(members[0], j)), None)
    # The index lies about 0.36 index heights inside the card's side and 0.68 below its top.
    left, top = -0.36, 0.68
    if opposite is not None:
        right, up = place.seen_from(opposite.x, opposite.y)
        x1, y1 = right - left, up - top
    else:
        x1, y1 = left + 3.6, top - 3.6 * CARD_RATIO
    (rx, ry), (ux, uy) = place.right, place.up
    corners = ((left, top), (x1, top), (x1, y1), (left, y1))
    return tuple((place.x + rx * a + ux * b, place.y + ry * a + uy * b) for a, b in corners)


def together(evidences: Sequence[Evidence]) -> tuple[tuple[Card, float], ...]:
    """Names of one card from several indices: the surest reading of each name, made surer by others that are sure.

    Sure readings fail for different reasons, so that their doubts multiply. Unsure ones fail for the same: three bad
    looks at one far card are no better than one.
    """
    odds: dict[Card, float] = {}
    for e in evidences:
        for card, p in e.cards:
            before = odds.get(card, 0.0)
            both_sure = min(before, p) > STRENGTHENS
            odds[card] = 1 - (1 - before) * (1 - p) if both_sure else max(before, p)
    for e in evidences:  # what another index says against a name counts against it
        top, p = e.best
        for card in odds:
            if card != top:
                odds[card] *= 1 - p
    card, confidence = max(odds.items(), key=lambda cp: cp[1])
    # What was only crowded out stays as likely as the indices on the whole hold it: it is not refuted.
    others = {c: max(p, _mean(evidences, c)) for c, p in odds.items() if c != card}
    after = sorted(((c, min(p, confidence)) for c, p in others.items()), key=lambda cp: -cp[1])
    return (card, confidence), *after[:4]


def _mean(evidences: Sequence[Evidence], card: Card) -> float:
    """What the indices on the whole give this name."""
    return sum(p for e in evidences for each, p in e.cards if each == card) / len(evidences)


def assemble(evidences: Sequence[Evidence], copies: int = 1) -> list[CardSeen]:
    """Group the evidence into cards, surest first; with one of each (`copies` 1) the second of a name is doubted."""
    waiting = sorted(evidences, key=lambda e: -e.best[1])
    cards: list[list[Evidence]] = []
    for e in waiting:
        home = _home(e, cards, copies)
        if home is None:
            cards.append([e])
        else:
            home.append(e)
    if copies > 1:
        return sorted((_card(group) for group in cards), key=lambda c: -c.confidence)
    seen = [_card(part, is_second) for group in cards for part, is_second in _parts(group)]
    return sorted(seen, key=lambda c: -c.confidence)


def _parts(group: list[Evidence]) -> list[tuple[list[Evidence], bool]]:
    """The indices of one name by the cards that they can be on, and whether it is not the first of them."""
    parts: list[tuple[list[Evidence], bool]] = []
    while group:
        elsewhere = [e for e in group if _is_elsewhere(e.index, group)]
        parts.append(([e for e in group if e not in elsewhere], bool(parts)))
        group = elsewhere
    return parts


def _is_elsewhere(index: FoundIndex, group: Sequence[Evidence]) -> bool:
    """Whether an index can't be on the first one's card: off its outline, or farther away than any card is long."""
    first = group[0].index
    if index is first:
        return False
    if any(twins(first, e.index) for e in group):
        corners = np.asarray(outline([e.index for e in group]))
        middle = corners.mean(0)
        grown = (middle + ROOM * (corners - middle)).astype(np.float32)
        return cv2.pointPolygonTest(grown, (index.place.x, index.place.y), False) < 0
    return min(math.hypot(*first.place.seen_from(index.place.x, index.place.y)),
               math.hypot(*index.place.seen_from(first.place.x, first.place.y))) > BEYOND  # fmt: skip


def _home(e: Evidence, cards: list[list[Evidence]], copies: int) -> list[Evidence] | None:
    """The card that this index belongs to: its twin's, else, with one copy, the one of the same name."""
    same = [g for g in cards if g[0].best[0] == e.best[0]]
    for group in same:
        if len(group) == 1 and twins(group[0].index, e.index):
            return group
    if same and copies == 1:
        return same[0]
    return None


def one_card(group: Sequence[Evidence]) -> tuple[tuple[Card, float], ...]:
    """Names of one card from its indices, the likeliest first; a joker is doubted unless it says so at both ends.

    Where they disagree on two suits of one colour only, none is refuted by another: each sees as little. Where of
    many they disagree on the rank only, one is outvoted by the others.
    """
    names = _mean_of(group) if _suit_is_open(group) else together(group)
    if _rank_is_open(group):
        names = max(names, _outvoting(group), key=lambda each: each[0][1])
    card, confidence = names[0]
    words = [e.index for e in group if e.best[1] >= PLAIN_WORD]
    if card is _JOKER and not any(twins(a, b) for a, b in combinations(words, 2)):
        confidence = min(confidence, LONE_JOKER)
    return ((card, confidence), *names[1:4])


def _suit_is_open(group: Sequence[Evidence]) -> bool:
    tops = {e.best[0] for e in group}
    return len(tops) == 2 and _differ_by_suit(*tops)


def _rank_is_open(group: Sequence[Evidence]) -> bool:
    """Whether they disagree, but all on the same suit."""
    tops = {e.best[0] for e in group}
    return len(group) >= CORNERS and len(tops) > 1 and len({card.suit for card in tops}) == 1


def _outvoting(group: Sequence[Evidence]) -> tuple[tuple[Card, float], ...]:
    """Names by what all indices say of them multiplied, each counting for a share of a witness."""
    words = [dict(e.cards) for e in group]
    every = {card for said in words for card in said}
    weights = {card: math.prod(max(said.get(card, 0.0), UNNAMED) for said in words) ** WORTH for card in every}
    others = (len(_CARDS) - len(every)) * UNNAMED ** (WORTH * len(group))
    total = sum(weights.values()) + others
    return tuple(sorted(((card, w / total) for card, w in weights.items()), key=lambda cp: (-cp[1], cp[0].text)))


def _differ_by_suit(a: Card, b: Card) -> bool:
    """Whether both are of one rank and colour."""
    return a.rank is b.rank and a.suit is not None and a.suit.same_colour is b.suit


def _mean_of(group: Sequence[Evidence]) -> tuple[tuple[Card, float], ...]:
    every = {card for e in group for card, _ in e.cards}
    return tuple(sorted(((card, _mean(group, card)) for card in every), key=lambda cp: (-cp[1], cp[0].text)))


def _card(group: Sequence[Evidence], is_second: bool = False) -> CardSeen:
    (card, confidence), *others = one_card(group)
    if is_second:
        confidence = min(confidence, SECOND)
    members = tuple(e.index for e in group)
    return CardSeen(card, confidence, tuple(others), outline(members), members)


def bounding_box(quad: Quad) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 around an outline."""
    points: NDArray[np.float64] = np.asarray(quad)
    x0, y0 = points.min(0)
    x1, y1 = points.max(0)
    return float(x0), float(y0), float(x1), float(y1)
