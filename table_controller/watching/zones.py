"""What vision saw to what the engine is told: which place of the mat is whose.

The only translation between the two vocabularies. No rule of the game, no memory: the same settled table
gives the same layout.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.cards import Unseen
from engine.certainty import HARDLY
from engine.layout import Laid, Layout
from engine.places import MIDDLE, OUTSIDE, Place, hand_place
from vision.mat.mats import A3_FOUR, Mat
from vision.table.sighting import Settled, Sighting


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


View = Seen | Layout
"""What a look gives: what a camera saw, or a layout already made."""


def layout_from(settled: Settled, seats: int, first_mark: int = 0, owners: Mapping[int, Place] | None = None) -> Layout:
    """The layout of a table of `seats` players.

    `first_mark` as in Seen. `owners`: places of cards, by the layout's marks, where more is known than where they lie.
    """
    faces = sorted((seen for seen in settled.sightings if seen.face is not Unseen.BACK), key=lambda seen: seen.mark)
    backs = tuple(settled.backs.get(hand_place(seat), 0) for seat in range(1, seats + 1))
    return Layout(tuple(_laid(seen, first_mark, owners or {}) for seen in faces), backs)


def _laid(seen: Sighting, first_mark: int, owners: Mapping[int, Place]) -> Laid:
    mark = seen.mark + first_mark
    place = owners.get(mark, seen.place)
    alternatives = tuple((card, in_hundredths(p)) for card, p in seen.alternatives if p >= HARDLY)
    where = place if place.is_play or place == MIDDLE else OUTSIDE
    return Laid(seen.face, in_hundredths(seen.confidence), where, mark, alternatives)


def in_hundredths(confidence: float) -> float:
    """Whole hundredths, downwards: what goes into a log must not differ with a processor's last digit."""
    return math.floor(confidence * 100 + 1e-6) / 100
