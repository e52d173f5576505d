"""The Pi's own cameras, by their number: `pi`, `pi:1`. What one has set itself is kept for a quick return."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from hardware.cameras.kind import CameraKind, Source, Wanted
from hardware.facts import CameraName

if TYPE_CHECKING:
    from hardware.cameras.following import LightFollower

LOCKS_HOLD_S = 600.0
"""A camera that returns within ten minutes takes up the exposure it had, if that fitted; later the light may be
another."""


def _means(word: str) -> str | None:
    number = word[3:] or "0"
    return number if word.startswith("pi") and number.isdecimal() else None


class PiOpener:
    """Opens one of the Pi's cameras, again and again."""

    def __init__(self, which: str, wanted: Wanted, clock: Callable[[], float] = time.monotonic) -> None:
        self._number, self._wanted, self._clock = int(which), wanted, clock
        self._locks: list[str] = []
        self._locked_at: float | None = None
        self._light: LightFollower | None = None

    def open(self) -> Source:
        """The camera, open. Raises CameraLost."""
        from hardware.cameras.following import FollowedSource, LightFollower
        from hardware.cameras.sources import RpicamSource

        if self._light is None:
            self._light = LightFollower(CameraName("pi", str(self._number)), self._clock)
        now = self._clock()
        is_fresh = self._locked_at is not None and now - self._locked_at < LOCKS_HOLD_S
        known = is_fresh and self._light.is_fit
        source = RpicamSource(self._number, self._wanted, locks=self._locks if known else None)
        if not known:
            self._locks, self._locked_at = source.locks, now
            self._light.measured()
        return FollowedSource(source, self._light)


def _opener(which: str, wanted: Wanted) -> Callable[[], Source]:
    return PiOpener(which, wanted).open


KIND = CameraKind("pi", short="pi", forms="pi, pi:1", means=_means, opener=_opener)
