"""What lies on the table, already attributed to places. Plain values.

No rule and no memory here: a layout says what is seen now, not what happened.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Unseen
from engine.places import Place

Seat = int
"""1 to n, clockwise round the table."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One face-up card that lies still.

    `confidence` runs from 0 to 1. `place` is a play zone, the middle or outside. `mark` is a number that stays with
    the same physical card while it stays on the table.
    """

    face: Card | Unseen
    confidence: float
    place: Place
    mark: int
    alternatives: tuple[tuple[Card, float], ...] = ()

    @property
    def seat(self) -> Seat | None:
        """Whose play zone this is; None in the middle and outside."""
        return self.place.number if self.place.is_play else None


@dataclass(frozen=True, slots=True)
class Layout:
    """All that lies on the table at one moment: face-up cards oldest first, and backs by seat.

    `backs[0]` is seat 1: 0 for none, n for at least n backs at that seat's hand place. `fresh_from`: cards with marks
    from this on were laid since the table was last seen without cards; 0 if it never was. `reached`: the seats
    whose arms came in since the last play that was known.
    """

    laid: tuple[Laid, ...] = ()
    backs: tuple[int, ...] = ()
    fresh_from: int = 0
    reached: tuple[Seat, ...] = ()
