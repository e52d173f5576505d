"""Looks after the machine while the service runs: disk, voltage, clock. In a thread: asking may take a moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path

from hardware.facts import Condition
from hardware.machine.checks import clock, disk, power

EVERY_S = 30.0
"""Seconds from one look at temperature, power and disk to the next: they change slowly. Chosen, not measured."""


def _look(folder: Path) -> tuple[Condition, ...]:
    return disk(folder), power(), clock(date.today().year)


class MachineWatch:
    """`conditions` are those of the last look."""

    def __init__(
        self, folder: Path, look: Callable[[Path], tuple[Condition, ...]] = _look, every_s: float = EVERY_S
    ) -> None:
        self.conditions: tuple[Condition, ...] = ()
        self._folder, self._look, self._every = folder, look, every_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="machine", daemon=True)

    def start(self) -> None:
        """Looks from now on."""
        self._thread.start()

    def _run(self) -> None:
        while True:
            self.conditions = self._look(self._folder)
            if self._ended.wait(self._every):
                return

    def close(self) -> None:
        """Looks no more."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(10)
