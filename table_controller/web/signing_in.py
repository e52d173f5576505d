"""The referee's door as addresses: the first PIN, signing in and out, and who is told to wait."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from table_controller.web.guards import Lang, json_body, read_body, refusal, said_in, turned_away
from table_controller.web.referee_door import SESSION_S, Door, NotLetIn
from table_controller.web.referee_seat import COOKIE, REFUSALS, RefereeSeat, Session, Told
from table_controller.words.tongues import Tongue


class Pin(Told):
    """The PIN; `setup` only for the first one."""

    pin: str = Field(max_length=64)
    setup: str = Field(default="", max_length=64)


class Standing(BaseModel):
    """Whether there is a PIN, and whether this session has shown it."""

    has_pin: bool
    signed_in: bool


def add_door(app: FastAPI, seat: RefereeSeat) -> None:
    """Puts the addresses for signing in and out on the application."""
    path = "/api/v1/referee"

    @app.get(f"{path}/session", response_model=Standing, tags=["referee"])
    async def standing(session: Session = "") -> Standing:
        """Whether there is a PIN, and whether this browser has shown it."""
        door = seat.door
        return Standing(has_pin=door is not None and door.has_pin, signed_in=door is not None and door.admits(session))

    @app.post(
        f"{path}/pin", response_model=Standing, responses=REFUSALS, openapi_extra=json_body(Pin), tags=["referee"]
    )
    async def set_pin(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """Set the first PIN with the secret that the service told, or another one from a session."""
        return await _enter(request, lang, lambda door, told: door.set_pin(told.pin, told.setup, session))

    @app.post(
        f"{path}/session", response_model=Standing, responses=REFUSALS, openapi_extra=json_body(Pin), tags=["referee"]
    )
    async def sign_in(request: Request, lang: Lang = "") -> Response:
        """Sign in with the PIN."""
        address = request.client.host if request.client is not None else ""
        return await _enter(request, lang, lambda door, told: door.open(told.pin, address))

    @app.delete(f"{path}/session", status_code=204, response_model=None, responses=REFUSALS, tags=["referee"])
    async def sign_out(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """Sign out."""
        to = said_in(request, seat.bulletin, lang)
        refused = seat.refused(request, session, to)
        if refused is not None or seat.door is None:
            return refused or refusal(401, to.say("sign_in"))
        seat.door.leave(session)
        answer = Response(status_code=204)
        answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return answer

    async def _enter(request: Request, lang: str, enter: Callable[[Door, Pin], str]) -> Response:
        to = said_in(request, seat.bulletin, lang)
        stranger = turned_away(request, to, only_own_pages=True)
        if stranger is not None:
            return stranger
        told = await read_body(request, Pin, to)
        if isinstance(told, Response):
            return told
        if seat.door is None:
            return refusal(409, to.say("no_folder"))
        try:
            session = await asyncio.to_thread(enter, seat.door, told)
        except NotLetIn as why:
            return _kept_out(why, to)
        answer = JSONResponse(Standing(has_pin=True, signed_in=True).model_dump())
        answer.set_cookie(COOKIE, session, max_age=int(SESSION_S), path="/", httponly=True, samesite="strict")
        return answer


def _kept_out(why: NotLetIn, to: Tongue) -> Response:
    if why.reason == "wait_pin":
        seconds = math.ceil(why.wait_s)
        return refusal(429, to.say("wait_pin", seconds=seconds), **{"Retry-After": str(seconds)})
    return refusal(400 if why.reason == "pin_rule" else 401, to.say(why.reason))
