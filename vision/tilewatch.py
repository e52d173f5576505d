"""Bid tiles as they lie on the mat: found in the parts that changed, remembered while hidden, forgotten once gone."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.baretable import BareTable
from vision.flat import Flat
from vision.indices import Box
from vision.models import STRIDE
from vision.pictures import Image
from vision.sighting import TileSighting
from vision.tabletop import TableCard
from vision.tiles import Tile, outline_of, tiles_in

SAME = 25.0
"""A tile of the same word this near in mm is the same tile, pushed."""
SMALLER = 0.7
"""The scale at which markers are looked for, in half the time. At 0.5 one in twenty is not read under a high camera."""


@dataclass(slots=True, eq=False)
class _Lying:
    """A tile: its marker's and its own outline in mm, 4 x 2 each, and whether the last look showed its marker."""

    tile: Tile
    marker: NDArray[np.float64]
    outline: NDArray[np.float64]
    mark: int
    shown: bool = True

    @property
    def centre(self) -> tuple[float, float]:
        x, y = self.outline.mean(0)
        return float(x), float(y)


class TileWatch:
    """Knows the tiles on one mat."""

    def __init__(self, flat: Flat, table: BareTable) -> None:
        self._flat, self._table = flat, table
        self._lying: list[_Lying] = []
        self._marks = 0

    def look_at(self, part: Image, box: Box) -> None:
        """Find the tiles in a part of the straight-down picture, in BGR."""
        found = self._found(part, box)
        waiting = list(found)
        for known in [k for k in self._lying if self._within(k, box)]:
            same = [w for w in waiting if w.tile is known.tile and _apart(w, known) < SAME]
            known.shown = bool(same)
            if same:
                nearest = min(same, key=lambda w: _apart(w, known))
                known.marker, known.outline = nearest.marker, nearest.outline
                waiting.remove(nearest)
            elif any(_lies_on(other, known) for other in found) or not self._is_hidden(known):
                self._lying.remove(known)
        for new in waiting:
            if not any(k.tile is new.tile and _apart(new, k) < SAME for k in self._lying):
                self._marks += 1
                new.mark = self._marks
                self._lying.append(new)

    def _found(self, part: Image, box: Box) -> list[_Lying]:
        """The tiles whose markers are read, without a mark yet."""
        grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, None, fx=SMALLER, fy=SMALLER, interpolation=cv2.INTER_AREA)
        found = []
        for tile, corners in tiles_in(small.astype(np.uint8, copy=False)):
            mm = np.array([self._flat.to_mm(x / SMALLER + box[0], y / SMALLER + box[1]) for x, y in corners])
            found.append(_Lying(tile, mm, outline_of(mm), 0))
        return found

    def _within(self, known: _Lying, box: Box) -> bool:
        """Whether the part shows all of the tile's marker: of one cut off it says nothing."""
        x, y = np.array([self._flat.to_px(*corner) for corner in known.marker]).T
        width, height = self._flat.size
        return bool(
            box[0] <= max(0.0, x.min()) and min(width, x.max()) <= box[2]
            and box[1] <= max(0.0, y.min()) and min(height, y.max()) <= box[3]
        )  # fmt: skip

    def _is_hidden(self, known: _Lying) -> bool:
        """Whether something lies where the tile lay: a hand, a card; on bare table it has gone."""
        mine = self._mask([known])
        return bool(mine.any() and self._table.unlike_bare[mine].mean() > 0.3)

    def _mask(self, lying: list[_Lying]) -> NDArray[np.bool_]:
        mask = np.zeros(self._table.shape, np.uint8)
        for known in lying:
            pixels = np.array([self._flat.to_px(*corner) for corner in known.outline]) / STRIDE
            cv2.fillConvexPoly(mask, pixels.round().astype(np.int32), 1)
        return mask.astype(bool)

    @property
    def covered(self) -> NDArray[np.bool_]:
        """The cells on which tiles lie that were seen at the last look."""
        return self._mask([known for known in self._lying if known.shown])

    def explains(self, card: TableCard) -> bool:
        """Whether what was read as a card is a tile's print."""
        shown = [known.outline.astype(np.float32) for known in self._lying if known.shown]
        return bool(card.read_at) and all(
            any(cv2.pointPolygonTest(outline, place, False) >= 0 for outline in shown) for place in card.read_at
        )

    @property
    def sightings(self) -> tuple[TileSighting, ...]:
        """All tiles that lie there, in the order in which they came."""
        mat = self._flat.mat
        return tuple(TileSighting(k.tile, *k.centre, mat.place_at(*k.centre), k.mark) for k in self._lying)


def _apart(one: _Lying, other: _Lying) -> float:
    return float(np.linalg.norm(one.outline.mean(0) - other.outline.mean(0)))


def _lies_on(upper: _Lying, lower: _Lying) -> bool:
    """Whether the one tile covers the other's marker, which is then out of force."""
    shapes = upper.outline.astype(np.float32), lower.marker.astype(np.float32)
    return bool(cv2.intersectConvexConvex(*shapes)[0] > 0)
