"""Who of all that ask is served at once, and who in turn: a seat and the referee before strangers.

Whoever signs in has a turnstile of his own, so that no crowd at the board keeps the referee from his door.
"""

from __future__ import annotations

from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from table_controller.web.crowd.clients import client_at
from table_controller.web.crowd.connections import ImpatientProtocol
from table_controller.web.crowd.turns import Turnstile
from table_controller.web.guards import SESSION_COOKIE
from table_controller.web.served import ServedTable

_DOOR = "/api/v1/referee/session"


class InTurn:
    """Asks of each request whose it is, and lets strangers' ones begin by turns."""

    def __init__(self, app: ASGIApp, table: ServedTable) -> None:
        self._app, self._table = app, table
        self._board, self._door = Turnstile(), Turnstile()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on when it is its turn."""
        line = line_of(scope)
        if line is not None:
            if is_recognised(scope, self._table):
                line.recognised()
            else:
                turnstile = self._door if scope["path"] == _DOOR else self._board
                await turnstile.enter(line.who)
        await self._app(scope, receive, send)


def line_of(scope: Scope) -> ImpatientProtocol | None:
    """The connection that a request came by; None for one that the service asks of itself."""
    line = scope.get("state", {}).get("line")
    return line if isinstance(line, ImpatientProtocol) else None


def client_of(scope: Scope) -> str:
    """The client whose request this is."""
    line = line_of(scope)
    address = (scope.get("client") or ("",))[0]
    return line.who if line is not None else client_at(address)


def is_recognised(scope: Scope, table: ServedTable) -> bool:
    """Whether the request shows a seat's token or a referee's session: it is urgent then, and let in nowhere yet."""
    told = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"authorization", b"cookie")}
    token, cookies = told.get(b"authorization", ""), told.get(b"cookie", "")
    if token and table.desk.tokens is not None:
        return table.desk.tokens.holder(token.removeprefix("Bearer ")) is not None
    session = cookie_parser(cookies).get(SESSION_COOKIE, "") if SESSION_COOKIE in cookies else ""
    return bool(session) and table.door is not None and table.door.admits(session)
