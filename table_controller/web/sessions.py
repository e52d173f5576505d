"""Who is signed in at the referee's door: secrets that end by themselves. No session stands in any file in clear.

The file is for the next start. On a disk that takes nothing a session holds until the service ends; one that is left,
or ended by another PIN, does not come back.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from table_controller.match.whole_files import SECRET, write_whole

SESSION_S = 12 * 3600.0
"""Seconds that a referee stays signed in: an evening."""
MOST_SESSIONS = 20
"""Signed in at once; beyond, the oldest is signed out."""
_NEVER = (-1, -1)  # the mark of no file at all: a time and an inode


class Sessions:
    """The sessions in the file at `path`, and those that it would not take.

    `clock` gives seconds since 1970, by which the file is kept; `steady` seconds by a clock that nobody sets, by which
    a session ends while the service runs.
    """

    def __init__(
        self, path: Path, clock: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._path, self._clock, self._steady = path, clock, steady
        self._changing = threading.Lock()
        self._read: tuple[tuple[int, int], dict[str, float]] = (_NEVER, {})
        self._unwritten: dict[str, float] = {}

    def begin(self) -> str:
        """A new session."""
        session = secrets.token_urlsafe(32)
        with self._changing:
            self._unwritten[_digest(session)] = self._steady() + SESSION_S
            with suppress(OSError):
                self._write(self._all())
        return session

    def admits(self, session: str) -> bool:
        """Whether this session has been begun here and has not ended. Never waits for a write."""
        return bool(session) and self._all().get(_digest(session), 0.0) > self._steady()

    def end(self, session: str) -> None:
        """Ends this session, here at once. Raises OSError where the disk does not take it, and would know it again."""
        with self._changing:
            kept = {digest: until for digest, until in self._all().items() if digest != _digest(session)}
            self._unwritten.pop(_digest(session), None)
            self._read = (self._read[0], kept)
            self._write(kept)

    def end_all(self) -> None:
        """Ends all of them. Raises OSError."""
        with self._changing:
            self._unwritten.clear()
            self._path.unlink(missing_ok=True)

    def _write(self, sessions: dict[str, float]) -> None:
        now, ahead = self._steady(), self._clock() - self._steady()
        lasting = [(digest, until) for digest, until in sessions.items() if until > now][-MOST_SESSIONS:]
        write_whole(self._path, json.dumps({digest: until + ahead for digest, until in lasting}), SECRET)
        self._read = (_mark_of(self._path), dict(lasting))
        self._unwritten.clear()

    def _all(self) -> dict[str, float]:
        """Digest -> when it ends by the steady clock; the file is read when it is another than at the last look."""
        try:
            mark = _mark_of(self._path)
            if mark != self._read[0]:
                self._read = (mark, self._found(self._path.read_text("utf-8")))
        except FileNotFoundError:
            self._read = (_NEVER, {})
        except (OSError, UnicodeDecodeError):
            pass  # a disk that can't be read now: what was read last still holds
        return {**self._read[1], **self._unwritten}

    def _found(self, text: str) -> dict[str, float]:
        """What the file tells, by the steady clock; none lasts longer than a new one would."""
        behind = self._steady() - self._clock()
        most = self._steady() + SESSION_S
        return {digest: min(until + behind, most) for digest, until in _sessions_in(text).items()}


def _mark_of(path: Path) -> tuple[int, int]:
    """Another one whenever the file is another."""
    found = path.stat()
    return found.st_mtime_ns, found.st_ino


def _sessions_in(text: str) -> dict[str, float]:
    try:
        return {str(digest): float(until) for digest, until in json.loads(text).items()}
    except (ValueError, AttributeError, TypeError):
        return {}


def _digest(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()
