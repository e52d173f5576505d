"""The history's part of the API: matches, hands, replays, statistics, and files for other programs. Open to everybody.

Everything told here is of hands that are over. The work is done beside the loop that serves the boards.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import FastAPI, Path, Query, Request, Response

from engine.after.notation import record, write
from engine.after.sheet import hands_csv, matches_csv
from engine.play.state import State, replay
from table_controller.board.board import HandShown, Shown
from table_controller.board.history import History
from table_controller.board.replays import HandReplay, replay_hand
from table_controller.board.scoreboard import hand_shown
from table_controller.board.tallies import Statistics, statistics
from table_controller.match.eventlog import LogCorrupt, LogText
from table_controller.web.acts import Desk
from table_controller.web.bulletin import Bulletin
from table_controller.web.guards import Lang, Refused, refusal, said_in
from table_controller.words import phrases
from table_controller.words.tongues import Tongue, tongue

MOST_MATCHES = 200
"""Matches in one answer, which is a page of a list."""
Match = Annotated[str, Path(pattern=r"^match-\d{4,9}$", description="The name of a match's log.")]
Number = Annotated[int, Path(ge=1, le=10_000)]
Recorded = Annotated[bool, Query(description="Matches that recordings played, instead of real ones.")]
Answer = TypeVar("Answer")
_REFUSALS: dict[int | str, dict[str, Any]] = {status: {"model": Refused} for status in (404, 503)}


class MatchShown(Shown):
    """One match in the list. `began` as the log has it, in UTC; `fault` when its log can't be read."""

    id: str
    title: str = ""
    began: str = ""
    names: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    score: tuple[str, ...] = ()
    won_by: int | None = None
    hands: int = 0
    recorded: bool = False
    fault: str = ""


class MatchList(Shown):
    """Newest first; `recorded` tells which kind is listed, `others` how many of the other kind there are."""

    matches: tuple[MatchShown, ...]
    recorded: bool
    others: int


class MatchTold(MatchShown):
    """A match with its finished hands."""

    played: tuple[HandShown, ...] = ()


def add_history(app: FastAPI, desk: Desk, bulletin: Bulletin) -> None:
    """Puts the history's addresses on the application."""
    history = History(desk.folder) if desk.folder is not None else None
    path = "/api/v1/matches"

    async def told(request: Request, lang: str, find: Callable[[History, Tongue], Answer | None]) -> Answer | Response:
        """What `find` finds, or a refusal."""
        to = said_in(request, bulletin, lang)
        if history is None:
            return refusal(503, to.say("no_folder"))
        try:
            found = await asyncio.to_thread(find, history, to)
        except (LogCorrupt, OSError, sqlite3.Error) as fault:
            return refusal(503, str(fault))
        return refusal(404, to.say("no_such_match")) if found is None else found

    @app.get(path, response_model=MatchList, responses=_REFUSALS, tags=["history"])
    async def matches(request: Request, lang: Lang = "", recorded: Recorded = False) -> Any:
        """The matches, newest first."""
        return await told(request, lang, lambda kept, to: _matches(kept, to, recorded))

    @app.get("/api/v1/statistics", response_model=Statistics, responses=_REFUSALS, tags=["history"])
    async def counted(request: Request, lang: Lang = "", recorded: Recorded = False) -> Any:
        """Bids made and set, tricks against the bid, dropping out, revokes, who with whom."""
        return await told(request, lang, lambda kept, to: statistics(kept, recorded))

    @app.get("/api/v1/matches.csv", response_class=Response, responses=_REFUSALS, tags=["history"])
    async def all_matches(request: Request, lang: Lang = "") -> Response:
        """A sheet with one row a match."""
        found = await told(request, lang, lambda kept, to: matches_csv(_states(kept)))
        return found if isinstance(found, Response) else _file(found, "matches.csv", "text/csv")

    @app.get(f"{path}/{{match}}", response_model=MatchTold, responses=_REFUSALS, tags=["history"])
    async def match_told(request: Request, match: Match, lang: Lang = "") -> Any:
        """One match with its finished hands and why they scored so."""
        return await told(request, lang, lambda kept, to: _match(kept, match, to))

    @app.get(f"{path}/{{match}}/hands/{{number}}", response_model=HandReplay, responses=_REFUSALS, tags=["history"])
    async def hand(request: Request, match: Match, number: Number, lang: Lang = "") -> Any:
        """A finished hand as the boards that hung while it was played."""
        letters = tongue(bulletin.preferences.letters)

        def find(kept: History, to: Tongue) -> HandReplay | None:
            text = kept.log(match)
            return replay_hand(text, match, number, to, letters) if text is not None else None

        return await told(request, lang, find)

    @app.get(f"{path}/{{match}}/hands.csv", response_class=Response, responses=_REFUSALS, tags=["history"])
    async def sheet(request: Request, match: Match, lang: Lang = "") -> Response:
        """A sheet with one row a finished hand."""
        found = await told(request, lang, lambda kept, to: _of(kept, match, hands_csv))
        return found if isinstance(found, Response) else _file(found, f"{match}.csv", "text/csv")

    @app.get(f"{path}/{{match}}/notation.txt", response_class=Response, responses=_REFUSALS, tags=["history"])
    async def notation(request: Request, match: Match, lang: Lang = "") -> Response:
        """Every finished hand in the project's notation."""
        found = await told(request, lang, lambda kept, to: _of(kept, match, _notation))
        return found if isinstance(found, Response) else _file(found, f"{match}.txt", "text/plain; charset=utf-8")


def _matches(history: History, to: Tongue, recorded: bool) -> MatchList:
    query = "SELECT * FROM matches WHERE recorded = ? OR fault <> '' ORDER BY id DESC LIMIT ?"
    rows = history.ask(query, recorded, MOST_MATCHES)
    others = history.ask("SELECT count(*) AS count FROM matches WHERE recorded <> ?", recorded)[0]["count"]
    return MatchList(matches=tuple(_row(row, to) for row in rows), recorded=recorded, others=others)


def _row(row: dict[str, Any], to: Tongue) -> MatchShown:
    if row["fault"]:
        return MatchShown(id=row["id"], fault=row["fault"])
    title = to.phrases["titles"].get(row["rules"]) or row["title"] or row["rules"]
    return MatchShown(
        id=row["id"],
        title=title,
        began=row["began"],
        names=tuple(json.loads(row["names"])),
        sides=tuple(to.several(names) for names in json.loads(row["sides"])),
        score=tuple(phrases.points(score) for score in json.loads(row["score"])),
        won_by=row["won_by"],
        hands=row["hands"],
        recorded=bool(row["recorded"]),
    )


def _match(history: History, match: str, to: Tongue) -> MatchTold | None:
    rows = history.ask("SELECT * FROM matches WHERE id = ?", match)
    text = history.log(match)
    if not rows or text is None:
        return None
    state = _state(text)
    played = tuple(hand_shown(state, result, to=to) for result in state.results) if state.rules is not None else ()
    return MatchTold(**_row(rows[0], to).model_dump(), played=played)


def _of(history: History, match: str, tell: Callable[[State], str]) -> str | None:
    text = history.log(match)
    state = _state(text) if text is not None else State()
    return tell(state) if state.rules is not None and state.results else None


def _states(history: History) -> list[State]:
    rows = history.ask("SELECT id FROM matches WHERE recorded = 0 AND fault = '' ORDER BY id LIMIT ?", MOST_MATCHES)
    texts = [history.log(row["id"]) for row in rows]
    return [_state(text) for text in texts if text is not None]


def _state(text: LogText) -> State:
    return replay(event for entry in text.entries for event in entry.events)


def _notation(state: State) -> str:
    return "\n".join(write(record(state, result)) for result in state.results)


def _file(text: str, name: str, kind: str) -> Response:
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
