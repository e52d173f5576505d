"""Pictures of a printed mat on a table, as a camera above it takes them, spoilt on demand."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.matprint import mat_page
from vision.mat.mats import Mat
from vision.mat.prints import to_picture

Image = NDArray[np.uint8]
SCALE = 3.0


def view(
    mat: Mat, px_per_mm: float = 1.5, printed_at: float = 1.0, slant: float = 0.0,
    card: tuple[float, float] | None = None, turn: float = 0.0,
) -> Image:  # fmt: skip
    """A BGR picture, 1280 x 720: the mat in its middle, on wood; `card`: a dark back lies there, 63 x 88 mm."""
    k = px_per_mm * printed_at
    w, h = mat.size
    middle = np.array([640.0, 360.0])
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2 * k
    corners[:2, 0] *= 1 - slant
    warp = cv2.getPerspectiveTransform(
        np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) * SCALE, (corners + middle).astype(np.float32)
    )
    page = to_picture(mat_page(mat, (26, 26, 26), (225, 222, 214)), SCALE)[..., ::-1]
    table = np.full((720, 1280, 3), (70, 95, 120), np.uint8)
    cv2.warpPerspective(np.ascontiguousarray(page), warp, (1280, 720), table, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    if card is not None:
        a = np.radians(turn)
        half = np.array([31.5, 44.0]) - 0.5 / px_per_mm  # OpenCV's polygons reach half a pixel beyond their corners
        ends = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ [
            [np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]
        ]  # fmt: skip
        at = (ends + np.array(card) - np.array(mat.size) / 2) * px_per_mm + middle
        cv2.fillConvexPoly(table, np.round(at * 16).astype(np.int32), (140, 60, 40), cv2.LINE_AA, 4)
    noise = np.random.default_rng(1).normal(0, 2, table.shape)
    return np.clip(cv2.GaussianBlur(table, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)
