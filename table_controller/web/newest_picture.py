"""What the table camera sees now, for the referee's eyes alone: the newest picture, packed only when somebody asks.

Kept in memory and nowhere else; the next picture takes its place.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import cv2

from hardware.cameras.frames import Picture

STALE_S = 5.0
"""Seconds after which a picture is none any more: the camera is lost."""
_QUALITY = 80
"""JPEG's, of 100. Chosen, not measured."""


class NewestPicture:
    """The newest picture. `see` is called by the tick, `jpeg` by whoever asks."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: tuple[Picture, float] | None = None

    def see(self, picture: Picture) -> None:
        """Takes the picture; costs nothing."""
        self._seen = picture, self._clock()

    @property
    def newest(self) -> tuple[Picture, float] | None:
        """The picture and when it was seen; None when there is none, or the camera has been silent for STALE_S."""
        seen = self._seen
        return None if seen is None or self._clock() - seen[1] > STALE_S else seen

    def jpeg(self) -> bytes | None:
        """The picture as JPEG; None when there is none, or the camera has been silent for STALE_S."""
        seen = self.newest
        if seen is None:
            return None
        good, packed = cv2.imencode(".jpg", seen[0], [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        return packed.tobytes() if good else None
