"""Acting from a page: a seat's own words, let in by its token, decided in the tick, answered with what became of it.

What a word means and whether it makes sense is the engine's to say. Nothing here touches the state.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import Depends, Response
from pydantic import BaseModel, Field

from engine import inputs as i
from engine.layout import Seat
from engine.play.state import INITIAL
from engine.play.unfolding import NotNow
from engine.rules.rulesets import RulesFaulty
from engine.wire import NotAMessage, from_json
from table_controller.match.referee import Wish
from table_controller.web.bodies import Sent, body_as, json_body
from table_controller.web.desk import Desk
from table_controller.web.guards import GuardedRouter, a_seat
from table_controller.web.refusals import REFUSALS, Refusal
from table_controller.web.served import Served
from table_controller.web.who_says import may_say

ANSWER_S = 5.0
"""Seconds that a tick may take to answer before the page is told that it doesn't. Chosen, not measured."""
router = GuardedRouter(prefix="/api/v1", tags=["acting"], responses=REFUSALS)
Seated = Annotated[Seat, Depends(a_seat)]


class Act(Sent):
    """What a page sends: an input as the engine writes it, and the number of the board it was chosen on."""

    input: dict[str, Any]
    after: int | None = Field(default=None, ge=0)


class Acted(BaseModel):
    """The word is on disk; `sequence` is the log's number now."""

    sequence: int


ActSaid = Annotated[Act, Depends(body_as(Act))]


@router.post("/act", openapi_extra=json_body(Act))
async def act(table: Served, seat: Seated, said: ActSaid) -> Acted:
    """Say a word of the game, with the token of a seat: `Authorization: Bearer TOKEN`."""
    return await hand_in(table.desk, Wish(word_of(said.input, seat, table.desk), said.after))


@router.post("/call", status_code=204, response_model=None)
async def call(table: Served, seat: Seated) -> Response:
    """Call the referee to the table, with the token of a seat. The call stands until the referee comes."""
    bulletin = table.bulletin
    if seat not in bulletin.calls:
        bulletin.calls = (*bulletin.calls, seat)
        bulletin.hang_again()
    return Response(status_code=204)


def word_of(message: dict[str, Any], who: Seat, desk: Desk) -> i.Input:
    """The engine's value for the message, if it is `who`'s to say in the match that is on. Raises Refusal."""
    try:
        word: i.Input = from_json(message)
    except (ValueError, NotAMessage, RecursionError) as fault:
        raise Refusal(400, "no_word", fault=str(fault).splitlines()[0]) from fault
    if not may_say(who, word, INITIAL if desk.referee is None else desk.referee.state):
        raise Refusal(403, "not_yours")
    return word


async def hand_in(desk: Desk, wish: Wish) -> Acted:
    """Hands the wish to the tick, and tells what became of it. Raises Refusal."""
    if desk.hand_in is None:
        raise Refusal(409, "no_table")
    desk.hand_in(wish)
    try:
        async with asyncio.timeout(ANSWER_S):
            return Acted(sequence=await asyncio.wrap_future(wish.answer))
    except NotNow as told:
        raise Refusal.by_engine(told, desk.referee.state if desk.referee is not None else None) from told
    except RulesFaulty as told:
        raise Refusal.as_told(409, told) from told
    except TimeoutError:
        raise Refusal(503, "no_answer") from None
