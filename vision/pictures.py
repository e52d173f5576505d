"""Loading a picture from disk: turned as the camera meant it, eight bits, three colours, never half of one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

MOST_PIXELS = 80_000_000
"""Larger pictures are refused: decoded they would take more memory than a Pi can spare."""


class UnreadablePicture(ValueError):
    """The file is no picture that can be used; the message says what to do."""


def load_picture(path: Path) -> Image:
    """The picture as height x width x 3 BGR bytes, its EXIF turn applied.

    Raises UnreadablePicture for a missing, foreign, cut off or enormous file.
    """
    try:
        data = path.read_bytes()
    except OSError as e:
        raise UnreadablePicture(f"{path} can't be read ({e.strerror}); check the name and the permissions.") from e
    if data[:2] == b"\xff\xd8" and b"\xff\xd9" not in data[-4096:]:
        raise UnreadablePicture(f"{path} is cut off before its end; copy it from the camera again.")
    size = _jpeg_or_png_size(data)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise UnreadablePicture(
            f"{path} has {size[0]} x {size[1]} pixels; scale it down to at most {MOST_PIXELS // 1_000_000} megapixels."
        )
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        picture = None
    if picture is None or min(picture.shape[:2]) < 16:
        raise UnreadablePicture(f"{path} is not a picture that can be read; give a JPEG, PNG, WebP, BMP or TIFF file.")
    return picture.astype(np.uint8, copy=False)


def _jpeg_or_png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height from the header alone, so that an enormous picture is refused before it is decoded.

    Written by hand: the image libraries at hand either decode first or are no dependency of the service.
    """
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        at += 2 + length
    return None
