"""Work that takes long, done beside the loop by few threads, so that what is urgent never waits behind it.

The queue has an end, and no client can fill it alone: whoever comes too late is told so, and when to come again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

THREADS = 2
"""Pieces of work at a time. More make none of them faster, since they share one interpreter; one alone would have a
short look wait for a long one."""
WAITING = 32
"""Pieces of work that wait or are done, of all clients."""
EACH = 4
"""Of one client: a page asks for two."""
AGAIN_S = 5
"""Seconds after which whoever came too late is told to try again. Chosen, not measured."""
T = TypeVar("T")


class TooBusy(Exception):
    """There is more to do already than this client, or all together, may have done at a time."""


class SlowWork:
    """One queue of work. One loop's."""

    def __init__(self, threads: int = THREADS, waiting: int = WAITING, each: int = EACH) -> None:
        self._limiter = CapacityLimiter(threads)
        self._waiting, self._each = waiting, each
        self._of: Counter[str] = Counter()

    async def do(self, who: str, work: Callable[[], T]) -> T:
        """What `work` gives, done in a thread when its turn comes. Raises TooBusy, and what `work` raises."""
        if self._of[who] >= self._each or self._of.total() >= self._waiting:
            raise TooBusy
        self._of[who] += 1
        try:
            return await to_thread.run_sync(work, limiter=self._limiter)
        finally:
            self._of[who] -= 1
            if not self._of[who]:
                del self._of[who]
