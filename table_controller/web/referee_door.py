"""The referee's door: a PIN set once, kept as a slow hash, and sessions for whoever has shown it.

Whoever sets the first PIN needs the secret that the service tells when it starts, so that no guest is faster than the
host. Wrong tries make the next one wait, twice as long each time, for the address they come from; and everybody
together gets a try a second at most once there have been many. No PIN and no session stands in any file in clear.
The hash is scrypt from the standard library: slow and hungry for memory, as a short secret needs it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from table_controller.match.whole_files import SECRET, write_whole
from table_controller.web.tokens import keep_secret

COST = 1 << 14
"""scrypt's n: with r 8 this takes 16 MB and some 40 ms of a desktop's time, 0.2 s of a Raspberry Pi's."""
SESSION_S = 12 * 3600.0
"""Seconds that a referee stays signed in: an evening."""
MOST_SESSIONS = 20
"""Signed in at once; beyond, the oldest is signed out."""
FREE_TRIES = 3
"""Wrong numbers that cost no waiting: people mistype."""
LONGEST_WAIT_S = 300.0
"""Seconds that one wrong number more costs at most. Six digits last for years so."""
MANY_WRONG = 50  # wrong tries from anywhere, since the last right one: from then on one a second for all together
MOST_ADDRESSES = 1000
"""Addresses whose tries are remembered; a bound for the memory."""
_PIN = re.compile(r"[0-9]{6,12}")


class NotLetIn(ValueError):
    """Why the door stays shut: `reason` is a phrase of the languages' files; `wait_s` until another try is heard."""

    def __init__(self, reason: str, wait_s: float = 0.0) -> None:
        super().__init__(reason)
        self.reason, self.wait_s = reason, wait_s


@dataclass
class _Tries:
    """Wrong tries: how often, and until when the next one is not heard."""

    wrong: int = 0
    not_before: float = 0.0

    def failed(self, now: float, wait: float) -> None:
        self.wrong += 1
        self.not_before = now + wait


@dataclass
class Door:
    """The door of one table. `folder` keeps the PIN's hash and the sessions; `clock` gives seconds since 1970."""

    folder: Path
    clock: Callable[[], float] = time.time
    cost: int = COST
    _tries: OrderedDict[str, _Tries] = field(default_factory=OrderedDict)
    _all: _Tries = field(default_factory=_Tries)
    _one_at_a_time: threading.Lock = field(default_factory=threading.Lock)

    @property
    def has_pin(self) -> bool:
        """Whether somebody has set a PIN."""
        return self._pin_file.exists()

    @property
    def setup(self) -> str:
        """What the first PIN is set with; empty once there is one. Raises OSError."""
        return "" if self.has_pin else keep_secret(self.folder / "referee.setup")

    def set_pin(self, pin: str, setup: str = "", session: str = "") -> str:
        """Sets the first PIN with `setup`, or another one from a session; a new session. Raises NotLetIn, OSError."""
        if self.has_pin and not self.admits(session):
            raise NotLetIn("pin_set")
        if not self.has_pin and not hmac.compare_digest(setup.encode(), self.setup.encode()):
            raise NotLetIn("no_setup")
        if not _PIN.fullmatch(pin):
            raise NotLetIn("pin_rule")
        salt = secrets.token_bytes(16)
        told = {"n": self.cost, "salt": salt.hex(), "hash": self._hash(pin, salt, self.cost).hex()}
        write_whole(self._pin_file, json.dumps(told), SECRET)
        (self.folder / "referee.setup").unlink(missing_ok=True)
        write_whole(self._session_file, "{}", SECRET)
        return self._new_session()

    def open(self, pin: str, address: str) -> str:
        """A new session for the right PIN. Raises NotLetIn; while it says to wait, the PIN is not even looked at."""
        with self._one_at_a_time:
            now, tries = self.clock(), self._tries_of(address)
            wait = max(tries.not_before, self._all.not_before) - now
            if wait > 0:
                raise NotLetIn("wait_pin", wait)
            if not self.has_pin:
                raise NotLetIn("no_setup")
            if not self._is_pin(pin):
                over = tries.wrong + 1 - FREE_TRIES
                tries.failed(now, min(LONGEST_WAIT_S, 2.0**over) if over >= 0 else 0.0)
                self._all.failed(now, 1.0 if self._all.wrong >= MANY_WRONG else 0.0)
                raise NotLetIn("wrong_pin")
            self._tries.pop(address, None)
            self._all = _Tries()
            return self._new_session()

    def admits(self, session: str) -> bool:
        """Whether this session may act as the referee."""
        return bool(session) and self._sessions().get(_digest(session), 0.0) > self.clock()

    def leave(self, session: str) -> None:
        """Ends this session. Raises OSError."""
        kept = {digest: until for digest, until in self._sessions().items() if digest != _digest(session)}
        write_whole(self._session_file, json.dumps(kept), SECRET)

    def _tries_of(self, address: str) -> _Tries:
        tries = self._tries.setdefault(address, _Tries())
        self._tries.move_to_end(address)
        if len(self._tries) > MOST_ADDRESSES:
            self._tries.popitem(last=False)
        return tries

    def _is_pin(self, pin: str) -> bool:
        try:
            kept = json.loads(self._pin_file.read_text("utf-8"))
            found = self._hash(pin, bytes.fromhex(kept["salt"]), int(kept["n"]))
            return hmac.compare_digest(found.hex(), str(kept["hash"]))
        except (OSError, ValueError, KeyError, TypeError):
            return False

    @staticmethod
    def _hash(pin: str, salt: bytes, cost: int) -> bytes:
        return hashlib.scrypt(pin.encode()[:64], salt=salt, n=cost, r=8, p=1, maxmem=1 << 26)

    def _new_session(self) -> str:
        session, now = secrets.token_urlsafe(32), self.clock()
        kept = {digest: until for digest, until in self._sessions().items() if until > now}
        kept[_digest(session)] = now + SESSION_S
        write_whole(self._session_file, json.dumps(dict(list(kept.items())[-MOST_SESSIONS:])), SECRET)
        return session

    def _sessions(self) -> dict[str, float]:
        try:
            found = json.loads(self._session_file.read_text("utf-8"))
            return {str(digest): float(until) for digest, until in found.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            return {}

    @property
    def _pin_file(self) -> Path:
        return self.folder / "referee.pin"

    @property
    def _session_file(self) -> Path:
        return self.folder / "referee.sessions"


def _digest(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()


def greeting(folder: Path, address: str) -> str:
    """What the service tells at its start: where the referee sits, with the secret for the first PIN if need be."""
    setup = Door(folder).setup
    return f"The referee's page: {address}/referee" + (f"#{setup} (set a PIN there)" if setup else "")
