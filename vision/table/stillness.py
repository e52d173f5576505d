"""Telling a table at rest from hands moving over it, and where they moved.

Works on a small grey picture, so that a frame in which nothing moved costs a millisecond. Noise is averaged away by
the scaling down; an exposure step moves everything at once and counts as movement until it is over. A frame that is
the last one to the bit says nothing: cameras and drivers send frames twice.
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
"""So many frames like each other make a table at rest, if they were seen over STILL_S."""
STILL_S = 0.18
"""A hand that reverses holds still for a tenth of a second; at thirty frames a second that is three frames."""
HELD_S = 0.4
"""After so many seconds without a change the table is at rest, however few frames there were."""

Small = NDArray[np.uint8]


@dataclass(slots=True)
class Stillness:
    """Fed every frame with its time; says whether the table is at rest."""

    _last: Small | None = None
    _first: Small | None = None  # the first picture of this rest: slow movement differs from it in the end
    _since: float = 0.0
    _quiet: int = 0
    _trail: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(SMALL[::-1], bool))

    def see(self, grey: Image, t: float) -> bool:
        """Take in a grey frame of time `t` in seconds; true when the table is at rest."""
        small = cv2.resize(grey, SMALL, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        if self._last is None or self._first is None or t < self._since:
            self._begin(small, t)
        elif np.array_equal(small, self._last):
            pass
        elif differs(small, self._last) or differs(small, self._first):
            self._trail |= cv2.absdiff(small, self._last) >= MOVED
            self._begin(small, t)
        else:
            self._quiet += 1
            self._last = small
        rested = t - self._since + 1e-6
        return (self._quiet >= STILL_FRAMES - 1 and rested >= STILL_S) or rested >= HELD_S

    def _begin(self, small: Small, t: float) -> None:
        self._first = self._last = small
        self._since, self._quiet = t, 0

    @property
    def since(self) -> float:
        """When the table last moved, in seconds."""
        return self._since

    @property
    def small(self) -> Small:
        """The last small picture. Raises ValueError before the first frame."""
        if self._last is None:
            raise ValueError("no frame has been seen yet")
        return self._last

    def take_trail(self) -> NDArray[np.bool_]:
        """Where anything moved since this was last asked, in small pixels."""
        trail, self._trail = self._trail, np.zeros(SMALL[::-1], bool)
        return trail


def differs(a: Small, b: Small) -> bool:
    """Whether two small pictures show something moved."""
    return int(np.count_nonzero(cv2.absdiff(a, b) >= MOVED)) >= FEWEST
