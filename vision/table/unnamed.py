"""Cards without a name: faces whose index can't be read, and how many backs lie at each place."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.places import OUTSIDE, Place
from vision.mat.flat import PIXELS_PER_MM, Flat
from vision.reading.leftover import unexplained
from vision.reading.networks import STRIDE
from vision.table.baretable import BareTable
from vision.table.tabletop import TableCard, card_cells

BLOB = 0.3
"""Share of a card's area from which bare card face without a name counts as an unreadable card. Chosen, not measured.
Raised, a card mostly under another is not asked about."""
FACE = 0.6
"""Share of such a patch that the finder must take for card face. Chosen, not measured. Raised, cards in poor light are
not asked about; lowered, sleeves and cups are."""
FIGURE = 0.05
"""Share of a card's area that stands out at least on a card that lies there: the only figure of a white joker. Chosen,
not measured. Lowered, crumbs and shadows may be cards."""
NARROWEST = 14.0
"""A patch narrower than this in mm is an edge of the mat or a shadow; what is left to see of a card there tells nobody.
"""
HALO = 1.08
"""A patch of backs is seen so much larger than its cards are. Chosen, not measured. Lowered, a spread packet counts
one card too many."""


@dataclass(frozen=True, slots=True)
class Patch:
    """Something that no named card explains: its area in cards, the share of it that is card face, its middle in mm."""

    area: float
    face: float
    x: float
    y: float

    @property
    def card(self) -> TableCard:
        """The card that it may be."""
        return TableCard((), self.x, self.y, 0.0, -1.0)

    @property
    def is_face(self) -> bool:
        """Whether it is so large, and so much of it card face, that a card lies there."""
        return BLOB < self.area < 2 and self.face >= FACE


def patches(flat: Flat, table: BareTable, named: NDArray[np.bool_]) -> list[Patch]:
    """What lies where people play, outside the `named` cells.

    White paper looks like card face too, so it is looked for where the table no longer looks bare; on white paper
    that is a white card's print and edges, joined here to one patch.
    """
    other = table.unlike_bare & ~named
    joined = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8))
    joined = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, labels, stats, centres = cv2.connectedComponentsWithStats(joined)
    found = []
    for number in range(1, count):
        area = float(stats[number, cv2.CC_STAT_AREA]) / card_cells(flat)
        if area < FIGURE:
            continue
        mine = labels == number
        if _width(mine) < NARROWEST:
            continue
        x, y = flat.to_mm(*(float(v) * STRIDE for v in centres[number]))
        place = flat.mat.place_of_face(x, y)
        if place != OUTSIDE and not place.is_hand:
            found.append(Patch(area, float((table.face[mine] > 0.5).mean()), x, y))
    return found


def _width(patch: NDArray[np.bool_]) -> float:
    """The shorter side in mm of the smallest rectangle around the patch."""
    _, sides, _ = cv2.minAreaRect(np.argwhere(patch).astype(np.float32))
    return float((min(sides) + 1) * STRIDE / PIXELS_PER_MM)


def count_backs(flat: Flat, table: BareTable, named: NDArray[np.bool_]) -> dict[Place, int]:
    """At least how many backs lie at each hand place and spot, by area: what lies on each other counts as one.

    A back is a card (the finder tells cards from tables better than backs from faces) on what was bare table,
    outside the `named` cells.
    """
    back = unexplained(table.face, table.back, named) & table.unlike_bare
    counts = {}
    whole = _patches(back, flat)
    hands = {place: box for place, box in flat.mat.places.items() if place.is_hand}
    for place, (x0, y0, x1, y1) in {**hands, **flat.mat.spots}.items():
        around = 15 if place in hands else 0
        (px0, py0), (px1, py1) = flat.to_px(x0 - around, y0 - around), flat.to_px(x1 + around, y1 + around)
        part = back[int(max(0, py0)) // STRIDE : int(py1) // STRIDE, int(max(0, px0)) // STRIDE : int(px1) // STRIDE]
        share = float(part.sum()) / card_cells(flat)
        most = sum(area for area, (x, y) in whole if x0 - 15 <= x <= x1 + 15 and y0 - 15 <= y <= y1 + 15)
        counts[place] = 0 if share < BLOB else max(1, round(share), round(most / HALO))
    return counts


def _patches(back: NDArray[np.bool_], flat: Flat) -> list[tuple[float, tuple[float, float]]]:
    """Separate patches of backs, the gaps that their pattern leaves filled: area in cards, middle in mm."""
    filled = cv2.morphologyEx(back.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, _, stats, middles = cv2.connectedComponentsWithStats(filled)
    cards = stats[:, cv2.CC_STAT_AREA] / card_cells(flat)
    return [(float(cards[n]), flat.to_mm(*(float(v) * STRIDE for v in middles[n]))) for n in range(1, count)]
