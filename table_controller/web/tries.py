"""Wrong tries at the referee's door: who has made how many, and how long each waits before the next one is heard.

Everybody waits for his own mistakes alone. Once there have been many from everywhere, those who have no free tries left
also share one try a second; who has not, and who is known by a mark from an earlier visit, is not kept waiting by
others. Waiting is by a clock that nobody sets, and outlives a restart.
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from table_controller.match.whole_files import SECRET, write_whole

FREE_TRIES = 3
"""Wrong numbers that cost no waiting: people mistype."""
LONGEST_WAIT_S = 300.0
"""Seconds that one wrong number more costs at most. Six digits last for years so."""
MANY_WRONG = 50  # wrong tries from anywhere, since the last right one: from then on one a second for all together
MOST_CLIENTS = 1000
"""Clients whose tries are remembered; a bound for the memory. Beyond it those with the fewest are forgotten."""


@dataclass
class _Wrong:
    """Wrong tries of one client: how many, and until when by the steady clock the next one is not heard."""

    count: int = 0
    not_before: float = 0.0


class Tries:
    """The tries at one door. From any thread. `path` keeps those that wait; `clock` is steady, in seconds."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock = path, clock
        self._lock, self._writing = threading.Lock(), threading.Lock()
        self._all = _Wrong()
        self._of: OrderedDict[str, _Wrong] = OrderedDict()
        for who, (count, wait_s) in _kept(path).items():
            self._of[who] = _Wrong(count, clock() + wait_s)

    def wait_of(self, who: str) -> float:
        """Seconds until a try of this client is heard; 0.0 if one would be now. Takes none."""
        with self._lock:
            wrong = self._of.get(who)
            return 0.0 if wrong is None else max(self._waits(wrong, self._clock()), 0.0)

    def has_mistaken(self, who: str) -> bool:
        """Whether this client has a wrong try that is remembered."""
        return who in self._of

    def begin(self, who: str) -> float:
        """Takes a try: 0.0 if it is heard, and it counts as wrong until `forgive`; else the seconds to wait.

        Counted before it is looked at, so that many at once are no more tries than one after another.
        """
        with self._lock:
            now, wrong = self._clock(), self._of.setdefault(who, _Wrong())
            self._of.move_to_end(who)
            wait = self._waits(wrong, now)
            if wait <= 0:
                wrong.count += 1
                self._all.count += 1
                wrong.not_before = now + wait_after(wrong.count)
                if self._all.count > MANY_WRONG and wrong.count > FREE_TRIES:
                    self._all.not_before = now + 1.0
                self._forget_some()
            waits_now = wrong.not_before > now
        if wait <= 0 and waits_now:
            self._keep()
        return max(wait, 0.0)

    def forgive(self, who: str) -> None:
        """The PIN was right: nothing of this client is remembered, and the count of all begins anew."""
        with self._lock:
            self._all = _Wrong()
            waited = self._of.pop(who, _Wrong()).count >= FREE_TRIES
        if waited:
            self._keep()

    def _waits(self, wrong: _Wrong, now: float) -> float:
        shared = self._all.not_before if wrong.count >= FREE_TRIES else 0.0
        return max(wrong.not_before, shared) - now

    def _forget_some(self) -> None:
        while len(self._of) > MOST_CLIENTS:
            del self._of[min(self._of, key=lambda who: self._of[who].count)]

    def _keep(self) -> None:
        """Writes down who waits and how long. A full disk keeps nobody out: it is remembered here all the same."""
        with self._writing:
            with self._lock:
                waits = {who: (wrong.count, wait_after(wrong.count)) for who, wrong in self._of.items()}
            waiting = {who: told for who, told in waits.items() if told[1] > 0}
            with suppress(OSError):
                write_whole(self._path, json.dumps(waiting), SECRET)


def wait_after(wrong: int) -> float:
    """Seconds that the next try waits after so many wrong ones: none at first, then twice as long each time."""
    over = wrong - FREE_TRIES
    return 0.0 if over < 0 else min(LONGEST_WAIT_S, 2.0 ** min(over, 20))


def _kept(path: Path) -> dict[str, tuple[int, float]]:
    """What is written down; nothing where that can't be read: then nobody is kept waiting for an old mistake."""
    try:
        told = json.loads(path.read_text("utf-8"))
        return {str(who): (int(count), min(float(wait), LONGEST_WAIT_S)) for who, (count, wait) in told.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}
