"""How the cable is doing, as a value and in words. The page takes its sentence from here."""

from __future__ import annotations

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


def in_words(state: LinkState, port: str, hello: Hello | None, held: int) -> str:
    """One or two sentences for the people at the table: what is the matter and what to do.

    `port` is the one in use or in trouble; `held` the bits of BoxState.held of buttons that hang.
    """
    version = f"{hello.major}.{hello.minor}" if hello else "?"
    match state:
        case LinkState.READY:
            return f"Seat box ready on {port}, firmware {version}.{_hanging(held)}"
        case LinkState.REFUSED:
            return (
                f"The seat box on {port} has firmware {version}, which speaks protocol "
                f"{hello.protocol if hello else '?'}; this program speaks {PROTOCOL}. "
                "Flash the box with this program's firmware."
            )
        case LinkState.BUSY:
            return f"Another program uses {port}: end it, and the seat box will be taken up."
        case LinkState.FORBIDDEN:
            return f"No right to open {port}: add the user to the group dialout, then log in anew."
        case LinkState.MUTE:
            return (
                f"Nobody on {port} answers as a seat box: flash it with this program's firmware, or look at its cable."
            )
        case LinkState.LOST:
            return "The seat box went silent: look at its cable. It is taken up again by itself."
        case LinkState.ABSENT:
            return "No seat box is plugged in: bid on the page. It is taken up when it comes."
        case LinkState.SEARCHING:
            return "Looking for the seat box."


def _hanging(held: int) -> str:
    """The first button that hangs, by its place: the others are met one by one."""
    for bit in range(4 * SEATS):
        if held >> bit & 1:
            button = Button(bit % 4).name.lower()
            return (
                f" The button {button} of seat {bit // 4 + 1} hangs: free it, or look for a diode the wrong way round."
            )
    return ""
