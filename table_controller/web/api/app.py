"""The web server: the pages, the API under /api/v1, and the stream of boards; a thread of its own.

It shows the bulletin and takes words to the desk; it knows neither rules nor logs. A reader that does not read, and
one that asks for nothing, are dropped and never waited for. A request that came by a foreign name is not heard.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import sys
import threading
import time
from concurrent.futures import CancelledError
from http import HTTPStatus

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from table_controller.board.speaking import Voice
from table_controller.web.api import (
    acts,
    asking_api,
    calibration_api,
    history_api,
    page_addresses,
    recordings_api,
    referee_api,
    seat_codes,
    signing_in,
    starting_api,
    trouble_api,
    watching_api,
)
from table_controller.web.bulletin import Bulletin
from table_controller.web.crowd.connections import BACKLOG, QUEUE, ImpatientProtocol, places_here
from table_controller.web.crowd.lines import Lines
from table_controller.web.crowd.quiet_log import quieten
from table_controller.web.desk import Desk
from table_controller.web.guards import is_local
from table_controller.web.in_turn import InTurn
from table_controller.web.pages import Pages
from table_controller.web.preferences import kept_in
from table_controller.web.refusals import Refusal, refused_with, said_refusal
from table_controller.web.served import ServedTable
from table_controller.words.tongues import tongue

VERSION = "1.0"
SWITCH_S = 0.0005
"""Seconds that one thread keeps the interpreter from another; Python's own are 0.005. The web server's loop gives it up
at every read and write, and while a history is worked out beside it waits so long to have it back: with 350 hostile
connections a word took 0.9 s by Python's own, 0.45 s by this one, on a machine eight times loaded. Lower, the threads
change more often than they work."""

_DESCRIPTION = """What a card table shows and takes. Watching is open to everybody in the local network. Acting needs
a seat's token (from the code on the room page, an evening long), or the referee's session (a cookie for the PIN).
`/api/v1` keeps its meaning: fields may be added, none is taken away or changed."""


class PortTaken(OSError):
    """The page can't be served at the wished address."""


ROUTERS = (
    page_addresses.router,
    watching_api.router,
    acts.router,
    seat_codes.router,
    signing_in.router,
    starting_api.router,
    referee_api.router,
    asking_api.router,
    trouble_api.router,
    calibration_api.router,
    recordings_api.router,
    history_api.router,
)


def create_app(bulletin: Bulletin, desk: Desk | None = None) -> FastAPI:
    """The web application round one bulletin, and the desk where words are handed in; starts nothing."""
    desk = desk or Desk()
    table = ServedTable.of(desk, bulletin, Pages(bulletin))
    preferences = kept_in(desk.folder)
    desk.pause(preferences.paused)
    bulletin.prefer(preferences, table.pages.build(preferences))
    voice = Voice()
    bulletin.hear_with(lambda board, chosen: voice.hear(board, chosen.language, chosen.voice))
    app = FastAPI(
        title="Pepper Table",
        version=VERSION,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.table = table
    app.state.lines = Lines(places_here())
    app.add_middleware(InTurn, table=table)
    app.add_middleware(OwnName, bulletin=bulletin)
    app.add_exception_handler(Refusal, said_refusal)
    for router in ROUTERS:
        app.include_router(router)
    return app


class OwnName:
    """Hears only requests that came by a name of this machine or of the local network: no foreign page bent to it."""

    def __init__(self, app: ASGIApp, bulletin: Bulletin) -> None:
        self._app, self._bulletin = app, bulletin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or turns it away."""
        if scope["type"] == "http":
            hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
            if len(hosts) != 1 or not is_local(hosts[0]):
                to = tongue(self._bulletin.preferences.language)
                await refused_with(403, to.say("own_pages"))(scope, receive, send)
                return
        await self._app(scope, receive, send)


def listen(host: str, port: int) -> socket.socket:
    """Takes the address, port 0 for any free one; raises PortTaken with a sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # TCP is named outright: only on such sockets does asyncio send a small answer at once; others wait 40 ms.
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
        taken.listen(BACKLOG)
    except OSError as fault:
        taken.close()
        reason = (fault.strerror or str(fault)).lower()
        raise PortTaken(
            f"The page can't be served at {host} port {port} ({reason}): "
            "stop what is using it, or choose another with --port N."
        ) from fault
    return taken


class _Server(uvicorn.Server):
    """Lets more wait in the system's queue than are taken in at a turn of the loop: asyncio has one number for both."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(QUEUE)


class WebServer:
    """The application served on a socket already taken, in a thread of its own."""

    def __init__(self, bulletin: Bulletin, taken: socket.socket, desk: Desk | None = None) -> None:
        self.bulletin = bulletin
        self._socket = taken
        self._app = create_app(bulletin, desk)
        quieten()
        config = uvicorn.Config(
            self._app,
            http=ImpatientProtocol,
            ws="none",
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            # Whoever stands before this service on its own machine may say what he likes of where a request came from.
            proxy_headers=False,
            backlog=BACKLOG,
            timeout_graceful_shutdown=2,
        )
        self._server = _Server(config)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._serving = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="web", daemon=True)

    @property
    def address(self) -> str:
        """Where a browser finds the page."""
        host, port = self._socket.getsockname()[:2]
        if ipaddress.ip_address(host).is_unspecified:  # bound to all of this machine's: one that can be opened
            host = seat_codes.own_address()
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"

    def start(self) -> None:
        """Begins to serve; returns at once. Requests that come early wait in the socket."""
        sys.setswitchinterval(SWITCH_S)
        self._thread.start()

    def stop(self) -> None:
        """Ends every stream and the thread."""
        self._server.should_exit = True
        self.bulletin.close()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._socket.close()

    def is_well(self, within_s: float) -> bool:
        """Whether the application says in that time that it is ready. It is asked inside, past every line and turn."""
        until = time.monotonic() + within_s
        if not self._serving.wait(within_s) or self._loop is None:
            return False
        asking = status_inside(self._app, "/healthz")
        try:
            asked = asyncio.run_coroutine_threadsafe(asking, self._loop)
        except RuntimeError:  # the loop has ended
            asking.close()
            return False
        try:
            return asked.result(max(until - time.monotonic(), 0.0)) == HTTPStatus.OK
        except (TimeoutError, CancelledError):
            asked.cancel()
            return False

    def _serve(self) -> None:
        asyncio.run(self._served())

    async def _served(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._serving.set()
        await self._server.serve(sockets=[self._socket])


async def status_inside(app: ASGIApp, path: str) -> int:
    """The status with which the application answers a GET that comes by no connection."""
    statuses: list[int] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": None,
        "server": None,
    }
    await app(scope, receive, send)
    return statuses[0]
