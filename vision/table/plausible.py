"""Which readings of a part of the mat may be cards: not the print of mat and tiles, nor a surer card's own pips.

What is left out is nothing that could be lost: a card that really lies there but is only faintly read is still found
as bare card face (`vision.table.unnamed`). No rule of the game is known here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.cards import Rank
from engine.certainty import EVIDENCE, NAMED
from vision.mat.mats import Mat
from vision.table.baretable import BareTable
from vision.table.remembered import Remembered, hide_each_other
from vision.table.tabletop import TableCard, holds
from vision.table.tilewatch import TileWatch

PRINT = 8.0
"""An index this near in mm to a number printed on the mat is that number, where the table looks bare. Chosen, not
measured. Raised, a card whose index lies on a number is missed as long as it is not taken for a card."""


class Plausible:
    """Weighs readings against what is known of one mat: its print, its tiles, the bare table."""

    def __init__(self, mat: Mat, table: BareTable, tiles: TileWatch) -> None:
        self._card, self._numbers, self._table, self._tiles = mat.card, mat.numbers, table, tiles

    def of(self, cards: Sequence[TableCard], known: Sequence[Remembered]) -> list[TableCard]:
        """What may be cards: no print of bid tiles, and of doubtful readings no faint ones, no lone words (jokers),
        none where the table looks bare (the mat's own print) or within a surely read card (its own pips and court);
        nothing that can be another index of a card that is known.
        """
        cards = [c for c in cards if not self._tiles.explains(c) and not self._is_print(c)]
        sure = [c for c in cards if c.names[0][1] >= NAMED]
        doubtful = [c for c in cards if _is_likely(c) and self._is_new_beside(c, sure)]
        return [c for c in sure + doubtful if not any(k.may_be(c, self._card) for k in known)]

    def _is_new_beside(self, card: TableCard, sure: Sequence[TableCard]) -> bool:
        """Whether it was read where the table is no longer bare, and not within one of these cards."""
        if not self._table.is_new(card.read_at):
            return False
        return not any(holds(each, self._card, place) for each in sure for place in card.read_at)

    def is_phantom(self, card: TableCard, others: Sequence[TableCard], known: Sequence[Remembered]) -> bool:
        """Whether a surer card lies there so that each would hide what the other was read from: one can't be.

        What was read before from an index that is hidden now says nothing against a card that is surely read.
        """
        sure = card.names[0][1]
        surer = [c for c in others if c.names[0][1] > sure]
        if sure < NAMED:
            surer += [k.card for k in known if k.sure]
        return any(hide_each_other(card, each, self._card) for each in surer)

    def _is_print(self, card: TableCard) -> bool:
        """Whether what was read as a card is a number printed on the mat, on which nothing lies."""
        near = [min(math.dist(place, number) for number in self._numbers) for place in card.read_at]
        return bool(near) and max(near) < PRINT and not self._table.is_new(card.read_at)


def _is_likely(card: TableCard) -> bool:
    """Whether a reading that isn't sure speaks for a card at all: any small print may look like a joker's word."""
    name, confidence = card.names[0]
    return EVIDENCE <= confidence < NAMED and name.rank is not Rank.JOKER
