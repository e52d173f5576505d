"""The board as it hangs, and the stream to those who watch: everything first, then the newest, never a queue."""

from __future__ import annotations

import asyncio
import threading

from table_controller.board.board import EMPTY, Board
from table_controller.web.bulletin import Bulletin


def numbered(sequence: int) -> Board:
    return EMPTY.model_copy(update={"sequence": sequence, "match": "match-0001"})


def test_a_reader_that_fell_behind_gets_the_newest_board_only() -> None:
    async def read() -> list[int]:
        bulletin = Bulletin()
        bulletin.attach(asyncio.get_running_loop())
        updates = bulletin.updates()
        first = await anext(updates)
        for sequence in range(1, 100):
            bulletin.publish(numbered(sequence))
        await asyncio.sleep(0)  # the loop takes up what was called from other threads
        second = await anext(updates)
        await updates.aclose()
        assert bulletin.watching == 0
        return [int(update.decode().partition('"sequence": ')[2].partition(",")[0]) for update in (first, second)]

    assert asyncio.run(read()) == [0, 99]


def test_what_another_thread_publishes_wakes_the_readers() -> None:
    async def read() -> bytes:
        bulletin = Bulletin("a build")
        bulletin.attach(asyncio.get_running_loop())
        updates = bulletin.updates()
        assert (await anext(updates)).startswith(b"retry: 1000\nevent: state\n")
        threading.Thread(target=bulletin.publish, args=(numbered(5),)).start()
        async with asyncio.timeout(10):
            second = await anext(updates)
        await updates.aclose()
        return second

    assert b"\nid: match-0001:5\n" in asyncio.run(read())


def test_a_closed_bulletin_ends_every_stream() -> None:
    async def read() -> list[bytes]:
        bulletin = Bulletin()
        bulletin.attach(asyncio.get_running_loop())
        updates = bulletin.updates()
        first = await anext(updates)
        bulletin.close()
        async with asyncio.timeout(10):
            return [first, *[event async for event in updates]]

    assert len(asyncio.run(read())) == 1


def test_publishing_after_the_loop_is_gone_hurts_nobody() -> None:
    bulletin = Bulletin()

    async def attach() -> None:
        bulletin.attach(asyncio.get_running_loop())

    asyncio.run(attach())
    bulletin.publish(numbered(3))
    assert bulletin.board.sequence == 3
