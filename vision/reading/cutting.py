"""Cutting an index upright out of a picture: the one geometry that reading and training share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Vector = tuple[float, float]

PATCH_W, PATCH_H = 64, 64
"""The namer's patch in pixels: its input, so that only another training changes it."""
CENTRE_X = 24.0
"""The index's centre in the patch: left of the middle, so that the large pip beside most indices is seen as well.

On small pictures that pip tells spades from clubs when the index's own sign no longer does.
"""
PATCH_INDEX = 46.0
"""Height in pixels of the index (top of the rank to bottom of the suit sign) within the patch: what the namer was
trained on."""


@dataclass(frozen=True, slots=True)
class IndexPose:
    """How an index lies in a picture: enough to see it as if its card lay straight below the camera.

    (x, y): its centre in pixels; (ux, uy): unit vector upwards; `height` in pixels along it. A step of one index
    height to the right on the card is `aspect` heights across the up direction and `shear` heights along it in the
    picture: 1 and 0 seen straight down, `aspect` 0.4 on a card turned so far that it looks 0.4 times as wide.
    """

    x: float
    y: float
    ux: float
    uy: float
    height: float
    aspect: float = 1.0
    shear: float = 0.0

    def seen_from(self, x: float, y: float) -> tuple[float, float]:
        """A point of the picture in this index's frame: index heights to the right and upwards on the card's plane."""
        (rx, ry), (ux, uy) = self.right, self.up
        size = rx * uy - ry * ux
        dx, dy = x - self.x, y - self.y
        return (dx * uy - dy * ux) / size, (rx * dy - ry * dx) / size

    @property
    def up(self) -> tuple[float, float]:
        """One index height upwards on the card, in pixels of the picture."""
        return self.ux * self.height, self.uy * self.height

    @property
    def right(self) -> tuple[float, float]:
        """One index height to the right on the card, in pixels of the picture."""
        a, b = self.aspect * self.height, self.shear * self.height
        return -self.uy * a + self.ux * b, self.ux * a + self.uy * b

    @staticmethod
    def spanned(x: float, y: float, up: Vector, right: Vector) -> IndexPose:
        """The index at (x, y) whose height upwards and to the right on its card are these vectors in the picture."""
        height = math.hypot(*up) + 1e-6
        ux, uy = up[0] / height, up[1] / height
        across, along = (ux * right[1] - uy * right[0]) / height, (ux * right[0] + uy * right[1]) / height
        return IndexPose(x, y, ux, uy, height, max(0.05, across), along)

    def correction(self, true: IndexPose) -> tuple[float, ...]:
        """What `corrected` needs to come from here to `true`: six numbers, all 0 when both are the same.

        In this index's frame: true centre; true upward and rightward vectors less this index's own.
        """
        x, y = self.seen_from(true.x, true.y)
        ux, uy = self._along(true.up)
        rx, ry = self._along(true.right)
        return x, y, ux, uy - 1, rx - 1, ry

    def corrected(self, by: Sequence[float]) -> IndexPose:
        """The index where the namer, looking at the patch cut here, says that it really lies."""
        x, y, ux, uy, rx, ry = by
        (px, py), up, right = self._back(x, y), self._back(ux, uy + 1), self._back(rx + 1, ry)
        return IndexPose.spanned(self.x + px, self.y + py, up, right)

    def _along(self, vector: Vector) -> Vector:
        return self.seen_from(self.x + vector[0], self.y + vector[1])

    def _back(self, right: float, up: float) -> Vector:
        (rx, ry), (ux, uy) = self.right, self.up
        return rx * right + ux * up, ry * right + uy * up

    def scaled(self, scale: float) -> IndexPose:
        """The same index in a picture `scale` times as large."""
        return replace(self, x=self.x * scale, y=self.y * scale, height=self.height * scale)


def cut_patch(picture: Image, place: IndexPose) -> Image:
    """The index at `place`, upright and straightened: PATCH_H x PATCH_W x 3; beyond the edge the edge is repeated."""
    (rx, ry), (ux, uy) = place.right, place.up
    k = 1 / PATCH_INDEX
    offset_x = place.x - k * (rx * CENTRE_X - ux * PATCH_H / 2)
    offset_y = place.y - k * (ry * CENTRE_X - uy * PATCH_H / 2)
    back = np.array([[k * rx, -k * ux, offset_x], [k * ry, -k * uy, offset_y]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(picture, back, (PATCH_W, PATCH_H), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return patch.astype(np.uint8, copy=False)
