"""The memory of the bare table: what the mat looks like without cards, and so where something lies on it.

Everything is kept in cells of the straight-down picture, STRIDE pixels wide. Slow changes of the light are followed;
a lamp switched on is taken for what it is, a smooth change over the whole table. No card is named here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.mat.flat import Flat
from vision.pictures import Image
from vision.reading.indices import Box
from vision.reading.networks import STRIDE, Floats
from vision.table.tabletop import Found, TableCard, cells, covered_by
from vision.table.view import View

STANDS_OUT = 16.0
"""Grey levels by which a cell differs from the bare table; a white card on white paper does so at pips and edges."""
WIDE = 0.15
"""A look at this share of the table, or more, tells whether the light has changed."""
SAME_LIGHT, EXPLAINED = 0.045, 0.15
"""Logarithm of brightness by which a cell may differ and look the same; a change of light makes so many more cells
look the same as before. Hands, cards dealt and things put down are no light, and explain nothing elsewhere."""
SETTLED, LASTING = 3, 6
"""What is no card for so many looks is how the table looks now: where it was never seen bare, and where it looked
otherwise."""
APART_S = 0.6
"""Seconds between two looks that are counted so: beside restless hands the table is looked at many times a second."""
SLOWLY = 0.3
"""Share of a small change that is taken in at each look."""
OTHER_TABLE = 0.5
"""Share of the bare table that looks otherwise, and no change of light explains it: it is another table."""
STILL, TELLING = 0.6, 25
"""Share of a card's print that must still be there for it to lie there, and cells needed to tell."""
HIDDEN = 0.85
"""Share of a card's print that shows either the card or a thing that is none, for the card to lie below that thing."""
NEW_INDEX = 0.2
"""Share of the cells around an index that must look unlike the bare table: the mat's own numbers never do."""


_SPREAD = np.stack(np.meshgrid(np.linspace(0.08, 0.92, 6), np.linspace(0.06, 0.94, 8)), -1).reshape(-1, 2)
"""Points spread over a card, as shares of its width and height."""
OWN = 0.5
"""Share of a card's print that must look as it did when it was read for nothing to lie before it. In a public series of
real deals at most 0.46 where another card has come to lie there (60 cards), at least 0.90 where it is the same (4).
Larger, and cards that a shadow or a hand lies across have gone; smaller, and gathered cards stay."""
LAMP = 1.5
"""Factor of brightness within which a card that shows less light than beside it is still that card."""
Cells = NDArray[np.intp]
"""Numbers of cells of the whole table, row by row."""


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """A card's cells that look unlike the bare table, and how much brighter than it each is."""

    cells: Cells
    contrast: Floats

    def __len__(self) -> int:
        return len(self.cells)


class BareTable:
    """What each cell looks like now and looked like bare, and what the finder last said of it.

    `face` and `back` are 0..1: how much a cell looks like a card's face or back.
    """

    def __init__(self, flat: Flat) -> None:
        width, height = flat.size
        self.shape = (height // STRIDE + 1, width // STRIDE + 1)
        self.face: Floats = np.zeros(self.shape, np.float32)
        self.back: Floats = np.zeros(self.shape, np.float32)
        self._flat = flat
        self._now: Floats = np.full(self.shape, np.nan, np.float32)
        self._bare: Floats = np.full(self.shape, np.nan, np.float32)
        self._looked = np.zeros(self.shape, bool)  # since it was last learnt how the table looks
        self._counted = float("-inf")  # when a look was last counted, in seconds
        self._stood_out: NDArray[np.int32] = np.zeros(self.shape, np.int32)  # for so many looks, without being a card

    def look_at(self, part: Image, box: Box, view: View) -> None:
        """Take in a part of the straight-down picture in BGR, but for what is out of sight."""
        at = cells(self._flat, box)
        view.look(self._now, part, at)
        self._looked[at] |= ~view.hidden[at]

    def take(self, found: Found, view: View) -> None:
        """Take in what the finder says of a part, but for what is out of sight."""
        at = cells(self._flat, found.part.box)
        seen = ~view.hidden[at]
        rows, columns = seen.shape
        for mine, told in ((self.face, found.face), (self.back, found.back)):
            np.copyto(mine[at], told[:rows, :columns], where=seen)

    def relight(self, gain: Floats) -> None:
        """All that is kept as it would look by another light: `gain` is that light over this one, by cells."""
        self._now *= gain
        self._bare *= gain

    def shown(self, card: TableCard) -> float:
        """How much of the card is to be seen, 0..2: the share that the finder takes for card, and that of its print.

        Both, because white paper passes for card and a card's white for paper. By points spread over it.
        """
        top_left, top_right, _, bottom_left = card.corners(self._flat.mat.card)
        points = top_left + _SPREAD[:, :1] * (top_right - top_left) + _SPREAD[:, 1:] * (bottom_left - top_left)
        columns, rows = (np.floor(self._flat.to_px(points[:, 0], points[:, 1])) // STRIDE).astype(int)
        inside = (columns >= 0) & (rows >= 0) & (columns < self.shape[1]) & (rows < self.shape[0])
        at = rows[inside], columns[inside]
        if not inside.any():
            return 0.0
        return float(self._card[at].mean() + _unlike(self._now[at], self._bare[at]).mean())

    @property
    def _card(self) -> NDArray[np.bool_]:
        """Cells that the finder takes for a card's face or back."""
        return np.asarray(self.face + self.back > 0.5)

    @property
    def unlike_bare(self) -> NDArray[np.bool_]:
        """Cells that look unlike the bare table; none where it was never seen bare."""
        return _unlike(self._now, self._bare)

    def print_of(self, card: TableCard) -> Print:
        """The card's cells that look unlike the bare table, and how they look."""
        mine = np.flatnonzero(covered_by(self._flat, [card], self.shape))
        mine = mine[_unlike(self._now.flat[mine], self._bare.flat[mine])]
        contrast = self._now.flat[mine] / np.maximum(self._bare.flat[mine], 1.0)
        return Print(mine, contrast.astype(np.float32))

    def shows(self, card: TableCard, printed: Print, besides: Sequence[TableCard]) -> bool:
        """Whether a card seen before with this print (`print_of`) is still there, as far as other cards leave it bare.

        Hands and things that lie on it look unlike the bare table as well; where too little is left to tell it is.
        What hides it must hide nearly all of it that does not show: light that changes in part looks like less. A card
        in its place is none of these: where the finder sees one that looks otherwise, this one has gone. Where the
        table was never seen bare, as under a card that lay there from the beginning, the finder is asked.
        """
        hidden = covered_by(self._flat, besides, self.shape).flat
        if len(printed) < TELLING:
            mine = np.flatnonzero(covered_by(self._flat, [card], self.shape))
            mine = mine[~hidden[mine]]
            return len(mine) > 0 and float(self._card.flat[mine].mean()) > STILL
        free = ~hidden[printed.cells]
        if int(free.sum()) < TELLING:
            return True
        own, thing = self._own(printed, free), self._thing(printed.cells[free])
        return float(own.mean()) > OWN or float((own | thing).mean()) > HIDDEN

    def is_covered(self, printed: Print, besides: Sequence[TableCard]) -> bool:
        """Whether these other cards leave too little of a card with this print to tell whether it is there."""
        hidden = covered_by(self._flat, besides, self.shape).flat
        return len(printed) >= TELLING and int((~hidden[printed.cells]).sum()) < TELLING

    def _own(self, printed: Print, free: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which free cells of a print look as they did, by the light of the table or by one light of their own."""
        mine = printed.cells[free]
        now, was = self._now.flat[mine], self._bare.flat[mine] * printed.contrast[free]
        light = np.clip(np.median(now / np.maximum(was, 1.0)), 1 / LAMP, LAMP)
        as_it_was = np.minimum(np.abs(now - was), np.abs(now - light * was)) <= STANDS_OUT
        return np.asarray(as_it_was & _unlike(now, self._bare.flat[mine]))

    def _thing(self, mine: Cells) -> NDArray[np.bool_]:
        """Which of these cells show neither the bare table nor a card."""
        return np.asarray(_unlike(self._now.flat[mine], self._bare.flat[mine]) & ~self._card.flat[mine])

    def is_new(self, places: Sequence[tuple[float, float]]) -> bool:
        """Whether one of these places in mm (of indices) is in cells where the bare table looked otherwise."""
        for place in places:
            column, row = (round(v / STRIDE) for v in self._flat.to_px(*place))
            around = slice(max(0, row - 3), row + 4), slice(max(0, column - 3), column + 4)
            if _unlike(self._now[around], self._bare[around]).mean() >= NEW_INDEX:
                return True
        return False

    def learn(self, covered: NDArray[np.bool_], t: float) -> None:
        """Learn what is bare at time `t` (s): everything but the cells `covered` by cards, tiles and the like.

        What was never seen bare is not learnt either while the finder takes it for a card: nothing says what it is.
        """
        counts = t >= self._counted + APART_S - 1e-6
        self._counted = t if counts else self._counted
        self._learn(covered, int(counts))
        self._looked[:] = False

    def _learn(self, covered: NDArray[np.bool_], counted: int) -> None:
        bare, known = ~covered, ~np.isnan(self._bare)
        change = self._now - self._bare
        off = np.abs(change)
        differs = off > STANDS_OUT  # not where one of them was never seen
        fresh = bare & ~known & ~self._card
        if np.isnan(off).mean() > 0.9:
            self._bare[fresh] = self._now[fresh]
            return
        if differs[bare].mean() > OTHER_TABLE:
            self._bare[bare] = self._now[bare]
            return
        self._stood_out += counted
        self._stood_out[~bare | self._card | (known & ~differs)] = 0
        # An arm that rests where the table was never seen bare is not what it looks like there.
        fresh = (fresh & (self._stood_out >= SETTLED)) | (self._stood_out >= LASTING)
        self._bare[fresh] = self._now[fresh]
        slow = bare & (off <= STANDS_OUT)
        drift = np.float32(SLOWLY) * change
        self._drift_elsewhere(slow, drift)
        np.add(self._bare, drift, out=self._bare, where=slow)

    def _drift_elsewhere(self, slow: NDArray[np.bool_], drift: NDArray[np.float32]) -> None:
        """Where cards lie, and where something stands out, the bare table follows the light by what it does beside it.

        `drift` is by how many grey levels the `slow` cells change. All are of what was just looked at: elsewhere the
        table is kept as it was seen last.
        """
        told = slow & self._looked
        hidden = ~slow & self._looked & ~np.isnan(self._bare)
        ys, xs = np.nonzero(told)
        share = drift[told] / np.maximum(self._bare[told], 1.0)
        if len(ys) < TELLING or not hidden.any() or float(np.abs(share).mean()) < SAME_LIGHT / 10:
            return
        pick = slice(None, None, max(1, len(ys) // 4000))
        fit, *_ = np.linalg.lstsq(self._terms(ys[pick], xs[pick]), share[pick], rcond=None)
        change = self._terms(*np.nonzero(hidden)) @ fit
        self._bare[hidden] *= (1 + np.clip(change, -0.5, 0.5)).astype(np.float32)

    def follow_light(self, boxes: Sequence[Box], covered: NDArray[np.bool_]) -> None:
        """Take a smooth change of light for what it is, before anything in these parts is compared with the bare table.

        `covered` are the cells where things were known to lie: they keep no one from seeing the change, and their bare
        table follows it too. What has been laid since is too little to mislead where the look is wide.
        """
        looked = np.zeros(self.shape, bool)
        for box in boxes:
            looked[cells(self._flat, box)] = True
        ys, xs = np.nonzero(looked & ~covered & (self._now > 8) & (self._bare > 8))  # not where nothing was seen
        if len(ys) < WIDE * looked.size:
            return
        pick = slice(None, None, max(1, len(ys) // 4000))
        ys, xs = ys[pick], xs[pick]
        ratio = np.log(self._now[ys, xs] / self._bare[ys, xs])
        terms = self._terms(ys, xs)
        weights = np.ones(len(ys))
        for _ in range(6):
            scaled = terms * weights[:, None]
            fit, *_ = np.linalg.lstsq(scaled, ratio * weights, rcond=None)
            weights = 1 / (1 + ((ratio - terms @ fit) / 0.06) ** 2)
        before, after = (float((np.abs(off) < SAME_LIGHT).mean()) for off in (ratio, ratio - terms @ fit))
        if after < before + EXPLAINED:
            return
        rows, columns = np.nonzero(looked)
        gain = np.exp(np.clip(self._terms(rows, columns) @ fit, -1.5, 1.5))
        self._bare[rows, columns] *= gain.astype(np.float32)

    def _terms(self, ys: NDArray[np.intp], xs: NDArray[np.intp]) -> NDArray[np.float64]:
        """A lamp's light over a table: constant, slopes and curvatures."""
        y, x = ys / self.shape[0] - 0.5, xs / self.shape[1] - 0.5
        return np.stack([np.ones(len(y)), x, y, x * x, y * y, x * y], axis=1)


def _unlike(now: NDArray[np.float32], bare: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray(np.abs(now - bare) > STANDS_OUT)
