"""White balance by the mat's paper: cards are read as they look by white light, whatever lamps light the table.

A camera's own white balance is locked after its warm-up, and a warm lamp switched on later turns spades brown. The
mat is white and its place is known, so nothing need be guessed. Only what is read is balanced: brightness is left
alone, and where something has changed is looked for in the picture as it is.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.mats import Mat
from vision.mat.registration import Registration, project
from vision.pictures import Image

GRID = (40, 30)
"""Points of the mat, across and down, that are looked at. Fewer points were no faster, and one hand of the watch bench
worse."""
PAPER = 60
"""The percentile of a mat's points, by brightness, that is paper (or a card's white) whatever lies on it: print, pips
and hands are darker, a lamp's reflection is brighter. Chosen, not measured. Raised, a reflection is taken for white."""
DARKEST = 20.0
"""Below this level of 255 of a colour nobody can tell how it is lit. Chosen, not measured. Raised, a warm dim lamp is
not made up for, and red and black are mixed up."""


def white_balance(picture: Image, registration: Registration, mat: Mat) -> NDArray[np.float32]:
    """What blue, green and red are to be multiplied by (3) so that the mat's paper is grey, as bright as it was."""
    width, height = mat.size
    xs, ys = np.meshgrid(np.linspace(0, width, GRID[0] + 2)[1:-1], np.linspace(0, height, GRID[1] + 2)[1:-1])
    spots = project(registration.to_picture, np.column_stack([xs.ravel(), ys.ravel()]))
    columns, rows = spots.round().astype(int).T
    inside = (columns >= 0) & (rows >= 0) & (columns < picture.shape[1]) & (rows < picture.shape[0])
    if not inside.any():
        return np.ones(3, np.float32)
    paper = np.percentile(picture[rows[inside], columns[inside]], PAPER, axis=0)
    if paper.min() < DARKEST:
        return np.ones(3, np.float32)
    return np.asarray(paper.mean() / paper, np.float32)


def whitened(picture: Image, balance: NDArray[np.float32]) -> Image:
    """The picture with its colours multiplied by these; what becomes brighter than white is white."""
    levels = np.arange(256, dtype=np.float32)[:, None] * balance
    table = np.clip(np.rint(levels), 0, 255).astype(np.uint8)[None]
    return np.asarray(cv2.LUT(picture, table), np.uint8)
