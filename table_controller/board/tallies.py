"""What players argue about, counted from the index: bids made and set, tricks against the bid, dropping out, revokes.

Questions to history.py's tables and their answers as values; whose words they are told in is the page's.
"""

from __future__ import annotations

from typing import Any

from engine.findings import FindingCode
from table_controller.board.board import Shown
from table_controller.board.history import History

_MATCHES = "match IN (SELECT id FROM matches WHERE recorded = ?)"


class Bids(Shown):
    """Bids of one player, in one denomination, or of one player in one denomination; `over`: tricks above the bid."""

    name: str
    trump: str
    bids: int
    made: int
    over: float | None


class Drops(Shown):
    """Whether one player plays on and drops out rightly."""

    name: str
    dropped_right: int = 0
    dropped_wrong: int = 0
    dropped_unknown: int = 0
    stayed_right: int = 0
    stayed_wrong: int = 0


class Counted(Shown):
    """So many of one player."""

    name: str
    count: int


class Together(Shown):
    """Players of one side: matches played to their end, and won."""

    players: str
    played: int
    won: int


class Statistics(Shown):
    """All of it."""

    by_player: tuple[Bids, ...]
    by_trump: tuple[Bids, ...]
    by_both: tuple[Bids, ...]
    drops: tuple[Drops, ...]
    revokes: tuple[Counted, ...]
    together: tuple[Together, ...]


def statistics(history: History, recorded: bool) -> Statistics:
    """Of all real matches, or of those that recordings played. Raises OSError, sqlite3.Error."""
    return Statistics(
        by_player=_bids(history, recorded, "maker", "''"),
        by_trump=_bids(history, recorded, "''", "trump"),
        by_both=_bids(history, recorded, "maker", "trump"),
        drops=_drops(history, recorded),
        revokes=tuple(
            Counted(**row)
            for row in history.ask(
                f"SELECT name, count(*) AS count FROM findings WHERE code = ? AND {_MATCHES} GROUP BY name "
                "ORDER BY count DESC, name",
                FindingCode.REVOKE.value,
                recorded,
            )
        ),
        together=tuple(
            Together(**row)
            for row in history.ask(
                "SELECT players, count(*) AS played, sum(won) AS won FROM sides "
                f"WHERE won IS NOT NULL AND {_MATCHES} GROUP BY players ORDER BY won DESC, played, players",
                recorded,
            )
        ),
    )


def _bids(history: History, recorded: bool, name: str, trump: str) -> tuple[Bids, ...]:
    rows = history.ask(
        f"SELECT {name} AS name, {trump} AS trump, count(*) AS bids, sum(made) AS made, "
        "avg(CASE WHEN played THEN taken - needed END) AS over "
        f"FROM hands WHERE maker IS NOT NULL AND {_MATCHES} GROUP BY 1, 2 ORDER BY bids DESC, 1, 2",
        recorded,
    )
    return tuple(Bids(**{**row, "over": None if row["over"] is None else round(row["over"], 2)}) for row in rows)


def _drops(history: History, recorded: bool) -> tuple[Drops, ...]:
    found: dict[str, dict[str, Any]] = {}
    rows = history.ask(
        f"SELECT name, verdict, count(*) AS count FROM drops WHERE {_MATCHES} GROUP BY 1, 2 ORDER BY 1", recorded
    )
    for row in rows:
        found.setdefault(row["name"], {"name": row["name"]})[row["verdict"]] = row["count"]
    return tuple(Drops(**row) for row in found.values())
