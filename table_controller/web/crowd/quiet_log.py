"""A log that nobody can fill: of each kind of line a few a minute, then how many more there were.

Lines are of one kind when they come from one logger and begin alike, before their fields are filled in.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

OFTEN = 5
"""Lines of one kind in PERIOD_S seconds. With tracebacks of some 2 kB each kind may write 15 MB a day at most."""
PERIOD_S = 60.0
"""Seconds after which lines of a kind are written again."""
MOST_KINDS = 200
"""Kinds that are told apart; beyond, the counting begins anew. A bound for the memory."""
_LETTERS = 40
"""Letters by which texts are told apart: further on in a line asyncio names sockets and tasks."""
LOGGERS = ("asyncio", "uvicorn.error")
"""The loggers whose lines strangers can cause."""


class QuietLog(logging.Filter):
    """Lets through OFTEN lines of each kind in PERIOD_S seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told: dict[tuple[str, int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written; the first one of a new period says how many were not."""
        kind, now = (record.name, record.levelno, str(record.msg)[:_LETTERS]), self._clock()
        since, count = self._told.get(kind, (now, 0))
        if now - since >= PERIOD_S:
            if count > OFTEN:
                record.msg = f"(and {count - OFTEN} more like this) {record.msg}"
            since, count = now, 0
        if len(self._told) >= MOST_KINDS:
            self._told.clear()
        self._told[kind] = since, count + 1
        return count < OFTEN


def quieten(names: tuple[str, ...] = LOGGERS) -> None:
    """From now on these loggers are quiet. Doing it twice does nothing more."""
    for name in names:
        logger = logging.getLogger(name)
        if not any(isinstance(each, QuietLog) for each in logger.filters):
            logger.addFilter(QuietLog())
