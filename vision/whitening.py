"""White balance by the mat's paper: cards are read as they look by white light, whatever lamps light the table.

A camera's own white balance is locked after its warm-up, and a warm lamp switched on later turns spades brown. The
mat is white and its place is known, so nothing need be guessed. Only what is read is balanced: brightness is left
alone, and where something has changed is looked for in the picture as it is.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import Mat
from vision.pictures import Image
from vision.registration import Registration, project

GRID = (20, 15)
"""Points of the mat, across and down, that are looked at."""
PAPER = 60
"""The percentile of a mat's points, by brightness, that is paper (or a card's white) whatever lies on it: print, pips
and hands are darker, a lamp's reflection is brighter."""
DARKEST = 20.0
"""Below this level of a colour nobody can tell how it is lit."""
_LEVELS = np.arange(256, dtype=np.float32)[None, :, None]


@lru_cache(maxsize=4)
def _spots(width: float, height: float) -> NDArray[np.float64]:
    xs, ys = np.meshgrid(np.linspace(0, width, GRID[0] + 2)[1:-1], np.linspace(0, height, GRID[1] + 2)[1:-1])
    return np.column_stack([xs.ravel(), ys.ravel()])


def white_balance(picture: Image, registration: Registration, mat: Mat) -> NDArray[np.float32]:
    """What blue, green and red are to be multiplied by (3) so that the mat's paper is grey, as bright as it was."""
    columns, rows = project(registration.to_picture, _spots(*mat.size)).round().astype(int).T
    inside = (columns >= 0) & (rows >= 0) & (columns < picture.shape[1]) & (rows < picture.shape[0])
    if not inside.any():
        return np.ones(3, np.float32)
    levels = np.sort(picture[rows[inside], columns[inside]], axis=0)
    paper = levels[len(levels) * PAPER // 100].astype(np.float32)
    if paper.min() < DARKEST:
        return np.ones(3, np.float32)
    return np.asarray(paper.mean() / paper, np.float32)


def whitened(picture: Image, balance: NDArray[np.float32]) -> Image:
    """The picture with its colours multiplied by these; what becomes brighter than white is white."""
    table = np.minimum(_LEVELS * balance + 0.5, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table), np.uint8)
