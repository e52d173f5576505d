"""Bid tiles as they lie on the mat: found in the parts that changed, remembered while hidden, forgotten once gone.

A hand on a tile looks unlike the bare table, so the tile is known to lie there still. A card's white on it looks like
the mat's: such a tile is not told, but if its marker comes to light again just there, it is the same tile. What still
shows of a tile under a card looks as it did before, and is no card.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.flat import PIXELS_PER_MM, Flat
from vision.mat.tiles import MARKER, Tile, outline_of, tiles_in
from vision.pictures import Image
from vision.reading.indices import Box
from vision.reading.networks import STRIDE, Floats
from vision.table.baretable import BareTable
from vision.table.sighting import TileSighting
from vision.table.tabletop import TableCard, cells
from vision.table.view import View

SAME = 25.0
"""A tile of the same word this near in mm is the same tile, pushed. Chosen, not measured. Raised, a second tile of the
same word laid beside it is not heard."""
LEFT = 6.0, 0.99
"""One that comes to light again lies this near in mm to where it lay, and as it lay: the cosine of the turn between, 8
degrees. Chosen, not measured. Raised, a tile laid anew where one lay under a card says nothing."""
ALIKE = 16.0
"""Grey levels within which a cell looks as it did. Chosen, not measured. Raised, a tile taken away in poor light is
taken away later."""
SMALLER = 0.7
"""The scale at which markers are looked for at first, in half the time. At 0.5 one in twenty is not read under a high
camera; what is far from a slanted one needs the full scale."""
LEAST_SIDE = 0.6 * MARKER[2] * PIXELS_PER_MM
"""Pixels of a marker's side below which it is none of ours, bent or not."""


@dataclass(slots=True, eq=False)
class _Lying:
    """A tile: its marker's and its own outline in mm, 4 x 2 each, and whether the last look showed its marker.

    `cells` are the numbers of the table's cells it covers, `look` their grey levels when its marker was last seen.
    """

    tile: Tile
    marker: NDArray[np.float64]
    outline: NDArray[np.float64]
    mark: int
    shown: bool = True
    cells: NDArray[np.intp] = field(default_factory=lambda: np.empty(0, np.intp))
    look: Floats = field(default_factory=lambda: np.empty(0, np.float32))

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
        self._now: Floats = np.full(table.shape, np.nan, np.float32)

    def look_at(self, part: Image, box: Box, view: View, closely: bool = False) -> None:
        """Find the tiles in a part of the straight-down picture, in BGR; `closely` at its full scale."""
        grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        view.look(self._now, part, cells(self._flat, box))
        found = self._found(grey, box, 1.0 if closely else SMALLER)
        waiting = self._seen_again(found, box)
        self._under = [
            k for k in self._under if not any(_lies_on(other, k) for other in found if not _is_left(other, k))
        ]
        self._lying = [k for k in self._lying if k.shown or not any(_lies_on(other, k) for other in found)]
        for new in waiting:
            if not any(_is_one(new, k) for k in self._lying):
                self._lying.append(self._numbered(new))

    def _seen_again(self, found: list[_Lying], box: Box) -> list[_Lying]:
        """This part's tiles are where they are found now, or under something; those found that are none of them."""
        waiting = list(found)
        for known in [k for k in self._lying if self._within(k, box)]:
            nearest = min((w for w in waiting if _is_one(w, known)), key=lambda w: _apart(w, known), default=None)
            known.shown = nearest is not None
            if nearest is not None:
                known.marker, known.outline = nearest.marker, nearest.outline
                known.cells, known.look = nearest.cells, nearest.look
                waiting.remove(nearest)
            elif not self._is_hidden(known):
                self._lying.remove(known)
                self._under.append(known)
        return waiting

    def relight(self, gain: Floats) -> None:
        """All that is kept as it would look by another light: `gain` is that light over this one, by cells."""
        self._now *= gain
        for known in self._lying + self._under:
            known.look = known.look * gain.flat[known.cells]

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

    def _found(self, grey: Image, box: Box, scale: float) -> list[_Lying]:
        """The tiles whose markers are read at this scale, without a mark yet."""
        small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey
        found = []
        for tile, corners in tiles_in(small.astype(np.uint8, copy=False), LEAST_SIDE * scale):
            mm = np.array([self._flat.to_mm(x / scale + box[0], y / scale + box[1]) for x, y in corners])
            outline = outline_of(mm)
            mine = np.flatnonzero(self._mask([outline]))
            found.append(_Lying(tile, mm, outline, 0, cells=mine, look=self._now.flat[mine]))
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
        """The cells on which a tile is to be seen: all of it where its marker is, else those that look as they did."""
        mask = self._mask([known.outline for known in self._lying if known.shown])
        for known in self._hidden:
            mask.flat[known.cells[np.abs(self._now.flat[known.cells] - known.look) < ALIKE]] = True
        return mask

    @property
    def _hidden(self) -> list[_Lying]:
        return [known for known in self._lying if not known.shown] + self._under

    def explains(self, card: TableCard) -> bool:
        """Whether what was read as a card is a tile's print."""
        covered = self.covered
        return bool(card.read_at) and all(self._is_on(covered, place) for place in card.read_at)

    def _is_on(self, covered: NDArray[np.bool_], place: tuple[float, float]) -> bool:
        """Whether what was read here was on what is to be seen of tiles: this cell and those beside it."""
        column, row = (int(v // STRIDE) for v in self._flat.to_px(*place))
        around = covered[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        return bool(around.size and around.all())

    @property
    def sightings(self) -> tuple[TileSighting, ...]:
        """All tiles that lie there, in the order in which they came; asked for once the finder has seen the parts."""
        self._under = [known for known in self._under if self._may_be_under(known)]
        mat, lying = self._flat.mat, sorted(self._lying, key=lambda known: known.mark)
        return tuple(TileSighting(k.tile, *k.centre, mat.place_at(*k.centre), k.mark) for k in lying)


def _apart(one: _Lying, other: _Lying) -> float:
    return float(np.linalg.norm(one.outline.mean(0) - other.outline.mean(0)))


def _is_one(seen: _Lying, known: _Lying) -> bool:
    """Whether it is the same tile, pushed at most."""
    return seen.tile is known.tile and _apart(seen, known) < SAME


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
