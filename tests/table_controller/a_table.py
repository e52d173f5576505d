"""A table without a camera, as the service runs it, in a thread: web server, desk, referee, a real log."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event as Flag
from typing import Any

import httpx

from engine.inputs import Input, NewMatch
from engine.wire import to_json
from table_controller.board.board import Board
from table_controller.match.state_folder import StateFolder
from table_controller.service.live import LiveTable, run_live
from table_controller.service.surfaces import Surfaces
from table_controller.watching.sight import Nobody
from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.web.desk import Desk
from table_controller.web.guards import SESSION_COOKIE
from table_controller.web.referee_door import Door
from tests import PATIENCE_S
from tests.table_controller.a_hand import NAMES

PIN = "246810"


@dataclass(frozen=True, slots=True)
class ATable:
    """The running table and how to speak to it."""

    server: WebServer
    desk: Desk
    folder: Path

    def token(self, seat: int) -> str:
        assert self.desk.tokens is not None
        return self.desk.tokens.secret[seat]

    def act(self, seat: int, word: Input | dict[str, Any], after: int | None = None, **headers: str) -> httpx.Response:
        """What a page of this seat would send."""
        said = word if isinstance(word, dict) else to_json(word)
        body = {"input": said} if after is None else {"input": said, "after": after}
        sent = {"Authorization": f"Bearer {self.token(seat)}", **headers}
        return httpx.post(f"{self.server.address}/api/v1/act", json=body, headers=sent, timeout=PATIENCE_S)

    def referee(self) -> httpx.Client:
        """A browser in which the referee has signed in; the first time the PIN is set."""
        door = Door(self.folder)
        session = door.open(PIN, "test") if door.has_pin else door.set_pin(PIN, door.setup)
        address = self.server.address
        return httpx.Client(
            base_url=f"{address}/api/v1/referee",
            headers={"Origin": address},
            cookies={SESSION_COOKIE: session},
            timeout=PATIENCE_S,
        )

    def state(self) -> dict[str, Any]:
        answer: dict[str, Any] = httpx.get(f"{self.server.address}/api/state", timeout=PATIENCE_S).json()
        return answer


def a_table(folder: Path, match: NewMatch | None = None, sight: Nobody | None = None) -> AbstractContextManager[ATable]:
    """Starts the table with a match, and stops it when done. `sight`: what looks at it, if anything does."""
    return _running(folder, match or NewMatch("iowa_standard", NAMES, 1), sight)


def a_bare_table(folder: Path) -> AbstractContextManager[ATable]:
    """The same without a match: it waits until a page begins one."""
    return _running(folder, None, None)


@contextmanager
def _running(folder: Path, match: NewMatch | None, sight: Nobody | None) -> Iterator[ATable]:
    stop, desk, bulletin = Flag(), Desk(folder=folder), Bulletin()
    begun = threading.Event()

    def watch(board: Board, preferences: object) -> None:
        if board.surroundings.acting and desk.tokens is not None:
            begun.set()

    bulletin.hear_with(watch)
    server = WebServer(bulletin, listen("127.0.0.1", 0), desk)
    server.start()
    with StateFolder(folder) as claimed:
        surfaces = Surfaces(None, None, bulletin)
        table = LiveTable(surfaces, desk, claimed, sight or Nobody(stop.wait))
        thread = threading.Thread(target=run_live, args=(table, match, stop))
        thread.start()
        try:
            assert begun.wait(PATIENCE_S)
            yield ATable(server, desk, folder)
        finally:
            stop.set()
            thread.join(PATIENCE_S)
            server.stop()
