"""A recording while it is being made: pictures as they come, written by a thread of its own.

Whoever looks at the table hands every picture over and never waits: what the disk can't keep up with is left out, and
counted. It ends when it is told to, when it has become long or large, or when the disk is full; in each case what
was written is a whole recording. So it is, but for the last seconds, when the power goes.
"""

from __future__ import annotations

import contextlib
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from queue import Empty, Full, Queue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.cameras.frames import Picture
from table_controller.match.recording_folder import RecordedTable, Told, write_about, write_frame
from table_controller.watching.last_minute import JpegFrame, is_alike, made_small, packed

LONGEST_S = 600.0
"""Seconds that a recording may last: a hand takes three or four minutes. Raised, one that was forgotten fills the
disk."""
LARGEST_BYTES = 500_000_000
"""Bytes that a recording may take; a bound for a camera whose every frame is new."""
WHOLE_EVERY_S = 10.0
"""Seconds after which what is written by then is made playable, should the power fail. Raised, more is lost."""
ROOM_BYTES = 300_000_000
"""So much room is left on the disk for the matches: a recording that comes near it ends."""
_WAITING = 4
"""Pictures that wait to be written: more would only fill the memory."""


class Ended(Enum):
    """Why a recording has ended."""

    STOPPED = "stopped"
    LONG = "long"
    LARGE = "large"
    DISK_FULL = "disk full"
    NOT_WRITTEN = "not written"
    EMPTY = "empty"


class NoRoom(OSError):
    """There is too little room on the disk to begin a recording."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a recording ends by itself, and every how many seconds it is made whole, in case that the power goes.

    `free` gives the bytes that are free where a folder lies.
    """

    seconds: float = LONGEST_S
    whole_every: float = WHOLE_EVERY_S
    size: int = LARGEST_BYTES
    room: int = ROOM_BYTES
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free


@dataclass
class Film:
    """One recording, from its making to its end. `told` gives what goes with the pictures from the second it is asked
    for. Raises NoRoom, and OSError when the folder can't be made.
    """

    folder: Path
    source: RecordedTable
    told: Callable[[float], Told]
    limits: Limits = field(default_factory=Limits)
    ended: Ended | None = None
    fault: str = ""
    bytes: int = 0
    left_out: int = 0
    """Pictures that came faster than they could be written."""
    _listed: list[dict[str, Any]] = field(default_factory=list)
    _waiting: Queue[tuple[Picture, float] | None] = field(default_factory=lambda: Queue(_WAITING))
    _whole_at: float = 0.0  # seconds after the beginning
    _first: JpegFrame | None = None
    _size: tuple[int, int] = (0, 0)
    _latest: tuple[Picture, float] | None = None
    _last: NDArray[np.uint8] | None = None

    def __post_init__(self) -> None:
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        if self.limits.free(self.folder.parent) < self.limits.room:
            raise NoRoom(
                f"Less than {self.limits.room // 1_000_000} MB are free in {self.folder.parent}: make room there first."
            )
        self.folder.mkdir()
        self._began = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="film", daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return time.monotonic() - self._began

    @property
    def pictures(self) -> int:
        """How many pictures are written."""
        return len(self._listed)

    @property
    def is_on(self) -> bool:
        """Whether it is still being written."""
        return self._thread.is_alive()

    def see(self, image: Picture, t: float) -> None:
        """Take in a picture of time `t` in seconds; returns at once."""
        if self._stop.is_set() or not self._thread.is_alive():
            return
        try:
            self._waiting.put_nowait((image, t))
        except Full:
            self.left_out += 1

    def stop(self) -> Ended:
        """Ends it; once this returns the folder is whole, or gone where there was no picture. Why it has ended."""
        self._stop.set()
        with contextlib.suppress(Full):  # wakes the thread, if it waits for a picture
            self._waiting.put_nowait(None)
        self._thread.join()
        return self.ended or Ended.STOPPED

    def _run(self) -> None:
        try:
            while self.ended is None:
                came = self._next()
                if came is not None:
                    self._take(*came)
                    self._make_whole()
                self.ended = self.ended or self._over(came is None)
            self._finish()
        except OSError as fault:
            self.ended, self.fault = Ended.NOT_WRITTEN, fault.strerror or str(fault)
            self._save_what_there_is()

    def _next(self) -> tuple[Picture, float] | None:
        """The next picture; None when it shall stop, or none has come for a second."""
        try:
            return self._waiting.get(timeout=1.0)
        except Empty:
            return None

    def _over(self, is_told: bool) -> Ended | None:
        if self._stop.is_set() and (is_told or self._waiting.empty()):
            return Ended.STOPPED
        if self.seconds >= self.limits.seconds:
            return Ended.LONG
        if self.bytes >= self.limits.size:
            return Ended.LARGE
        return Ended.DISK_FULL if self.limits.free(self.folder) < self.limits.room else None

    def _take(self, image: Picture, t: float) -> None:
        self._latest = image, t
        small = made_small(image)
        if is_alike(small, self._last):
            return
        frame = packed(image, t)
        if frame is not None:
            self._write(frame, image)
            self._last = small

    def _make_whole(self) -> None:
        """What is written by now can be played, whatever happens next."""
        if self._listed and self.seconds - self._whole_at >= self.limits.whole_every:
            self._describe()
            self._whole_at = self.seconds

    def _write(self, frame: JpegFrame, image: Picture) -> None:
        self._first = self._first or frame
        self._size = image.shape[1], image.shape[0]
        self._listed.append(write_frame(self.folder, len(self._listed) + 1, frame, self._first.t))
        self.bytes += len(frame.data)

    def _finish(self) -> None:
        """The frame seen last, which tells how long the table has rested since; then all but the pictures."""
        if self._first is None or self._latest is None:
            self.ended = Ended.EMPTY
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        image, t = self._latest
        frame = packed(image, t)
        if frame is not None and round(t - self._first.t, 3) > self._listed[-1]["t"]:
            self._write(frame, image)
        self._describe()

    def _describe(self) -> None:
        assert self._first is not None
        write_about(self.folder, self._listed, self._size, self._first.t, self.told(self._first.t), self.source)

    def _save_what_there_is(self) -> None:
        """After a disk that failed: without the last picture, which may be half written, it may still be whole."""
        try:
            if not self._listed:
                raise OSError("nothing was written")
            self._describe()
        except OSError:
            shutil.rmtree(self.folder, ignore_errors=True)
