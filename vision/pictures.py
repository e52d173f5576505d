"""Loading a picture from disk: turned as the camera meant it, eight bits, three colours, never half of one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures_jpeg import END, Jpeg, anatomy

Image = NDArray[np.uint8]

MOST_PIXELS = 80_000_000
"""Larger pictures are refused: decoded they would take more memory than a Pi can spare."""
_FIRST, _LAST = slice(None, 4), slice(-4, None)
"""The pixels of one corner, which lie within one block of the compression or two."""
_MORE = b"\xb5\x6a"
"""Two bytes that a decoder which lacks rows takes for more of them. Given many it complains of them to the console."""


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
    jpeg = anatomy(data)
    size = jpeg.size if jpeg is not None else _png_size(data)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise UnreadablePicture(
            f"{path} has {size[0]} x {size[1]} pixels; scale it down to at most {MOST_PIXELS // 1_000_000} megapixels."
        )
    picture = _decoded(data) if jpeg is None else _decoded_jpeg(data, jpeg, path)
    if picture is None or min(picture.shape[:2]) < 16:
        raise UnreadablePicture(f"{path} is not a picture that can be read; give a JPEG, PNG, WebP, BMP or TIFF file.")
    return picture


def _decoded(data: bytes) -> Image | None:
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        return None
    return None if picture is None else picture.astype(np.uint8, copy=False)


def _decoded_jpeg(data: bytes, jpeg: Jpeg, path: Path) -> Image | None:
    """The first picture of the file, whatever stands behind it. Raises UnreadablePicture where rows are missing."""
    body = data[: jpeg.end]
    picture = _decoded(body + END)
    if picture is not None and not (jpeg.has_all_scans and _has_all_rows(body, picture)):
        raise UnreadablePicture(f"{path} is cut off before its end; copy it from the camera again.")
    return picture


def _has_all_rows(body: bytes, picture: Image) -> bool:
    """Whether the decoder had all of the picture when the file ended.

    Where it had not, it fills up with one even colour, and takes what is put behind the end for picture.
    """
    corners = (picture[y, x] for y in (_FIRST, _LAST) for x in (_FIRST, _LAST))
    if not any((corner == corner[0, 0]).all() for corner in corners):
        return True
    again = _decoded(body + _MORE + END)
    return again is not None and np.array_equal(again, picture)


def _png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height from the header alone, so that an enormous picture is refused before it is decoded.

    Written by hand: the image libraries at hand either decode first or are no dependency of the service.
    """
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    return None
