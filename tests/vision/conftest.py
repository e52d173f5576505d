"""Pictures made for the tests: a mat seen by a camera at an angle."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.mat.mats import A3_FOUR, Mat

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]


def draw_mat(mat: Mat, per_mm: float = 3.0) -> Image:
    """The mat's markers on grey paper, seen straight down."""
    width, height = (round(v * per_mm) for v in mat.size)
    picture = np.full((height, width), 225, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = round(mat.marker_side * per_mm)
    for marker, (x, y) in mat.markers.items():
        px, py, quiet = round(x * per_mm), round(y * per_mm), round(6 * per_mm)
        picture[max(0, py - quiet) : py + side + quiet, max(0, px - quiet) : px + side + quiet] = 255
        picture[py : py + side, px : px + side] = cv2.aruco.generateImageMarker(dictionary, marker, side)
    return picture


def camera(shift: tuple[float, float] = (0.0, 0.0)) -> Matrix:
    """Millimetres on the A3 mat to pixels of a 1280 x 720 picture, at an angle."""
    mat = np.array([[0, 0], [420, 0], [420, 297], [0, 297]], np.float32)
    seen = np.array([[330, 130], [955, 118], [985, 600], [300, 590]], np.float32) + np.array(shift, np.float32)
    return np.asarray(cv2.getPerspectiveTransform(mat, seen), np.float64)


@pytest.fixture
def photograph() -> Callable[..., Image]:
    """A function giving the grey picture of the A3 mat as the camera sees it, markers hidden on demand."""

    def take(hide: tuple[int, ...] = (), shift: tuple[float, float] = (0.0, 0.0)) -> Image:
        per_mm = 3.0
        flat = draw_mat(A3_FOUR, per_mm)
        for marker in hide:
            (x0, y0), _, (x1, y1), _ = A3_FOUR.marker_corners(marker)
            flat[int(y0 * per_mm) : int(y1 * per_mm), int(x0 * per_mm) : int(x1 * per_mm)] = 120
        matrix = camera(shift) @ np.diag([1 / per_mm, 1 / per_mm, 1.0])
        return np.asarray(cv2.warpPerspective(flat, matrix, (1280, 720), borderValue=(90,)), np.uint8)

    return take
