"""Reading any photograph: which cards lie on it, how surely, how many backs.

The scale of a photograph is unknown, so it is looked at in several sizes. On the mat the scale is known and
`vision.table.watch` reads only what changed; both use the same networks and the same assembly.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.certainty import MAY_BE, NAMED
from vision.pictures import Image
from vision.reading.assembly import CardSeen, Evidence, Quad, assemble, evidence
from vision.reading.covering import without_contradictions
from vision.reading.decks import BY_ITSELF, Letters
from vision.reading.indices import FoundIndex, Level, Sizes, find_indices
from vision.reading.leftover import leftover
from vision.reading.networks import GLYPHS, MODELS, STRIDE, SUITS, Floats, Networks
from vision.reading.taught import TaughtDeck

SIDES = (320, 640, 1280, 2200)
"""Longest sides in pixels at which a photograph is looked at; beyond twice its own size none is tried. Each about
doubles the one before. Chosen, not measured. Another size costs its pixels in time."""
FRAMED_SIDES, MARGIN = (160, 320, 640), 0.35
"""Longest sides in pixels, margin included, at which it is looked at with a margin round it, as a share of its own
longest side: the finder knows indices within cards on a ground, and not at a picture's edge. Of 150 scans cropped to
the card 68 are named without, 126 from 320 on, 150 with the 160 that cards with letters a third of their height need;
on a margin of 0.2 ten fewer."""
SMALLEST_BACK = 36.0
"""Width in pixels of the smallest back that is counted, at the size of picture it is looked for in. Chosen, not
measured. Lowered, patterned cloth is counted."""
SURELY_BACK = 0.8
"""Mean of the back map, 0 to 1, within a patch from which it is counted. Chosen, not measured. Raised, backs in poor
light are missed."""
SURE_LETTER = 0.9
"""Least probability of letter and of suit sign for an index to count towards the deck's language. On 1,092 indices of
photographs of English decks none was wrong about it. Raised, a foreign deck is found out later."""
NO_INDEX = 0.6
"""Places that the namer holds for no index with more than this are dropped. Chosen, not measured. Raised, more print
is named as unsure cards."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: cards sure enough to be named, cards seen but not sure, backs, and milliseconds taken.

    `unread`: outlines in pixels of faces in plain sight on which no index was found at all. `size`: the picture's width
    and height.
    """

    cards: tuple[CardSeen, ...]
    unsure: tuple[CardSeen, ...]
    backs: int
    ms: float
    unread: tuple[Quad, ...] = ()
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """The loaded networks and what the letters on the cards mean."""

    networks: Networks
    letters: Letters
    taught: TaughtDeck | None = None

    @staticmethod
    def load(folder: Path = MODELS, deck: str | TaughtDeck = BY_ITSELF) -> Reader:
        """Load the models (a tenth of a second) for a deck's language, or for a deck that was taught.

        Raises ModelDamaged, and ValueError for an unknown language.
        """
        if isinstance(deck, TaughtDeck):
            return Reader(Networks.load(folder), Letters.of(deck.language), deck)
        return Reader(Networks.load(folder), Letters.of(deck))

    def read_photo(self, picture: Image, copies: int = 1, sure: float = NAMED) -> Reading:
        """Read a BGR picture of unknown scale. `copies`: how often a card can occur (2 for double decks)."""
        started = time.perf_counter()
        found, levels = self.look(picture)
        likely = [c for c in assemble(self.evidence(found), copies) if c.confidence >= MAY_BE]
        seen = without_contradictions(likely)
        cards = tuple(c for c in seen if c.confidence >= sure)
        unsure = tuple(c for c in seen if c.confidence < sure)
        rest = leftover(levels, seen)
        size = picture.shape[1], picture.shape[0]
        return Reading(cards, unsure, rest.backs, (time.perf_counter() - started) * 1000, rest.faces, size)

    def look(self, picture: Image) -> tuple[list[FoundIndex], list[Level]]:
        """All indices of a picture of unknown scale, and the sizes it was looked at in."""
        longest = max(picture.shape[:2])
        plain = tuple(s / longest for s in SIDES if s <= 1.6 * longest) or (1.0,)
        framed = tuple(s / (1 + 2 * MARGIN) / longest for s in FRAMED_SIDES if s <= 1.6 * longest)
        return find_indices(self.networks, picture, Sizes(plain, framed, MARGIN))

    def evidence(self, found: Sequence[FoundIndex]) -> list[Evidence]:
        """What the indices say in this deck's letters, without those that speak for no card at all."""
        for i in found:
            glyph, suit = int(i.glyphs.argmax()), int(i.suits.argmax())
            if min(i.glyphs[glyph], i.suits[suit]) >= SURE_LETTER and glyph < len(GLYPHS) and suit < len(SUITS):
                self.letters.saw(GLYPHS[glyph], SUITS[suit])
        told = [evidence(i, self.letters.meaning) for i in found if i.glyphs[-1] <= NO_INDEX]
        if self.taught is not None:
            told = [self.taught.sharpen(e) for e in told]
        return [e for e in told if e.none <= NO_INDEX and e.best[1] >= 0.15]


def count_backs(level: Level) -> int:
    """How many separate card-shaped patches the finder's back map shows; backs that touch count as one.

    Of a card's shape: most of its enclosing rectangle filled, sides between 1 : 1 and 1 : 2.4 (seen at an angle).
    """
    mask = (level.maps[7] > 0.5).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, labels = cv2.connectedComponents(mask)
    return sum(1 for n in range(1, count) if _is_back(labels == n, level.maps[7]))


def _is_back(patch: NDArray[np.bool_], back: Floats) -> bool:
    points = np.argwhere(patch).astype(np.float32)
    _, (a, b), _ = cv2.minAreaRect(points)
    short, long = sorted((a + 1, b + 1))  # cells have a width, their centres have none
    shaped = short >= SMALLEST_BACK / STRIDE and long <= 2.4 * short and patch.sum() >= 0.75 * short * long
    return bool(shaped and back[patch].mean() > SURELY_BACK)
