"""How the cable is doing, as a value. Page, journal and `doctor` make their sentences of it, from their catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from firmware_bridge.messages import PROTOCOL, SEATS, Button, Hello


class LinkState(Enum):
    """How the cable is doing."""

    ABSENT = "absent"  # no port to try
    SEARCHING = "searching"
    READY = "ready"
    REFUSED = "refused"  # firmware of another protocol
    BUSY = "busy"  # another program has the port
    FORBIDDEN = "forbidden"  # no right to open it
    LOST = "lost"  # was there, and went
    MUTE = "mute"  # a port is there, and nobody on it says that he is a box


class BoxCode(Enum):
    """What can be told of the box; in `types` the names and types of the fields that go with it."""

    types: Mapping[str, type]

    def __new__(cls, key: str, types: Mapping[str, type] | None = None) -> BoxCode:
        """`key` names the words in the catalogues."""
        member = object.__new__(cls)
        member._value_ = key
        member.types = types or {}
        return member

    ABSENT = "box_absent"
    SEARCHING = "box_searching"
    READY = "box_ready", {"port": str, "version": str}
    HANGING = "box_hanging", {"port": str, "version": str, "button": str, "seat": int}
    REFUSED = "box_refused", {"port": str, "version": str, "protocol": str, "ours": int}
    BUSY = "box_busy", {"port": str}
    FORBIDDEN = "box_forbidden", {"port": str}
    LOST = "box_lost"
    MUTE = "box_mute", {"port": str}


@dataclass(frozen=True, slots=True)
class BoxTold:
    """What is so with box and cable: a code, and the values of its fields."""

    code: BoxCode
    fields: Mapping[str, str | int] = field(default_factory=dict)


def told(state: LinkState, port: str, hello: Hello | None, held: int) -> BoxTold:
    """What the people at the table are to know of the box.

    `port` is the one in use or in trouble; `held` the bits of BoxState.held of buttons that hang: the first one, by its
    place, is told, and the others are met one by one.
    """
    hangs = _hanging(held) if state is LinkState.READY else None
    code = BoxCode.HANGING if hangs is not None else BoxCode[state.name]
    known: dict[str, str | int] = {
        "port": port,
        "version": f"{hello.major}.{hello.minor}" if hello else "?",
        "protocol": f"{hello.protocol}" if hello else "?",
        "ours": PROTOCOL,
    }
    if hangs is not None:
        known["button"], known["seat"] = hangs
    return BoxTold(code, {name: known[name] for name in code.types})


def _hanging(held: int) -> tuple[str, int] | None:
    for bit in range(4 * SEATS):
        if held >> bit & 1:
            return Button(bit % 4).name.lower(), bit // 4 + 1
    return None
