"""The referee's part of the API: everything that only who has shown the PIN may see and do.

What is done is handed to the tick like any other word; what a correction changes is worked out beside it, on values
that never change.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, cast, get_args

from fastapi import Depends, Response
from pydantic import BaseModel, Field

from engine import inputs as i
from engine.after.retelling import correction, outcome
from engine.play.state import INITIAL, State
from engine.play.unfolding import NotNow
from engine.rules.rulesets import RulesFaulty, option_names, preset_names
from table_controller.board.corrections import Decision, Preview, decisions, preview
from table_controller.board.speaking import is_installed
from table_controller.match.house_rules import rules_from
from table_controller.match.referee import Referee, Wish
from table_controller.match.trouble import keeping
from table_controller.web.answer_language import To
from table_controller.web.api.acts import Act, Acted, ActSaid, Key, hand_in, word_of
from table_controller.web.bodies import Sent, body_as, json_body
from table_controller.web.guards import GuardedRouter
from table_controller.web.pictures import UNKEPT, described_picture, picture_answer
from table_controller.web.preferences import Preferences
from table_controller.web.refusals import NOT_FOUND, REFUSALS, Refusal
from table_controller.web.served import NOTHING, Served, ServedTable
from table_controller.web.who_says import REFEREE
from table_controller.words import phrases
from table_controller.words.facts import said
from table_controller.words.plain import describe
from table_controller.words.tongues import Tongue, languages

SHOWN = 80  # decisions in the list at a time: some two or three hands
LONG_BYTES = 32_768  # a house file may be longer than a word
router = GuardedRouter(prefix="/api/v1/referee", tags=["referee"], responses=REFUSALS)


class Putting(Sent):
    """A decision to be put right: `at` from the list, `instead` as an input; null leaves it out."""

    at: int = Field(ge=0)
    instead: dict[str, Any] | None = None
    after: int = Field(ge=0)


class HouseRules(Sent):
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


RulesSaid = Annotated[HouseRules, Depends(body_as(HouseRules, LONG_BYTES))]
PuttingSaid = Annotated[Putting, Depends(body_as(Putting))]


@router.get("/overview", response_model=Overview)
async def overview(table: Served, to: To) -> Response:
    """The decisions that stand, the rules in words, the preferences: all that the referee's page shows."""
    told = await asyncio.to_thread(_overview, table, to)
    return Response(told.model_dump_json(), media_type="application/json", headers=UNKEPT)


@router.get("/picture.jpg", response_class=Response, responses={**described_picture(), **NOT_FOUND})
async def picture(table: Served) -> Response:
    """What the camera sees now."""
    seen = await asyncio.to_thread(table.desk.picture)
    if seen is None:
        raise Refusal(404, "no_picture")
    return picture_answer(seen)


@router.post("/act", openapi_extra=json_body(Act))
async def act(table: Served, said: ActSaid, key: Key = "") -> Acted:
    """Say any word of the game: for any seat, a ruling, an undo."""
    return await hand_in(
        table.desk, Wish(word_of(said.input, REFEREE, table.desk), said.after, by_referee=True), REFEREE, key
    )


@router.post("/preview", openapi_extra=json_body(Putting))
async def foresee(table: Served, said: PuttingSaid, to: To) -> Preview:
    """What a correction would change. Nothing happens."""
    referee, wanted = _correction(table, said)
    state = referee.state
    try:
        would = await asyncio.to_thread(outcome, state, wanted)
    except NotNow as why:
        raise Refusal.by_engine(why, state) from why
    return preview(state, would, said.after, to)


@router.post("/correct", openapi_extra=json_body(Putting))
async def correct(table: Served, said: PuttingSaid, key: Key = "") -> Acted:
    """Put a decision right, as foreseen."""
    _, wanted = _correction(table, said)
    return await hand_in(table.desk, Wish(wanted, said.after, by_referee=True), REFEREE, key)


@router.post("/rules", openapi_extra=json_body(HouseRules))
async def check(said: RulesSaid, to: To) -> RulesTold:
    """Rules in words, or every fault of them."""
    try:
        return _told(await asyncio.to_thread(rules_from, said.preset, said.house), to)
    except RulesFaulty as faulty:
        return RulesTold(faults=tuple(str(faulty).splitlines()))


@router.post("/match", openapi_extra=json_body(Beginning))
async def begin(
    table: Served, said: Annotated[Beginning, Depends(body_as(Beginning, LONG_BYTES))], key: Key = ""
) -> Acted:
    """End the match that is on, and begin another."""
    try:
        rules = await asyncio.to_thread(rules_from, said.preset, said.house)
    except RulesFaulty as faulty:
        raise Refusal.as_told(409, faulty) from faulty
    return await hand_in(table.desk, Wish(i.NewMatch(rules, said.names, said.dealer), by_referee=True), REFEREE, key)


@router.post("/preferences", openapi_extra=json_body(Preferences))
async def prefer(table: Served, said: Annotated[Preferences, Depends(body_as(Preferences))]) -> Preferences:
    """Choose language, letters, colours, sound; stop play or let it go on."""
    await asyncio.to_thread(table.prefer, said)
    return said


@router.delete("/calls", status_code=204, response_model=None)
async def come(table: Served) -> Response:
    """The referee is at the table: the calls for him are over."""
    table.bulletin.calls = ()
    table.bulletin.hang_again()
    return Response(status_code=204)


def _correction(table: ServedTable, said: Putting) -> tuple[Referee, i.Correct]:
    """The match that is on, and the correction that is wished for. Raises Refusal."""
    referee = table.desk.referee
    if referee is None or referee.state.rules is None:
        raise Refusal(409, "no_table")
    sequence, stand = table.decisions.of(referee)
    if said.after != sequence or said.at >= len(stand.steps) or stand.steps[said.at].word is None:
        raise Refusal(409, "choose_step")
    try:
        return referee, correction(stand, said.at, _instead(table, said))
    except NotNow as why:
        raise Refusal.by_engine(why, referee.state) from why


def _instead(table: ServedTable, said: Putting) -> i.Word | None:
    """The word in the place of the one that was wrong; None leaves it out. Raises Refusal."""
    if said.instead is None:
        return None
    word = word_of(said.instead, REFEREE, table.desk)
    if not isinstance(word, get_args(i.Word)):
        raise Refusal(403, "not_yours")
    return cast(i.Word, word)


def _overview(table: ServedTable, to: Tongue) -> Overview:
    desk, bulletin, trouble = table.desk, table.bulletin, table.desk.trouble
    referee = desk.referee
    sequence, stand = table.decisions.of(referee) if referee is not None else (bulletin.board.sequence, NOTHING)
    state = referee.state if referee is not None else INITIAL
    return Overview(
        sequence=sequence,
        decisions=decisions(stand.steps, state, to, SHOWN) if state.rules is not None else (),
        can_undo=state.past is not None,
        can_redo=state.future is not None,
        names=state.names,
        sides=_sides(state, to),
        score=state.score,
        rules=_told(state.rules, to) if state.rules is not None else RulesTold(),
        presets={name: to.name("titles", name) for name in preset_names()},
        options=option_names(),
        preferences=bulletin.preferences,
        languages=languages(),
        can_speak=is_installed(),
        has_picture=desk.picture() is not None,
        keeping=said(keeping(trouble.ring.seconds if trouble is not None else 0), to),
        watching=bulletin.watching,
        match=referee.log.path.stem if referee is not None else "",
    )


def _sides(state: State, to: Tongue) -> tuple[str, ...]:
    count = state.rules.side_count if state.rules is not None else 0
    return tuple(phrases.side_words(state, side, to) for side in range(count))


def _told(rules: Any, to: Tongue) -> RulesTold:
    return RulesTold(title=phrases.title(rules, to), players=rules.table.players, told=describe(rules, to))
