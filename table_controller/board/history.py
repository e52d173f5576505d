"""The matches that were played, found again: a SQLite file beside the logs, which are the truth.

The file is an index and nothing more: it is brought up to date whenever somebody asks, made anew when its shape has
changed or it is damaged, and may be deleted at any time. Only hands that are over are in it. A log that can't be read
is listed with its fault and left as it is.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from engine.after.solver import Solver, known_deal
from engine.findings import FindingCode
from engine.layout import Seat
from engine.play import contract
from engine.play.hand import Result, altered
from engine.play.state import State, replay
from table_controller.match.eventlog import LogCorrupt, LogText, read_log
from table_controller.match.state_folder import match_logs
from table_controller.words import phrases

FILE = "history.sqlite"
SHAPE = 2
"""Raised whenever the tables change: an index of another shape is made anew."""
FRESH_S = 1.0  # an index so young is not looked through again
_TABLES = """
CREATE TABLE matches (id TEXT PRIMARY KEY, size INT, mtime INT, fault TEXT, rules TEXT, title TEXT, began TEXT,
  names TEXT, sides TEXT, score TEXT, won_by INT, hands INT, recorded INT);
CREATE TABLE hands (match TEXT, number INT, dealer TEXT, maker TEXT, bid TEXT, trump TEXT, needed INT, taken INT,
  made INT, played INT, delta TEXT, score TEXT, PRIMARY KEY (match, number));
CREATE TABLE drops (match TEXT, number INT, name TEXT, verdict TEXT);
CREATE TABLE findings (match TEXT, number INT, name TEXT, code TEXT);
CREATE TABLE sides (match TEXT, side INT, players TEXT, won INT);
"""
_OWN = ("hands", "drops", "findings", "sides")


class History:
    """The index of one folder of logs. Every method may be called from any thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._looked = 0.0

    def ask(self, query: str, *values: object) -> list[dict[str, Any]]:
        """The rows that answer the query, of an index that is up to date. Raises OSError, sqlite3.Error."""
        with self._lock:
            self._follow_logs()
            with self._open() as index:
                return [dict(row) for row in index.execute(query, values)]

    def log(self, match: str) -> LogText | None:
        """The log of a match by its name; None when there is none. Raises LogCorrupt."""
        path = next((path for path in match_logs(self.folder) if path.stem == match), None)
        return read_log(path) if path is not None else None

    def _follow_logs(self) -> None:
        if time.monotonic() - self._looked < FRESH_S:
            return
        with self._open() as index:
            known = {row["id"]: (row["size"], row["mtime"]) for row in index.execute("SELECT * FROM matches")}
            for path in match_logs(self.folder):
                stat = path.stat()
                if known.pop(path.stem, None) != (stat.st_size, stat.st_mtime_ns):
                    _take_in(index, path, stat.st_size, stat.st_mtime_ns)
            for gone in known:
                _forget(index, gone)
        self._looked = time.monotonic()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        path = self.folder / FILE
        try:
            index = _opened(path)
        except sqlite3.DatabaseError:
            path.unlink(missing_ok=True)
            index = _opened(path)
        with closing(index), index:
            yield index


def _opened(path: Path) -> sqlite3.Connection:
    index = sqlite3.connect(path, timeout=10)
    index.row_factory = sqlite3.Row
    try:
        if index.execute("PRAGMA user_version").fetchone()[0] != SHAPE:
            for (name,) in index.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                index.execute(f"DROP TABLE {name}")
            index.executescript(f"{_TABLES} PRAGMA user_version = {SHAPE};")
        index.execute("SELECT count(*) FROM matches").fetchone()
    except sqlite3.DatabaseError:
        index.close()
        raise
    return index


def _forget(index: sqlite3.Connection, match: str) -> None:
    index.execute("DELETE FROM matches WHERE id = ?", (match,))
    for table in _OWN:
        index.execute(f"DELETE FROM {table} WHERE match = ?", (match,))


def _take_in(index: sqlite3.Connection, path: Path, size: int, mtime: int) -> None:
    _forget(index, path.stem)
    row: dict[str, Any] = {"id": path.stem, "size": size, "mtime": mtime, "fault": "", "hands": 0, "recorded": 0}
    try:
        text = read_log(path)
    except (LogCorrupt, OSError) as fault:
        _insert(index, "matches", row | {"fault": str(fault)})
        return
    state = replay(event for entry in text.entries for event in entry.events)
    row |= _match_row(state, text)
    _insert(index, "matches", row)
    if state.rules is None:
        return
    for side in range(state.rules.side_count):
        players = sorted(_players(state, side))
        won = None if state.won_by is None else int(state.won_by == side)
        _insert(index, "sides", {"match": path.stem, "side": side, "players": " & ".join(players), "won": won})
    for result in state.results:
        _take_in_hand(index, path.stem, state, result)


def _players(state: State, side: int) -> list[str]:
    assert state.rules is not None
    return [state.who(seat) for seat in phrases.seats_of(state.rules, side)]


def _match_row(state: State, text: LogText) -> dict[str, Any]:
    rules = state.rules
    sides = [_players(state, side) for side in range(rules.side_count)] if rules else []
    return {
        "rules": rules.name if rules else "",
        "title": rules.title if rules else "",
        "began": text.entries[0].t if text.entries else "",
        "names": json.dumps([state.who(seat) for seat in rules.seats] if rules else []),
        "sides": json.dumps(sides),
        "score": json.dumps(state.score),
        "won_by": state.won_by,
        "hands": len(state.results),
        "recorded": int(bool(text.header and text.header.source)),
    }


def _take_in_hand(index: sqlite3.Connection, match: str, state: State, result: Result) -> None:
    made, scored = result.contract, result.scored
    row: dict[str, Any] = {"match": match, "number": result.number, "dealer": state.who(result.dealer)}
    if made is not None and scored is not None:
        row |= {
            "maker": state.who(made.maker),
            "bid": made.bid.name,
            "trump": result.trump.value if result.trump else "",
            "needed": made.bid.tricks,
            "taken": _taken(state, result),
            "made": int(scored.made),
            "played": int(not result.hand.surrendered),
        }
    delta = scored.delta if scored else (0,) * len(result.before)
    row |= {"delta": json.dumps(delta), "score": json.dumps(scored.score if scored else result.before)}
    _insert(index, "hands", row)
    for seat, verdict in drop_verdicts(state, result):
        _insert(index, "drops", {"match": match, "number": result.number, "name": state.who(seat), "verdict": verdict})
    for finding in result.findings:
        told = {"match": match, "number": result.number, "name": state.who(finding.seat), "code": finding.code.value}
        if finding.code is not FindingCode.REVOKE_CORRECTABLE:
            _insert(index, "findings", told)


def _taken(state: State, result: Result) -> int:
    """The tricks of the maker's side."""
    assert state.rules is not None and result.contract is not None
    maker = result.contract.maker
    seats: tuple[Seat, ...] = phrases.seats_of(state.rules, state.rules.side_of(maker))
    with_partner = (*seats, *((result.hand.partner,) if result.hand.partner is not None else ()))
    return sum(result.tricks[seat - 1] for seat in dict.fromkeys(with_partner))


def drop_verdicts(state: State, result: Result) -> list[tuple[Seat, str]]:
    """Who answered whether to play, and whether that was right: `dropped_right`, `stayed_wrong`, `dropped_unknown`, …

    To play is right for whoever can take a trick against the best play; that is the solver's to say, where all cards
    are known. Where they are not, whoever played has shown it, and of whoever dropped out nobody knows.
    """
    rules, hand = state.rules, result.hand
    if rules is None or result.contract is None or not rules.in_teams:
        return []
    answers = [(seat, answer) for seat, answer in hand.answers if answer in (contract.PLAY, contract.DROP)]
    if not answers:
        return []
    against = frozenset(contract.opponents(rules, hand))
    could = _could_take(state, result, against)
    told = []
    for seat, answer in answers:
        if answer == contract.DROP:
            verdict = "unknown" if could is None else "wrong" if could else "right"
        else:
            taken = sum(result.tricks[each - 1] for each in against) if could is None else could
            verdict = "right" if taken else "wrong"
        told.append((seat, f"{'dropped' if answer == contract.DROP else 'stayed'}_{verdict}"))
    return told


def _could_take(state: State, result: Result, against: frozenset[Seat]) -> int | None:
    """The tricks that these seats can take at best, all cards open; None where not all are known."""
    rules, hand = state.rules, result.hand
    assert rules is not None
    deal = known_deal(rules, result)
    if deal is None or result.trump is None or contract.option_of(rules, hand) == contract.EXCHANGE:
        return None
    as_played = altered(hand, {"answers": ()})
    held = {seat: deal[seat] for seat in contract.active(rules, as_played)}
    try:
        return Solver(held, result.trump, against).tricks(contract.first_leader(rules, as_played))
    except ValueError:  # jokers, double packs: no deal for the solver
        return None


def _insert(index: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    names = ", ".join(row)
    index.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))
