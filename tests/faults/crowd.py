"""A crowd that means harm, as a process of its own: `python -m tests.faults.crowd ADDRESS LINES ONE_EACH`.

LINES connections from one address, and one from each of ONE_EACH more: all in 127.0.0.0/8, which is this machine. Every
connection that ends is made anew. It prints `here` once all have been made, and goes on until its input ends.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from urllib.parse import urlsplit

CROWD = "127.0.0.66"
AGAIN_S = 1.0
"""Seconds after which a connection that ended is made anew; a browser's page waits as long."""
DRIP_S = 1.0
"""Seconds from one byte of a slow sender to the next."""
AT_ONCE = 100
"""Connections that are being made at a time: this machine's own queue for them is short."""
HERE_S = 60.0
"""Seconds in which all must have come; the crowd gives up then."""
READ_S = 60.0
"""Seconds that an answer is waited for."""

Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter
Misbehave = Callable[[Reader, Writer], Awaitable[None]]


async def watch(reader: Reader, writer: Writer) -> None:
    """A page that watches, one of very many."""
    writer.write(b"GET /api/v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
    while await reader.read(65536):
        pass


async def never_read(reader: Reader, writer: Writer) -> None:
    """Asks for the board at every change, and reads nothing."""
    writer.write(b"GET /api/v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
    await asyncio.sleep(READ_S)


async def say_nothing(reader: Reader, writer: Writer) -> None:
    """Connects, and waits."""
    await reader.read()


async def drip_a_head(reader: Reader, writer: Writer) -> None:
    """A request whose headers never end."""
    await _drip(writer, b"GET / HTTP/1.1\r\nHost: x\r\n")


async def drip_a_body(reader: Reader, writer: Writer) -> None:
    """A word whose body never ends."""
    head = b"POST /api/v1/act HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n"
    await _drip(writer, head)


async def ask_for_pages(reader: Reader, writer: Writer) -> None:
    """The room page again and again, as fast as it comes."""
    await _ask(reader, writer, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")


async def ask_for_files(reader: Reader, writer: Writer) -> None:
    """All matches as a sheet, again and again: the most work that a request makes."""
    await _ask(reader, writer, b"GET /api/v1/matches.csv HTTP/1.1\r\nHost: x\r\n\r\n")


async def guess(reader: Reader, writer: Writer) -> None:
    """A PIN, again and again."""
    body = b'{"pin": "000000"}'
    head = b"POST /api/v1/referee/session HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Type: application/json\r\n"
    await _ask(reader, writer, head + b"Content-Length: %d\r\n\r\n" % len(body) + body)


async def talk_nonsense(reader: Reader, writer: Writer) -> None:
    """What is no HTTP."""
    writer.write(b"\x16\x03\x01\x02\x00\x01\r\n\r\n" * 20)
    await reader.read()


KINDS: tuple[Misbehave, ...] = (
    watch,
    never_read,
    say_nothing,
    drip_a_head,
    drip_a_body,
    ask_for_pages,
    ask_for_files,
    guess,
    talk_nonsense,
)


async def _drip(writer: Writer, head: bytes) -> None:
    writer.write(head)
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(DRIP_S)


async def _ask(reader: Reader, writer: Writer, request: bytes) -> None:
    while True:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length: "))
        await reader.readexactly(int(length.partition(b": ")[2]))


class Crowd:
    """Everybody in it. `source` addresses with what each of their connections does."""

    def __init__(self, host: str, port: int, sources: Iterable[str]) -> None:
        self._host, self._port = host, port
        self._sources = tuple(sources)
        self._connecting = asyncio.Semaphore(AT_ONCE)
        self._made = 0
        self._all_here = asyncio.Event()

    async def come(self) -> None:
        """All connect; prints `here` when every one has been connected once; ends when standard input does."""
        loop = asyncio.get_running_loop()
        members = [loop.create_task(self._be(source, KINDS[n % len(KINDS)])) for n, source in enumerate(self._sources)]
        await asyncio.wait_for(self._all_here.wait(), HERE_S)
        print("here", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        for member in members:
            member.cancel()

    async def _be(self, source: str, misbehave: Misbehave) -> None:
        is_new = True
        while True:
            with suppress(OSError, EOFError, StopIteration, RuntimeError, asyncio.LimitOverrunError):
                async with self._connecting:
                    reader, writer = await asyncio.open_connection(self._host, self._port, local_addr=(source, 0))
                self._count(is_new)
                is_new = False
                try:
                    async with asyncio.timeout(READ_S):
                        await misbehave(reader, writer)
                except TimeoutError:
                    pass
                finally:
                    writer.transport.abort()
            await asyncio.sleep(AGAIN_S)

    def _count(self, is_new: bool) -> None:
        self._made += is_new
        if self._made == len(self._sources):
            self._all_here.set()


def sources(lines: int, one_each: int) -> Iterable[str]:
    """The address of every connection."""
    yield from (CROWD,) * lines
    for number in range(one_each):
        yield f"127.1.{number // 200}.{number % 200 + 1}"


def main() -> None:
    """The crowd that the command line names."""
    address, lines, one_each = sys.argv[1:]
    place = urlsplit(address)
    with suppress(asyncio.CancelledError):
        asyncio.run(_run(str(place.hostname), place.port or 80, sources(int(lines), int(one_each))))


async def _run(host: str, port: int, places: Iterable[str]) -> None:
    await Crowd(host, port, places).come()


if __name__ == "__main__":
    main()
