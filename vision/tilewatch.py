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


@dataclass(slots=True, eq=False)
class _Lying:
    """A tile: its outline in mm, 4 x 2, and whether the last look at its place showed its marker."""

    tile: Tile
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
        waiting = []
        # A tile's marker is many times as large as its cells need: half the size does, in a quarter of the time.
        small = cv2.resize(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        for tile, corners in tiles_in(small.astype(np.uint8, copy=False)):
            mm = np.array([self._flat.to_mm(2 * x + box[0], 2 * y + box[1]) for x, y in corners])
            waiting.append((tile, outline_of(mm)))
        for known in [k for k in self._lying if self._within(k, box)]:
            same = [w for w in waiting if w[0] is known.tile and _apart(w[1], known.outline) < SAME]
            known.shown = bool(same)
            if same:
                nearest = min(same, key=lambda w: _apart(w[1], known.outline))
                known.outline = nearest[1]
                waiting = [w for w in waiting if w is not nearest]
            elif not self._is_hidden(known):
                self._lying.remove(known)
        for tile, outline in waiting:
            if not any(k.tile is tile and _apart(outline, k.outline) < SAME for k in self._lying):
                self._marks += 1
                self._lying.append(_Lying(tile, outline, self._marks))

    def _within(self, known: _Lying, box: Box) -> bool:
        x, y = self._flat.to_px(*known.centre)
        return box[0] <= x < box[2] and box[1] <= y < box[3]

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


def _apart(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(one.mean(0) - other.mean(0)))
