"""What looks like cards in a picture and is none of those that were read: backs, and faces without a readable index.

The finder tells cards from tables better than backs from faces, so a card is where either map says so, less the cards
that were read. A patch of such cells counts if it stands out from what is round it and has a card's size and shape;
paper or a pattern tells which side is up. The watcher asks the first in its own cells (`vision.table.unnamed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.certainty import NAMED
from vision.reading.alignment import Quad, width
from vision.reading.assembly import CARD_RATIO, CardSeen
from vision.reading.indices import Level
from vision.reading.networks import STRIDE, Floats

Cells = NDArray[np.bool_]
Interval = tuple[float, float]

BEST_WIDTH = 70.0
"""Card width in pixels at which the patches are looked at, in the size of the picture that comes nearest. Chosen, not
measured."""
GROWN = 1.16
"""An outline is an estimate: the card that was read is taken for so many times as large. Chosen, not measured.
Lowered, the rim of a named card may count as another."""
NARROWEST = 0.28
"""Card widths that a patch must have everywhere: less is the rim of a card or the print on a box."""
UNKNOWN_WIDTH = 36.0
"""Pixels that a patch must have in both directions where no named card tells how large cards are."""
BACK_AREA, FACE_AREA = (0.35, 1.6), (0.6, 1.4)
"""Areas of a patch in cards: of a back, which another card may cover in part, and of a face."""
WHOLE = 0.6
"""Cards' area that a patch at the picture's edge must have: less of a card can't be told from the ground there."""
LONGEST = 2.6
"""Times as long as wide: a card is 1.4, half of one or one seen at a slant up to this."""
AROUND, WITHIN, FILLED = 0.25, 0.76, 0.7
"""The finder's mean card share round a patch, at most; within it, at least; and the share of its enclosing rectangle
that it fills, at least. With these, and with what else stands here, 148 photographs without a back show none (before,
ten of them did), and of 60 backs in 74 pictures under a webcam 47 are counted (before, 8) and none too many."""
ALONE, TRIM = 0.2, 0.8
"""The same for a face that can't be read: how much stands round it at most, and how much of its rectangle it fills."""
PATTERN, PAPER = 0.4, 0.5
"""Share of a patch that is as white as the named cards' paper: at most of a back, at least of a face."""
SURELY_FACE = (0.9, 0.96)
"""The finder's mean for faces in a patch: from the first on it may be a face, from the second on it is no back."""
BRIGHT, PALE = 0.75, 0.2
"""Paper is at least so bright, as a share of the named cards' own, and no more saturated than they by this, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Leftover:
    """How many backs lie in a picture, and the outlines in its pixels of faces that nothing could be read on."""

    backs: int
    faces: tuple[Quad, ...]


def unexplained(face: Floats, back: Floats, explained: Cells) -> Cells:
    """Cells that look like a card, either side up, and lie on none of those that are known."""
    return np.asarray((face + back > 0.5) & ~explained)


def leftover(levels: Sequence[Level], cards: Sequence[CardSeen]) -> Leftover:
    """What looks like cards beside `cards`, sure ones and unsure ones, in a picture looked at in these sizes."""
    sure = [width(card.outline) for card in cards if card.confidence >= NAMED]
    wide = float(np.median(sure)) if sure else None
    level = levels[len(levels) // 2]
    if wide is not None:
        level = min(levels, key=lambda each: abs(float(np.log(wide * each.scale / BEST_WIDTH))))
    view = _View.of(level, cards, wide)
    patches = list(view.patches())
    backs = sum(view.is_back(patch) for patch in patches)
    faces = tuple(patch.outline(STRIDE / level.scale) for patch in patches if view.is_face(patch))
    return Leftover(backs, faces)


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """Cells in one piece. `sides`: of the smallest rectangle around them, the shorter first, in cells."""

    cells: Cells
    sides: Interval
    rectangle: NDArray[np.float32]

    @staticmethod
    def of(cells: Cells) -> _Patch:
        points = np.argwhere(cells)[:, ::-1].astype(np.float32)
        (x, y), (a, b), turn = cv2.minAreaRect(points)
        a, b = float(a) + 1, float(b) + 1  # cells have a width, their middles have none
        corners = cv2.boxPoints(((float(x), float(y)), (a, b), float(turn)))
        return _Patch(cells, (min(a, b), max(a, b)), np.asarray(corners, np.float32))

    @property
    def filled(self) -> float:
        return float(self.cells.sum()) / (self.sides[0] * self.sides[1])

    @property
    def at_edge(self) -> bool:
        c = self.cells
        return bool(c[0].any() or c[-1].any() or c[:, 0].any() or c[:, -1].any())

    def outline(self, scale: float) -> Quad:
        """The rectangle in pixels of the picture."""
        return tuple((float(x + 0.5) * scale, float(y + 0.5) * scale) for x, y in self.rectangle)


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """One size of the picture in cells. `wide`: a card's width in cells, None where no card tells it."""

    face: Floats
    back: Floats
    explained: Cells
    read: Cells
    paper: Cells
    wide: float | None

    @staticmethod
    def of(level: Level, cards: Sequence[CardSeen], wide: float | None) -> _View:
        face, back, k = level.maps[6], level.maps[7], level.scale / STRIDE
        explained = np.zeros(face.shape, np.uint8)
        read = np.zeros(face.shape, bool)
        for card in cards:
            outline = np.asarray(card.outline) * k
            middle = outline.mean(0)
            cv2.fillConvexPoly(explained, (middle + GROWN * (outline - middle)).round().astype(np.int32), 1)
            for index in card.indices:
                x, y = int(index.place.x * k), int(index.place.y * k)
                read[max(0, y - 1) : max(0, y + 2), max(0, x - 1) : max(0, x + 2)] = True
        known = explained.astype(bool) & (face + back > 0.5)
        cells = None if wide is None else wide * k
        return _View(face, back, explained.astype(bool), read, _paper(level, face.shape, known), cells)

    def patches(self) -> Iterator[_Patch]:
        """Pieces that are nowhere narrower than a card's visible part must be."""
        left = unexplained(self.face, self.back, self.explained).view(np.uint8)
        smallest = UNKNOWN_WIDTH / STRIDE / 2 if self.wide is None else NARROWEST * self.wide
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (max(3, round(smallest) | 1),) * 2)
        count, labels = cv2.connectedComponents(cv2.morphologyEx(left, cv2.MORPH_OPEN, disc))
        for number in range(1, count):
            yield _Patch.of(labels == number)

    def is_back(self, patch: _Patch) -> bool:
        """Whether it is a back, whole or in part."""
        area = self._area(patch)
        sized = BACK_AREA[0] <= area <= BACK_AREA[1] and not (patch.at_edge and area < WHOLE)
        shaped = patch.sides[1] <= LONGEST * patch.sides[0] and patch.filled >= FILLED
        printed = self._mean(self.paper, patch) < PATTERN and self._mean(self.face, patch) < SURELY_FACE[1]
        return sized and shaped and printed and self._stands_out(patch, AROUND)

    def is_face(self, patch: _Patch) -> bool:
        """Whether it is a whole face by itself, on which nothing was read."""
        sized = FACE_AREA[0] <= self._area(patch) <= FACE_AREA[1] and patch.sides[1] <= 2 * patch.sides[0]
        white = self._mean(self.paper, patch) >= PAPER and self._mean(self.face, patch) >= SURELY_FACE[0]
        alone = not patch.at_edge and patch.filled >= TRIM and self._stands_out(patch, ALONE)
        return sized and white and alone and not self._is_read(patch)

    def _area(self, patch: _Patch) -> float:
        """In cards; of an unknown size one that is large enough, and not cut by the edge, counts as a whole one."""
        if self.wide is not None:
            return float(patch.cells.sum()) / (self.wide**2 * CARD_RATIO)
        return 1.0 if patch.sides[0] >= UNKNOWN_WIDTH / STRIDE and not patch.at_edge else 0.0

    def _stands_out(self, patch: _Patch, most: float) -> bool:
        both = self.face + self.back
        ring = cv2.dilate(patch.cells.view(np.uint8), np.ones((7, 7), np.uint8)).view(bool)
        ring &= ~patch.cells & ~self.explained
        return bool(ring.any()) and float(both[ring].mean()) <= most and self._mean(both, patch) >= WITHIN

    def _is_read(self, patch: _Patch) -> bool:
        """Whether an index was read in the same piece of card, before the read cards were taken away."""
        either = (self.face + self.back > 0.5).view(np.uint8)
        cards = cv2.morphologyEx(either, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        _, labels = cv2.connectedComponents(cards)
        return bool(np.isin(labels[patch.cells], labels[self.read & (cards > 0)]).any())

    @staticmethod
    def _mean(values: Floats | Cells, patch: _Patch) -> float:
        return float(values[patch.cells].mean())


def _paper(level: Level, shape: tuple[int, ...], known: Cells) -> Cells:
    """Cells as white as the cards that were read; without any, as white paper in good light."""
    small = cv2.resize(cv2.cvtColor(level.picture, cv2.COLOR_BGR2HSV), shape[::-1], interpolation=cv2.INTER_AREA)
    saturation, brightness = small[..., 1] / 255, small[..., 2] / 255
    bright, pale = (0.8, 0.1)
    if known.any():
        bright, pale = float(np.percentile(brightness[known], 75)), float(np.percentile(saturation[known], 25))
    return np.asarray((brightness > BRIGHT * bright) & (saturation < pale + PALE))
