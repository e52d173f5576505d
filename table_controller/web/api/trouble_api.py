"""“That was wrong”: the referee keeps the last minute as a folder, so that it can be looked into.

The folder stays on this machine, below the match's logs, until somebody deletes it. Nothing is kept unless the settings
ask for it.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from pydantic import BaseModel

from table_controller.web.answer_language import To
from table_controller.web.desk import Desk
from table_controller.web.guards import GuardedRouter
from table_controller.web.refusals import REFUSALS, Refusal
from table_controller.web.served import Served

router = GuardedRouter(prefix="/api/v1/referee", tags=["referee"], responses=REFUSALS)


class Kept(BaseModel):
    """Where the last minute is kept: `folder` on the table's machine; `told` says so in words."""

    folder: str
    told: str


@router.post("/trouble")
async def trouble(table: Served, to: To) -> Kept:
    """Keep the last minute: pictures, what people said, what the table told, and the match's log."""
    async with table.keeping:
        folder = await _keep(table.desk)
    return Kept(folder=str(folder), told=to.say("trouble_kept", folder=folder))


async def _keep(desk: Desk) -> Path:
    trouble, referee = desk.trouble, desk.referee
    if referee is None:
        raise Refusal(409, "no_table")
    if trouble is None:
        raise Refusal(409, "no_picture")
    if trouble.ring.seconds <= 0:
        raise Refusal(409, "keep_off")
    heard, entries, since = referee.recent, tuple(referee.log.entries), referee.since or 0.0
    try:
        return await asyncio.to_thread(trouble.keep, referee.log.path, entries, heard, since)
    except ValueError as fault:
        raise Refusal(409, "no_frame") from fault
    except OSError as fault:
        raise Refusal.by_disk(fault, "not_written") from fault
