"""Signs of life: the page server is asked how it is, systemd is told that all goes well, changes go to the journal.

systemd restarts the service when it is not fed: it is fed from the tick, and only while cameras and page live too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from hardware.facts import Condition
from hardware.machine.notify import Notifier
from table_controller.service.health import TableHealth, troubles
from table_controller.service.journal import Journal
from table_controller.words.facts import sentence

PULSE_EVERY_S = 5.0
"""Seconds from one sign of life to the next; a third of SILENT_AFTER_S, so that one may be late."""
SILENT_AFTER_S = 15.0
"""Seconds without an answer of its own page after which the service counts as hanging. Chosen, not measured. Raised, it
is started anew later; lowered, a busy machine is taken for a hang."""
ANSWER_WITHIN_S = 5.0
"""Seconds that the page server has to answer itself. Chosen, not measured."""


class PagePulse:
    """Asks the page server how it is, from a thread of its own: not by the door at which everybody stands."""

    def __init__(
        self,
        is_well: Callable[[float], bool],
        clock: Callable[[], float] = time.monotonic,
        every_s: float = PULSE_EVERY_S,
    ) -> None:
        """`is_well` tells whether the server has answered in so many seconds."""
        self._is_well = is_well
        self._clock, self._every = clock, every_s
        self._heard = clock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def start(self) -> None:
        """Asks from now on."""
        self._thread.start()

    def is_alive(self) -> bool:
        """Whether the page has answered lately."""
        return self._clock() - self._heard < SILENT_AFTER_S

    def _run(self) -> None:
        while not self._ended.wait(self._every):
            self.ask()

    def ask(self) -> None:
        """Asks once; silence is no error, it is noticed by `is_alive`."""
        if self._is_well(ANSWER_WITHIN_S):
            self._heard = self._clock()

    def close(self) -> None:
        """Asks no more."""
        self._ended.set()


class Watchdog:
    """Everything that wants to know each tick how the service does."""

    def __init__(
        self,
        conditions: TableHealth,
        journal: Journal,
        notifier: Notifier,
        page_is_alive: Callable[[], bool] = lambda: True,
    ) -> None:
        self.conditions, self.journal = conditions, journal
        self._notifier, self._page_is_alive = notifier, page_is_alive
        self._status = ""

    def beat(self, now: float) -> tuple[Condition, ...]:
        """One tick: the conditions, after journal and systemd have heard of them."""
        conditions = self.conditions.all()
        self.journal.follow(conditions)
        wrong = troubles(conditions)
        status = sentence(wrong[0]) if wrong else "All is well."
        if status != self._status:
            self._status = status
            self._notifier.status(status)
        self._notifier.alive(now, self.conditions.is_alive, self._page_is_alive())
        return conditions
