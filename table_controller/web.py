"""The page and its updates: one page, one state, one stream of events; a thread of its own.

It shows the bulletin and takes words to the desk; it knows neither rules nor logs. A reader that does not read, and
one that asks for nothing, are dropped and never waited for.
"""

from __future__ import annotations

import asyncio
import hashlib
import socket
import threading
from importlib import resources
from typing import Annotated, Any

import uvicorn
from fastapi import FastAPI, Path, Response
from fastapi.responses import HTMLResponse, StreamingResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

from table_controller.acts import Desk, add_acts
from table_controller.board import Board
from table_controller.bulletin import Bulletin
from table_controller.codes import add_codes
from table_controller.fonts import FONTS, small_font

MOST_READERS = 600  # open connections; whoever comes later is told to try again
PATIENCE_S = 10.0  # how long a reader may leave its mail lying before the connection is cut
_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
_SECURITY = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


# Not FastAPI's own event route: it packs every event anew for every reader, and 200 readers are meant to be served.
_STREAM = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_STREAM_DESCRIBED: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {}}, "description": "`state`: the whole board; `ping`: a sign of life."}
}


class PortTaken(OSError):
    """The page can't be served at the wished address."""


def read_static() -> dict[str, bytes]:
    """The page's own files by name, as they are packaged."""
    folder = resources.files("table_controller") / "static"
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if _ending(entry.name) in _TYPES}


def _ending(name: str) -> str:
    return name.rpartition(".")[2]


def build_id(files: dict[str, bytes]) -> str:
    """Changes whenever a file of the page changes: a page of an older build reloads itself."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name])
    return digest.hexdigest()[:12]


def create_app(bulletin: Bulletin, desk: Desk | None = None) -> FastAPI:
    """The web application round one bulletin, and the desk where words are handed in; starts nothing."""
    files = read_static()
    bulletin.build = build_id(files)
    bulletin.publish(bulletin.board)
    app = FastAPI(title="Pepper Table", docs_url=None, redoc_url=None)
    if desk is not None:
        add_acts(app, desk)
        add_codes(app, desk, bulletin)

    @app.get("/", response_class=HTMLResponse)
    async def page() -> Response:
        return _file("scoreboard.html")

    @app.get("/table", response_class=HTMLResponse)
    async def table_page() -> Response:
        return _file("seat.html")

    @app.get("/seat/{seat}", response_class=HTMLResponse)
    async def seat_page(seat: Annotated[int, Path(ge=1, le=6)]) -> Response:
        return _file("seat.html")

    @app.get("/static/{name}")
    async def static(name: str) -> Response:
        if name in FONTS:  # cut down once, beside the loop that serves the board
            return _font(await asyncio.to_thread(small_font, name))
        return _file(name)

    @app.get("/api/state", response_model=Board)
    async def state() -> Response:
        return Response(bulletin.text, media_type="application/json", headers=_SECURITY)

    @app.get("/api/events", response_class=StreamingResponse, responses=_STREAM_DESCRIBED)
    async def events() -> Response:
        bulletin.attach(asyncio.get_running_loop())
        return StreamingResponse(bulletin.updates(), media_type="text/event-stream", headers=_STREAM)

    @app.get("/healthz")
    async def health() -> dict[str, Any]:
        board = bulletin.board
        told = {"missing": board.surroundings.missing, "health": board.surroundings.health}
        return {"ready": True, "sequence": board.sequence, "build": bulletin.build, **told}

    def _font(content: bytes | None) -> Response:
        kept = {**_SECURITY, "Cache-Control": "max-age=86400"}
        return Response(content or b"", 200 if content else 404, headers=kept, media_type="font/ttf")

    def _file(name: str) -> Response:
        if name not in files:
            return Response("There is nothing at this address.", 404, headers=_SECURITY)
        content = files[name].replace(b"{{build}}", bulletin.build.encode())
        # In a script element only "<" can end the data or begin anything else.
        content = content.replace(b"{{board}}", bulletin.text.replace("<", "\\u003c").encode())
        return Response(content, media_type=_TYPES[_ending(name)], headers=_SECURITY)

    return app


class _ImpatientProtocol(H11Protocol):
    """Cuts a connection that asks for nothing, or leaves its answers lying, for PATIENCE_S."""

    _cut: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(PATIENCE_S, self._cut_if_silent)

    def _cut_if_silent(self) -> None:
        """Whoever connects has to ask for something, or makes room for others."""
        if self.cycle is None:
            self._abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._cut is None:
            self._cut = self.loop.call_later(PATIENCE_S, self._abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None

    def _abort(self) -> None:
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()


def listen(host: str, port: int) -> socket.socket:
    """Takes the address, port 0 for any free one; raises PortTaken with a sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
        taken.listen(128)
    except OSError as fault:
        taken.close()
        reason = (fault.strerror or str(fault)).lower()
        raise PortTaken(
            f"The page can't be served at {host} port {port} ({reason}): "
            "stop what is using it, or choose another with --port N."
        ) from fault
    return taken


class WebServer:
    """The application served on a socket already taken, in a thread of its own."""

    def __init__(self, bulletin: Bulletin, taken: socket.socket, desk: Desk | None = None) -> None:
        self.bulletin = bulletin
        self._socket = taken
        config = uvicorn.Config(
            create_app(bulletin, desk),
            http=_ImpatientProtocol,
            ws="none",
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            limit_concurrency=2 * MOST_READERS,  # uvicorn counts a connection and its answer as two
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._serve, name="web", daemon=True)

    @property
    def address(self) -> str:
        """Where a browser finds the page."""
        host, port = self._socket.getsockname()[:2]
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"

    def start(self) -> None:
        """Begins to serve; returns at once. Requests that come early wait in the socket."""
        self._thread.start()

    def stop(self) -> None:
        """Ends every stream and the thread."""
        self._server.should_exit = True
        self.bulletin.close()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._socket.close()

    def _serve(self) -> None:
        self._server.run(sockets=[self._socket])
