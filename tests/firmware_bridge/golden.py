"""Bytes written down once: every message on the wire, and a whole talk. Python's codec, its fake box and the real
firmware must all agree with them. A line here changes only together with PROTOCOL's number."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.messages import (
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
    Pong,
    PressKind,
    PressMade,
    SelfTest,
    SelfTestDone,
    ShowLamps,
    Start,
    TakePress,
)

_LAMPS = (
    Lamp.WAITING, Lamp.YOUR_TURN, Lamp.OFF, Lamp.DEALER, Lamp.OFF, Lamp.FINDING, Lamp.NO_REFEREE
)  # fmt: skip

MESSAGES: dict[str, tuple[Message, str]] = {
    "who are you": (AskHello(), "07 01 01 1f 3e c0 50 00"),
    "lamps": (ShowLamps(0x0107, _LAMPS), "06 02 07 01 07 01 02 03 07 05 08 0e 70 33 f5 00"),
    "press taken": (TakePress(1, 0x0203), "03 03 01 07 03 02 7b fc c4 cd 00"),
    "ping": (Ping(0xBEEF), "08 04 ef be c5 56 8d 81 00"),
    "state asked": (AskState(), "06 05 55 b1 c0 03 00"),
    "counters asked": (AskCounters(), "06 06 36 81 80 02 00"),
    "test yourself": (SelfTest(), "06 07 17 91 41 c2 00"),
    "hello": (Hello(1, 1, 0, 0xFFFFFFFF, 6, 7, 1), "04 81 01 01 08 ff ff ff ff 06 07 01 05 37 34 5a 4d 00"),
    "hello of a later firmware": (Hello(9, 4, 2), "05 81 09 04 02 01 01 01 01 01 01 01 05 b8 3c 89 94 00"),
    "state": (BoxState(1, 2, 0x0107, 0x00800010, 1), "03 82 01 02 02 04 07 01 10 02 80 06 01 59 45 90 df 00"),
    "press": (PressMade(1, 2, 3, Button.PASS, PressKind.HELD, 4), "03 83 01 02 02 05 03 03 01 04 05 f8 b1 ce f3 00"),
    "lamps shown": (LampsShown(0x0107), "08 84 07 01 b0 a2 83 d9 00"),
    "pong": (Pong(0xBEEF), "08 85 ef be af 5a dd a9 00"),
    "counters": (
        Counters(1, 2, 3, 4, Start.WATCHDOG, 100000),
        "03 86 01 02 02 02 03 02 04 05 04 a0 86 01 05 9a 25 ec f6 00",
    ),
    "self test done": (SelfTestDone(0x00800000, 6), "02 87 01 02 80 06 06 ed 49 9f 9d 00"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """The host says so much, or a button is pressed; the box answers so."""

    heard: str = ""  # bytes from the host, in hex
    press: tuple[int, Button] | None = None
    said: str = ""  # the box's answer, State frames of its own accord left out


TALK: tuple[Step, ...] = (
    # who are you: asked twice, answered twice
    Step(heard="07 01 01 1f 3e c0 50 00", said="04 81 01 01 08 ff ff ff ff 06 07 01 05 37 34 5a 4d 00"),
    Step(heard="07 01 01 1f 3e c0 50 00", said="04 81 01 01 08 ff ff ff ff 06 07 01 05 37 34 5a 4d 00"),
    # lamps, and the State that tells of them
    Step(heard="06 02 07 01 07 01 02 03 07 05 08 0e 70 33 f5 00", said="08 84 07 01 b0 a2 83 d9 00"),
    Step(heard="06 05 55 b1 c0 03 00", said="03 82 01 01 01 03 07 01 01 01 01 01 05 1f ac 88 54 00"),
    # zeros between frames are nothing
    Step(heard="00 00 08 04 ef be c5 56 8d 81 00 00", said="08 85 ef be af 5a dd a9 00"),
    # one bit wrong in check A, then in check B: no answer, and the next frame is heard
    Step(heard="08 04 ef be c4 56 8d 81 00"),
    Step(heard="08 04 ef be c5 56 8d 80 00"),
    # a code of a later protocol, well formed: no answer, and not counted as damage
    Step(heard="07 5a 01 5a ec fb 60 00"),
    # a known code with a byte too many, checks right: no answer
    Step(heard="05 04 01 02 03 04 2f 11 91 00"),
    # noise longer than any frame, then a frame
    Step(heard="55 " * 60 + "00 03 04 01 05 6d 23 40 51 00", said="03 85 01 05 07 2f 10 79 00"),
    # a press; taken with a wrong number, then with the right one
    Step(press=(2, Button.OK), said="03 83 01 02 01 03 02 02 01 01 05 6b 4e 92 cf 00"),
    Step(heard="03 03 01 02 01 05 5b ba 44 6c 00"),
    Step(press=(6, Button.UP), said="03 83 01 02 02 02 06 01 01 01 05 87 f2 51 b7 00"),
    Step(heard="03 03 01 02 02 05 08 ef 44 9c 00"),
    Step(heard="06 05 55 b1 c0 03 00", said="03 82 01 02 02 03 07 01 01 01 01 01 05 78 6a 91 34 00"),
    # two frames at once
    Step(
        heard="03 04 02 05 3e 76 40 a1 00 03 04 03 05 0f 45 41 31 00",
        said="03 85 02 05 54 7a 10 89 00 03 85 03 05 65 49 11 19 00",
    ),
    # four frames were damaged (two checks, one too long, one of wrong length; the unknown one was not)
    Step(heard="06 06 36 81 80 02 00", said="03 86 04 01 01 01 01 02 01 02 01 01 01 01 05 ee e2 a4 c2 00"),
    Step(heard="06 07 17 91 41 c2 00", said="02 87 01 01 01 06 06 b7 72 9e 75 00"),
)
"""A talk with a box just powered on."""
