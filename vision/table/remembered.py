"""A card on the table as far as it is known, and whether a fresh reading is that card again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.certainty import CERTAIN, NAMED
from engine.places import Place
from vision.table.baretable import Print
from vision.table.tabletop import Point, TableCard, holds

LOOKS = 2
"""A card not read plainly is read in so many frames before it is told, and while unsure whenever anything changes.
Raised, every such card is told a frame, a tenth of a second, later."""
DOUBTED_LOOKS = 3
"""A card whose reading contradicts what is known is read in up to so many more frames, and their mean counts.

Read plainly, one is enough: a second look at a card that lies there is hardly wrong where the first was right, and who
laid a wrong card often takes it back within a second.
"""
PATIENCE = 0.6
"""An unread card is told after so many seconds: by then a hand that hid it has mostly gone, and it has been read.
Chosen, not measured. Raised, questions come later, and fewer."""
STAYED = 22.0
"""A card of the same name this near in mm is the same card, nudged. Chosen, not measured. Raised, in a double deck the
equal card laid beside it is taken for it."""
NUDGED = 4.0
"""Millimetres by which a known card must be read elsewhere to have moved: readings of one at rest differ by up to
two. Smaller, and a card at a zone's edge changes its place with every look."""
SAME_INDEX = 7.0
"""An index this near in mm to where a card has one is that card's. Chosen, not measured; decks' indices differ by 2
mm. Raised, the index of a card laid nearly exactly on it is taken for its own."""
SLID = 130.0
"""A sure card that is gone from its place, with its name read surely this near in mm, has been slid there. Chosen, not
measured. Raised, the equal card of a double deck, laid as the first is taken, keeps its mark."""


@dataclass(slots=True)
class Remembered:
    """`names` is the mean over `looks` readings, the likeliest first.

    Once read surely it keeps its name as long as it lies there: a worse look later, half covered, is no reason to
    doubt. `printed` is how it differed from the bare table when it was read; `came_from` the
    hand place that the movement before it led to; `since` when it was first seen, in seconds. `doubted`: read anew,
    and only the mean of the looks counts.
    """

    card: TableCard
    mark: int
    printed: Print
    names: tuple[tuple[Card, float], ...]
    looks: int = 1
    came_from: Place | None = None
    since: float = 0.0
    doubted: bool = False

    def read_again(self, card: TableCard, printed: Print) -> None:
        """Take in another reading of this card."""
        if self.sure:
            if card.names and card.names[0][0] == self.names[0][0] and card.names[0][1] >= NAMED:
                self.printed = printed
                self.card = card if near(card, self.card) > NUDGED else self.card
        else:
            self._average(card.names)
            self.card, self.printed = card, printed
        self.looks += 1

    def _average(self, names: tuple[tuple[Card, float], ...]) -> None:
        sums = {name: p * self.looks for name, p in self.names}
        for name, p in names:
            sums[name] = sums.get(name, 0.0) + p
        means = sorted(((n, p / (self.looks + 1)) for n, p in sums.items()), key=lambda ns: -ns[1])
        plain = bool(names) and names[0][1] >= CERTAIN and not self.doubted
        self.names = names if plain else tuple(means[:4])

    def doubt(self) -> None:
        """Read it anew, as if it had just been laid."""
        self.doubted, self.looks, self.names = True, 0, ()

    @property
    def sure(self) -> bool:
        return bool(self.names) and self.names[0][1] >= NAMED and self.looks_enough

    @property
    def never_was(self) -> bool:
        """Whether it was doubted and has not been seen again since: it was no card."""
        return self.doubted and not self.names

    def may_be(self, card: TableCard, size: tuple[float, float]) -> bool:
        """Whether a fresh reading within this card, elsewhere than its own, can be another index of it.

        Of one that isn't sure one index within it is enough: what is half covered is seen in the wrong place. Where
        this card has its own indices such a reading is one of them, whatever it says.
        """
        if not self.names or near(card, self.card) < STAYED:
            return False
        inside = [holds(self.card, size, place) for place in card.read_at]
        if card.names[0][1] >= NAMED:
            return all(inside) and card.names[0][0] == self.names[0][0]
        is_named = any(name == self.names[0][0] for name, _ in card.names)
        return (any(inside) and is_named) or (self.sure and self._has_indices_at(card.read_at, size))

    def is_misplaced(self, sure: Remembered, size: tuple[float, float]) -> bool:
        """Whether this unsure card is an index of that sure one, seen leaning so that it spoke of a card elsewhere."""
        if self.sure or not self.card.read_at or all(name != sure.names[0][0] for name, _ in self.names):
            return False
        return sure._has_indices_at(self.card.read_at, size)

    def _has_indices_at(self, places: Sequence[Point], size: tuple[float, float]) -> bool:
        corners = self.card.index_places(size)
        return bool(places) and all(min(math.dist(p, corner) for corner in corners) < SAME_INDEX for p in places)

    @property
    def looks_enough(self) -> bool:
        """Whether it has been looked at as often as it takes to be believed."""
        return self.looks >= self._looks_due or (bool(self.names) and self.names[0][1] >= CERTAIN)

    @property
    def _looks_due(self) -> int:
        return DOUBTED_LOOKS if self.doubted else LOOKS

    def is_ripe(self, t: float) -> bool:
        """Whether it has been known so long that, if it can't be read, people may be told."""
        return t >= self.since + PATIENCE

    @property
    def needs_look(self) -> bool:
        return not self.sure and self.looks < self._looks_due


def near(a: TableCard, b: TableCard) -> float:
    """Distance of two cards' centres in mm."""
    return math.hypot(a.x - b.x, a.y - b.y)


def agree(card: TableCard, known: Remembered) -> bool:
    """Whether a fresh reading can be the known card: the same name, or one of the two unsure."""
    if not known.names or not card.names:
        return True
    return card.names[0][0] == known.names[0][0] or not known.sure or card.names[0][1] < NAMED


def has_slid(card: TableCard, known: Remembered) -> bool:
    """Whether a fresh reading is the known card, slid to another place."""
    if not known.sure or not card.names or card.names[0][1] < NAMED:
        return False
    return card.names[0][0] == known.names[0][0] and near(card, known.card) < SLID


def hide_each_other(a: TableCard, b: TableCard, size: tuple[float, float]) -> bool:
    """Whether an index that each was read from lies on the other: whichever is on top, the other's can't be seen."""
    inner = size[0] - 6.0, size[1] - 6.0  # at the very edge nothing is certain
    return any(holds(b, inner, place) for place in a.read_at) and any(holds(a, inner, place) for place in b.read_at)
