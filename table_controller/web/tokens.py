"""Who may act: a secret for each seat, an evening long, in the code that a phone takes it from.

The secrets lie beside the match's log, readable by the service's user alone, so that phones survive a restart. They
are in no log, no board and no error. The screen beside the table keeps one secret for all matches.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.layout import Seat
from table_controller.board.scoreboard import TABLE
from table_controller.match.whole_files import SECRET, write_whole


@dataclass(frozen=True, slots=True)
class Tokens:
    """The secrets of one match, by seat; the table's own at 0."""

    secret: dict[Seat, str]

    def holder(self, token: str) -> Seat | None:
        """Whose secret this is; None for anybody else's. Takes the same time for every wrong one."""
        found = None
        for seat, secret in self.secret.items():
            if hmac.compare_digest(secret.encode(), token.encode()):
                found = seat
        return found


EVENING_S = 12 * 3600.0
"""Seconds after which seats are taken anew: phones stay seated from match to match of one evening, and none acts with
what it took on another day. Chosen, not measured. Raised, a guest of yesterday still has a seat."""


def tokens_for(log: Path, seats: int, now: float | None = None) -> Tokens:
    """The secrets of the match in `log`: those it has already, else those of a match begun at most EVENING_S before
    `now` (seconds since the epoch; None: this moment), else new ones. Raises OSError."""
    taken = log.with_suffix(".tokens")
    before = {} if taken.exists() else _of_this_evening(log.parent, time.time() if now is None else now)
    kept = _keep(taken, lambda: {str(seat): before.get(str(seat)) or _secret() for seat in range(1, seats + 1)})
    return Tokens({TABLE: table_secret(log.parent), **{int(seat): secret for seat, secret in kept.items()}})


def _of_this_evening(folder: Path, now: float) -> dict[str, str]:
    """All that were given lately, the newest of each seat: a seat may have stood empty for a match."""
    lately = [path for path in folder.glob("*.tokens") if now - path.stat().st_mtime < EVENING_S]
    found: dict[str, str] = {}
    for path in sorted(lately, key=lambda path: path.stat().st_mtime):
        with suppress(ValueError):  # a damaged file of another match only means that its seats are taken anew
            found |= json.loads(path.read_text("utf-8"))
    return found


def table_secret(folder: Path) -> str:
    """The secret of the screen beside the table, the same for all matches in the folder. Raises OSError."""
    return _keep(folder / "table.token", lambda: {str(TABLE): _secret()})[str(TABLE)]


def keep_secret(path: Path) -> str:
    """The secret in that file, a new one if there is none yet. Raises OSError."""
    return _keep(path, lambda: {"secret": _secret()})["secret"]


def _secret() -> str:
    return secrets.token_urlsafe(16)


def _keep(path: Path, make: Callable[[], dict[str, str]]) -> dict[str, str]:
    """What the file holds; if there is none, what `make` gives, once it is in the file."""
    if path.exists():
        return {str(seat): str(secret) for seat, secret in json.loads(path.read_text("utf-8")).items()}
    made = make()
    write_whole(path, json.dumps(made), SECRET)
    return made
