"""The last minute's frames, kept in memory so that trouble can be looked at again.

Off unless its owner asks for it: no picture is kept otherwise. Nothing is judged here, and nothing written.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.frames import Picture

QUALITY = 80
"""JPEG's, of 100. Chosen, not measured. Raised, less than a minute fits into MOST_BYTES."""
MOST_BYTES = 24_000_000
"""Of a minute's pictures no more is kept in memory than this; the oldest go first."""
ALIKE = 4.0
"""Grey levels of a small picture by which a frame must differ from the last one kept; others only last on. Chosen, not
measured. Raised, small movements are lost; lowered, noise fills the memory."""


@dataclass(frozen=True, slots=True)
class JpegFrame:
    """A JPEG and its time in seconds."""

    t: float
    data: bytes


class Ring:
    """The last frames in which something changed. `seconds` 0 keeps nothing. Filled by one thread, read by any."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self._guard = threading.Lock()
        self._kept: deque[JpegFrame] = deque()
        self._bytes = 0
        self._small: NDArray[np.uint8] | None = None
        self._latest: tuple[Picture, float] | None = None

    def see(self, image: Picture, t: float) -> None:
        """Take in a frame of time `t` in seconds."""
        if self.seconds <= 0:
            return
        self._latest = image, t
        small = made_small(image)
        if not is_alike(small, self._small):
            frame = packed(image, t)
            if frame is not None:
                self._small = small
                with self._guard:
                    self._kept.append(frame)
                    self._bytes += len(frame.data)
        with self._guard:
            self._forget(t)

    def _forget(self, now: float) -> None:
        """All but what is needed: the last one before the span begins shows the table at its beginning."""
        while len(self._kept) > 1 and (self._kept[1].t < now - self.seconds or self._bytes > MOST_BYTES):
            self._bytes -= len(self._kept.popleft().data)

    @property
    def kept(self) -> tuple[JpegFrame, ...]:
        """What is kept now, oldest first."""
        with self._guard:
            return tuple(self._kept)

    @property
    def frames(self) -> tuple[JpegFrame, ...]:
        """The same with the frame seen last, as a recording needs it: how long the table has rested since."""
        kept, latest = self.kept, self._latest
        if not kept or latest is None or latest[1] <= kept[-1].t:
            return kept
        last = packed(*latest)
        return kept if last is None else (*kept, last)

    @property
    def size(self) -> int:
        """Bytes kept."""
        return self._bytes


def packed(image: Picture, t: float) -> JpegFrame | None:
    """The picture as it is kept; None for one that can't be packed."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return JpegFrame(t, data.tobytes()) if done else None


def is_alike(small: NDArray[np.uint8], last: NDArray[np.uint8] | None) -> bool:
    """Whether a picture made small shows what the last one kept does."""
    return last is not None and float(cv2.absdiff(small, last).max()) <= ALIKE


def made_small(image: Picture) -> NDArray[np.uint8]:
    """A picture as it is compared with the last one kept."""
    return np.asarray(cv2.resize(image, (80, 45), interpolation=cv2.INTER_AREA), np.uint8)
