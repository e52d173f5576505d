"""The host's half of the talk with one seat box on one port: who it is, which lamps it shows, which presses
are new.

Sans-I/O: bytes and the time go in, bytes and presses come out. Whatever was lost on the way is made good by
repeating absolute states: lamps until they are confirmed, and again whenever the box says it shows others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from firmware_bridge.messages import (
    PROTOCOL,
    SEATS,
    AskCounters,
    AskHello,
    AskState,
    BoxState,
    Button,
    Counters,
    Hello,
    Lamp,
    LampsShown,
    Message,
    Ping,
    PressKind,
    PressMade,
    SelfTest,
    SelfTestDone,
    ShowLamps,
    TakePress,
)
from firmware_bridge.protocol import Decoder, encode

ASK_EVERY_S = 0.25
"""Seconds until it is asked again who is there. Chosen, not measured. Raised, a box is found later."""
PING_EVERY_S = 0.5
"""Seconds from one ping to the next: four unanswered ones are SILENT_AFTER_S. Raised, that must be, too."""
LAMPS_EVERY_S = 0.1  # until confirmed
SILENT_AFTER_S = 2.0
"""Seconds without a word after which the box is lost. Chosen, not measured. Raised, presses are missed for longer
before anybody is told; lowered, a busy host loses a box that is there."""
HANGS_AFTER_S = 10.0
"""Nobody holds a button for longer than this: it hangs."""

STALE_MS = 3000
"""A press older than this when first heard was made while nobody refereed: taken off the box, and not
played."""


class LinkPhase(Enum):
    """How far the talk has come."""

    ASKING = "asking"
    READY = "ready"
    REFUSED = "refused"  # a firmware of another protocol
    SILENT = "silent"  # was there, and has not been heard for SILENT_AFTER_S


@dataclass(frozen=True, slots=True)
class Press:
    """A person at a seat pressed a button."""

    seat: int
    button: Button
    kind: PressKind


@dataclass(slots=True)
class Taken:
    """The last press taken from each box, by board and epoch. Outlives a port, so that none counts twice."""

    last: dict[tuple[int, int], int] = field(default_factory=dict)

    def is_new(self, board: int, press: PressMade) -> bool:
        """Whether the press was not taken before; it is now."""
        key = (board, press.epoch)
        if key in self.last and (press.number - self.last[key]) % 65536 not in range(1, 32768):
            return False
        self.last[key] = press.number
        return True


def every_lamp(wanted: Mapping[int, Lamp]) -> tuple[Lamp, ...]:
    """Lamps by seat (0 the table's) as the row that ShowLamps carries; what is not named is OFF."""
    return tuple(wanted.get(seat, Lamp.OFF) for seat in range(1 + SEATS))


class Conversation:
    """One open port's talk. Call `receive` with what came in, then write what `send` gives, every tick."""

    def __init__(self, now: float, taken: Taken | None = None) -> None:
        self.phase = LinkPhase.ASKING
        self.hello: Hello | None = None
        self.state: BoxState | None = None
        self.counters: Counters | None = None
        self.self_test: SelfTestDone | None = None
        self.stale = 0
        self._decoder = Decoder()
        self._taken = Taken() if taken is None else taken
        self._heard = now
        self._held_since: dict[int, float] = {}
        self._answers: list[Message] = []
        self._presses: list[Press] = []
        self._lamps = every_lamp({})
        self._revision = 1
        self._confirmed = 0
        self._due: dict[str, float] = {}
        self._token = 0

    @property
    def bad_frames(self) -> int:
        """Damaged frames received."""
        return self._decoder.refused.bad

    @property
    def hanging(self) -> int:
        """The buttons that have been down for HANGS_AFTER_S, as bits of BoxState.held."""
        return sum(1 << bit for bit, since in self._held_since.items() if self._heard - since >= HANGS_AFTER_S)

    @property
    def lamps_confirmed(self) -> bool:
        """Whether the box has said that it shows what was last asked."""
        return self._confirmed == self._revision

    def show(self, wanted: Mapping[int, Lamp]) -> None:
        """What the lamps shall show; sent on a change, and again whenever the box shows something else."""
        lamps = every_lamp(wanted)
        if lamps == self._lamps:
            return
        self._lamps = lamps
        self._revision = self._revision % 65535 + 1
        self._due.pop("lamps", None)

    def ask_counters(self) -> None:
        """Have the box say its Counters; they are in `counters` when they have come."""
        self._answers.append(AskCounters())

    def ask_self_test(self) -> None:
        """Have the box test itself; the result is in `self_test` when it has come."""
        self._answers.append(SelfTest())

    def receive(self, data: bytes, now: float) -> tuple[Press, ...]:
        """Takes what came in and gives the presses that are new, in the order they were made."""
        for message in self._decoder.feed(data):
            self._heard = now
            self._hear(message)
        if self.phase is LinkPhase.READY and now - self._heard > SILENT_AFTER_S:
            self.phase = LinkPhase.SILENT
        presses, self._presses = tuple(self._presses), []
        return presses

    def _hear(self, message: Message) -> None:
        if isinstance(message, Hello):
            self._meet(message)
        elif self.hello is None or self.phase is LinkPhase.REFUSED:
            return  # whatever it says, it has not yet said who it is
        elif isinstance(message, PressMade):
            self._press(message, self.hello.board)
        elif isinstance(message, LampsShown):
            self._confirmed = message.revision
        elif isinstance(message, BoxState):
            self.state = message
            self._hold(message.held)
            self._confirmed = message.revision
            if message.epoch != self.hello.epoch:  # its power was off, and its new hello was lost
                self._answers.append(AskHello())
        elif isinstance(message, Counters):
            self.counters = message
        elif isinstance(message, SelfTestDone):
            self.self_test = message
        if self.phase is LinkPhase.SILENT:
            self.phase = LinkPhase.READY

    def _hold(self, held: int) -> None:
        down = [bit for bit in range(4 * SEATS) if held >> bit & 1]
        self._held_since = {bit: self._held_since.get(bit, self._heard) for bit in down}

    def _meet(self, hello: Hello) -> None:
        self.hello = hello
        self.phase = LinkPhase.READY if hello.protocol == PROTOCOL else LinkPhase.REFUSED
        self._confirmed = 0  # it may come from a reset, which forgets the lamps
        self._due.pop("lamps", None)
        if self.phase is LinkPhase.READY:
            self._answers.append(AskState())

    def _press(self, press: PressMade, board: int) -> None:
        # Taken first, whatever becomes of it: the box repeats a press until it hears so.
        self._answers.append(TakePress(press.epoch, press.number))
        if not self._taken.is_new(board, press):
            return
        if press.age_ms > STALE_MS:
            self.stale += 1
            return
        self._presses.append(Press(press.seat, press.button, press.kind))

    def send(self, now: float) -> bytes:
        """What to write now."""
        messages, self._answers = self._answers, []
        if self.phase is not LinkPhase.READY and self._is_due("ask", now, ASK_EVERY_S):
            messages.append(AskHello())
        if self.phase is LinkPhase.READY:
            if not self.lamps_confirmed and self._is_due("lamps", now, LAMPS_EVERY_S):
                messages.append(ShowLamps(self._revision, self._lamps))
            if self._is_due("ping", now, PING_EVERY_S):
                self._token = (self._token + 1) % 65536
                messages.append(Ping(self._token))
        # A zero first closes whatever noise stood on the line, so that the first frame is not lost with it.
        return b"\0" + b"".join(encode(message) for message in messages) if messages else b""

    def _is_due(self, what: str, now: float, every: float) -> bool:
        if now < self._due.get(what, now):
            return False
        self._due[what] = now + every
        return True
