"""A recording or a video played as if it were a camera."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

from hardware.cameras.frames import CameraLost, Frame, Picture, RecordedFrames, VideoFrames
from hardware.facts import HardwareCode, fact

FILE_RATE = 10.0
"""Pictures a second: what a live table is asked for as well (Wanted.rate)."""


class PlayedSource:
    """A video file or a recording's folder as if it were a camera: at its own pace, then its last picture for ever.

    Raises RecordingFaulty for a file that can't be played.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._closed = threading.Event()
        self._frames: Iterator[Frame] = RecordedFrames(path, rate=FILE_RATE) if path.is_dir() else VideoFrames(path)
        self._last: Picture | None = None
        self._began = time.monotonic()

    def read(self) -> Picture:
        """The next picture, when its time has come."""
        frame = next(self._frames, None)
        if frame is not None:
            self._last = frame.image
        due = self._began + frame.t - time.monotonic() if frame is not None else 1 / FILE_RATE
        if self._closed.wait(max(0.0, due)):
            raise CameraLost(fact(HardwareCode.FILM_CLOSED, place=str(self._path)))
        assert self._last is not None  # both kinds of file refuse to be empty
        return self._last

    def close(self) -> None:
        """Ends a waiting read."""
        self._closed.set()
