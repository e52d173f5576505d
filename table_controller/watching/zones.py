"""A settled table with what is needed to say whose the cards on it are. No rule of the game, and no memory."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from vision.mat.mats import A3_FOUR, Mat
from vision.table.sighting import Settled


@dataclass(frozen=True, slots=True)
class Seen:
    """A table come to rest, with all that is needed to say whose the cards are.

    `first_mark` is added to every mark: a camera that starts anew counts from where the log left off, so that no two
    cards of a match share a mark. `doubt` makes the eyes read the card of a mark (theirs) once more.
    """

    settled: Settled
    mat: Mat = A3_FOUR
    first_mark: int = 0
    doubt: Callable[[int], None] | None = field(default=None, compare=False)


def in_hundredths(confidence: float) -> float:
    """Whole hundredths, downwards: what goes into a log must not differ with a processor's last digit."""
    return math.floor(confidence * 100 + 1e-6) / 100
