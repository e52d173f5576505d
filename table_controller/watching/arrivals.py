"""What came when: which look saw a card first, since when the table was empty, and who has reached in.

Of single pictures, not of the game: it tells apart what the engine can't see in a layout, whether a card lay there
before another, and whether a card that has gone was taken back or carried off with a trick that nobody saw.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.layout import Seat
from engine.places import Place

KEPT = 200
"""So many marks back a card is remembered while it is out of sight: several hands' cards. Only keeps the memory from
growing."""


class Arrivals:
    """Cards by the layout's marks, which only grow."""

    def __init__(self) -> None:
        self._looks = 0
        self._arrived: dict[int, int] = {}  # by mark, the number of the look that saw it first
        self._newest = 0
        self.fresh_from = 0
        """The first mark of those laid since the table was last empty; 0 if it never was."""
        self._plays = 0
        self._reached: set[Seat] = set()

    def see(self, marks: Iterable[int], hands: Iterable[Place], plays: int) -> None:
        """One look: the cards that lie there, the hand places arms came from before it, and the plays known by then.

        Of cards that one look saw first nobody knows the order.
        """
        self._looks += 1
        for mark in marks:
            self._arrived.setdefault(mark, self._looks)
        if plays != self._plays:
            self._plays = plays
            self._reached.clear()
        self._reached |= {hand.number for hand in hands}

    def see_empty(self, marks: Iterable[int], nobodys: set[int]) -> None:
        """Where only nobody's cards lie there, those that come from now on are none of an earlier trick."""
        lying = list(marks)
        if all(mark in nobodys for mark in lying):
            self.fresh_from = self._newest + 1
        self._newest = max(self._newest, *lying, 0)

    @property
    def reached(self) -> tuple[Seat, ...]:
        """Seats whose arms came in since the last play that is known, the look included that saw its card first."""
        return tuple(sorted(self._reached))

    def came_no_later(self, mark: int, other: int) -> bool:
        """Whether the card was seen first in the same look as the other one or before."""
        return self._arrived[mark] <= self._arrived[other]

    def is_old(self, mark: int, lying: set[int]) -> bool:
        """Whether a card has been out of sight so long that nothing more is to be remembered of it."""
        return mark <= max(lying, default=0) - KEPT and mark not in lying

    def forget(self, lying: set[int]) -> None:
        """Only these cards still lie there."""
        self._arrived = {mark: look for mark, look in self._arrived.items() if not self.is_old(mark, lying)}
