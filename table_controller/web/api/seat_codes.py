"""The codes by which phones take their seats: drawn here, on the wall until the first call, then on the table's screen.

Whoever is in the room may see them first, as he may see an empty chair; once the match is under way a code is for who
holds the table's screen, or for the referee, so that no stranger takes a seat from whoever sits in it.
"""

from __future__ import annotations

import io
import socket
from typing import Annotated

import segno
from fastapi import Path, Request, Response

from table_controller.board.scoreboard import TABLE
from table_controller.web.guards import GuardedRouter, Session, Token
from table_controller.web.pictures import described_picture, picture_answer
from table_controller.web.served import Served, ServedTable

_LOOPBACK = ("localhost", "127.", "[::1]")


router = GuardedRouter(prefix="/api/v1/seats", tags=["watching"])


@router.get(
    "/{seat}/code.svg",
    response_class=Response,
    responses={**described_picture("image/svg+xml"), 404: {"description": "No seat is to be taken now."}},
)
async def code(
    request: Request,
    table: Served,
    seat: Annotated[int, Path(ge=1, le=6)],
    authorization: Token = "",
    session: Session = "",
) -> Response:
    """The code by which a phone takes this seat, as a picture: for everybody before the first call of a match, later
    for the screen beside the table and the referee."""
    tokens = table.desk.tokens
    is_shown = table.bulletin.board.joining or _shows_codes(table, authorization, session)
    secret = tokens.secret.get(seat) if tokens is not None and is_shown and not _only_here(table) else None
    if secret is None:
        return Response("No seat is to be taken now.", 404)
    drawn = io.BytesIO()
    address = f"http://{phones_host(request.headers.get('host', ''))}/seat/{seat}#{secret}"
    segno.make(address, error="m").save(drawn, kind="svg", border=3, dark="#0c1714", light="#fffdf5", xmldecl=False)
    return picture_answer(drawn.getvalue(), "image/svg+xml")


def _shows_codes(table: ServedTable, authorization: str, session: str) -> bool:
    """Whether the screen beside the table asks, or the referee."""
    tokens, door = table.desk.tokens, table.door
    holder = tokens.holder(authorization.removeprefix("Bearer ")) if tokens is not None else None
    return holder == TABLE or (door is not None and bool(session) and door.admits(session))


def _only_here(table: ServedTable) -> bool:
    """Whether no phone can reach this service: it listens on this machine alone."""
    return table.desk.listens_on.startswith(_LOOPBACK) or table.desk.listens_on == "::1"


def phones_host(host: str) -> str:
    """Host and port by which a phone reaches this machine, given how the room page reached it."""
    if not host.startswith(_LOOPBACK):
        return host
    port = host.rpartition(":")[2] if ":" in host.rpartition("]")[2] else ""
    return own_address() + (f":{port}" if port else "")


def own_address() -> str:
    """This machine's address in the local network; loopback where there is none. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the way to it is looked up
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
