"""Acting from a page: a seat's own words, let in by its token, decided in the tick, answered with what became of it.

What a word means and whether it makes sense is the engine's to say. Nothing here touches the state.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Depends, Header, Response
from pydantic import BaseModel, Field

from engine import inputs as i
from engine.layout import Seat
from engine.play.state import INITIAL
from engine.play.unfolding import NotNow
from engine.rules.rulesets import RulesFaulty
from engine.wire import NotAMessage, from_json
from table_controller.match.eventlog import Unwritten
from table_controller.match.referee import Undecidable, Wish
from table_controller.web.bodies import Sent, body_as, json_body
from table_controller.web.desk import Desk, OtherWord
from table_controller.web.guards import GuardedRouter, a_seat
from table_controller.web.refusals import REFUSALS, Refusal
from table_controller.web.served import Served
from table_controller.web.who_says import may_say

ANSWER_S = 5.0
"""Seconds that a tick may take to answer before the page is told that it doesn't. Chosen, not measured."""
AGAIN_S = 1
"""Seconds after which a page may ask again what became of a word. Chosen, not measured."""
MOST_POINTS = 1_000_000
"""The greatest number in a word, in points. Chosen, not measured: a thousand times the longest match; a greater one
lets sums lose their last points."""
router = GuardedRouter(prefix="/api/v1", tags=["acting"], responses=REFUSALS)
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=100,
        description="A new one for each word; said again with it, the word is the same word, and counts once.",
    ),
]
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
async def act(table: Served, seat: Seated, said: ActSaid, key: Key = "") -> Acted:
    """Say a word of the game, with the token of a seat: `Authorization: Bearer TOKEN`."""
    return await hand_in(table.desk, Wish(word_of(said.input, seat, table.desk), said.after), seat, key)


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
        _must_be_countable(message)
        word: i.Input = from_json(message)
    except (ValueError, NotAMessage, RecursionError) as fault:
        raise Refusal(400, "no_word", fault=str(fault).splitlines()[0]) from fault
    if not may_say(who, word, INITIAL if desk.referee is None else desk.referee.state):
        raise Refusal(403, "not_yours")
    return word


def _must_be_countable(told: Any) -> None:
    """Raises ValueError for a number that no score sheet holds: such scores could be neither added nor shown."""
    if isinstance(told, dict):
        told = list(told.values())
    if isinstance(told, list):
        for each in told:
            _must_be_countable(each)
    elif isinstance(told, int | float) and not abs(told) <= MOST_POINTS:
        raise ValueError(f"a number must lie between -{MOST_POINTS} and {MOST_POINTS}")


async def hand_in(desk: Desk, wish: Wish, who: Seat, key: str = "") -> Acted:
    """Hands the wish to the tick, and tells what became of it; a word said again with its key is not handed in twice.

    Raises Refusal.
    """
    if desk.hand_in is None:
        raise Refusal(409, "no_table")
    wish, is_new = _keyed(desk, wish, who, key)
    if is_new:
        desk.hand_in(wish)
    try:
        async with asyncio.timeout(ANSWER_S):
            return Acted(sequence=await _answer(wish, is_only=is_new and not key))
    except NotNow as told:
        raise Refusal.by_engine(told, desk.referee.state if desk.referee is not None else None) from told
    except RulesFaulty as told:
        raise Refusal.as_told(409, told) from told
    except Undecidable as told:
        raise Refusal(400, "no_word", fault=str(told)) from told
    except TimeoutError:
        # Whether it still counts is known: the tick either had not begun on it and never will, or is writing it.
        raise Refusal(503, "no_answer" if wish.answer.cancelled() else "no_answer_yet", wait_s=AGAIN_S) from None
    except OSError as told:
        fault = told.fault if isinstance(told, Unwritten) else told.strerror or str(told)
        raise Refusal(503, "not_on_disk", fault=fault) from told


def _keyed(desk: Desk, wish: Wish, who: Seat, key: str) -> tuple[Wish, bool]:
    """The wish that stands under this key, and whether it is this one."""
    if not key:
        return wish, True
    try:
        found = desk.same(who, key, replace(wish, key=f"{who} {key}"))  # the log knows it after a restart
    except OtherWord:
        raise Refusal(409, "other_word") from None
    return found, found.answer is wish.answer


async def _answer(wish: Wish, is_only: bool) -> int:
    """What became of it. `is_only`: nobody can ask again, so that it is called off with whoever goes away."""
    answer = asyncio.wrap_future(wish.answer)
    if is_only:
        return await answer
    answer.add_done_callback(_known)
    return await asyncio.shield(answer)


def _known(answer: asyncio.Future[int]) -> None:
    """Whoever asked may be gone when the answer comes; the loop need not tell the log of it."""
    if not answer.cancelled():
        answer.exception()
