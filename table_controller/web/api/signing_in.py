"""The referee's door as addresses: the first PIN, signing in and out, and who is told to wait."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

from fastapi import Cookie, Depends, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from table_controller.web.beside import Beside
from table_controller.web.bodies import Sent, body_as, json_body
from table_controller.web.guards import SESSION_COOKIE, GuardedRouter, Session, the_referee
from table_controller.web.in_turn import client_of
from table_controller.web.referee_door import Door, NotLetIn
from table_controller.web.refusals import REFUSALS, Refusal, Refused
from table_controller.web.served import Served
from table_controller.web.sessions import SESSION_S

router = GuardedRouter(prefix="/api/v1/referee", tags=["referee"])


MARK_COOKIE, MARK_S = "known", 365 * 24 * 3600
"""The cookie that keeps a browser's mark, and the seconds that it is kept: a table may stand unused for a winter."""
Mark = Annotated[str, Cookie(alias=MARK_COOKIE, max_length=200)]


class Pin(Sent):
    """The PIN; `setup` only for the first one."""

    pin: str = Field(max_length=64)
    setup: str = Field(default="", max_length=64)


class Standing(BaseModel):
    """Whether there is a PIN, and whether this session has shown it."""

    has_pin: bool
    signed_in: bool


async def the_door(table: Served) -> Door:
    """The referee's door, if the table keeps a folder for it. Raises Refusal."""
    if table.door is None:
        raise Refusal(409, "no_folder")
    return table.door


PinSaid = Annotated[Pin, Depends(body_as(Pin))]
OwnDoor = Annotated[Door, Depends(the_door)]


async def keys_of_the_door(request: Request, table: Served, mark: Mark = "") -> Beside:
    """The queue at the door, where each PIN takes its time: one for browsers that the door knows, one for whoever has
    made no mistake yet, and one for the rest, so that guessing delays none but who guesses."""
    client, queue = client_of(request.scope), table.strangers_at_door
    if table.door is not None and _is_known(table.door, mark):
        queue = table.known_at_door
    elif table.door is not None and table.door.has_mistaken(client):
        queue = table.mistaken_at_door
    return Beside(queue, client)


def _is_known(door: Door, mark: str) -> bool:
    with suppress(OSError, NotLetIn):
        return door.knows(mark)
    return False


Keys = Annotated[Beside, Depends(keys_of_the_door)]


@router.get("/session", responses={503: {"model": Refused}})
async def standing(table: Served, session: Session = "") -> Standing:
    """Whether there is a PIN, and whether this browser has shown it."""
    door = table.door
    try:
        has_pin = door is not None and door.has_pin
    except OSError as fault:
        raise Refusal.by_disk(fault, "door_unread") from fault
    return Standing(has_pin=has_pin, signed_in=door is not None and door.admits(session))


@router.post("/pin", response_model=Standing, responses=REFUSALS, openapi_extra=json_body(Pin))
async def set_pin(said: PinSaid, door: OwnDoor, keys: Keys, session: Session = "") -> Response:
    """Set the first PIN with the secret that the service told, or another one from a session."""
    return await _signed_in(keys, door, lambda: door.set_pin(said.pin, said.setup, session))


@router.post("/session", response_model=Standing, responses=REFUSALS, openapi_extra=json_body(Pin))
async def sign_in(request: Request, said: PinSaid, door: OwnDoor, keys: Keys, mark: Mark = "") -> Response:
    """Sign in with the PIN."""
    client = client_of(request.scope)
    _refuse_who_waits(door, client, mark)
    return await _signed_in(keys, door, lambda: door.open(said.pin, client, mark))


@router.delete("/session", status_code=204, response_model=None, responses=REFUSALS)
async def sign_out(door: Annotated[Door, Depends(the_referee)], keys: Keys, session: Session = "") -> Response:
    """Sign out."""
    try:
        await keys.do(lambda: door.leave(session))
    except OSError as fault:
        raise Refusal.by_disk(fault, "not_signed_out") from fault
    answer = Response(status_code=204)
    answer.delete_cookie(SESSION_COOKIE, path="/", httponly=True, samesite="strict")
    return answer


def _refuse_who_waits(door: Door, client: str, mark: str) -> None:
    """Whoever has to wait is told so before he takes a place in the queue."""
    with suppress(OSError, NotLetIn):  # what else is wrong with the door is said when it is tried
        wait = door.wait_of(client, mark)
        if wait > 0:
            raise _kept_out(NotLetIn("wait_pin", wait))


async def _signed_in(keys: Beside, door: Door, enter: Callable[[], str]) -> Response:
    """The answer that carries the session which `enter` gives, and a mark. Raises Refusal."""
    try:
        session, mark = await keys.do(lambda: (enter(), door.mark()))
    except NotLetIn as why:
        raise _kept_out(why) from why
    except OSError as fault:
        raise Refusal.by_disk(fault, "door_unread") from fault
    answer = JSONResponse(Standing(has_pin=True, signed_in=True).model_dump())
    answer.set_cookie(SESSION_COOKIE, session, max_age=int(SESSION_S), path="/", httponly=True, samesite="strict")
    answer.set_cookie(MARK_COOKIE, mark, max_age=MARK_S, path="/api/v1/referee", httponly=True, samesite="strict")
    return answer


_STATUS = {"pin_rule": 400, "spoilt_pin": 503}


def _kept_out(why: NotLetIn) -> Refusal:
    if why.reason == "wait_pin":
        seconds = math.ceil(why.wait_s)
        return Refusal(429, "wait_pin", wait_s=seconds, seconds=seconds)
    return Refusal(_STATUS.get(why.reason, 401), why.reason)
