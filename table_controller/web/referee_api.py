"""The referee's part of the API: everything that only who has shown the PIN may see and do.

Each request is checked the same way: by its name and origin, by its session, by its size. What is done is handed to the
tick like any other word; what a correction changes is worked out beside it, on values that never change.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, get_args

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from engine import inputs as i
from engine.after.retelling import correction, outcome
from engine.play.unfolding import NotNow
from engine.rules.rulesets import RulesFaulty, option_names, preset_names
from table_controller.board.corrections import Decision, Preview, decisions, preview
from table_controller.board.speaking import Voice, is_installed
from table_controller.match.house_rules import rules_from
from table_controller.match.referee import Wish
from table_controller.match.trouble import keeping
from table_controller.web.acts import Act, Acted, hand_in, read_word
from table_controller.web.guards import Lang, Refused, json_body, read_body, refusal, said_in
from table_controller.web.preferences import Preferences
from table_controller.web.referee_seat import NOTHING, REFUSALS, RefereeSeat, Session, Told
from table_controller.words import phrases
from table_controller.words.facts import said
from table_controller.words.plain import describe
from table_controller.words.reasons import say_reason
from table_controller.words.tongues import Tongue, languages

SHOWN = 80  # decisions in the list at a time: some two or three hands
LONG_BYTES = 32_768  # a house file may be longer than a word
NOT_FOR_PEOPLE = (i.TableSeen, i.ReadCard, i.Correct)


class Putting(Told):
    """A decision to be put right: `at` from the list, `instead` as an input; null leaves it out."""

    at: int = Field(ge=0)
    instead: dict[str, Any] | None = None
    after: int = Field(ge=0)


class HouseRules(Told):
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


class Overview(BaseModel):
    """What the referee's page shows beside the board. `keeping`: which pictures are kept how long, in words."""

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
    keeping: str
    watching: int
    match: str


def add_referee(app: FastAPI, seat: RefereeSeat) -> None:
    """Puts the referee's addresses on the application."""
    voice = Voice()
    seat.bulletin.hear_with(lambda board, chosen: voice.hear(board, chosen.language, chosen.voice))
    _add_sight(app, seat)
    _add_deeds(app, seat)


def _add_sight(app: FastAPI, seat: RefereeSeat) -> None:
    """What only the referee sees."""
    path = "/api/v1/referee"

    @app.get(f"{path}/overview", response_model=Overview, responses=REFUSALS, tags=["referee"])
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
        responses={**REFUSALS, 200: {"content": {"image/jpeg": {}}}, 404: {"model": Refused}},
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
    trouble = seat.desk.trouble
    state = referee.state if referee is not None else None
    rules = state.rules if state is not None else None
    listed = decisions(stand.steps, state, to, SHOWN) if state is not None and rules is not None else ()
    return Overview(
        sequence=sequence,
        decisions=listed,
        can_undo=state is not None and state.past is not None,
        can_redo=state is not None and state.future is not None,
        names=state.names if state is not None else (),
        sides=tuple(phrases.side_words(state, side, to) for side in range(rules.side_count)) if rules and state else (),
        score=state.score if state is not None else (),
        rules=_told(rules, to) if rules is not None else RulesTold(),
        presets={name: to.name("titles", name) for name in preset_names()},
        options=option_names(),
        preferences=bulletin.preferences,
        languages=languages(),
        can_speak=is_installed(),
        has_picture=seat.desk.picture() is not None,
        keeping=said(keeping(trouble.ring.seconds if trouble is not None else 0), to),
        watching=bulletin.watching,
        match=referee.log.path.stem if referee is not None else "",
    )


def _told(rules: Any, to: Tongue) -> RulesTold:
    return RulesTold(title=phrases.title(rules, to), players=rules.table.players, told=describe(rules, to))


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

    @app.post(f"{path}/act", response_model=Acted, responses=REFUSALS, openapi_extra=json_body(Act), tags=["referee"])
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
        responses=REFUSALS,
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
            return refusal(409, say_reason(why.why, state, to))
        return JSONResponse(preview(state, would, told.after, to).model_dump())

    @app.post(
        f"{path}/correct", response_model=Acted, responses=REFUSALS, openapi_extra=json_body(Putting), tags=["referee"]
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
        responses=REFUSALS,
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
        f"{path}/match", response_model=Acted, responses=REFUSALS, openapi_extra=json_body(Beginning), tags=["referee"]
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
        responses=REFUSALS,
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

    @app.delete(f"{path}/calls", status_code=204, response_model=None, responses=REFUSALS, tags=["referee"])
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
        return refusal(409, say_reason(why.why, referee.state, to))
