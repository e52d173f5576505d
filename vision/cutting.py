"""Cutting an index upright out of a picture: the one geometry that reading and training share."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

PATCH_W, PATCH_H = 48, 48
"""The namer's patch in pixels."""
CENTRE_X = 18.0
"""The index's centre in the patch: left of the middle, so that the large pip beside most indices is seen as well.

On small pictures that pip tells spades from clubs when the index's own sign no longer does.
"""
PATCH_INDEX = 36.0
"""Height of the index (top of the rank to bottom of the suit sign) within the patch."""


def cut_patch(picture: Image, x: float, y: float, ux: float, uy: float, height: float) -> Image:
    """The index centred at (x, y) pixels whose up direction is the unit vector (ux, uy), `height` pixels high.

    Returns PATCH_H x PATCH_W x 3; what lies beyond the picture's edge repeats the edge.
    """
    k = height / PATCH_INDEX
    rx, ry = -uy, ux  # rightwards, seen with the index upright
    offset_x = x - k * (rx * CENTRE_X - ux * PATCH_H / 2)
    offset_y = y - k * (ry * CENTRE_X - uy * PATCH_H / 2)
    back = np.array([[k * rx, -k * ux, offset_x], [k * ry, -k * uy, offset_y]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(picture, back, (PATCH_W, PATCH_H), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return patch.astype(np.uint8, copy=False)
