"""The history's part of the API: matches, hands, replays, statistics, and files for other programs. Open to everybody.

Everything told here is of hands that are over. The work is done beside the loop that serves the boards.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar

from fastapi import Depends, Path, Query, Response

from engine.after.notation import record, write
from engine.after.sheet import hands_csv, matches_csv
from engine.play.state import State, replay
from table_controller.board.board import HandShown, Shown
from table_controller.board.history import History
from table_controller.board.replays import HandReplay, replay_hand
from table_controller.board.scoreboard import hand_shown
from table_controller.board.tallies import Statistics, statistics
from table_controller.match.eventlog import LogCorrupt, LogText
from table_controller.web.answer_language import To, reader_language
from table_controller.web.beside import Beside, SlowLane
from table_controller.web.guards import GuardedRouter
from table_controller.web.refusals import NOT_FOUND, Refusal, Refused
from table_controller.web.served import Served
from table_controller.web.without_folders import without_folders
from table_controller.words import phrases
from table_controller.words.tongues import Tongue, tongue

MOST_MATCHES = 200
"""Matches in one answer, which is a page of a list."""
Match = Annotated[str, Path(pattern=r"^match-\d{4,9}$", description="The name of a match's log.")]
Before = Annotated[
    str, Query(pattern=r"^(match-\d{4,9})?$", description="Only matches before this one: the next page of a list.")
]
Number = Annotated[int, Path(ge=1, le=10_000)]
Recorded = Annotated[bool, Query(description="Matches that recordings played, instead of real ones.")]
Answer = TypeVar("Answer")
Given = ParamSpec("Given")
router = GuardedRouter(
    prefix="/api/v1",
    tags=["history"],
    dependencies=[Depends(reader_language)],
    responses={**NOT_FOUND, 503: {"model": Refused}},
)


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
    """Newest first; `recorded` tells which kind is listed, `others` how many of the other kind there are.

    `earlier`: the page goes on with the matches before this one; empty on the last page.
    """

    matches: tuple[MatchShown, ...]
    recorded: bool
    others: int
    earlier: str = ""


class MatchTold(MatchShown):
    """A match with its finished hands."""

    played: tuple[HandShown, ...] = ()


async def the_history(table: Served) -> History:
    """The matches in this table's folder. Raises Refusal where none is kept."""
    if table.history is None:
        raise Refusal(503, "no_folder")
    return table.history


Past = Annotated[History, Depends(the_history)]


@router.get("/matches")
async def matches(past: Past, lane: SlowLane, to: To, recorded: Recorded = False, before: Before = "") -> MatchList:
    """The matches, newest first, by pages."""
    return await _found(lane, _matches, past, to, recorded, before)


@router.get("/statistics")
async def counted(past: Past, lane: SlowLane, recorded: Recorded = False) -> Statistics:
    """Bids made and set, tricks against the bid, dropping out, revokes, who with whom."""
    return await _found(lane, statistics, past, recorded)


@router.get("/matches.csv", response_class=Response)
async def all_matches(past: Past, lane: SlowLane, before: Before = "") -> Response:
    """A sheet with one row a match, of the newest ones; a `Link` with `rel="next"` leads to the earlier ones."""
    sheet, earlier = await _found(lane, _sheet, past, before)
    answer = _file(sheet, "matches.csv", "text/csv")
    if earlier:
        answer.headers["Link"] = f'</api/v1/matches.csv?before={earlier}>; rel="next"'
    return answer


@router.get("/matches/{match}")
async def match_told(past: Past, lane: SlowLane, to: To, match: Match) -> MatchTold:
    """One match with its finished hands and why they scored so."""
    return await _found(lane, _match, past, match, to)


@router.get("/matches/{match}/hands/{number}")
async def hand(table: Served, past: Past, lane: SlowLane, to: To, match: Match, number: Number) -> HandReplay:
    """A finished hand as the boards that hung while it was played."""
    return await _found(lane, _hand, past, match, number, to, tongue(table.bulletin.preferences.letters))


@router.get("/matches/{match}/hands.csv", response_class=Response)
async def sheet(past: Past, lane: SlowLane, match: Match) -> Response:
    """A sheet with one row a finished hand."""
    return _file(await _found(lane, _of, past, match, hands_csv), f"{match}.csv", "text/csv")


@router.get("/matches/{match}/notation.txt", response_class=Response)
async def notation(past: Past, lane: SlowLane, match: Match) -> Response:
    """Every finished hand in the project's notation."""
    return _file(await _found(lane, _of, past, match, _notation), f"{match}.txt", "text/plain; charset=utf-8")


async def _found(
    lane: Beside, find: Callable[Given, Answer | None], *given: Given.args, **named: Given.kwargs
) -> Answer:
    """What `find` finds, looked for beside the loop. Raises Refusal: nothing, or a log that can't be read."""
    try:
        found = await lane.do(lambda: find(*given, **named))
    except LogCorrupt as fault:
        raise Refusal.as_told(503, fault) from fault
    except OSError as fault:
        raise Refusal.by_disk(fault, "history_unread") from fault
    except sqlite3.Error as fault:
        raise Refusal(503, "history_unread", fault=fault) from fault
    if found is None:
        raise Refusal(404, "no_such_match")
    return found


def _matches(history: History, to: Tongue, recorded: bool, before: str) -> MatchList:
    rows, earlier = _page(history, "recorded = ? OR fault <> ''", recorded, before=before)
    others = history.ask("SELECT count(*) AS count FROM matches WHERE recorded <> ?", recorded)[0]["count"]
    return MatchList(matches=tuple(_row(row, to) for row in rows), recorded=recorded, others=others, earlier=earlier)


def _page(history: History, where: str, *values: object, before: str) -> tuple[list[dict[str, Any]], str]:
    """At most MOST_MATCHES rows, newest first; and the match before which the next page begins, if there is one.

    The names of logs are in order as numbers; as texts only while they are equally long.
    """
    query = f"SELECT * FROM matches WHERE ({where}) AND (? = 0 OR CAST(substr(id, 7) AS INT) < ?)"
    number = int(before.removeprefix("match-") or 0)
    rows = history.ask(
        f"{query} ORDER BY CAST(substr(id, 7) AS INT) DESC LIMIT ?", *values, number, number, MOST_MATCHES + 1
    )
    page = rows[:MOST_MATCHES]
    return page, page[-1]["id"] if len(rows) > MOST_MATCHES else ""


def _row(row: dict[str, Any], to: Tongue) -> MatchShown:
    if row["fault"]:
        return MatchShown(id=row["id"], fault=without_folders(row["fault"]))
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


def _hand(history: History, match: str, number: int, to: Tongue, letters: Tongue) -> HandReplay | None:
    text = history.log(match)
    return replay_hand(text, match, number, to, letters) if text is not None else None


def _of(history: History, match: str, tell: Callable[[State], str]) -> str | None:
    text = history.log(match)
    state = _state(text) if text is not None else State()
    return tell(state) if state.rules is not None and state.results else None


def _sheet(history: History, before: str) -> tuple[str, str]:
    """One page of matches as a sheet, the oldest first; and where the next page begins."""
    rows, earlier = _page(history, "recorded = 0 AND fault = ''", before=before)
    texts = [history.log(row["id"]) for row in reversed(rows)]
    return matches_csv([_state(text) for text in texts if text is not None]), earlier


def _state(text: LogText) -> State:
    return replay(event for entry in text.entries for event in entry.events)


def _notation(state: State) -> str:
    return "\n".join(write(record(state, result)) for result in state.results)


def _file(text: str, name: str, kind: str) -> Response:
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
