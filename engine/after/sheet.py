"""Score sheets as CSV text: one row a hand, or one row a match. What a spreadsheet wants, no more."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from engine.play.hand import Result
from engine.play.scoring import said
from engine.play.state import State


def hands_csv(state: State) -> str:
    """One line a finished hand, with a heading: who bid what, the tricks by seat, points and totals by side."""
    assert state.rules is not None
    sides = range(1, state.rules.side_count + 1)
    heading = ["hand", "dealer", "maker", "bid", "trump", *(f"tricks {seat}" for seat in state.rules.seats)]
    heading += ["made", *(f"points {side}" for side in sides), *(f"total {side}" for side in sides), "findings"]
    return _text([heading, *(_row(state, result) for result in state.results)])


def _row(state: State, result: Result) -> list[object]:
    made = result.contract
    scored = result.scored
    row: list[object] = [
        result.number,
        state.who(result.dealer),
        state.who(made.maker) if made else "",
        said(made.bid) if made else "thrown in" if scored is None else "surrendered",
        result.trump.value if result.trump else "",
        *result.tricks,
        "" if scored is None else "yes" if scored.made else "no",
    ]
    delta = scored.delta if scored else (0,) * len(result.before)
    total = scored.score if scored else result.before
    return [*row, *delta, *total, "; ".join(finding.code.value for finding in result.findings)]


def matches_csv(states: Iterable[State]) -> str:
    """One line a match, with a heading: rules, players, final scores by side, and who won."""
    rows: list[list[object]] = [["rules", "players", "hands", "scores", "winner"]]
    for state in states:
        if state.rules is None:
            continue
        players = " / ".join(state.who(seat) for seat in state.rules.seats)
        scores = " / ".join(f"{score:g}" for score in state.score)
        won = [state.who(seat) for seat in state.rules.seats if state.rules.side_of(seat) == state.won_by]
        rows.append([state.rules.name, players, len(state.results), scores, " and ".join(won)])
    return _text(rows)


def _text(rows: Iterable[Iterable[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
