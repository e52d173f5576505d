"""“That was wrong”: the referee keeps the last minute as a folder, so that it can be looked into.

The folder stays on this machine, below the match's logs, until somebody deletes it. Nothing is kept unless the settings
ask for it.
"""

from __future__ import annotations

import asyncio

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from table_controller.match.referee import Referee
from table_controller.match.trouble import Trouble
from table_controller.web.guards import Lang, refusal, said_in
from table_controller.web.referee_seat import REFUSALS, RefereeSeat, Session
from table_controller.words.tongues import Tongue


class Kept(BaseModel):
    """Where the last minute is kept: `folder` on the table's machine; `told` says so in words."""

    folder: str
    told: str


def add_trouble(app: FastAPI, seat: RefereeSeat) -> None:
    """Puts the address on the application."""
    one_at_a_time = asyncio.Lock()

    @app.post("/api/v1/referee/trouble", response_model=Kept, responses=REFUSALS, tags=["referee"])
    async def trouble(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """Keep the last minute: pictures, what people said, what the table told, and the match's log."""
        to = said_in(request, seat.bulletin, lang)
        refused = seat.refused(request, session, to)
        if refused is not None:
            return refused
        async with one_at_a_time:
            return await _keep(seat.desk.trouble, seat.desk.referee, to)


async def _keep(trouble: Trouble | None, referee: Referee | None, to: Tongue) -> Response:
    if referee is None:
        return refusal(409, to.say("no_table"))
    if trouble is None:
        return refusal(409, to.say("no_picture"))
    if trouble.ring.seconds <= 0:
        return refusal(409, to.say("keep_off"))
    heard, entries, since = referee.recent, tuple(referee.log.entries), referee.since or 0.0
    try:
        folder = await asyncio.to_thread(trouble.keep, referee.log.path, entries, heard, since)
    except ValueError:
        return refusal(409, to.say("no_frame"))
    except OSError as fault:
        return refusal(503, to.say("not_written", fault=fault.strerror or str(fault)))
    return JSONResponse(Kept(folder=str(folder), told=to.say("trouble_kept", folder=folder)).model_dump())
