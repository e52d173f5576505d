"""Reading any photograph: which cards lie on it, how surely, how many backs.

The scale of a photograph is unknown, so it is looked at in several sizes. On the mat the scale is known and
`vision.watch` reads only what changed; both use the same networks and the same assembly.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Rank
from vision.assembly import CardSeen, Evidence, assemble, evidence
from vision.decks import DECKS
from vision.indices import Level, find_indices
from vision.models import MODELS, STRIDE, Floats, Networks
from vision.pictures import Image

SIDES = (320, 640, 1280, 2200)
"""Longest sides in pixels at which a photograph is looked at; beyond twice its own size none is tried."""
SURE = 0.80
"""A reading below this confidence is `??`. Chosen on scenes of decks kept out of training (models/README.md)."""
SMALLEST_BACK = 36.0
"""Width in pixels of the smallest back that is counted, at the size of picture it is looked for in."""
SURELY_BACK = 0.8
"""Mean of the back map within a patch from which it is counted."""
NO_INDEX = 0.6
"""Places that the namer holds for no index with more than this are dropped."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: cards sure enough to be named, cards seen but not sure, backs, and milliseconds taken."""

    cards: tuple[CardSeen, ...]
    unsure: tuple[CardSeen, ...]
    backs: int
    ms: float


@dataclass(frozen=True, slots=True)
class Reader:
    """The loaded networks and the deck's letters."""

    networks: Networks
    letters: Mapping[str, Rank]

    @staticmethod
    def load(folder: Path = MODELS, letters: Mapping[str, Rank] = DECKS["english"]) -> Reader:
        """Load the models (about half a second). Raises ModelDamaged."""
        return Reader(Networks.load(folder), letters)

    def read_photo(self, picture: Image, copies: int = 1, sure: float = SURE) -> Reading:
        """Read a BGR picture of unknown scale. `copies`: how often a card can occur (2 for double decks)."""
        started = time.perf_counter()
        longest = max(picture.shape[:2])
        scales = tuple(s / longest for s in SIDES if s <= 1.6 * longest) or (1.0,)
        found, levels = find_indices(self.networks, picture, scales)
        seen = assemble(self.believable([evidence(i, self.letters) for i in found]), copies)
        cards = tuple(c for c in seen if c.confidence >= sure)
        unsure = tuple(c for c in seen if 0.3 <= c.confidence < sure)
        ms = (time.perf_counter() - started) * 1000
        return Reading(cards, unsure, count_backs(levels[len(levels) // 2]), ms)

    @staticmethod
    def believable(evidences: list[Evidence]) -> list[Evidence]:
        """Evidence that speaks for some card at all."""
        return [e for e in evidences if e.none <= NO_INDEX and e.best[1] >= 0.15]


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
