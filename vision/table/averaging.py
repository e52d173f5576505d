"""The newest frames, and one picture of what rested in them: by little light the noise of several averages away.

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
CALM = 0.75
"""Share of those pixels, the ones that differ least, that tell it: hands move over the others."""
DEVIATIONS = 0.728
"""Mean difference of two values of normal noise, in deviations, over the CALM share that differs least."""


class NewestFrames:
    """The newest frames of a camera, with their times."""

    def __init__(self) -> None:
        self._frames: deque[tuple[float, Image]] = deque(maxlen=MOST)

    def see(self, picture: Image, t: float) -> None:
        """Take in a BGR frame of time `t` in seconds. It is kept as it is, not copied."""
        self._frames.append((t, picture))

    def picture(self, since: float, closely: bool = False) -> Image:
        """The newest frame, or where there is much noise the mean of the newest ones. Raises IndexError before any.

        `since`: when what is looked at came to rest, in seconds. `closely`: the mean in any case, for what one frame
        did not show plainly.
        """
        newest = self._frames[-1][1]
        rested = [each for t, each in self._frames if t >= since]
        frames = [each for each in rested if each is newest or noise(each, newest) > 0.0]  # some come twice
        if len(frames) < 2 or not (closely or noise(frames[-2], newest) >= NOISY):
            return newest
        total = np.zeros(newest.shape, np.float32)
        for each in frames:
            cv2.accumulate(each, total)
        return cv2.convertScaleAbs(total, alpha=1 / len(frames)).astype(np.uint8, copy=False)


def noise(one: Image, other: Image) -> float:
    """Standard deviation of a pixel's noise in grey levels (0..255), from two frames of one table; 0 if the same."""
    a, b = (each[::SPARSE, ::SPARSE, 1].astype(np.int16) for each in (one, other))
    if a.shape != b.shape:
        return 0.0
    apart = np.abs(a - b).ravel()
    calm = int(CALM * apart.size)
    return float(np.partition(apart, calm)[:calm].mean()) / DEVIATIONS
