"""Writes the firmware's `table.h` from the messages and rhythms, so that the two sides can't disagree.

`python -m firmware_bridge.header` rewrites it; a test fails while it is not what this would write.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from pathlib import Path

from firmware_bridge import protocol, rhythms
from firmware_bridge.messages import (
    FROM_BOX,
    FROM_HOST,
    PROTOCOL,
    SEATS,
    Button,
    Capability,
    Lamp,
    Message,
    PressKind,
    Start,
)

PATH = Path(__file__).parent / "firmware" / "table.h"

_ENUMS: dict[str, type[IntEnum]] = {
    "BUTTON": Button,
    "KIND": PressKind,
    "LAMP": Lamp,
    "START": Start,
    "CAN": Capability,
}

_HEAD = """\
/* Codes, sizes and rhythms shared with the host. Written by `python -m firmware_bridge.header`: change messages.py
 * or rhythms.py, never this file. */
#ifndef TABLE_H
#define TABLE_H
#include <avr/pgmspace.h>
#include <stdint.h>
"""


def text() -> str:
    """The whole header."""
    numbers = {
        "PROTOCOL": PROTOCOL,
        "SEATS": SEATS,
        "LONGEST": protocol.LONGEST,
        "STEP_MS": rhythms.STEP_MS,
        "STEPS": rhythms.STEPS,
    }
    lines = [_HEAD, *(f"#define {name} {value}" for name, value in numbers.items()), ""]
    lines += ["/* Code of each message, and its length with the code, without the checks. */"]
    lines += [line for kind in (*FROM_HOST, *FROM_BOX) for line in _of_message(kind)]
    for prefix, names in (
        ("BUTTON", Button),
        ("KIND", PressKind),
        ("LAMP", Lamp),
        ("START", Start),
        ("CAN", Capability),
    ):
        lines += ["", *(f"#define {prefix}_{entry.name} {entry.value}" for entry in names)]
    lines += ["", f"#define LAMP_PATTERNS {len(Lamp)}", ""]
    lines += ["/* Bit n: lit in step n. */", _array("uint16_t", "RHYTHM", [_bits(lamp) for lamp in Lamp])]
    lines += ["/* Bits 1 red, 2 green, 4 blue. */", _array("uint8_t", "COLOUR", [_colour(lamp) for lamp in Lamp])]
    return "\n".join([*lines, "", "#endif", ""])


def _of_message(kind: type[Message]) -> list[str]:
    name = "".join("_" + letter if letter.isupper() else letter.upper() for letter in kind.__name__).lstrip("_")
    return [f"#define {name} 0x{kind.code:02x}", f"#define {name}_LENGTH {1 + struct.calcsize(kind.layout)}"]


def _array(kind: str, name: str, values: list[int]) -> str:
    return f"static const {kind} {name}[LAMP_PATTERNS] PROGMEM = {{{', '.join(f'0x{v:x}' for v in values)}}};"


def _bits(lamp: Lamp) -> int:
    return sum(1 << step for step, mark in enumerate(rhythms.RHYTHMS[lamp]) if mark == "#")


def _colour(lamp: Lamp) -> int:
    return sum(1 << "rgb".index(colour) for colour in rhythms.COLOURS[lamp])


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
