"""A connection that waits for nobody: places by `Lines`, and an end for whoever is slow to ask or to read."""

from __future__ import annotations

import asyncio
import resource
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from table_controller.web.crowd.clients import client_at
from table_controller.web.crowd.lines import Lines, Places

PATIENCE_S = 10.0
"""Seconds in which a request must have come whole, body and all, and in which a reader may leave its mail lying.
Chosen, not measured. Raised, slow clients hold their places for longer; lowered, phones at the edge of the radio's
reach lose theirs."""
LINGER_S = 2.0
"""Seconds in which whoever was answered before he had sent everything may read the answer; then the line is cut."""
BACKLOG = 64
"""The most connections that are taken in at one turn of the loop. Raised, a turn takes longer for everybody."""
QUEUE = 512
"""Connections that the system keeps waiting to be taken in. Of more than that the system hears nothing, and a browser
tries again after a second; each BACKLOG of them delays a newcomer by one turn of the loop."""
MOST_STREAMS = 1000
"""Readers of the board at a time. Measured on a desktop's core: 1,000 have a change after 172 ms (p95)."""
FOR_REQUESTS = 250
"""Places beside the streams, for whoever asks and goes. A page's browser takes six at most, for a second."""
EACH = 100
"""Places beside the streams for one client: as many as sixteen browsers take."""
OWN_FILES = 96
"""Files that the service itself has open at most: measured some 40 with camera, box, log and index."""


def places_here() -> Places:
    """As many as this process may have files open, up to MOST_STREAMS and FOR_REQUESTS."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    lines = min(MOST_STREAMS + FOR_REQUESTS, max(most - OWN_FILES - BACKLOG, BACKLOG))
    return Places(lines, lines * MOST_STREAMS // (MOST_STREAMS + FOR_REQUESTS), EACH)


class ImpatientProtocol(H11Protocol):
    """One connection. `lines` of the application's state has a place for it, or makes one.

    It is cut when its request does not come whole in PATIENCE_S, and when its answers lie unread for as long.
    """

    who = ""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, {**app_state, "line": self}, _loop)
        lines = getattr(config.app, "state").lines  # noqa: B009
        assert isinstance(lines, Lines)
        self._lines = lines
        self._due: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.who = client_at(self.client[0] if self.client else "")
        self._wait_for_request(PATIENCE_S)
        self._lines.opened(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lines.closed(self)
        self._forget_timers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_whole():
            self._stop_waiting()
        elif self._due is None:
            self._wait_for_request(PATIENCE_S)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._stop_waiting()
            self._wait_for_request(LINGER_S)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(PATIENCE_S, self.cut)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def recognised(self) -> None:
        """It has shown who it is."""
        self._lines.recognised(self)

    def streams_on(self) -> bool:
        """Whether it may go on as a stream."""
        return self._lines.streams_on(self)

    def cut(self) -> None:
        """Ends it at once; what was written and is not yet sent is lost."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()

    def _is_whole(self) -> bool:
        """Whether nothing of a request is still to come."""
        return self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)

    def _wait_for_request(self, within_s: float) -> None:
        self._due = self.loop.call_later(within_s, self.cut)

    def _stop_waiting(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _forget_timers(self) -> None:
        self._stop_waiting()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
