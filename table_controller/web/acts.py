"""Acting from a page: a seat's own words, checked at the door, decided in the tick, answered with what became of it.

The door knows tokens, sizes, rates and where a request comes from; what a word means and whether it makes sense is the
engine's to say. Nothing here touches the state.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from fastapi import FastAPI, Header, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from engine import inputs as i
from engine.layout import Seat
from engine.play.unfolding import NotNow
from engine.rules.rulesets import RulesFaulty
from engine.wire import NotAMessage, from_json
from table_controller.board.scoreboard import TABLE
from table_controller.match.recordings_kept import RecordingsKept
from table_controller.match.referee import Referee, Wish
from table_controller.match.trouble import Trouble
from table_controller.web.bulletin import Bulletin
from table_controller.web.calibration import Calibration
from table_controller.web.guards import Lang, Refused, json_body, read_body, refusal, said_in, turned_away
from table_controller.web.tokens import Tokens
from table_controller.words.reasons import NOBODY, say_reason
from table_controller.words.tongues import Tongue

MOST_ACTS = 10  # of one token in RATE_S seconds; people are slower, and a page gone mad is not let in
RATE_S = 5.0
"""Seconds in which MOST_ACTS are heard."""
ANSWER_S = 5.0
"""Seconds that a tick may take to answer before the page is told that it doesn't."""
MEANT_FOR_SEATS = (
    i.MakeCall, i.NameTrump, i.ChoosePartner, i.CallCard, i.AnswerDrop, i.PlayCard, i.TakeBack,
    i.ClaimTricks, i.AnswerClaim, i.SuspectRevoke, i.CallSuit, i.SwapCards,
)  # fmt: skip
MEANT_FOR_THE_TABLE = (i.Undo, i.Redo, i.DealDone, i.DeclareMisdeal, i.NewMatch)
MEANT_FOR_BOTH = (i.AnswerQuestion,)


class Act(BaseModel):
    """What a page sends: an input as the engine writes it, and the number of the board it was chosen on."""

    model_config = ConfigDict(extra="forbid")

    input: dict[str, Any]
    after: int | None = Field(default=None, ge=0)


class Acted(BaseModel):
    """The word is on disk; `sequence` is the log's number now."""

    sequence: int


class Desk:
    """Where words are handed in. Without tokens (a recording plays) it is closed.

    `folder` holds the logs; `referee` is the match that is on; `picture` gives what the camera sees, as JPEG; `crop`
    the card of a mark, as PNG; `trouble` keeps the last minute and `calibration` looks at the table where there is a
    camera; `shelf` holds the recordings.
    """

    def __init__(
        self,
        hand_in: Callable[[Wish], None] | None = None,
        tokens: Tokens | None = None,
        folder: Path | None = None,
    ) -> None:
        self.hand_in, self.tokens, self.folder = hand_in, tokens, folder
        self.referee: Referee | None = None
        self.picture: Callable[[], bytes | None] = lambda: None
        self.crop: Callable[[int], bytes | None] = lambda mark: None
        self.trouble: Trouble | None = None
        self.calibration: Calibration | None = None
        self.shelf = RecordingsKept(folder) if folder is not None else None
        self.paused = False
        self._lately: dict[tuple[Seat, bool], deque[float]] = {}

    def follow(self, referee: Referee) -> None:
        """From now on this is the match that is on."""
        self.referee = referee
        referee.paused = self.paused

    def pause(self, paused: bool) -> None:
        """Stops play, or lets it go on; a match that begins later is stopped too."""
        self.paused = paused
        if self.referee is not None:
            self.referee.paused = paused

    def is_too_fast(self, seat: Seat, now: float, looks: bool = False) -> bool:
        """Whether this token has acted (or looked) too often lately; counts this time too."""
        lately = self._lately.setdefault((seat, looks), deque(maxlen=MOST_ACTS))
        too_fast = len(lately) == MOST_ACTS and now - lately[0] < RATE_S
        lately.append(now)
        return too_fast


def may_say(seat: Seat, word: i.Input) -> bool:
    """Whether the holder of this seat's token may say this: only his own words, and nothing that is the referee's."""
    if isinstance(word, MEANT_FOR_BOTH):
        return True
    if isinstance(word, MEANT_FOR_THE_TABLE):
        return seat == TABLE
    return isinstance(word, MEANT_FOR_SEATS) and seat in (TABLE, word.seat)


def add_acts(app: FastAPI, desk: Desk, bulletin: Bulletin) -> None:
    """Puts the addresses for acting on the application."""
    refusals: dict[int | str, dict[str, Any]] = {
        status: {"model": Refused} for status in (400, 401, 403, 409, 413, 415, 429, 503)
    }

    @app.post("/api/v1/act", response_model=Acted, responses=refusals, openapi_extra=json_body(Act), tags=["acting"])
    async def act(request: Request, lang: Lang = "", authorization: str = Header(default="")) -> Response:
        """Say a word of the game, with the token of a seat: `Authorization: Bearer TOKEN`."""
        to = said_in(request, bulletin, lang)
        seat = holder(request, desk, authorization, to)
        if isinstance(seat, Response):
            return seat
        wanted = await read_body(request, Act, to)
        if isinstance(wanted, Response):
            return wanted
        word = read_word(wanted.input, to)
        if isinstance(word, Response):
            return word
        if not isinstance(word, get_args(i.Input)) or not may_say(seat, word):
            return refusal(403, to.say("not_yours"))
        return await hand_in(desk, Wish(word, wanted.after), to)

    @app.post("/api/v1/call", status_code=204, response_model=None, responses=refusals, tags=["acting"])
    async def call(request: Request, lang: Lang = "", authorization: str = Header(default="")) -> Response:
        """Call the referee to the table, with the token of a seat. The call stands until the referee comes."""
        to = said_in(request, bulletin, lang)
        seat = holder(request, desk, authorization, to)
        if isinstance(seat, Response):
            return seat
        if seat not in bulletin.calls:
            bulletin.calls = (*bulletin.calls, seat)
            bulletin.hang_again()
        return Response(status_code=204)


def holder(request: Request, desk: Desk, authorization: str, to: Tongue, looks: bool = False) -> Seat | Response:
    """The seat whose token came with the request, or why it is turned away. `looks`: nothing is said, only asked."""
    stranger = None if looks else turned_away(request, to)
    if stranger is not None:
        return stranger
    seat = desk.tokens.holder(authorization.removeprefix("Bearer ")) if desk.tokens is not None else None
    if seat is None or desk.hand_in is None:
        return refusal(401, to.say("only_seated"))
    return refusal(429, to.say("too_fast")) if desk.is_too_fast(seat, time.monotonic(), looks) else seat


def read_word(message: dict[str, Any], to: Tongue) -> Any:
    """The engine's value for the message; a refusal for anything that is none."""
    try:
        return from_json(message)
    except (ValueError, NotAMessage, RecursionError) as fault:
        return refusal(400, to.say("no_word", fault=str(fault).splitlines()[0]))


async def hand_in(desk: Desk, wish: Wish, to: Tongue) -> Response:
    """Hands the wish to the tick, and answers with what became of it."""
    if desk.hand_in is None:
        return refusal(409, to.say("no_table"))
    desk.hand_in(wish)
    try:
        async with asyncio.timeout(ANSWER_S):
            sequence = await asyncio.wrap_future(wish.answer)
    except NotNow as told:
        return refusal(409, say_reason(told.why, NOBODY if desk.referee is None else desk.referee.state, to))
    except RulesFaulty as told:
        return refusal(409, str(told))
    except TimeoutError:
        return refusal(503, to.say("no_answer"))
    return JSONResponse(Acted(sequence=sequence).model_dump())
