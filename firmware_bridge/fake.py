"""A seat box in Python: what the firmware does, on a pretend wire, and able to misbehave when told.

Ships with the program: `run` without hardware talks to it, and the same golden bytes hold it and the firmware
together. Time comes in by `tick`. Buttons are given as whole presses; bouncing and holding are the
firmware's own affair.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass

from firmware_bridge.messages import (
    PROTOCOL,
    SEATS,
    AskCounters,
    AskHello,
    AskState,
    BoxState,
    Button,
    Capability,
    Counters,
    Hello,
    Lamp,
    LampsShown,
    Message,
    Ping,
    Pong,
    PressKind,
    PressMade,
    SelfTest,
    SelfTestDone,
    ShowLamps,
    Start,
    TakePress,
)
from firmware_bridge.protocol import Decoder, encode
from firmware_bridge.wire import spoil

REPEAT_S = 0.015
"""Seconds until a press that was not taken is said again: as the firmware does."""
STATE_EVERY_S = 1.0
"""Seconds from one state to the next: as the firmware does (main.c, STATE_EVERY_MS)."""
SILENT_HOST_S = 2.0
"""Seconds without a word from the host after which the lamps say so: as the firmware does."""
WAITING_MAX = 16
"""Presses that a box keeps until they are taken: as the firmware does."""
_CAPABILITIES = Capability.LAMPS | Capability.RINGS | Capability.SELF_TEST


@dataclass(slots=True)
class Misbehaviour:
    """What is wrong with the box or its cable; all of it may be changed at any time."""

    drop: float = 0.0  # share of bytes lost, each way
    garble: float = 0.0  # share of bytes changed, each way
    silent: bool = False  # the box neither hears nor speaks
    unplugged: bool = False  # the port's reads and writes fail
    protocol: int = PROTOCOL  # another number: an outdated firmware


@dataclass(slots=True)
class _Waiting:
    press: PressMade
    made: float


class FakeBox:
    """One seat box. `receive` bytes, `tick` the time, and take what it says from `outgoing`."""

    def __init__(self, *, seats: int = SEATS, board: int = 0xFFFFFFFF, seed: int = 1) -> None:
        self.misbehaviour = Misbehaviour()
        self.outgoing = bytearray()
        self.seats = seats
        self.board = board
        self.now = 0.0
        self.epoch = 0
        self._held = 0
        self._random = random.Random(seed)
        self.power_cycle()

    def power_cycle(self) -> None:
        """Power off and on: everything forgotten, a new epoch."""
        self.epoch = self.epoch % 65535 + 1
        self._latest = self._dropped = self._starts = 0
        self._bad_before = 0
        self._waiting: deque[_Waiting] = deque()
        self._decoder = Decoder()
        self._restart(Start.POWER)

    def reset(self) -> None:
        """The reset button: lamps and half-read frames are gone; presses not yet taken stay, as in the real
        one."""
        self._bad_before += self._decoder.refused.bad
        self._restart(Start.RESET_PIN)

    def _restart(self, why: Start) -> None:
        self._decoder = Decoder()
        self._starts += 1
        self._last_start = why
        self._began = self._heard = self.now
        self._revision = 0
        self._told = False
        self._lamps: tuple[Lamp, ...] = (Lamp.NO_REFEREE,) * (1 + SEATS)
        self._next_state = self.now + STATE_EVERY_S
        self._next_press = self.now
        self.outgoing.clear()
        self.outgoing += b"\0"  # closes the frame in the middle of which the reset may have come
        self._say(self._hello())

    @property
    def unplugged(self) -> bool:
        """Whether the cable is out."""
        return self.misbehaviour.unplugged

    @property
    def lamps(self) -> dict[int, Lamp]:
        """What each lamp shows, the table's at 0: "no referee" everywhere while the host is silent."""
        if self.now - self._heard > SILENT_HOST_S or not self._told:
            return dict.fromkeys(range(1 + SEATS), Lamp.NO_REFEREE)
        return dict(enumerate(self._lamps))

    def press(self, seat: int, button: Button, kind: PressKind = PressKind.TAP) -> None:
        """A person presses. While no referee is there nothing is kept: nobody could say what it would mean
        later."""
        if self.now - self._heard > SILENT_HOST_S:
            return
        if len(self._waiting) == WAITING_MAX:
            self._dropped += 1
            return
        self._latest = (self._latest + 1) % 65536
        made = PressMade(self.epoch, self._latest, seat, button, kind, 0)
        self._waiting.append(_Waiting(made, self.now))
        if len(self._waiting) == 1:
            self._next_press = self.now
        self.tick(self.now)

    def hang(self, seat: int, button: Button, down: bool = True) -> None:
        """A button that stays down (or comes free): seen in BoxState alone."""
        bit = 1 << (4 * (seat - 1) + button)
        self._held = self._held | bit if down else self._held & ~bit

    def tick(self, now: float) -> None:
        """The time is `now`: says what is due."""
        self.now = now
        if self.now - self._heard > SILENT_HOST_S:
            self._waiting.clear()
        if now >= self._next_state:
            self._next_state = now + STATE_EVERY_S
            self._say(self._state())
        if self._waiting and now >= self._next_press:
            self._next_press = now + REPEAT_S
            first = self._waiting[0]
            age = min(65535, round((now - first.made) * 1000))
            made = first.press
            self._say(PressMade(made.epoch, made.number, made.seat, made.button, made.kind, age))

    def receive(self, data: bytes) -> None:
        """Bytes from the host."""
        if self.misbehaviour.silent:
            return
        for message in self._decoder.feed(self._spoil(data)):
            self._heard = self.now
            self._answer(message)
        self.tick(self.now)

    def _answer(self, message: Message) -> None:
        if isinstance(message, AskHello):
            self._revision = 0  # a new host: it shall not believe that its lamps are lit already
            self._say(self._hello())
        elif isinstance(message, ShowLamps):
            self._revision, self._lamps, self._told = message.revision, message.lamps, True
            self._say(LampsShown(message.revision))
        elif isinstance(message, TakePress):
            self._take(message)
        elif isinstance(message, Ping):
            self._say(Pong(message.token))
        elif isinstance(message, AskState):
            self._say(self._state())
        elif isinstance(message, AskCounters):
            self._say(self._counters())
        elif isinstance(message, SelfTest):
            self._say(SelfTestDone(self._held, self.seats))

    def _take(self, taken: TakePress) -> None:
        if self._waiting and (taken.epoch, taken.number) == (self.epoch, self._waiting[0].press.number):
            self._waiting.popleft()
            self._next_press = self.now

    def _hello(self) -> Hello:
        return Hello(self.misbehaviour.protocol, 1, 0, self.board, self.seats, _CAPABILITIES, self.epoch)

    def _state(self) -> BoxState:
        return BoxState(self.epoch, self._latest, self._revision, self._held, len(self._waiting))

    def _counters(self) -> Counters:
        bad = self._bad_before + self._decoder.refused.bad
        uptime = int(self.now - self._began)
        return Counters(min(bad, 65535), 0, self._dropped, self._starts, self._last_start, uptime)

    def _say(self, message: Message) -> None:
        if not self.misbehaviour.silent:
            self.outgoing += self._spoil(encode(message))

    def _spoil(self, data: bytes) -> bytes:
        return spoil(data, self._random, drop=self.misbehaviour.drop, garble=self.misbehaviour.garble)
