"""The referee's part of the API: the PIN, and everything that only who has shown it may see and do.

Each request is checked the same way: by its name and origin, by its session, by its size. What is done is handed to the
tick like any other word; what a correction changes is worked out beside it, on values that never change.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Annotated, Any, get_args

from fastapi import Cookie, FastAPI, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from engine import inputs as i
from engine.plain import LANGUAGES as TOLD_IN
from engine.plain import describe
from engine.retelling import Stand, correction, outcome, stand_of
from engine.rulesets import RulesFaulty, option_names, preset_names
from engine.story import NotNow
from table_controller import words
from table_controller.acts import Act, Acted, Desk, hand_in, read_word
from table_controller.bulletin import Bulletin
from table_controller.corrections import Decision, Preview, decisions, preview
from table_controller.house_rules import rules_from
from table_controller.manners import Lang, Refused, json_body, read_body, refusal, said_in, turned_away
from table_controller.pages import Pages
from table_controller.preferences import Preferences, keep
from table_controller.referee import Referee, Wish
from table_controller.referee_door import SESSION_S, Door, NotLetIn
from table_controller.speaking import Voice, is_installed
from table_controller.tongues import Tongue, languages

SHOWN = 80  # decisions in the list at a time: some two or three hands
COOKIE = "referee"
LONG_BYTES = 32_768  # a house file may be longer than a word
NOT_FOR_PEOPLE = (i.TableSeen, i.ReadCard, i.Correct)
NOTHING = Stand((), ())
Session = Annotated[str, Cookie(alias=COOKIE)]
_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused} for status in (400, 401, 403, 409, 413, 415, 429, 503)
}


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Pin(_Told):
    """The PIN; `setup` only for the first one."""

    pin: str = Field(max_length=64)
    setup: str = Field(default="", max_length=64)


class Putting(_Told):
    """A decision to be put right: `at` from the list, `instead` as an input; null leaves it out."""

    at: int = Field(ge=0)
    instead: dict[str, Any] | None = None
    after: int = Field(ge=0)


class HouseRules(_Told):
    """Rules to be looked at: a preset with options after a plus, or the text of a house file."""

    preset: str = Field(default="", max_length=200)
    house: str = Field(default="", max_length=20_000)


class Beginning(HouseRules):
    """A match to be begun."""

    names: tuple[Annotated[str, Field(min_length=1, max_length=24)], ...] = Field(max_length=6)
    dealer: int = Field(default=1, ge=1, le=6)


class RulesTold(BaseModel):
    """Rules in words, or their faults."""

    title: str = ""
    players: int = 0
    told: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


class Standing(BaseModel):
    """Whether there is a PIN, and whether this session has shown it."""

    has_pin: bool
    signed_in: bool


class Overview(BaseModel):
    """What the referee's page shows beside the board."""

    sequence: int
    decisions: tuple[Decision, ...]
    can_undo: bool
    can_redo: bool
    names: tuple[str, ...]
    sides: tuple[str, ...]
    score: tuple[float, ...]
    rules: RulesTold
    presets: dict[str, str]
    options: tuple[str, ...]
    preferences: Preferences
    languages: tuple[str, ...]
    can_speak: bool
    has_picture: bool
    watching: int
    match: str


class RefereeSeat:
    """What the addresses share: desk, board, door, pages; and the decisions of the log, worked out once a change."""

    def __init__(self, desk: Desk, bulletin: Bulletin, pages: Pages) -> None:
        self.desk, self.bulletin, self.pages = desk, bulletin, pages
        self.door = Door(desk.folder) if desk.folder is not None else None
        self._known: tuple[Referee | None, int, Stand] = (None, -1, NOTHING)

    def stand(self, referee: Referee) -> tuple[int, Stand]:
        """The log's number, and the decisions that stand at it."""
        entries = tuple(referee.log.entries)
        known, sequence, found = self._known
        if known is not referee or sequence != len(entries):
            found = stand_of((entry.input, entry.events) for entry in entries)
            self._known = referee, len(entries), found
        return len(entries), found

    def refused(self, request: Request, session: str, to: Tongue, writes: bool = True) -> Response | None:
        """Why this request is not heard; None when it is the referee's."""
        stranger = turned_away(request, to, only_own_pages=True) if writes else None
        if stranger is not None:
            return stranger
        if self.door is None or not self.door.admits(session):
            return refusal(401, to.say("sign_in"))
        return None

    def prefer(self, chosen: Preferences) -> None:
        """Keeps what was chosen, and shows it on every page. Raises OSError."""
        assert self.desk.folder is not None
        keep(chosen, self.desk.folder)
        self.desk.pause(chosen.paused)
        self.bulletin.prefer(chosen, self.pages.build(chosen))


def add_referee(app: FastAPI, desk: Desk, bulletin: Bulletin, pages: Pages) -> None:
    """Puts the referee's addresses on the application."""
    seat = RefereeSeat(desk, bulletin, pages)
    voice = Voice()
    bulletin.hear_with(lambda board, chosen: voice.hear(board, chosen.language, chosen.voice))
    _add_door(app, seat)
    _add_sight(app, seat)
    _add_deeds(app, seat)


def _add_door(app: FastAPI, seat: RefereeSeat) -> None:
    path = "/api/v1/referee"

    @app.get(f"{path}/session", response_model=Standing, tags=["referee"])
    async def standing(session: Session = "") -> Standing:
        """Whether there is a PIN, and whether this browser has shown it."""
        door = seat.door
        return Standing(has_pin=door is not None and door.has_pin, signed_in=door is not None and door.admits(session))

    @app.post(
        f"{path}/pin", response_model=Standing, responses=_REFUSALS, openapi_extra=json_body(Pin), tags=["referee"]
    )
    async def set_pin(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """Set the first PIN with the secret that the service told, or another one from a session."""
        return await _enter(request, lang, lambda door, told: door.set_pin(told.pin, told.setup, session))

    @app.post(
        f"{path}/session", response_model=Standing, responses=_REFUSALS, openapi_extra=json_body(Pin), tags=["referee"]
    )
    async def sign_in(request: Request, lang: Lang = "") -> Response:
        """Sign in with the PIN."""
        address = request.client.host if request.client is not None else ""
        return await _enter(request, lang, lambda door, told: door.open(told.pin, address))

    @app.delete(f"{path}/session", status_code=204, response_model=None, responses=_REFUSALS, tags=["referee"])
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


def _add_sight(app: FastAPI, seat: RefereeSeat) -> None:
    """What only the referee sees."""
    path = "/api/v1/referee"

    @app.get(f"{path}/overview", response_model=Overview, responses=_REFUSALS, tags=["referee"])
    async def overview(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """The decisions that stand, the rules in words, the preferences: all that the referee's page shows."""
        to = said_in(request, seat.bulletin, lang)
        refused = seat.refused(request, session, to, writes=False)
        if refused is not None:
            return refused
        told = await asyncio.to_thread(_overview, seat, to)
        return Response(told.model_dump_json(), media_type="application/json", headers={"Cache-Control": "no-store"})

    @app.get(
        f"{path}/picture.jpg",
        response_class=Response,
        responses={**_REFUSALS, 200: {"content": {"image/jpeg": {}}}, 404: {"model": Refused}},
        tags=["referee"],
    )
    async def picture(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """What the camera sees now."""
        to = said_in(request, seat.bulletin, lang)
        refused = seat.refused(request, session, to, writes=False)
        if refused is not None:
            return refused
        seen = await asyncio.to_thread(seat.desk.picture)
        if seen is None:
            return refusal(404, to.say("no_picture"))
        return Response(seen, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


def _overview(seat: RefereeSeat, to: Tongue) -> Overview:
    referee, bulletin = seat.desk.referee, seat.bulletin
    sequence, stand = seat.stand(referee) if referee is not None else (bulletin.board.sequence, NOTHING)
    state = referee.state if referee is not None else None
    rules = state.rules if state is not None else None
    listed = decisions(stand.steps, state, to, SHOWN) if state is not None and rules is not None else ()
    return Overview(
        sequence=sequence,
        decisions=listed,
        can_undo=state is not None and state.past is not None,
        can_redo=state is not None and state.future is not None,
        names=state.names if state is not None else (),
        sides=tuple(words.side_words(state, side, to) for side in range(rules.side_count)) if rules and state else (),
        score=state.score if state is not None else (),
        rules=_told(rules, to) if rules is not None else RulesTold(),
        presets={name: to.name("titles", name) for name in preset_names()},
        options=option_names(),
        preferences=bulletin.preferences,
        languages=languages(),
        can_speak=is_installed(),
        has_picture=seat.desk.picture() is not None,
        watching=bulletin.watching,
        match=referee.log.path.stem if referee is not None else "",
    )


def _told(rules: Any, to: Tongue) -> RulesTold:
    spoken = to.code if to.code in TOLD_IN else "en"
    return RulesTold(title=words.title(rules, to), players=rules.table.players, told=describe(rules, spoken))


def _add_deeds(app: FastAPI, seat: RefereeSeat) -> None:
    """What only the referee does."""
    path, desk = "/api/v1/referee", seat.desk

    async def heard(
        request: Request, lang: str, session: str, model: type[BaseModel], most: int | None = None
    ) -> tuple[Tongue, Any]:
        """The language, and the body or a refusal."""
        to = said_in(request, seat.bulletin, lang)
        refused = seat.refused(request, session, to)
        return to, refused if refused is not None else await read_body(request, model, to, most)

    @app.post(f"{path}/act", response_model=Acted, responses=_REFUSALS, openapi_extra=json_body(Act), tags=["referee"])
    async def act(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """Say any word of the game: for any seat, a ruling, an undo."""
        to, told = await heard(request, lang, session, Act)
        word = told if isinstance(told, Response) else read_word(told.input, to)
        if isinstance(word, Response):
            return word
        if not isinstance(word, get_args(i.Input)) or isinstance(word, NOT_FOR_PEOPLE):
            return refusal(403, to.say("not_yours"))
        return await hand_in(desk, Wish(word, told.after, by_referee=True), to)

    @app.post(
        f"{path}/preview",
        response_model=Preview,
        responses=_REFUSALS,
        openapi_extra=json_body(Putting),
        tags=["referee"],
    )
    async def foresee(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """What a correction would change. Nothing happens."""
        to, told = await heard(request, lang, session, Putting)
        wanted = told if isinstance(told, Response) else _correction(seat, told, to)
        if isinstance(wanted, Response):
            return wanted
        referee = desk.referee
        assert referee is not None
        state = referee.state
        try:
            would = await asyncio.to_thread(outcome, state, wanted)
        except NotNow as why:
            return refusal(409, to.tell(str(why)))
        return JSONResponse(preview(state, would, told.after, to).model_dump())

    @app.post(
        f"{path}/correct", response_model=Acted, responses=_REFUSALS, openapi_extra=json_body(Putting), tags=["referee"]
    )
    async def correct(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """Put a decision right, as foreseen."""
        to, told = await heard(request, lang, session, Putting)
        wanted = told if isinstance(told, Response) else _correction(seat, told, to)
        if isinstance(wanted, Response):
            return wanted
        return await hand_in(desk, Wish(wanted, told.after, by_referee=True), to)

    @app.post(
        f"{path}/rules",
        response_model=RulesTold,
        responses=_REFUSALS,
        openapi_extra=json_body(HouseRules),
        tags=["referee"],
    )
    async def check(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """Rules in words, or every fault of them."""
        to, told = await heard(request, lang, session, HouseRules, LONG_BYTES)
        if isinstance(told, Response):
            return told
        try:
            answer = _told(await asyncio.to_thread(rules_from, told.preset, told.house), to)
        except RulesFaulty as faulty:
            answer = RulesTold(faults=tuple(str(faulty).splitlines()))
        return JSONResponse(answer.model_dump())

    @app.post(
        f"{path}/match", response_model=Acted, responses=_REFUSALS, openapi_extra=json_body(Beginning), tags=["referee"]
    )
    async def begin(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """End the match that is on, and begin another."""
        to, told = await heard(request, lang, session, Beginning, LONG_BYTES)
        if isinstance(told, Response):
            return told
        try:
            rules = await asyncio.to_thread(rules_from, told.preset, told.house)
        except RulesFaulty as faulty:
            return refusal(409, str(faulty))
        return await hand_in(desk, Wish(i.NewMatch(rules, told.names, told.dealer), by_referee=True), to)

    @app.post(
        f"{path}/preferences",
        response_model=Preferences,
        responses=_REFUSALS,
        openapi_extra=json_body(Preferences),
        tags=["referee"],
    )
    async def prefer(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """Choose language, letters, colours, sound; stop play or let it go on."""
        _, told = await heard(request, lang, session, Preferences)
        if isinstance(told, Response):
            return told
        await asyncio.to_thread(seat.prefer, told)
        return JSONResponse(told.model_dump())

    @app.delete(f"{path}/calls", status_code=204, response_model=None, responses=_REFUSALS, tags=["referee"])
    async def come(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """The referee is at the table: the calls for him are over."""
        to = said_in(request, seat.bulletin, lang)
        refused = seat.refused(request, session, to)
        if refused is not None:
            return refused
        seat.bulletin.calls = ()
        seat.bulletin.hang_again()
        return Response(status_code=204)


def _correction(seat: RefereeSeat, told: Putting, to: Tongue) -> i.Correct | Response:
    referee = seat.desk.referee
    if referee is None or referee.state.rules is None:
        return refusal(409, to.say("no_table"))
    sequence, stand = seat.stand(referee)
    if told.after != sequence or told.at >= len(stand.steps) or stand.steps[told.at].word is None:
        return refusal(409, to.say("choose_step"))
    word = None if told.instead is None else read_word(told.instead, to)
    if isinstance(word, Response):
        return word
    if word is not None and (not isinstance(word, get_args(i.Word)) or isinstance(word, NOT_FOR_PEOPLE)):
        return refusal(403, to.say("not_yours"))
    try:
        return correction(stand, told.at, word)
    except NotNow as why:
        return refusal(409, to.tell(str(why)))
