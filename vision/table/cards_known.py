"""The cards that are known to lie on one table, with their marks, and what a fresh look at a part of it does to them.

A card that is not read again at its place has slid elsewhere, is covered for the moment, or has gone; only where the
bare table is seen at rest it has gone. What is out of sight is neither there nor gone. No rule of the game is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.places import Place
from vision.mat.flat import Flat
from vision.reading.indices import Box
from vision.table.baretable import BareTable
from vision.table.parts import around
from vision.table.plausible import Plausible
from vision.table.raised import LyingCards
from vision.table.remembered import PATIENCE, STAYED, Remembered, agree, has_slid, near
from vision.table.tabletop import Point, TableCard, covered_by, lie_alike
from vision.table.tilewatch import TileWatch
from vision.table.unnamed import Patch
from vision.table.view import View

SAME_PLACE = 30.0
"""A card named this near in mm to where one lay without a name is that one: a nameless face's middle is only rough."""
ALIKE_APART, TWINS_APART = 90.0, 35.0
"""Cards of one name nearer than this in mm are one card read twice (a four-index card's third index); the second where
the deck has each card twice and two may lie on each other."""
OUT_OF_SIGHT = 0.25
"""Share of a card that is out of sight from which on a look says nothing of it: "gone" needs its place in sight."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One look at the table at `t` seconds: what of it is in sight, and which hand place the movement before the look
    leads to from a spot in mm (None where that is unclear). `by_taps`: where the table lies was told by hand.
    """

    t: float
    view: View
    came_from: Callable[[Point], Place | None]
    by_taps: bool = False


@dataclass(frozen=True, slots=True)
class HalfSeen:
    """A reading whose card was partly out of sight, since `since` seconds: from one corner its place is uncertain."""

    card: TableCard
    since: float

    def has_waited(self, t: float) -> bool:
        """Whether it is taken as it is: whatever moves before it goes on and on."""
        return t >= self.since + PATIENCE

    def is_over(self, t: float) -> bool:
        """Whether nothing more is expected of it."""
        return t >= self.since + 2 * PATIENCE


class CardsKnown:
    """Cards by name, faces without one (`blobs`), and what may be one (`faint`).

    `copies`: how often a card is in the deck.
    """

    def __init__(self, flat: Flat, table: BareTable, tiles: TileWatch, copies: int) -> None:
        self.cards: list[Remembered] = []
        self.blobs: list[Remembered] = []
        self.faint: list[Remembered] = []
        self.halves: list[Box] = []
        """Where one end of a card was read: it is to be read whole in the next frame."""
        self.half_seen: list[HalfSeen] = []
        self.told_marks: frozenset[int] = frozenset()
        self._flat, self._table, self._copies = flat, table, copies
        self._plausible = Plausible(flat.mat, table, tiles)
        self._marks = 0
        self._lying = LyingCards(flat.mat)

    @property
    def all(self) -> list[Remembered]:
        """Whatever has a mark."""
        return self.cards + self.blobs + self.faint

    @property
    def unsure(self) -> list[Remembered]:
        """What may be looked at again."""
        return [k for k in self.cards + self.blobs if not k.sure] + [k for k in self.faint if k.needs_look]

    @property
    def is_any_untold(self) -> bool:
        """Whether a card that was read has not been told yet."""
        return any(k.sure and k.mark not in self.told_marks for k in self.cards)

    def waits_for_look(self, known: Remembered, t: float) -> bool:
        """Whether this unsure one is to be looked at again at `t` (s), or to be told as it is."""
        return known.needs_look or (known.is_ripe(t) and known.mark not in self.told_marks)

    def covered(self, known: Sequence[Remembered]) -> NDArray[np.bool_]:
        """The table's cells on which these lie."""
        return covered_by(self._flat, [k.card for k in known], self._table.shape)

    def out_of_sight(self, view: View) -> frozenset[int]:
        """The marks of those of which this view shows too little to say anything."""
        return frozenset(k.mark for k in self.cards + self.blobs if self._is_hidden(k, view))

    def take(self, cards: Sequence[TableCard], box: Box, look: Look) -> None:
        """Replace what is known of one part of the table by what was just read there."""
        lying = [c for c in cards if self._is_in_sight(c, look.view) and not self._lying.is_above(c, look.by_taps)]
        read = self._plausible.of(lying, self.cards)
        waiting = list(read)
        for known in self._recognised(waiting, box):
            if not self._is_hidden(known, look.view):
                self._not_seen_again(known, waiting, read)
        waiting = [c for c in waiting if not self._is_one_end(c, box) and not self._is_half_seen(c, look)]
        self.cards += [self._new(c, look) for c in waiting if not self._plausible.is_phantom(c, read, self.cards)]
        sure = [k for k in self.cards if k.sure]
        self.cards = [k for k in self.cards if not any(k.is_misplaced(s, self._flat.mat.card) for s in sure)]
        self._one_of_each_name()

    def take_patches(self, patches: Iterable[Patch], look: Look) -> None:
        """Replace what is known of what lies there without a name."""
        several = list(patches)
        self.blobs = self._again(self.blobs, (each.card for each in several if each.is_face), look)
        self.faint = self._again(self.faint, (each.card for each in several if not each.is_face), look)

    def _recognised(self, waiting: list[TableCard], box: Box) -> list[Remembered]:
        """Gives readings to the known cards of the part that they are of, and takes them out of `waiting`; which known
        ones got none.
        """
        missing = []
        for known in [k for k in self.cards if self._within((k.card.x, k.card.y), box)]:
            match = min(
                (c for c in waiting if near(c, known.card) < STAYED and agree(c, known)),
                key=lambda c: near(c, known.card), default=None,
            )  # fmt: skip
            if match is None:
                missing.append(known)
            else:
                waiting.remove(match)
                known.read_again(match, self._table.print_of(match))
        return missing

    def _is_in_sight(self, card: TableCard, view: View) -> bool:
        """Whether what it was read from lies still: a fan of cards in a moving hand lies nowhere."""
        return not card.read_at or not bool(view.is_hidden(self._flat, np.array(card.read_at)).any())

    def _is_half_seen(self, card: TableCard, look: Look) -> bool:
        """Whether so much of it is out of sight that it waits for a better look."""
        if not look.view.hidden.any():
            return False
        mine = covered_by(self._flat, [card], self._table.shape)
        if float(look.view.hidden[mine].mean()) <= OUT_OF_SIGHT:
            return False
        before = next((each for each in self.half_seen if near(each.card, card) < STAYED), None)
        if before is None:
            self.half_seen.append(HalfSeen(card, look.t))
        return before is None or not before.has_waited(look.t)

    def _is_hidden(self, known: Remembered, view: View) -> bool:
        """Whether so much of it is out of sight that the look says nothing of it."""
        if not view.hidden.any():
            return False
        return float(view.hidden[self.covered([known])].mean()) > OUT_OF_SIGHT

    def _is_one_end(self, card: TableCard, box: Box) -> bool:
        """Whether only one end of this card, where one is known, lies in the part: it is read whole in the next frame.

        Misread at one end it is the known card; another one laid on that says so at both.
        """
        ends = [(2 * card.x - x, 2 * card.y - y) for x, y in card.read_at]
        is_whole = all(self._within(end, box) or not self._within(end, (0, 0, *self._flat.size)) for end in ends)
        if is_whole or not any(lie_alike(card, known.card) for known in self.cards):
            return False
        self.halves.append(around(self._flat, card.corners(self._flat.mat.card)))
        return True

    def _not_seen_again(self, known: Remembered, waiting: list[TableCard], others: Sequence[TableCard]) -> None:
        """A card that was not read again at its place: slid elsewhere, covered for the moment, or gone.

        `others` were read just now, and may lie on it.
        """
        stays = self._table.shows(known.card, known.printed, others)
        if stays and self._table.is_covered(known.printed, others):
            stays = not self._is_gathered(known)  # what no eye can see lies as long as what lay with it
        # Of a card that is in the deck twice, the other one may have been laid since.
        other = self._copies > 1 and (stays or self._is_gathered(known))
        slid = None if other else next((c for c in waiting if has_slid(c, known)), None)
        if slid is not None:
            waiting.remove(slid)
            known.read_again(slid, self._table.print_of(slid))
        elif not stays or known.never_was:
            self.cards.remove(known)
            self.blobs += [known] if stays else []  # if a face lies there, it is without a name now
        elif not known.sure:
            known.looks += 1

    def _is_gathered(self, known: Remembered) -> bool:
        """Whether of the cards that lay with this one none shows any more."""
        others = [k for k in self.cards + self.blobs if k is not known and k.mark in self.told_marks]
        return len(self.told_marks) > 1 and not any(self._table.shows(k.card, k.printed, ()) for k in others)

    def _within(self, point: Point, box: Box) -> bool:
        x, y = self._flat.to_px(*point)
        return box[0] <= x < box[2] and box[1] <= y < box[3]

    def _new(self, card: TableCard, look: Look) -> Remembered:
        """A card not known before; one that lay there without a name, or had lost it, keeps its mark."""
        before = next((b for b in self.blobs + self.faint if near(b.card, card) < SAME_PLACE), None)
        if before is None:
            return self._first_seen(card, look)
        self.blobs, self.faint = ([b for b in some if b is not before] for some in (self.blobs, self.faint))
        printed = self._table.print_of(card)
        return Remembered(card, before.mark, printed, card.names, came_from=before.came_from, since=before.since)

    def _first_seen(self, card: TableCard, look: Look) -> Remembered:
        self._marks += 1
        self._lying.learn(card)
        way = look.came_from((card.x, card.y))
        return Remembered(card, self._marks, self._table.print_of(card), card.names, came_from=way, since=look.t)

    def _one_of_each_name(self) -> None:
        """Of cards with one name close together only the surest is kept: the third index of a four-index card."""
        kept: list[Remembered] = []
        apart = ALIKE_APART if self._copies == 1 else TWINS_APART
        for known in sorted(self.cards, key=lambda k: -k.names[0][1] if k.names else 0.0):
            same = [k for k in kept if k.names and known.names and k.names[0][0] == known.names[0][0]]
            if not any(near(k.card, known.card) < apart for k in same):
                kept.append(known)
        self.cards = sorted(kept, key=lambda k: k.mark)

    def _again(self, known: Sequence[Remembered], cards: Iterable[TableCard], look: Look) -> list[Remembered]:
        """Cards without a name, each with the mark it had among those known."""
        found = []
        for card in cards:
            old = next((b for b in known if near(b.card, card) < STAYED), None)
            if old is not None:
                old.read_again(card, old.printed)
            found.append(old or self._first_seen(card, look))
        return found
