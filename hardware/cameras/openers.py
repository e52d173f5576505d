"""How a camera is opened: the device found anew at every try, what it has set itself kept for a quick return.

Nothing is opened until `open` is called; `hardware/cameras/live.py` does so, again after every loss.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

from hardware.cameras.camera_words import CameraKind, CameraWord
from hardware.cameras.frames import CameraLost, Frame, Picture, RecordedFrames, VideoFrames
from hardware.cameras.live import LiveCamera
from hardware.cameras.sources import RpicamSource, Source, V4L2Source, Wanted
from hardware.cameras.watched import WatchedCamera

LOCKS_HOLD_S = 600.0
"""A camera that returns within ten minutes takes up the exposure it had; later the light may be another."""

FILE_RATE = 10.0
"""Pictures a second of a folder of pictures, as of a usual camera."""
_SEARCHED = ("/dev/pepper-camera", "/dev/v4l/by-id", "/dev/video0")


class Opener:
    """Opens the camera that a word means, again and again."""

    def __init__(self, word: CameraWord, wanted: Wanted | None = None) -> None:
        self._word = word
        self._wanted = wanted or Wanted()
        self._locks: list[str] = []
        self._locked_at: float | None = None

    def open(self) -> Source:
        """The camera, open. Raises CameraLost (RecordingFaulty for a file) with what to look at."""
        match self._word.kind:
            case CameraKind.PI:
                return self._open_pi()
            case CameraKind.USB:
                return V4L2Source(usb_device(self._word.place), self._wanted)
            case CameraKind.FILE:
                return PlayedSource(Path(self._word.place))

    def _open_pi(self) -> Source:
        now = time.monotonic()
        known = self._locked_at is not None and now - self._locked_at < LOCKS_HOLD_S
        source = RpicamSource(self._word.number, self._wanted, locks=self._locks if known else None)
        self._locks, self._locked_at = source.locks, self._locked_at if known else now
        return source


def watched(word: CameraWord, wanted: Wanted | None = None) -> WatchedCamera:
    """The camera as a service wants it; opened when it is first looked through."""
    opener = Opener(word, wanted)
    return WatchedCamera(LiveCamera(word.name, opener.open, notice_frozen=word.kind is not CameraKind.FILE))


def usb_device(given: str = "", searched: tuple[str, ...] = _SEARCHED) -> str:
    """The device to open: the given one, or the first that is there. Raises CameraLost.

    Looked for before OpenCV is asked, which would tell of every try on standard error.
    """
    if given:
        if not Path(given).exists():
            raise CameraLost(f"No camera is plugged in at {given}: look at its cable. It is taken up when it comes.")
        return given
    for place in map(Path, searched):
        if place.is_dir():
            found = sorted(place.glob("*-index0"))
            if found:
                return str(found[0])
        elif place.exists():
            return str(place)
    raise CameraLost("No USB camera is plugged in: look at its cable. It is taken up when it comes.")


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
            raise CameraLost(f"{self._path} is closed.")
        assert self._last is not None  # both kinds of file refuse to be empty
        return self._last

    def close(self) -> None:
        """Ends a waiting read."""
        self._closed.set()
