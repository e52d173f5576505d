"""Bid tiles as they lie on the mat: found in the parts that changed, remembered while hidden, forgotten once gone.

A hand on a tile looks unlike the bare table, so the tile is known to lie there still. A card's white on it looks like
the mat's: such a tile is not told, but if its marker comes to light again just there, it is the same tile.
"""

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
LEFT = 6.0, 0.99
"""One that comes to light again lies this near in mm to where it lay, and as it lay: the cosine of the turn between."""
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
        self._under: list[_Lying] = []  # a card may lie on them, or they are gone: the finder has yet to say
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
            elif not self._is_hidden(known):
                self._lying.remove(known)
                self._under.append(known)
        self._under = [
            k for k in self._under if not any(_lies_on(other, k) for other in found if not _is_left(other, k))
        ]
        self._lying = [k for k in self._lying if k.shown or not any(_lies_on(other, k) for other in found)]
        for new in waiting:
            if not any(k.tile is new.tile and _apart(new, k) < SAME for k in self._lying):
                self._lying.append(self._numbered(new))

    def _numbered(self, new: _Lying) -> _Lying:
        """The tile with the mark it had before a card came to lie on it, or else with a new one."""
        before = next((k for k in self._under if _is_left(new, k)), None)
        if before is not None:
            self._under.remove(before)
            new.mark = before.mark
        else:
            self._marks += 1
            new.mark = self._marks
        return new

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
        """Whether something lies where the tile's marker lay: a hand, a dark card; on bare table it has gone."""
        mine = self._mask([known.marker])
        return bool(mine.any() and self._table.unlike_bare[mine].mean() > 0.3)

    def _may_be_under(self, known: _Lying) -> bool:
        """Whether the finder sees a card where the tile's marker lay."""
        mine = self._mask([known.marker])
        return bool(mine.any() and (self._table.face + self._table.back > 0.5)[mine].mean() > 0.3)

    def _mask(self, shapes: list[NDArray[np.float64]]) -> NDArray[np.bool_]:
        mask = np.zeros(self._table.shape, np.uint8)
        for shape in shapes:
            pixels = np.array([self._flat.to_px(*corner) for corner in shape]) / STRIDE
            cv2.fillConvexPoly(mask, pixels.round().astype(np.int32), 1)
        return mask.astype(bool)

    @property
    def covered(self) -> NDArray[np.bool_]:
        """The cells on which tiles lie that were seen at the last look."""
        return self._mask([known.outline for known in self._lying if known.shown])

    def explains(self, card: TableCard) -> bool:
        """Whether what was read as a card is a tile's print."""
        shown = [known.outline.astype(np.float32) for known in self._lying if known.shown]
        return bool(card.read_at) and all(
            any(cv2.pointPolygonTest(outline, place, False) >= 0 for outline in shown) for place in card.read_at
        )

    @property
    def sightings(self) -> tuple[TileSighting, ...]:
        """All tiles that lie there, in the order in which they came; asked for once the finder has seen the parts."""
        self._under = [known for known in self._under if self._may_be_under(known)]
        mat, lying = self._flat.mat, sorted(self._lying, key=lambda known: known.mark)
        return tuple(TileSighting(k.tile, *k.centre, mat.place_at(*k.centre), k.mark) for k in lying)


def _apart(one: _Lying, other: _Lying) -> float:
    return float(np.linalg.norm(one.outline.mean(0) - other.outline.mean(0)))


def _is_left(seen: _Lying, known: _Lying) -> bool:
    """Whether the tile seen is the known one, left untouched."""
    near, straight = LEFT
    (a, b), (c, d) = seen.marker[:2], known.marker[:2]
    cosine = float((b - a) @ (d - c) / np.linalg.norm(b - a) / np.linalg.norm(d - c))
    return seen.tile is known.tile and _apart(seen, known) < near and cosine > straight


def _lies_on(upper: _Lying, lower: _Lying) -> bool:
    """Whether the one tile covers the other's marker, which is then out of force."""
    shapes = upper.outline.astype(np.float32), lower.marker.astype(np.float32)
    return bool(cv2.intersectConvexConvex(*shapes)[0] > 0)
