"""Which of the cards that lie there are ripe to be told, and which are looked at once more before.

A card told too early is told wrongly, or in the wrong order; one that waits for ever is never played. No rule of the
game is known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import Unseen
from vision.mat.mats import Mat
from vision.table.remembered import Remembered
from vision.table.sighting import Sighting

TOGETHER_S = 0.25
"""Seconds for which a card waits while something else comes to rest on the mat: what came first may be read last.
Two who play fast lay their cards a few tenths apart. Longer, and every card beside a resting arm is told late."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a look has left: the cards, the marks of those told before, of those out of sight, and whether something
    that is not read yet lies on the mat.
    """

    cards: Sequence[Remembered]
    told: frozenset[int]
    hidden: frozenset[int]
    is_more_coming: bool


def ripe(known: Known, t: float, mat: Mat) -> list[Sighting]:
    """What is to be told at time `t` (s), oldest first.

    Cards that came together are told together: one waits for the other's next look, but not for long, and one that
    can't be read is told with the next that can, because their order matters. What is out of sight is not told to be
    unreadable: it may be read once it is seen.
    """
    return [sighting(each, mat) for each in sorted(known.cards, key=lambda k: k.mark) if _is_told(each, known, t)]


def _is_told(each: Remembered, known: Known, t: float) -> bool:
    if each.needs_look or each.mark in known.told:
        return not each.needs_look
    return (each.sure or each.mark not in known.hidden) and (each.is_ripe(t) or _is_due(each, known, t))


def _is_due(each: Remembered, known: Known, t: float) -> bool:
    """Whether nothing that came with it has still to be looked at."""
    if any(k.needs_look and k.mark not in known.told for k in known.cards):
        return False
    if known.is_more_coming and t < each.since + TOGETHER_S:
        return False
    return each.sure or each.since <= max((k.since for k in known.cards if k.sure), default=-1.0)


def sighting(known: Remembered, mat: Mat) -> Sighting:
    """The card as it is told: by its name where it is sure, else as unreadable."""
    c, names = known.card, known.names
    confidence = names[0][1] if names else 0.0
    place = mat.place_of_face(c.x, c.y)
    unread = Sighting(Unseen.UNREADABLE, confidence, names, c.x, c.y, c.turn, place, known.mark, known.came_from)
    return replace(unread, face=names[0][0], alternatives=names[1:]) if known.sure else unread
