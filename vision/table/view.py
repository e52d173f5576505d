"""How one look sees the table: what is out of sight in it, and its light against the light the table is known by."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.flat import Flat
from vision.mat.registration import Registration
from vision.pictures import Image
from vision.reading.networks import STRIDE, Floats
from vision.table.rest import SMALL

Cells = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Both by cells of the straight-down picture, STRIDE pixels wide: `hidden` cells are out of sight (something moves
    there), `gain` is by how much brighter (1: as before) the light makes a cell than when the table became known.
    """

    hidden: NDArray[np.bool_]
    gain: Floats

    def look(self, now: Floats, part: Image, at: Cells) -> None:
        """Writes into the cells `at` of `now` the grey levels of a part of the straight-down picture (BGR).

        They are written as they would be by the known light; cells out of sight stay as they were.
        """
        mine = now[at]
        grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, (mine.shape[1], mine.shape[0]), interpolation=cv2.INTER_AREA)
        np.copyto(mine, small / self.gain[at], where=~self.hidden[at])

    def is_hidden(self, flat: Flat, places: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which of these places (N x 2, mm) are out of sight."""
        columns, rows = (np.array([flat.to_px(x, y) for x, y in places]) // STRIDE).astype(int).T
        height, width = self.hidden.shape
        return np.asarray(self.hidden[rows.clip(0, height - 1), columns.clip(0, width - 1)])


def all_in_sight(shape: tuple[int, int]) -> View:
    """The view of a table of this shape in cells over which nothing moves, by the light it is known by."""
    return View(np.zeros(shape, bool), np.ones(shape, np.float32))


def view_of(
    out_of_sight: NDArray[np.bool_],
    light: Floats,
    registration: Registration,
    flat: Flat,
    shape: tuple[tuple[int, ...], tuple[int, int]],
) -> View:
    """The view for what is `out_of_sight` and for the logarithm of `light` in the small picture, each 90 x 160.

    `shape`: that of the camera's picture and that of the table in cells, (rows, columns) first.
    """
    (height, width, *_), (rows, columns) = shape
    to_picture = np.diag([width / SMALL[0], height / SMALL[1], 1.0])
    to_cells = np.diag([1 / STRIDE, 1 / STRIDE, 1.0])
    matrix = to_cells @ flat.from_mat @ registration.to_mat @ to_picture
    size = columns, rows
    hidden = np.zeros((rows, columns), bool)
    if out_of_sight.any():
        seen = cv2.warpPerspective(out_of_sight.view(np.uint8), matrix, size, flags=cv2.INTER_NEAREST)
        hidden = seen.astype(bool)
    gain = np.exp(cv2.warpPerspective(light, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return View(hidden, gain.astype(np.float32))
