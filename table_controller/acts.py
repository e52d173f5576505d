"""Acting from a page: a seat's own words, checked at the door, decided in the tick, answered with what became of it.

The door knows tokens, sizes, rates and where a request comes from; what a word means and whether it makes sense is the
engine's to say. Nothing here touches the state.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import deque
from collections.abc import Callable
from typing import Any, get_args

from fastapi import FastAPI, Header, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from engine import inputs as i
from engine.layout import Seat
from engine.rulesets import RulesFaulty
from engine.story import NotNow
from engine.wire import NotAMessage, from_json
from table_controller.referee import Wish
from table_controller.tokens import TABLE, Tokens

MOST_BYTES = 4096
MOST_ACTS = 10  # of one token in RATE_S seconds; people are slower, and a page gone mad is not let in
RATE_S = 5.0
ANSWER_S = 5.0
MEANT_FOR_SEATS = (
    i.MakeCall, i.NameTrump, i.ChoosePartner, i.CallCard, i.AnswerDrop, i.PlayCard, i.TakeBack,
    i.ClaimTricks, i.AnswerClaim, i.SuspectRevoke,
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


class Refused(BaseModel):
    """Why nothing happened, in a sentence for whoever asked."""

    refused: str


class Desk:
    """Where words are handed in. Without tokens (a recording plays) it is closed."""

    def __init__(self, hand_in: Callable[[Wish], None] | None = None, tokens: Tokens | None = None) -> None:
        self.hand_in, self.tokens = hand_in, tokens
        self._lately: dict[Seat, deque[float]] = {}

    def is_too_fast(self, seat: Seat, now: float) -> bool:
        """Whether this token has acted too often lately; counts this time too."""
        lately = self._lately.setdefault(seat, deque(maxlen=MOST_ACTS))
        too_fast = len(lately) == MOST_ACTS and now - lately[0] < RATE_S
        lately.append(now)
        return too_fast


def is_local(host: str) -> bool:
    """Whether a Host header names this machine by address, as `localhost`, or by a name of the local network.

    Anything else may be a foreign page whose name was bent to our address (rebinding).
    """
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and host.count(":") == 1 else host
    name = name.strip("[]").lower().rstrip(".")
    try:
        ipaddress.ip_address(name.split("]:")[0])
    except ValueError:
        return name == "localhost" or name.endswith(".local") or ("." not in name and name != "")
    return True


def may_say(seat: Seat, word: i.Input) -> bool:
    """Whether the holder of this seat's token may say this: only his own words, and nothing that is the referee's."""
    if isinstance(word, MEANT_FOR_BOTH):
        return True
    if isinstance(word, MEANT_FOR_THE_TABLE):
        return seat == TABLE
    return isinstance(word, MEANT_FOR_SEATS) and seat in (TABLE, word.seat)


def add_acts(app: FastAPI, desk: Desk) -> None:
    """Puts the one address for acting on the application."""
    refusals: dict[int | str, dict[str, Any]] = {
        status: {"model": Refused} for status in (400, 401, 403, 409, 413, 415, 429, 503)
    }

    @app.post("/api/v1/act", response_model=Acted, responses=refusals)
    async def act(request: Request, authorization: str = Header(default="")) -> Response:
        stranger = _turned_away(request)
        if stranger is not None:
            return stranger
        seat = desk.tokens.holder(authorization.removeprefix("Bearer ")) if desk.tokens is not None else None
        if seat is None or desk.hand_in is None:
            return _refused(401, "Only who took a seat at this match may act: take the seat's code again.")
        if desk.is_too_fast(seat, time.monotonic()):
            return _refused(429, "That was too fast: wait a moment.")
        body = await _read(request)
        if body is None:
            return _refused(413, "That is too long for a word at the table.")
        try:
            wanted = Act.model_validate_json(body)
            word = from_json(wanted.input)
        except (ValueError, NotAMessage) as fault:
            return _refused(400, f"That is no word of the game: {str(fault).splitlines()[0]}")
        if not isinstance(word, get_args(i.Input)) or not may_say(seat, word):
            return _refused(403, "That is not for this seat to say.")
        wish = Wish(word, wanted.after)
        desk.hand_in(wish)
        return await _answer(wish)


def _turned_away(request: Request) -> Response | None:
    """Requests that another site's page may have made in a player's browser."""
    host, origin = request.headers.get("host", ""), request.headers.get("origin")
    if not is_local(host) or (origin is not None and origin.partition("://")[2] != host):
        return _refused(403, "Words are taken from the table's own pages only.")
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return _refused(415, "A word comes as application/json.")
    return None


async def _read(request: Request) -> bytes | None:
    """The body; None as soon as it is longer than any word. A body that never ends is not waited for."""
    body = b""
    try:
        async with asyncio.timeout(ANSWER_S):
            async for part in request.stream():
                body += part
                if len(body) > MOST_BYTES:
                    return None
    except TimeoutError:
        return None
    return body


async def _answer(wish: Wish) -> Response:
    try:
        async with asyncio.timeout(ANSWER_S):
            sequence = await asyncio.wrap_future(wish.answer)
    except (NotNow, RulesFaulty) as refusal:
        return _refused(409, str(refusal))
    except TimeoutError:
        return _refused(503, "The table does not answer: try again.")
    return JSONResponse(Acted(sequence=sequence).model_dump())


def _refused(status: int, sentence: str) -> Response:
    return JSONResponse(Refused(refused=sentence).model_dump(), status)
