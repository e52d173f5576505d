"""Beginning a match where none is on: what is offered, the rules in words as they are put together, and the beginning.

A match that is on is never ended here.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request
from pydantic import BaseModel, Field

from engine.inputs import NewMatch
from engine.rules.rulesets import RulesFaulty, option_names, preset, preset_names
from table_controller.board.scoreboard import TABLE
from table_controller.match.eventlog import LogCorrupt, read_log
from table_controller.match.house_rules import rules_from
from table_controller.match.referee import Wish
from table_controller.match.state_folder import match_logs
from table_controller.web.answer_language import To
from table_controller.web.api.acts import Acted, hand_in
from table_controller.web.api.referee_api import LONG_BYTES, HouseRules, RulesTold
from table_controller.web.bodies import body_as, json_body
from table_controller.web.guards import GuardedRouter, is_here
from table_controller.web.refusals import REFUSALS, Refusal
from table_controller.web.served import Served
from table_controller.words import phrases
from table_controller.words.plain import describe
from table_controller.words.tongues import Tongue

router = GuardedRouter(prefix="/api/v1/start", tags=["beginning"], responses=REFUSALS)
DRAWN = 0
"""Stands for a dealer who is drawn by lot."""


class Form(BaseModel):
    """A form of the game; `group` is its number of players, `note` one sentence."""

    name: str
    group: str
    title: str
    note: str
    players: int


class Offered(BaseModel):
    """What a match may be begun with. `names`: who played last. `may_begin`: this browser needs no leave."""

    forms: tuple[Form, ...]
    options: dict[str, str]
    targets: dict[str, str]
    names: tuple[str, ...]
    chosen: str
    may_begin: bool
    waits: bool


class MatchWished(HouseRules):
    """A match to be begun; dealer DRAWN is drawn by lot."""

    names: tuple[Annotated[str, Field(min_length=1, max_length=24)], ...] = Field(max_length=6)
    dealer: int = Field(default=DRAWN, ge=DRAWN, le=6)


@router.get("")
async def offered(request: Request, table: Served, to: To) -> Offered:
    """Forms of the game with a sentence each, house rules by name, who played last."""
    names = await asyncio.to_thread(_last_names, table.desk.folder)
    titles = {name: _switch(name, to) for name in option_names()}
    return Offered(
        forms=tuple(_forms(to)),
        options={name: title for name, title in titles.items() if not name.startswith("target")},
        targets={name: title for name, title in titles.items() if name.startswith("target")},
        names=names,
        chosen=table.desk.offers,
        may_begin=is_here(request),
        waits=table.desk.waits_for_match,
    )


@router.post("/rules", openapi_extra=json_body(HouseRules))
async def told(said: Annotated[HouseRules, Depends(body_as(HouseRules, LONG_BYTES))], to: To) -> RulesTold:
    """Rules in words, or every fault of them."""
    try:
        rules = await asyncio.to_thread(rules_from, said.preset, said.house)
    except RulesFaulty as faulty:
        return RulesTold(faults=tuple(str(faulty).splitlines()))
    return RulesTold(title=phrases.title(rules, to), players=rules.table.players, told=describe(rules, to))


@router.post("", openapi_extra=json_body(MatchWished))
async def begin(table: Served, said: Annotated[MatchWished, Depends(body_as(MatchWished, LONG_BYTES))]) -> Acted:
    """Begin a match, where none is on."""
    if not table.desk.waits_for_match:
        raise Refusal(409, "match_is_on")
    try:
        rules = await asyncio.to_thread(rules_from, said.preset, said.house)
    except RulesFaulty as faulty:
        raise Refusal.as_told(409, faulty) from faulty
    dealer = said.dealer or 1 + secrets.randbelow(rules.table.players)
    return await hand_in(table.desk, Wish(NewMatch(rules, said.names, dealer)), TABLE)


def _forms(to: Tongue) -> Iterator[Form]:
    """The forms that stand on their own; a variation of another form is a switch."""
    switches = option_names()
    for name in preset_names():
        if name not in switches:
            rules = preset(name)
            players = rules.table.players
            note = describe(rules, to)[0]
            yield Form(name=name, group=f"{players}", title=phrases.title(rules, to), note=note, players=players)


def _switch(name: str, to: Tongue) -> str:
    """What a switch says: its own words, or the title of the variation that it is."""
    return to.phrases["options"].get(name) or to.name("titles", name)


def _last_names(folder: Path | None) -> tuple[str, ...]:
    """Who sat at the last real match."""
    for log in reversed(match_logs(folder) if folder is not None and folder.is_dir() else ()):
        try:
            text = read_log(log)
        except (OSError, LogCorrupt):
            continue
        first = text.entries[0].input if text.entries else None
        if isinstance(first, NewMatch) and text.header is not None and not text.header.source:
            return first.names
    return ()
