"""Which of the cards that lie there are ripe to be told, and which are looked at once more before.

A card told too early is told wrongly, or in the wrong order; one that waits for ever is never played. No rule of the
game is known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import Unseen
from vision.mat.mats import Mat
from vision.table.remembered import Remembered
from vision.table.sighting import Sighting


def ripe(known: Sequence[Remembered], told_marks: frozenset[int], t: float, mat: Mat) -> list[Sighting]:
    """What is to be told at time `t` (s), oldest first; the cards of `told_marks` were told before.

    Cards that came together are told together: one waits for the other's next look, but not for long, and one that
    can't be read is told with the next that can, because their order matters.
    """
    waits = any(k.needs_look and k.mark not in told_marks for k in known)
    newest = max((k.since for k in known if k.sure), default=-1.0)
    told = []
    for each in sorted(known, key=lambda k: k.mark):
        is_due = not waits and (each.sure or each.since <= newest)
        if not each.needs_look and (each.mark in told_marks or is_due or each.is_ripe(t)):
            told.append(sighting(each, mat))
    return told


def sighting(known: Remembered, mat: Mat) -> Sighting:
    """The card as it is told: by its name where it is sure, else as unreadable."""
    c, names = known.card, known.names
    confidence = names[0][1] if names else 0.0
    place = mat.place_of_face(c.x, c.y)
    unread = Sighting(Unseen.UNREADABLE, confidence, names, c.x, c.y, c.turn, place, known.mark, known.came_from)
    return replace(unread, face=names[0][0], alternatives=names[1:]) if known.sure else unread
