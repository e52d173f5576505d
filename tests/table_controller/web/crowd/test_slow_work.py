"""Work beside the loop: a queue that has an end, and that nobody fills alone."""

from __future__ import annotations

import asyncio
import threading

import pytest

from table_controller.web.crowd.slow_work import SlowWork, TooBusy
from tests import PATIENCE_S


def test_few_at_a_time_each_client_some_and_all_together_so_many() -> None:
    go_on, started = threading.Event(), threading.Semaphore(0)
    running, most = 0, 0
    counting = threading.Lock()

    def work() -> str:
        nonlocal running, most
        with counting:
            running += 1
            most = max(most, running)
        started.release()
        assert go_on.wait(PATIENCE_S)
        with counting:
            running -= 1
        return "done"

    async def all_come() -> None:
        slow = SlowWork(threads=2, waiting=5, each=3)
        jobs = [asyncio.create_task(slow.do(who, work)) for who in ("a", "a", "a", "b", "b")]
        await asyncio.sleep(0)
        for late in ("a", "c"):
            with pytest.raises(TooBusy):
                await slow.do(late, work)
        for _ in range(2):
            assert await asyncio.to_thread(started.acquire, timeout=PATIENCE_S)
        go_on.set()
        assert await asyncio.gather(*jobs) == ["done"] * 5
        assert await slow.do("a", work) == "done", "there is room again"

    asyncio.run(all_come())
    assert most == 2


def test_what_fails_gives_its_place_back() -> None:
    async def fails() -> None:
        slow = SlowWork(threads=1, waiting=1, each=1)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await slow.do("a", lambda: 1 // 0)

    asyncio.run(fails())
