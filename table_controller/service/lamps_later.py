"""Lamps on the Pi's pins, or the reason why there are none: a table without them plays on, and tries again.

The pins may be another program's, their package may be missing, or the rights to reach them; all three can be mended
while the service runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from hardware.facts import Fact
from hardware.lamps.patterns import LampPattern
from hardware.lamps.pins import NoPins
from hardware.lamps.seat_lamps import Lamps

RETRY_S = 10.0
"""Seconds until lamps whose library failed are tried again. Chosen, not measured."""


class LampsLater:
    """`open_lamps` gives the lamps or raises NoPins; it is tried at once, and again while they are wanted."""

    def __init__(self, open_lamps: Callable[[], Lamps], clock: Callable[[], float] = time.monotonic) -> None:
        self.why_dark: Fact | None = None
        self._open_lamps, self._clock = open_lamps, clock
        self._lamps: Lamps | None = None
        self._next_try = 0.0
        self._try()

    @property
    def lamps(self) -> Lamps | None:
        """The lamps, if there are any now."""
        return self._lamps

    def _try(self) -> None:
        try:
            self._lamps, self.why_dark = self._open_lamps(), None
        except NoPins as why:
            self.why_dark = why.fact
            self._next_try = self._clock() + RETRY_S

    def show(self, wanted: Mapping[int, LampPattern]) -> None:
        """As `Lamps.show`; call it every tick."""
        if self._lamps is None and self._clock() >= self._next_try:
            self._try()
        if self._lamps is not None:
            self._lamps.show(wanted)

    def close(self) -> None:
        """Every lamp dark, every pin given back."""
        if self._lamps is not None:
            self._lamps.close()
