"""Who may do what: one table of all addresses, and the guards that let in whom the table names.

An address stands on a GuardedRouter, which asks the table; one that the table does not name can't be added. Guards
know requests, tokens and sessions, nothing of the game. Whoever may not is refused before anything he sent is read.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Annotated, Any

from fastapi import APIRouter, Cookie, Depends, Header, Request

from engine.layout import Seat
from table_controller.board.scoreboard import TABLE
from table_controller.web.answer_language import reader_language
from table_controller.web.referee_door import Door
from table_controller.web.refusals import Refusal
from table_controller.web.served import Served, ServedTable
from table_controller.web.who_says import REFEREE

SESSION_COOKIE = "referee"
Session = Annotated[str, Cookie(alias=SESSION_COOKIE)]
Token = Annotated[str, Header()]


class Who(Enum):
    """Who is let in. The screen beside the table holds a token as a seat does, and may what any seat may."""

    ANYBODY = "everybody in the local network"
    OUR_PAGES = "everybody, from a page of this table: what is sent is itself the proof"
    SEATED = "a seat or the screen beside the table, by its token"
    ASKED = "a seat or the screen beside the table by its token, or the referee by his session"
    BEGINNER = "the screen beside the table by its token, the referee by his session, or a browser on this machine"
    REFEREE = "the referee, by his session"


_OF_EVERYBODY = (
    "GET /",
    "GET /table",
    "GET /seat/{seat}",
    "GET /referee",
    "GET /calibrate",
    "GET /history",
    "GET /history/{match}/{hand}",
    "GET /static/{name}",
    "GET /static/{wanted}/{name:path}",
)
WHO_MAY: dict[str, Who] = {
    **dict.fromkeys(_OF_EVERYBODY, Who.ANYBODY),
    "GET /healthz": Who.ANYBODY,
    "GET /api/state": Who.ANYBODY,
    "GET /api/events": Who.ANYBODY,
    "GET /api/v1/state": Who.ANYBODY,
    "GET /api/v1/events": Who.ANYBODY,
    "GET /api/v1/seats/{seat}/code.svg": Who.ANYBODY,
    "GET /api/v1/statistics": Who.ANYBODY,
    "GET /api/v1/matches": Who.ANYBODY,
    "GET /api/v1/matches.csv": Who.ANYBODY,
    "GET /api/v1/matches/{match}": Who.ANYBODY,
    "GET /api/v1/matches/{match}/hands/{number}": Who.ANYBODY,
    "GET /api/v1/matches/{match}/hands.csv": Who.ANYBODY,
    "GET /api/v1/matches/{match}/notation.txt": Who.ANYBODY,
    "GET /api/v1/start": Who.ANYBODY,
    "POST /api/v1/start/rules": Who.OUR_PAGES,
    "POST /api/v1/start": Who.BEGINNER,
    "POST /api/v1/act": Who.SEATED,
    "POST /api/v1/call": Who.SEATED,
    "GET /api/v1/asked/{mark}/picture.png": Who.ASKED,
    "POST /api/v1/asked/{mark}/owner": Who.ASKED,
    "GET /api/v1/referee/session": Who.ANYBODY,
    "POST /api/v1/referee/session": Who.OUR_PAGES,
    "POST /api/v1/referee/pin": Who.OUR_PAGES,
    "DELETE /api/v1/referee/session": Who.REFEREE,
    "GET /api/v1/referee/overview": Who.REFEREE,
    "GET /api/v1/referee/picture.jpg": Who.REFEREE,
    "POST /api/v1/referee/act": Who.REFEREE,
    "POST /api/v1/referee/preview": Who.REFEREE,
    "POST /api/v1/referee/correct": Who.REFEREE,
    "POST /api/v1/referee/rules": Who.REFEREE,
    "POST /api/v1/referee/match": Who.REFEREE,
    "POST /api/v1/referee/preferences": Who.REFEREE,
    "DELETE /api/v1/referee/calls": Who.REFEREE,
    "POST /api/v1/referee/trouble": Who.REFEREE,
    "GET /api/v1/referee/calibration": Who.REFEREE,
    "GET /api/v1/referee/calibration/{number}.jpg": Who.REFEREE,
    "POST /api/v1/referee/calibration/grid": Who.REFEREE,
    "POST /api/v1/referee/calibration/taps": Who.REFEREE,
    "DELETE /api/v1/referee/calibration/taps": Who.REFEREE,
    "POST /api/v1/referee/calibration/scale": Who.REFEREE,
    "GET /api/v1/referee/recordings": Who.REFEREE,
    "POST /api/v1/referee/recordings": Who.REFEREE,
    "POST /api/v1/referee/recordings/stop": Who.REFEREE,
    "GET /api/v1/referee/recordings/{name}": Who.REFEREE,
    "DELETE /api/v1/referee/recordings/{name}": Who.REFEREE,
    "GET /api/v1/referee/recordings/{name}/{number}.jpg": Who.REFEREE,
}
"""Method and address -> who may. `who_says.py` has the words that `act` takes, by who may say them."""


async def our_pages(request: Request) -> None:
    """Only what a page of this table sends."""
    _turn_strangers_away(request, only_own_pages=True)


async def a_seat(request: Request, table: Served, authorization: Token = "") -> Seat:
    """The seat whose token came with the request; TABLE for the screen beside it."""
    return _seat_of(request, table, authorization)


async def the_referee(request: Request, table: Served, session: Session = "") -> Door:
    """The door that this request's session is admitted by."""
    return _referee_of(request, table, session)


async def somebody_asked(request: Request, table: Served, authorization: Token = "", session: Session = "") -> Seat:
    """The seat whose token came with the request, TABLE, or REFEREE; a token goes before a session."""
    if authorization:
        return _seat_of(request, table, authorization)
    _referee_of(request, table, session)
    return REFEREE


async def somebody_begins(request: Request, table: Served, authorization: Token = "", session: Session = "") -> None:
    """Who may begin a match where none is on. Whoever sits at this very machine needs nothing: he could as well read
    the secret, and nobody's match is ended by it."""
    if is_here(request):
        _turn_strangers_away(request, only_own_pages=True)
    elif authorization and _seat_of(request, table, authorization) != TABLE:
        raise Refusal(403, "not_yours")
    elif not authorization:
        _referee_of(request, table, session)


def is_here(request: Request) -> bool:
    """Whether the request came from this machine itself."""
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


_GUARDS: dict[Who, Callable[..., Awaitable[object]] | None] = {
    Who.ANYBODY: None,
    Who.OUR_PAGES: our_pages,
    Who.SEATED: a_seat,
    Who.ASKED: somebody_asked,
    Who.BEGINNER: somebody_begins,
    Who.REFEREE: the_referee,
}


class GuardedRouter(APIRouter):
    """Addresses, each guarded as WHO_MAY says. One that is not in it raises KeyError: nothing is open by oversight."""

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **how: Any) -> None:
        """Puts the address behind its guard; a refusal is said in the language that the request asks for."""
        for method in how["methods"]:
            guard = _GUARDS[WHO_MAY[f"{method} {self.prefix}{path}"]]
            if guard is not None:
                how["dependencies"] = [Depends(reader_language), Depends(guard), *(how.get("dependencies") or ())]
        super().add_api_route(path, endpoint, **how)


def is_local(host: str) -> bool:
    """Whether a Host header names this machine by address, as `localhost`, or by a name of the local network.

    Anything else may be a foreign page whose name was bent to our address (rebinding).
    """
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and host.count(":") == 1 else host
    name = name.strip("[]").lower().rstrip(".")
    try:
        ipaddress.ip_address(name.split("]:")[0])
    except ValueError:
        return name == "localhost" or name.endswith(".local") or ("." not in name and name != "")
    return True


def _only_looks(request: Request) -> bool:
    return request.method == "GET"


def _seat_of(request: Request, table: ServedTable, authorization: str) -> Seat:
    """The seat whose token this is. Whoever only looks needs no page of ours, and is counted apart."""
    looks, desk = _only_looks(request), table.desk
    if not looks:
        _turn_strangers_away(request)
    seat = desk.tokens.holder(authorization.removeprefix("Bearer ")) if desk.tokens is not None else None
    if seat is None or desk.hand_in is None:
        raise Refusal(401, "only_seated")
    if desk.is_too_fast(seat, time.monotonic(), looks):
        raise Refusal(429, "too_fast")
    return seat


def _referee_of(request: Request, table: ServedTable, session: str) -> Door:
    if not _only_looks(request):
        _turn_strangers_away(request, only_own_pages=True)
    if table.door is None or not table.door.admits(session):
        raise Refusal(401, "sign_in")
    return table.door


def _turn_strangers_away(request: Request, only_own_pages: bool = False) -> None:
    """Refuses what another site's page may have sent from somebody's browser.

    `only_own_pages`: an Origin must be there and be ours, as every browser sends it with a POST.
    """
    host, origin = request.headers.get("host", ""), request.headers.get("origin")
    is_foreign = origin is not None and origin.partition("://")[2] != host
    if not is_local(host) or is_foreign or (only_own_pages and origin is None):
        raise Refusal(403, "own_pages")
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise Refusal(415, "as_json")
