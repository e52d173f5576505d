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

from engine.cards import Rank
from vision.assembly import CardSeen, Evidence, assemble, evidence
from vision.decks import DECKS
from vision.indices import Level, find_indices
from vision.models import MODELS, STRIDE, Networks
from vision.pictures import Image

SIDES = (320, 640, 1280, 2200)
"""Longest sides in pixels at which a photograph is looked at; beyond twice its own size none is tried."""
SURE = 0.80
"""A reading below this confidence is `??`. Chosen on scenes of decks kept out of training (models/README.md)."""
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
    """How many separate backs the finder's back map shows; backs that touch count as one."""
    mask = (level.maps[7] > 0.5).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    least = (40 / STRIDE) * (56 / STRIDE) * 0.5  # half of the smallest card that can be read
    return sum(1 for s in stats[1:count] if s[4] >= least)
