"""Telling a table at rest from hands moving over it.

Works on a small grey picture, so that a frame in which nothing moved costs a millisecond. Noise is averaged away by
the scaling down; an exposure step moves everything at once and counts as movement until it is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image

SMALL = (160, 90)
"""Size in pixels of the small picture; one of its pixels is 8 x 8 of a 1280 x 720 frame."""
MOVED = 7
"""Grey levels by which a small pixel differs when something moved there; noise of a poor webcam stays below 3."""
FEWEST = 3
"""Small pixels that must differ: fewer is noise. A card's corner turned by a finger is about five."""
STILL_FRAMES = 3
"""So many frames like each other make a table at rest."""


@dataclass(slots=True)
class Stillness:
    """Fed every frame; `settled` is true while the table has been at rest for STILL_FRAMES frames."""

    _last: NDArray[np.uint8] | None = None
    _quiet: int = field(default=0)

    def see(self, grey: Image) -> bool:
        """Take in a grey frame; true when the table is at rest."""
        small = cv2.resize(grey, SMALL, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        same = self._last is not None and not differs(small, self._last)
        self._quiet = self._quiet + 1 if same else 0
        self._last = small
        return self._quiet >= STILL_FRAMES - 1

    @property
    def small(self) -> NDArray[np.uint8]:
        """The last small picture. Raises ValueError before the first frame."""
        if self._last is None:
            raise ValueError("no frame has been seen yet")
        return self._last


def differs(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> bool:
    """Whether two small pictures show something moved."""
    return int(np.count_nonzero(cv2.absdiff(a, b) >= MOVED)) >= FEWEST
