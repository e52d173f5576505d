"""A live camera as frames: read in a thread of its own, so that a stall is noticed; lost, said so, and
taken up again.

Only the newest picture counts: a loop that is slower than the camera sees fewer, never older ones.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from hardware.cameras import CameraLost, Frame, Picture
from hardware.sources import Source

PATIENCE_S = 3.0
OPENING_S = 10.0
"""How long the first picture may take: a camera starts, sets itself for two seconds, and starts again
locked."""


class _Reading:
    """One open source and the thread that reads it. A thread stuck in a dead driver is left behind, not
    waited for."""

    def __init__(self, open_source: Callable[[], Source]) -> None:
        self._changed = threading.Condition()
        self._picture: Picture | None = None
        self._failed: str | None = None
        self._source: Source | None = None
        self._ended = False
        threading.Thread(target=self._run, args=(open_source,), name="camera", daemon=True).start()

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
                self._failed = str(why)
                self._changed.notify_all()

    def take(self, within: float) -> Picture | None:
        """The newest picture not yet taken, waiting so long for one. Raises CameraLost with the source's
        sentence."""
        with self._changed:
            self._changed.wait_for(lambda: self._picture is not None or self._failed is not None, within)
            picture, self._picture = self._picture, None
            if picture is None and self._failed is not None:
                raise CameraLost(self._failed)
            return picture

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
        name: str,
        open_source: Callable[[], Source],
        *,
        patience: float = PATIENCE_S,
        opening: float = OPENING_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.losses = 0
        self._open_source = open_source
        self._patience = patience
        self._opening = opening
        self._limit = opening
        self._clock = clock
        self._reading: _Reading | None = None
        self._began: float | None = None
        self._last = 0.0
        self._number = 0

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
            raise self._lose(str(why)) from None
        now = self._clock()
        if picture is None:
            if now - self._last >= self._limit:
                raise self._lose(f"{self.name} gave no picture for {self._limit:g} seconds: look at its cable.")
            return None
        return self._frame(picture, now)

    def _frame(self, picture: Picture, now: float) -> Frame:
        if self._began is None:
            self._began = now
        self._last, self._limit = now, self._patience
        self._number += 1
        return Frame(picture, now - self._began, self._number - 1)

    def _lose(self, why: str) -> CameraLost:
        self.losses += 1
        self.close()
        return CameraLost(why)

    def close(self) -> None:
        """Lets the camera go."""
        if self._reading is not None:
            self._reading.end()
            self._reading = None
