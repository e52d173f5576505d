"""A live camera as frames: read in a thread of its own, so that a stall is noticed; lost, said so, and
taken up again.

Only the newest picture counts: a loop that is slower than the camera sees fewer, never older ones.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np

from hardware.cameras.following import LightChanged
from hardware.cameras.frames import CameraLost, Frame, Picture
from hardware.cameras.kind import Source
from hardware.facts import CameraName, Fact, PartFailed, fact
from hardware.facts import HardwareCode as Code

PATIENCE_S = 2.5
"""Without a picture for so long a camera is lost: said within three seconds of its last one."""

OPENING_S = 10.0
"""How long the first picture may take: a camera starts, sets itself for two seconds, and starts again
locked."""

_APART = 16  # pixels between those that are compared to see whether a picture is new
_BLACK = 8
"""Grey level that some pixel must exceed for an unchanged picture to be a frozen one: with its lens covered a camera
without noise gives the same picture over and over. Chosen, not measured."""


class _Reading:
    """One open source and the thread that reads it. A thread stuck in a dead driver is left behind, not
    waited for."""

    def __init__(self, open_source: Callable[[], Source]) -> None:
        self._changed = threading.Condition()
        self._picture: Picture | None = None
        self._failed: Fact | None = None
        self.is_light_changed = False
        self._source: Source | None = None
        self._ended = False
        self._thread = threading.Thread(target=self._run, args=(open_source,), name="camera", daemon=True)
        self._thread.start()

    def _run(self, open_source: Callable[[], Source]) -> None:
        try:
            source = open_source()
            with self._changed:
                self._source = source
                ended = self._ended
            if ended:
                source.close()
            while not self._ended:
                picture = source.read()
                with self._changed:
                    self._picture = picture
                    self._changed.notify_all()
        except (OSError, ValueError) as why:  # ValueError: the pipe was closed under the read
            with self._changed:
                self.is_light_changed = isinstance(why, LightChanged)
                self._failed = why.fact if isinstance(why, PartFailed) else fact(Code.SYSTEM_SAYS, reason=str(why))
                self._changed.notify_all()

    def take(self, within: float) -> Picture | None:
        """The newest picture not yet taken, waiting so long for one. Raises CameraLost with the source's
        fact."""
        with self._changed:
            self._changed.wait_for(lambda: self._picture is not None or self._failed is not None, within)
            picture, self._picture = self._picture, None
            if picture is None and self._failed is not None:
                raise CameraLost(self._failed)
            return picture

    @property
    def is_running(self) -> bool:
        """Whether its thread lives; after `end` only one stuck in a driver does."""
        return self._thread.is_alive()

    def end(self) -> None:
        with self._changed:
            self._ended = True
            source = self._source
        if source is not None:
            source.close()


class LiveCamera:
    """Iterates over a camera's frames. `next` raises CameraLost when none came for `patience` seconds, or
    when the camera failed; the next `next` opens it anew. `t` counts from the first frame, through all
    losses."""

    def __init__(
        self,
        name: CameraName,
        open_source: Callable[[], Source],
        *,
        patience: float = PATIENCE_S,
        opening: float = OPENING_S,
        notice_frozen: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`notice_frozen`: the very same picture over and over is a fault (a real sensor's noise never repeats)."""
        self.name = name
        self.losses = 0
        self._open_source = open_source
        self._patience = patience
        self._opening = opening
        self._limit = opening
        self._clock = clock
        self._reading: _Reading | None = None
        self._left_behind: list[_Reading] = []
        self._began: float | None = None
        self._last = 0.0
        self._number = 0
        self._notice_frozen = notice_frozen
        self._sample: Picture | None = None
        self._changed = 0.0

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        while True:
            frame = self.next_within(self._opening)
            if frame is not None:
                return frame

    def next_within(self, seconds: float) -> Frame | None:
        """The next frame if it comes within so long, else None; a loop with other work asks with little
        patience.

        Raises CameraLost when the camera failed, or gave nothing for `patience` seconds over several calls.
        """
        if self._reading is None:
            self._reading = _Reading(self._open_source)
            self._last = self._clock()
            self._limit = self._opening
        left = self._last + self._limit - self._clock()
        try:
            picture = self._reading.take(max(0.0, min(seconds, left)))
        except CameraLost as why:
            if self._reading.is_light_changed:  # no loss: the next call opens it anew, and it sets itself
                self.close()
                return None
            raise self._lose(why.fact) from None
        now = self._clock()
        if picture is None:
            if now - self._last >= self._limit:
                raise self._lose(fact(Code.CAMERA_SILENT, camera=self.name, seconds=self._limit))
            return None
        if self._is_frozen(picture, now):
            raise self._lose(fact(Code.CAMERA_FROZEN, camera=self.name))
        return self._frame(picture, now)

    def _is_frozen(self, picture: Picture, now: float) -> bool:
        """Whether nothing has changed for `patience` seconds, not even noise. Black has none: the lens is covered."""
        sample = picture[::_APART, ::_APART].copy()
        same = self._sample is not None and np.array_equal(sample, self._sample) and bool(sample.max() > _BLACK)
        if not same:
            self._sample, self._changed = sample, now
        return self._notice_frozen and now - self._changed >= self._patience

    def _frame(self, picture: Picture, now: float) -> Frame:
        if self._began is None:
            self._began = now
        self._last, self._limit = now, self._patience
        self._number += 1
        return Frame(picture, now - self._began, self._number - 1)

    def _lose(self, why: Fact) -> CameraLost:
        self.losses += 1
        self.close()
        return CameraLost(why)

    @property
    def stuck(self) -> int:
        """How many of the threads left behind still hang in a driver: a restart of the program alone ends those."""
        self._left_behind = [reading for reading in self._left_behind if reading.is_running]
        return len(self._left_behind)

    def close(self) -> None:
        """Lets the camera go."""
        if self._reading is not None:
            self._reading.end()
            self._left_behind.append(self._reading)
            self._reading = self._sample = None
