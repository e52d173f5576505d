"""Why something was told or asked: how sure it was, what it rests on, and the story it beat.

Written into the log beside each act, shown with each question. Numbers are for people to compare, rounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.inputs import SeeCard, TakeBack
from engine.layout import Seat
from table_controller.watching.happenings import TableAct
from table_controller.watching.odds import Happened


@dataclass(frozen=True, slots=True)
class Account:
    """One way to read the table: what happened, whose doing (0: nobody's in particular), and what speaks for it.

    `rests`: by kind of evidence a natural log-likelihood, in hundredths.
    """

    what: Happened
    seat: Seat
    rests: Mapping[str, float]

    def to_plain(self) -> dict[str, Any]:
        """As it stands in a log."""
        return {"what": self.what.value, "seat": self.seat, "rests": dict(self.rests)}


@dataclass(frozen=True, slots=True)
class Why:
    """`sure`: the share of belief (0..1) that what was told has; `beaten`: the likeliest other way to read the table,
    None where all stories agreed."""

    sure: float
    told: Account
    beaten: Account | None = None

    def to_plain(self) -> dict[str, Any]:
        """As it stands in a log."""
        beaten = {"beaten": self.beaten.to_plain()} if self.beaten is not None else {}
        return {"sure": self.sure, **self.told.to_plain(), **beaten}


def why_from(plain: object) -> Why | None:
    """What `to_plain` wrote; None where nothing was written, or by another version in other words."""
    if not isinstance(plain, dict):
        return None
    try:
        beaten = plain.get("beaten")
        return Why(float(plain["sure"]), _account(plain), _account(beaten) if beaten is not None else None)
    except (KeyError, TypeError, ValueError):
        return None


def _account(plain: dict[str, Any]) -> Account:
    rests = {str(kind): float(worth) for kind, worth in plain["rests"].items()}
    return Account(Happened(plain["what"]), int(plain["seat"]), rests)


def why_of(act: TableAct, sure: float, beaten: TableAct | None) -> Why:
    """Why this act was told, or asked about."""
    # Downwards, so that what was never certain is not written as certain.
    return Why(int(sure * 1e6) / 1e6, _account_of(act), _account_of(beaten) if beaten is not None else None)


def _account_of(act: TableAct) -> Account:
    seat = act.input.seat if isinstance(act.input, SeeCard | TakeBack) else 0
    return Account(act.what, seat, {kind: round(worth, 2) for kind, worth in act.odds})
