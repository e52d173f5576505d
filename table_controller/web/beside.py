"""What takes long, as the addresses ask for it: done beside the loop, for each client in turn, or refused in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from table_controller.web.crowd.slow_work import AGAIN_S, SlowWork, TooBusy
from table_controller.web.in_turn import client_of
from table_controller.web.refusals import Refusal
from table_controller.web.served import Served

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Beside:
    """The queue of slow work, for one client."""

    work: SlowWork
    who: str

    async def do(self, work: Callable[[], T]) -> T:
        """What `work` gives. Raises Refusal where too much is waiting, and what `work` raises."""
        try:
            return await self.work.do(self.who, work)
        except TooBusy:
            raise Refusal(503, "too_busy", wait_s=AGAIN_S) from None


async def for_this_client(request: Request, table: Served) -> Beside:
    """The queue for whoever sent this request."""
    return Beside(table.slow, client_of(request.scope))


SlowLane = Annotated[Beside, Depends(for_this_client)]
