"""The referee's door: a PIN set once, kept as a slow hash, and sessions for whoever has shown it.

Whoever sets the first PIN needs the secret that the service tells when it starts, so that no guest is faster than the
host. Wrong tries make the next one wait, for whoever made them. A browser that was let in once keeps a mark (a device
cookie, as the OWASP describes it): its tries are counted by that mark, so that nobody at the same address, and no
crowd, can make it wait. No PIN, no session and no mark stands in any file in clear. The hash is scrypt from the
standard library: slow and hungry for memory, as a short secret needs it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from table_controller.match.whole_files import SECRET, write_whole
from table_controller.web.sessions import Sessions
from table_controller.web.tokens import keep_secret
from table_controller.web.tries import Tries

COST = 1 << 14
"""scrypt's n: with r 8 this takes 16 MB and some 40 ms of a desktop's time, 0.2 s of a Raspberry Pi's."""
_PIN = re.compile(r"[0-9]{6,12}")
_MARK = re.compile(r"[0-9a-f]{32}\.[0-9a-f]{64}")


class NotLetIn(ValueError):
    """Why the door stays shut: `reason` is a phrase of the languages' files; `wait_s` until another try is heard."""

    def __init__(self, reason: str, wait_s: float = 0.0) -> None:
        super().__init__(reason)
        self.reason, self.wait_s = reason, wait_s


@dataclass
class Door:
    """The door of one table. `folder` keeps the PIN's hash and the sessions; `clock` gives seconds since 1970, `steady`
    seconds by a clock that nobody sets."""

    folder: Path
    clock: Callable[[], float] = time.time
    cost: int = COST
    steady: Callable[[], float] = time.monotonic
    _sessions: Sessions = field(init=False)
    _tries: Tries = field(init=False)

    def __post_init__(self) -> None:
        self._sessions = Sessions(self.folder / "referee.sessions", self.clock, self.steady)
        self._tries = Tries(self.folder / "referee.tries", self.steady)

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
        self._sessions.end_all()
        return self._sessions.begin()

    def open(self, pin: str, client: str, mark: str = "") -> str:
        """A new session for the right PIN. Raises NotLetIn; while it says to wait, the PIN is not even looked at.

        `client` is whose tries are counted, unless `mark` is one that this door gave. Raises OSError where the PIN
        can't be looked up.
        """
        if not self.has_pin:
            raise NotLetIn("no_setup")
        kept = self._kept_pin()
        who = self._counted_as(client, mark)
        wait = self._tries.begin(who)
        if wait > 0:
            raise NotLetIn("wait_pin", wait)
        if not self._fits(pin, kept):
            raise NotLetIn("wrong_pin")
        self._tries.forgive(who)
        return self._sessions.begin()

    def wait_of(self, client: str, mark: str = "") -> float:
        """Seconds until `open` would look at a PIN; takes no time and no try. Raises as `open` does."""
        return self._tries.wait_of(self._counted_as(client, mark))

    def has_mistaken(self, client: str) -> bool:
        """Whether this client has tried a wrong PIN since it was let in last."""
        return self._tries.has_mistaken(client)

    def _counted_as(self, client: str, mark: str) -> str:
        return mark.partition(".")[0] if self.knows(mark) else client

    def admits(self, session: str) -> bool:
        """Whether this session may act as the referee."""
        return self._sessions.admits(session)

    def leave(self, session: str) -> None:
        """Ends this session. Raises OSError."""
        self._sessions.end(session)

    def mark(self) -> str:
        """A mark for a browser that is let in. It opens nothing, and ends with the PIN. Raises OSError."""
        name = secrets.token_hex(16)
        return f"{name}.{self._seal(name)}"

    def knows(self, mark: str) -> bool:
        """Whether this door gave that mark for the PIN that holds now."""
        name, _, seal = mark.partition(".")
        return _MARK.fullmatch(mark) is not None and hmac.compare_digest(seal, self._seal(name))

    def _fits(self, pin: str, kept: _KeptPin) -> bool:
        try:
            found = self._hash(pin, kept.salt, kept.cost)
        except (ValueError, TypeError, OverflowError) as fault:
            raise NotLetIn("spoilt_pin") from fault
        return hmac.compare_digest(found.hex(), kept.digest)

    def _seal(self, name: str) -> str:
        """Sealed with the PIN's own hash, which only this machine has."""
        return hmac.new(self._kept_pin().digest.encode(), name.encode(), hashlib.sha256).hexdigest()

    def _kept_pin(self) -> _KeptPin:
        try:
            told = json.loads(self._pin_file.read_text("utf-8"))
            return _KeptPin(int(told["n"]), bytes.fromhex(told["salt"]), bytes.fromhex(told["hash"]).hex())
        except (ValueError, KeyError, TypeError) as fault:
            raise NotLetIn("spoilt_pin") from fault

    @staticmethod
    def _hash(pin: str, salt: bytes, cost: int) -> bytes:
        return hashlib.scrypt(pin.encode()[:64], salt=salt, n=cost, r=8, p=1, maxmem=1 << 26)

    @property
    def _pin_file(self) -> Path:
        return self.folder / "referee.pin"


@dataclass(frozen=True, slots=True)
class _KeptPin:
    """What is kept of a PIN: scrypt's cost, its salt, and the hash in hexadecimal digits."""

    cost: int
    salt: bytes
    digest: str


def greeting(folder: Path, address: str) -> str:
    """What the service tells at its start: where the referee sits, with the secret for the first PIN if need be."""
    setup = Door(folder).setup
    return f"The referee's page: {address}/referee" + (f"#{setup} (set a PIN there)" if setup else "")
