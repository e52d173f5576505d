"""The table seen straight down at a fixed scale: the picture in which cards are read and changes are looked for."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.mats import Mat
from vision.mat.registration import Registration
from vision.pictures import Image

PIXELS_PER_MM = 1.7
"""A poker card is 107 pixels wide, its index about 30 high: where finder and namer see best. Chosen, not measured.
Raised, reading takes longer with its square, and a camera of few pixels shows no more."""
CLOSE_PX_PER_MM = 4.0
"""The scale of the picture of one card that is shown to people: 352 pixels high. Chosen for the page, not measured."""
MARGIN = (160.0, 85.0)
"""How far the straight-down picture reaches beyond the mat, in mm sideways and up and down: the hands' places."""


@dataclass(frozen=True, slots=True)
class Flat:
    """The geometry of the straight-down picture of one mat: its size in pixels and where the mat's origin is."""

    mat: Mat

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        w, h = self.mat.size
        return round((w + 2 * MARGIN[0]) * PIXELS_PER_MM), round((h + 2 * MARGIN[1]) * PIXELS_PER_MM)

    @property
    def from_mat(self) -> NDArray[np.float64]:
        """3 x 3, millimetres on the mat to pixels of the straight-down picture."""
        k = PIXELS_PER_MM
        return np.array([[k, 0, MARGIN[0] * k], [0, k, MARGIN[1] * k], [0, 0, 1.0]])

    def to_mm(self, x: float, y: float) -> tuple[float, float]:
        """A pixel of the straight-down picture in millimetres on the mat."""
        return x / PIXELS_PER_MM - MARGIN[0], y / PIXELS_PER_MM - MARGIN[1]

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Millimetres on the mat as a pixel of the straight-down picture."""
        return (x + MARGIN[0]) * PIXELS_PER_MM, (y + MARGIN[1]) * PIXELS_PER_MM

    def warp(self, picture: Image, registration: Registration, box: tuple[int, int, int, int] | None = None) -> Image:
        """The straight-down picture (or its part `box` = x0, y0, x1, y1 in its pixels) of a camera picture."""
        x0, y0, x1, y1 = box if box is not None else (0, 0, *self.size)
        shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
        matrix = shift @ self.from_mat @ registration.to_mat
        part = cv2.warpPerspective(picture, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        return part.astype(np.uint8, copy=False)


def close_up(picture: Image, registration: Registration, middle: tuple[float, float], half: float) -> Image:
    """What lies within `half` mm of a point of the table, seen straight down, as it is shown to people."""
    k, side = CLOSE_PX_PER_MM, round(2 * half * CLOSE_PX_PER_MM)
    shift = np.array([[k, 0, (half - middle[0]) * k], [0, k, (half - middle[1]) * k], [0, 0, 1.0]])
    return np.asarray(cv2.warpPerspective(picture, shift @ registration.to_mat, (side, side)), np.uint8)
