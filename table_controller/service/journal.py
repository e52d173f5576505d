"""The service's lines in the journal: each begins with an event id that never changes, so that it can be searched for.

Under systemd a line also carries its weight, as `<4>camera.lost The USB camera ...` (sd-daemon(3)). Nothing secret and
no hidden card may be told here: journals are copied into bug reports.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from enum import Enum

from hardware.facts import Condition, Grade
from table_controller.words.facts import sentence


class Event(Enum):
    """What the service itself tells; how its parts do is told by the ids of their conditions."""

    STARTED = "service.started"
    READY = "service.ready"
    STOPPING = "service.stopping"
    MATCH_BEGUN = "match.begun"
    MATCH_RESUMED = "match.resumed"
    HAND_SCORED = "hand.scored"
    MATCH_WON = "match.won"
    RULE_BROKEN = "finding.raised"
    SEAT_CALLS = "seat.calls"
    POWER_OFF = "power.off"


INFO, WARNING, ERROR = 6, 4, 3
"""Priorities of syslog, which journald reads."""
_WEIGHTS = {Grade.OK: INFO, Grade.WARNING: WARNING, Grade.FAULT: ERROR}


def _print(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


class Journal:
    """Writes lines; tells of a condition only when it has changed."""

    def __init__(self, write: Callable[[str], None] = _print, environment: Mapping[str, str] = os.environ) -> None:
        self._write = write
        self._weighed = "JOURNAL_STREAM" in environment
        self._told: dict[str, Condition] = {}

    def tell(self, event: Event, words: str = "", weight: int = INFO) -> None:
        """One line about the service."""
        self._line(event.value, words, weight)

    def follow(self, conditions: tuple[Condition, ...]) -> None:
        """One line for each condition whose state is another than at the last call; what is well from the start is not
        worth one."""
        for condition in conditions:
            before = self._told.get(condition.what)
            if before is not None and before.id == condition.id:
                continue
            if before is not None or condition.grade is not Grade.OK:
                self._line(condition.id, sentence(condition), _WEIGHTS[condition.grade])
            self._told[condition.what] = condition

    def _line(self, name: str, words: str, weight: int) -> None:
        told = " ".join(f"{name} {words}".split())
        self._write(f"<{weight}>{told}" if self._weighed else told)
