"""The referee's door as addresses: the first PIN, signing in and out, and who is told to wait."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from table_controller.web.bodies import Sent, body_as, json_body
from table_controller.web.guards import SESSION_COOKIE, GuardedRouter, Session, the_referee
from table_controller.web.referee_door import SESSION_S, Door, NotLetIn
from table_controller.web.refusals import REFUSALS, Refusal
from table_controller.web.served import Served

router = GuardedRouter(prefix="/api/v1/referee", tags=["referee"])


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


@router.get("/session")
async def standing(table: Served, session: Session = "") -> Standing:
    """Whether there is a PIN, and whether this browser has shown it."""
    door = table.door
    return Standing(has_pin=door is not None and door.has_pin, signed_in=door is not None and door.admits(session))


@router.post("/pin", response_model=Standing, responses=REFUSALS, openapi_extra=json_body(Pin))
async def set_pin(said: PinSaid, door: OwnDoor, session: Session = "") -> Response:
    """Set the first PIN with the secret that the service told, or another one from a session."""
    return await _signed_in(lambda: door.set_pin(said.pin, said.setup, session))


@router.post("/session", response_model=Standing, responses=REFUSALS, openapi_extra=json_body(Pin))
async def sign_in(request: Request, said: PinSaid, door: OwnDoor) -> Response:
    """Sign in with the PIN."""
    address = request.client.host if request.client is not None else ""
    return await _signed_in(lambda: door.open(said.pin, address))


@router.delete("/session", status_code=204, response_model=None, responses=REFUSALS)
async def sign_out(door: Annotated[Door, Depends(the_referee)], session: Session = "") -> Response:
    """Sign out."""
    door.leave(session)
    answer = Response(status_code=204)
    answer.delete_cookie(SESSION_COOKIE, path="/", httponly=True, samesite="strict")
    return answer


async def _signed_in(enter: Callable[[], str]) -> Response:
    """The answer that carries the session which `enter` gives. Raises Refusal."""
    try:
        session = await asyncio.to_thread(enter)
    except NotLetIn as why:
        raise _kept_out(why) from why
    answer = JSONResponse(Standing(has_pin=True, signed_in=True).model_dump())
    answer.set_cookie(SESSION_COOKIE, session, max_age=int(SESSION_S), path="/", httponly=True, samesite="strict")
    return answer


def _kept_out(why: NotLetIn) -> Refusal:
    if why.reason == "wait_pin":
        seconds = math.ceil(why.wait_s)
        return Refusal(429, "wait_pin", wait_s=seconds, seconds=seconds)
    return Refusal(400 if why.reason == "pin_rule" else 401, why.reason)
