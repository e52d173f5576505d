"""Pictures of one table one after another, without a mat: which cards came, in order, and which have gone.

For games laid out and photographed card by card, from any side. Places are the pictures' own; whose a card is can't be
known without a mat. A card covered in one picture and back in the next has not gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.cards import Card

GONE_AFTER = 2
"""A card not seen in so many pictures in a row has been taken away; one picture may miss it."""


@dataclass(frozen=True, slots=True)
class Step:
    """What picture `number` (from 0) brought: cards seen for the first time, surest first, and cards gone since."""

    number: int
    came: tuple[Card, ...]
    gone: tuple[Card, ...]
    lying: tuple[Card, ...]


@dataclass(slots=True)
class Sequence:
    """Follows the cards through the pictures. `copies`: how often a card is in the deck."""

    copies: int = 1
    _lying: dict[Card, int] = field(default_factory=dict)  # how often in sight
    _missing: dict[Card, int] = field(default_factory=dict)
    _order: list[Card] = field(default_factory=list)
    _number: int = 0

    def see(self, cards: Iterable[tuple[Card, float]]) -> Step:
        """Take in the cards read in the next picture, each with its confidence."""
        surest = sorted(cards, key=lambda each: -each[1])
        seen: dict[Card, int] = {}
        for card, _ in surest:
            seen[card] = min(self.copies, seen.get(card, 0) + 1)
        came = []
        for card, count in seen.items():
            came += [card] * max(0, count - self._lying.get(card, 0))
            self._lying[card] = max(count, self._lying.get(card, 0))
            self._missing.pop(card, None)
        gone = self._take_away(set(seen))
        self._order += came
        step = Step(self._number, tuple(came), tuple(gone), tuple(self._order))
        self._number += 1
        return step

    def _take_away(self, seen: set[Card]) -> list[Card]:
        gone: list[Card] = []
        for card in [card for card in self._lying if card not in seen]:
            self._missing[card] = self._missing.get(card, 0) + 1
            if self._missing[card] >= GONE_AFTER:
                gone += [card] * self._lying.pop(card)
                del self._missing[card]
        self._order = [card for card in self._order if card not in gone]
        return gone


def steps(pictures: Iterable[Iterable[tuple[Card, float]]], copies: int = 1) -> Iterator[Step]:
    """The steps of whole pictures' readings."""
    sequence = Sequence(copies)
    for cards in pictures:
        yield sequence.see(cards)
