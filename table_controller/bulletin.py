"""The board as it hangs now, and the stream of boards to whoever is watching.

The tick's thread publishes; the web server's loop reads. The two meet in one `call_soon_threadsafe` and nowhere else.
A reader that is slow gets the newest board instead of every board.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from fastapi.sse import format_sse_event

from table_controller.board import EMPTY, Board

PING_S = 5.0  # the page says that it is old after 12 s of silence: two pings may be lost, not three
RETRY_MS = 1000


class Bulletin:
    """The board as it hangs now, and whoever is watching it."""

    def __init__(self, build: str = "") -> None:
        self.build = build
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: set[asyncio.Event] = set()
        self._closed = False
        self._board = EMPTY
        self._text, self._event = self._write(EMPTY)

    @property
    def board(self) -> Board:
        """The board last published."""
        return self._board

    @property
    def text(self) -> str:
        """The same as JSON, with the build id."""
        return self._text

    @property
    def watching(self) -> int:
        """How many readers are connected."""
        return len(self._watchers)

    def _write(self, board: Board) -> tuple[str, bytes]:
        """As JSON, and as the event that carries it: made once, sent to every reader as it is."""
        text = json.dumps({"build": self.build, **board.model_dump(mode="json")}, ensure_ascii=False)
        return text, format_sse_event(event="state", data_str=text, id=f"{board.match}:{board.sequence}")

    def publish(self, board: Board) -> None:
        """Hangs up a new board. Called from the tick's thread; never waits."""
        text, event = self._write(board)
        self._board, self._text, self._event = board, text, event
        self._call(self._wake)

    def close(self) -> None:
        """Ends every stream, so that the server can stop at once. From any thread."""
        self._closed = True
        self._call(self._wake)

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Tells which loop serves the readers."""
        self._loop = loop

    def _call(self, function: Any) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has just been closed: nobody is left to tell
                self._loop.call_soon_threadsafe(function)

    def _wake(self) -> None:
        for watcher in self._watchers:
            watcher.set()

    async def updates(self) -> AsyncIterator[bytes]:
        """The whole board on connecting and at every change; a named ping while nothing changes."""
        changed = asyncio.Event()
        self._watchers.add(changed)
        try:
            yield b"retry: %d\n" % RETRY_MS + self._event
            while not self._closed:
                try:
                    async with asyncio.timeout(PING_S):
                        await changed.wait()
                except TimeoutError:
                    yield format_sse_event(event="ping", data_str=self.build)
                    continue
                changed.clear()
                if not self._closed:
                    yield self._event
        finally:
            self._watchers.discard(changed)
