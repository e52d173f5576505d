"""The Pi's own cameras, by their number: `pi`, `pi:1`. What one has set itself is kept for a quick return."""

from __future__ import annotations

import time
from collections.abc import Callable

from hardware.cameras.kind import CameraKind, Source, Wanted

LOCKS_HOLD_S = 600.0
"""A camera that returns within ten minutes takes up the exposure it had; later the light may be another."""


def _means(word: str) -> str | None:
    kind, _, which = word.partition(":")
    return str(int(which or 0)) if kind == "pi" and (not which or which.isdecimal()) else None


class PiOpener:
    """Opens one of the Pi's cameras, again and again."""

    def __init__(self, which: str, wanted: Wanted) -> None:
        self._number, self._wanted = int(which), wanted
        self._locks: list[str] = []
        self._locked_at: float | None = None

    def open(self) -> Source:
        """The camera, open. Raises CameraLost."""
        from hardware.cameras.sources import RpicamSource

        now = time.monotonic()
        known = self._locked_at is not None and now - self._locked_at < LOCKS_HOLD_S
        source = RpicamSource(self._number, self._wanted, locks=self._locks if known else None)
        self._locks, self._locked_at = source.locks, self._locked_at if known else now
        return source


def _opener(which: str, wanted: Wanted) -> Callable[[], Source]:
    return PiOpener(which, wanted).open


KIND = CameraKind("pi", short="pi", forms="pi, pi:1", means=_means, opener=_opener)
