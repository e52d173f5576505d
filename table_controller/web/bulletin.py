"""The board as it hangs now, in every language that is asked for, and the stream of boards to whoever is watching.

The tick's thread publishes; the web server's loop reads. The two meet in one `call_soon_threadsafe` and nowhere else.
A language that nobody watches costs nothing. A reader that is slow gets the newest board instead of every board.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from fastapi.sse import format_sse_event

from table_controller.board.board import EMPTY, Board, CallShown, Surroundings
from table_controller.web.preferences import Preferences
from table_controller.web.without_folders import without_folders
from table_controller.words.tongues import Tongue, tongue

PING_S = 5.0  # the page says that it is old after 12 s of silence: two pings may be lost, not three
RETRY_MS = 1000
"""Milliseconds after which a page that lost its line calls again. Raised, pages stand still for longer after a
restart."""

Render = Callable[[Tongue, Tongue], Board]
"""Draws the board in a language, with the letters of a deck."""


class _Version:
    """One board in all languages: drawn when first asked for, then kept."""

    def __init__(self, render: Render, number: int) -> None:
        self.render, self.number = render, number
        self.boards: dict[str, Board] = {}
        self.written: dict[str, tuple[str, bytes]] = {}


class Bulletin:
    """The board as it hangs now, and whoever is watching it."""

    def __init__(self, build: str = "", preferences: Preferences | None = None) -> None:
        self.build = build
        self.preferences = preferences or Preferences()
        self.calls: tuple[int, ...] = ()
        """The seats that called for the referee from their pages; 0 is the table's screen."""
        self._hearers: list[Callable[[Board, Preferences], None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: set[asyncio.Event] = set()
        self._closed = False
        self._version = _Version(_nothing, 0)

    @property
    def board(self) -> Board:
        """The board last published, in the table's own language."""
        return self.board_in(self.preferences.language)

    @property
    def text(self) -> str:
        """The same as JSON, with the build id."""
        return self.text_in(self.preferences.language)

    @property
    def watching(self) -> int:
        """How many readers are connected."""
        return len(self._watchers)

    def board_in(self, language: str) -> Board:
        """The board in that language. From any thread: what is drawn is drawn of one state that never changes."""
        version = self._version
        if language not in version.boards:
            to = tongue(language)
            version.boards[language] = self._dressed(version.render(to, tongue(self.preferences.letters)), to)
        return version.boards[language]

    def text_in(self, language: str) -> str:
        """As JSON, with the build id."""
        return self._write(language)[0]

    def _write(self, language: str) -> tuple[str, bytes]:
        """As JSON, and as the event that carries it: made once, sent to every reader as it is."""
        version = self._version
        if language not in version.written:
            board = self.board_in(language)
            text = json.dumps({"build": self.build, **board.model_dump(mode="json")}, ensure_ascii=False)
            event = format_sse_event(event="state", data_str=text, id=f"{board.match}:{board.sequence}")
            version.written[language] = text, event
        return version.written[language]

    def _dressed(self, board: Board, to: Tongue) -> Board:
        """With what is said on the pages beside the match: who calls the referee, and that play is stopped."""
        around = _public(board.surroundings)
        changes: dict[str, Any] = {"surroundings": around}
        if self.calls and board.seats:
            names = {seat.seat: seat.name for seat in board.seats}
            calls = tuple(
                CallShown(kind="help", seat=seat, text=to.say("called", who=names.get(seat) or to.say("somebody")))
                for seat in self.calls
            )
            changes["surroundings"] = around.model_copy(update={"calls": (*around.calls, *calls)})
        if self.preferences.paused and board.seats:
            told = {"headline": to.say("paused"), "detail": to.say("paused_detail")}
            nobody = tuple(seat.model_copy(update={"turn": False}) for seat in board.seats)
            changes |= {"paused": True, "choices": (), "asked": (), "seats": nobody, **told}
        return board.model_copy(update=changes)

    def publish(self, board: Board) -> None:
        """Hangs up a board that is the same in every language. Called from the tick's thread; never waits."""
        self.hang(lambda to, letters: board)

    def hang(self, render: Render) -> None:
        """Hangs up a new board, drawn in other languages when they are asked for. From any thread; never waits."""
        version = _Version(render, self._version.number + 1)
        to = tongue(self.preferences.language)
        version.boards[to.code] = self._dressed(render(to, tongue(self.preferences.letters)), to)
        self._version = version
        for hear in self._hearers:
            hear(version.boards[to.code], self.preferences)
        self._call(self._wake)

    def hang_again(self) -> None:
        """The same board once more, because something on it beside the match has changed."""
        self.hang(self._version.render)

    def hear_with(self, hear: Callable[[Board, Preferences], None]) -> None:
        """From now on `hear` is told of every board, in the table's language; it must not wait."""
        self._hearers.append(hear)

    def prefer(self, preferences: Preferences, build: str) -> None:
        """From now on so; pages with another build reload themselves."""
        self.preferences, self.build = preferences, build
        self.hang_again()

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

    async def updates(self, language: str = "") -> AsyncIterator[bytes]:
        """The whole board on connecting and at every change; a named ping while nothing changes."""
        changed = asyncio.Event()
        self._watchers.add(changed)
        try:
            yield b"retry: %d\n" % RETRY_MS + self._event(language)
            while not self._closed:
                try:
                    async with asyncio.timeout(PING_S):
                        await changed.wait()
                except TimeoutError:
                    yield format_sse_event(event="ping", data_str=self.build)
                    continue
                changed.clear()
                if not self._closed:
                    yield self._event(language)
        finally:
            self._watchers.discard(changed)

    def _event(self, language: str) -> bytes:
        return self._write(language or self.preferences.language)[1]


def _public(around: Surroundings) -> Surroundings:
    """Without the folders of this machine: a board is told to anybody."""
    troubles = tuple(
        row.model_copy(update={"words": without_folders(row.words), "remedy": without_folders(row.remedy)})
        for row in around.troubles
    )
    told = {name: tuple(map(without_folders, getattr(around, name))) for name in ("missing", "health")}
    return around.model_copy(update={"source": without_folders(around.source), "troubles": troubles, **told})


def _nothing(to: Tongue, letters: Tongue) -> Board:
    return EMPTY.model_copy(update={"headline": to.say("no_match"), "detail": to.say("no_match_detail")})
