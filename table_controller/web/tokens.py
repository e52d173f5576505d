"""Who may act: a secret for each seat, one match long, in the code that a phone takes it from.

The secrets lie beside the match's log, readable by the service's user alone, so that phones survive a restart. They
are in no log, no board and no error. The screen beside the table keeps one secret for all matches.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Callable
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


def tokens_for(log: Path, seats: int) -> Tokens:
    """The secrets of the match in `log`: those it has already, or new ones. Raises OSError."""
    kept = _keep(log.with_suffix(".tokens"), lambda: {str(seat): _secret() for seat in range(1, seats + 1)})
    return Tokens({TABLE: table_secret(log.parent), **{int(seat): secret for seat, secret in kept.items()}})


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
