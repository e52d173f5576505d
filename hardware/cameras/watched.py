"""A camera as a service wants it: asked for a picture every tick, never raising, and able to tell how it is.

Lost, it is opened again every second for as long as it takes; meanwhile whoever asks gets nothing and goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum

from hardware.cameras.frames import CameraLost, Frame
from hardware.cameras.kind import Wanted
from hardware.cameras.kinds import kind_of
from hardware.cameras.live import LiveCamera
from hardware.facts import CameraName, Fact, fact
from hardware.facts import HardwareCode as Code

RETRY_S = 1.0
"""Seconds until a lost camera is tried again. Chosen, not measured. Raised, one that is plugged in sees later."""
STUCK_MAX = 3
"""So many threads hanging in a dead driver, and only a new process gets the camera back."""


class CameraState(Enum):
    """How a camera is doing."""

    STARTING = "starting"
    SEEING = "seeing"
    LOST = "lost"


class WatchedCamera:
    """One camera, there or not."""

    def __init__(
        self,
        camera: LiveCamera,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self.state = CameraState.STARTING
        self._camera, self._clock, self._wait = camera, clock, wait
        self._why = fact(Code.CAMERA_STARTING, camera=camera.name)
        self._next_try = 0.0

    @property
    def name(self) -> CameraName:
        """Which camera it is."""
        return self._camera.name

    @property
    def told(self) -> Fact:
        """How it is: the page and `doctor` both say this."""
        if self.state is CameraState.LOST:
            return self._why
        return fact(Code.CAMERA_SEEING if self.state is CameraState.SEEING else Code.CAMERA_STARTING, camera=self.name)

    @property
    def is_alive(self) -> bool:
        """Whether a new process would be of no more use than this one: a pulled cable is no reason to restart."""
        return self._camera.stuck < STUCK_MAX

    def look(self, within: float) -> Frame | None:
        """A picture that is new, if one comes within so many seconds; spends them waiting if none does."""
        now = self._clock()
        if self.state is CameraState.LOST and now < self._next_try:
            self._wait(min(within, self._next_try - now))
            return None
        try:
            frame = self._camera.next_within(within)
        except CameraLost as why:
            self.state, self._why = CameraState.LOST, why.fact
            self._next_try = self._clock() + RETRY_S
            return None
        if frame is not None:
            self.state = CameraState.SEEING
        return frame

    def close(self) -> None:
        """Lets the camera go."""
        self._camera.close()


def watched(name: CameraName, wanted: Wanted | None = None) -> WatchedCamera:
    """The camera as a service wants it; opened when it is first looked through."""
    kind = kind_of(name)
    return WatchedCamera(LiveCamera(name, kind.opener(name.which, wanted or Wanted()), notice_frozen=kind.is_live))
