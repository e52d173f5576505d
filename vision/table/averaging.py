"""The frames of a table at rest, and one picture of them: by little light the noise of several frames averages away.

A frame of a well-lit table is taken as it is, which costs nothing and keeps what a mean would soften.
"""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.pictures import Image

MOST = 4
"""So many frames are averaged at most: noise halves."""
NOISY = 2.5
"""Grey levels of a pixel's noise from which on frames are averaged; a webcam by daylight has one or two."""
SPARSE = 8
"""Noise is told from every so many-th pixel each way."""


class Rest:
    """The newest frames since the table came to rest."""

    def __init__(self) -> None:
        self._frames: deque[Image] = deque(maxlen=MOST)
        self._since = -1.0

    def see(self, picture: Image, since: float) -> None:
        """Take in a BGR frame of a rest that began at `since` seconds. The frame is kept as it is, not copied."""
        if since != self._since:
            self._frames.clear()
            self._since = since
        self._frames.append(picture)

    def picture(self, closely: bool = False) -> Image:
        """The newest frame, or where there is much noise the mean of the newest ones. Raises IndexError before any.

        `closely`: their mean in any case, for what one frame did not show plainly.
        """
        newest = self._frames[-1]
        frames = [each for each in self._frames if each is newest or noise(each, newest) > 0.0]  # some come twice
        if len(frames) < 2 or not (closely or noise(frames[-2], newest) >= NOISY):
            return newest
        total = np.zeros(newest.shape, np.float32)
        for each in frames:
            cv2.accumulate(each, total)
        return cv2.convertScaleAbs(total, alpha=1 / len(frames)).astype(np.uint8, copy=False)


def noise(one: Image, other: Image) -> float:
    """Standard deviation of a pixel's noise in grey levels (0..255), from two frames of a table at rest; 0 if the same.

    Of normal noise two values differ by 1.13 deviations on average.
    """
    a, b = (each[::SPARSE, ::SPARSE, 1].astype(np.int16) for each in (one, other))
    return float(np.abs(a - b).mean()) / 1.13 if a.shape == b.shape else 0.0
