"""The board, the stream of boards, and a sign of life: open to everybody."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Request, Response
from fastapi.responses import StreamingResponse

from table_controller.board.board import BoardTold
from table_controller.web.answer_language import To
from table_controller.web.guards import GuardedRouter
from table_controller.web.in_turn import line_of
from table_controller.web.pages import SECURITY
from table_controller.web.refusals import Refusal, Refused
from table_controller.web.served import Served

# Not FastAPI's own event route: it packs every event anew for every reader, and 200 readers are meant to be served.
_STREAM = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_STREAM_DESCRIBED: dict[int | str, dict[str, Any]] = {
    503: {"model": Refused},
    200: {"content": {"text/event-stream": {}}, "description": "`state`: the whole board; `ping`: a sign of life."},
}
AGAIN_S = 5
"""Seconds after which a reader for whom there was no place is told to try again. Chosen, not measured."""
router = GuardedRouter(tags=["watching"])


@router.get("/api/state", response_model=BoardTold, include_in_schema=False)
@router.get("/api/v1/state", response_model=BoardTold)
async def state(table: Served, to: To) -> Response:
    """The whole board as it hangs now."""
    return Response(table.bulletin.text_in(to.code), media_type="application/json", headers=SECURITY)


@router.get("/api/events", response_class=StreamingResponse, include_in_schema=False)
@router.get("/api/v1/events", response_class=StreamingResponse, responses=_STREAM_DESCRIBED)
async def events(request: Request, table: Served, to: To) -> Response:
    """The whole board at once, and again at every change; server-sent events with ids."""
    line = line_of(request.scope)
    if line is not None and not line.streams_on():
        raise Refusal(503, "too_many_readers", wait_s=AGAIN_S)
    table.bulletin.attach(asyncio.get_running_loop())
    return StreamingResponse(table.bulletin.updates(to.code), media_type="text/event-stream", headers=_STREAM)


@router.get("/healthz")
async def health(table: Served) -> dict[str, Any]:
    """Whether the service is up, and what is missing."""
    bulletin, around = table.bulletin, table.bulletin.board.surroundings
    told = {"missing": around.missing, "health": around.health}
    return {"ready": True, "sequence": bulletin.board.sequence, "build": bulletin.build, **told}
