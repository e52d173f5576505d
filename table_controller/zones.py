"""What vision saw to what the engine is told: which place of the mat is whose.

The only translation between the two vocabularies. No rule of the game, no memory: the same settled table
gives the same layout.
"""

from __future__ import annotations

import math
import re

from engine.cards import Unseen
from engine.layout import Laid, Layout
from vision.sighting import Settled, Sighting

_IN_PLAY = re.compile(r"play\d+|middle")


def layout_from(settled: Settled, seats: int, first_mark: int = 0) -> Layout:
    """The layout of a table of `seats` players.

    `first_mark` is added to every mark: a camera that starts anew counts from where the log left off, so that
    no two cards of a match share a mark.
    """
    faces = sorted((seen for seen in settled.sightings if seen.face is not Unseen.BACK), key=lambda seen: seen.mark)
    backs = tuple(settled.backs.get(f"hand{seat}", 0) for seat in range(1, seats + 1))
    return Layout(tuple(_laid(seen, first_mark) for seen in faces), backs)


def _laid(seen: Sighting, first_mark: int) -> Laid:
    place = seen.place if _IN_PLAY.fullmatch(seen.place) else "outside"
    alternatives = tuple((card, in_hundredths(confidence)) for card, confidence in seen.alternatives)
    return Laid(seen.face, in_hundredths(seen.confidence), place, seen.mark + first_mark, alternatives)


def in_hundredths(confidence: float) -> float:
    """Whole hundredths, downwards: what goes into a log must not differ with a processor's last digit."""
    return math.floor(confidence * 100 + 1e-6) / 100
