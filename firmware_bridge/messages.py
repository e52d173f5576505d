"""What the host and the seat box can say to each other: one frozen value a message, and its bytes.

Codes and layouts here are the one table: PROTOCOL.md explains it, `firmware_bridge/header.py` writes it into
the firmware's `table.h`. No framing, port, clock or state may enter here.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import ClassVar, Self

PROTOCOL = 1
"""Raised when a message changes its meaning. AskHello and the first three bytes of Hello never change."""

SEATS = 6
"""Seats in every message; a box with fewer leaves the last ones empty."""


class NotABoxMessage(ValueError):
    """Bytes that passed the checks but are no message of this protocol."""


class Button(IntEnum):
    """The four buttons of a seat."""

    UP = 0
    DOWN = 1
    OK = 2
    PASS = 3


class PressKind(IntEnum):
    """What was done with a button. PASS taps on release, the others at once, so that a held PASS passes
    nothing."""

    TAP = 0
    HELD = 1  # down for a second
    TOGETHER = 2  # buttons of two seats down for a second


class Lamp(IntEnum):
    """What a seat's lamp shows; the names are those of `hardware.lamps.patterns.LampPattern`."""

    OFF = 0
    YOUR_TURN = 1
    BID_WANTED = 2
    DEALER = 3
    TOOK_TRICK = 4
    FINDING = 5
    QUESTION = 6
    WAITING = 7
    NO_REFEREE = 8


class Start(IntEnum):
    """Why the box last started, from the chip's own register (MCUSR); the highest bit set wins."""

    UNKNOWN = 0
    POWER = 1
    RESET_PIN = 2
    BROWN_OUT = 3
    WATCHDOG = 4


class Capability(IntEnum):
    """Bits of Hello.capabilities."""

    LAMPS = 1
    RINGS = 2
    SELF_TEST = 4


@dataclass(frozen=True, slots=True)
class Message:
    """Anything that can be said. `code` is the first byte, `layout` the rest (struct, little-endian)."""

    code: ClassVar[int]
    layout: ClassVar[str] = "<"

    def payload(self) -> bytes:
        """Code and fields as bytes."""
        return bytes([self.code]) + struct.pack(self.layout, *self._numbers())

    def _numbers(self) -> list[int]:
        return [int(getattr(self, field.name)) for field in fields(self)]

    @classmethod
    def from_payload(cls, data: bytes) -> Self:
        """The message whose code was read already; `data` is all after it. Raises NotAMessage."""
        if len(data) != struct.calcsize(cls.layout):
            raise NotABoxMessage(f"{cls.__name__} has {len(data)} bytes, expected {struct.calcsize(cls.layout)}.")
        try:
            return cls._from_numbers(struct.unpack(cls.layout, data))
        except ValueError as why:
            raise NotABoxMessage(f"{cls.__name__}: {why}.") from why

    @classmethod
    def _from_numbers(cls, numbers: tuple[int, ...]) -> Self:
        return cls(*numbers)


@dataclass(frozen=True, slots=True)
class AskHello(Message):
    """Host: who are you? Answered by every firmware there ever will be."""

    code: ClassVar[int] = 0x01
    layout: ClassVar[str] = "<B"
    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class ShowLamps(Message):
    """Host: every lamp at once, never a change of one. Answered by LampsShown with the same revision."""

    code: ClassVar[int] = 0x02
    layout: ClassVar[str] = f"<H{1 + SEATS}B"
    revision: int  # 1..65535, raised whenever the lamps differ; 0 is what a box has after its start
    lamps: tuple[Lamp, ...]  # the table's, then seats 1..6

    def _numbers(self) -> list[int]:
        return [self.revision, *self.lamps]

    @classmethod
    def _from_numbers(cls, numbers: tuple[int, ...]) -> Self:
        return cls(numbers[0], tuple(Lamp(number) for number in numbers[1:]))


@dataclass(frozen=True, slots=True)
class TakePress(Message):
    """Host: I have this press; say the next."""

    code: ClassVar[int] = 0x03
    layout: ClassVar[str] = "<HH"
    epoch: int
    number: int


@dataclass(frozen=True, slots=True)
class Ping(Message):
    """Host: I am here. Without any frame for 2 s the box shows "no referee"."""

    code: ClassVar[int] = 0x04
    layout: ClassVar[str] = "<H"
    token: int


@dataclass(frozen=True, slots=True)
class AskState(Message):
    """Host: say your BoxState now."""

    code: ClassVar[int] = 0x05


@dataclass(frozen=True, slots=True)
class AskCounters(Message):
    """Host: say your Counters."""

    code: ClassVar[int] = 0x06


@dataclass(frozen=True, slots=True)
class SelfTest(Message):
    """Host: walk a light round the seats and say which buttons hang."""

    code: ClassVar[int] = 0x07


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """Box: who it is. Of another protocol only the first three bytes are read, the rest is then 0."""

    code: ClassVar[int] = 0x81
    layout: ClassVar[str] = "<BBBIBBH"
    protocol: int
    major: int  # of the firmware
    minor: int
    board: int = 0  # set when flashed; 0xFFFFFFFF: never set
    seats: int = 0
    capabilities: int = 0  # Capability bits
    epoch: int = 0  # counts the box's power-ups; a press is known by its epoch and number

    @classmethod
    def from_payload(cls, data: bytes) -> Self:
        if len(data) >= 3 and data[0] != PROTOCOL:
            return cls(*data[:3])
        return super(Hello, cls).from_payload(data)


@dataclass(frozen=True, slots=True)
class BoxState(Message):
    """Box, every second and when asked: everything there is to know, so that no lost byte leaves a lie."""

    code: ClassVar[int] = 0x82
    layout: ClassVar[str] = "<HHHIB"
    epoch: int
    latest: int  # number of the latest press made
    revision: int  # of the lamps shown
    held: int  # bit 4 * (seat - 1) + button: down now
    waiting: int  # presses not yet taken by the host

    def is_held(self, seat: int, button: Button) -> bool:
        """Whether the button is down."""
        return bool(self.held >> (4 * (seat - 1) + button) & 1)


@dataclass(frozen=True, slots=True)
class PressMade(Message):
    """Box: a press, repeated until taken; the next one is said only then."""

    code: ClassVar[int] = 0x83
    layout: ClassVar[str] = "<HHBBBH"
    epoch: int
    number: int  # counts 1, 2, .. 65535, 0, 1 within an epoch
    seat: int
    button: Button
    kind: PressKind
    age_ms: int  # since it was made; 65535: that long or longer

    @classmethod
    def _from_numbers(cls, numbers: tuple[int, ...]) -> Self:
        epoch, number, seat, button, kind, age = numbers
        if not 1 <= seat <= SEATS:
            raise ValueError(f"seat {seat} is not one of 1 to {SEATS}")
        return cls(epoch, number, seat, Button(button), PressKind(kind), age)


@dataclass(frozen=True, slots=True)
class LampsShown(Message):
    """Box: these lamps are lit."""

    code: ClassVar[int] = 0x84
    layout: ClassVar[str] = "<H"
    revision: int


@dataclass(frozen=True, slots=True)
class Pong(Message):
    """Box: the answer to Ping."""

    code: ClassVar[int] = 0x85
    layout: ClassVar[str] = "<H"
    token: int


@dataclass(frozen=True, slots=True)
class Counters(Message):
    """Box: what went wrong since it was powered; each stops at its largest value."""

    code: ClassVar[int] = 0x86
    layout: ClassVar[str] = "<HHHHBI"
    bad_frames: int
    overruns: int  # bytes lost by the serial port
    dropped: int  # presses lost because 16 were waiting
    starts: int  # resets since power-up, the power-up included
    last_start: Start
    uptime_s: int  # since the latest start

    @classmethod
    def _from_numbers(cls, numbers: tuple[int, ...]) -> Self:
        bad, overruns, dropped, starts, last, uptime = numbers
        return cls(bad, overruns, dropped, starts, Start(last), uptime)


@dataclass(frozen=True, slots=True)
class SelfTestDone(Message):
    """Box: what hangs. The light goes on walking; the lamps come back by themselves."""

    code: ClassVar[int] = 0x87
    layout: ClassVar[str] = "<IB"
    stuck: int  # bits as in BoxState.held: down when the test began
    seats: int


FROM_HOST: tuple[type[Message], ...] = (
    AskHello, ShowLamps, TakePress, Ping, AskState, AskCounters, SelfTest,
)  # fmt: skip
FROM_BOX: tuple[type[Message], ...] = (Hello, BoxState, PressMade, LampsShown, Pong, Counters, SelfTestDone)
_BY_CODE = {kind.code: kind for kind in (*FROM_HOST, *FROM_BOX)}


def from_payload(payload: bytes) -> Message | None:
    """The message in a checked payload, None for a code of a later protocol. Raises NotAMessage."""
    if not payload:
        raise NotABoxMessage("A frame holds no code.")
    kind = _BY_CODE.get(payload[0])
    return None if kind is None else kind.from_payload(payload[1:])
