"""How the box's lamps blink: the same table as `hardware/lamps/patterns.py`, in the box's own codes.

The two packages import nothing of each other, so the table stands twice; a test holds them together.
`firmware_bridge/header.py` writes it into the firmware.
"""

from __future__ import annotations

from firmware_bridge.messages import Lamp

STEP_MS = 200
"""Milliseconds of one step of a rhythm: as in `hardware.lamps.patterns`, where it is said why."""
STEPS = 12
"""Steps of one cycle: as there."""

RHYTHMS: dict[Lamp, str] = {
    Lamp.OFF: "............",
    Lamp.YOUR_TURN: "############",
    Lamp.BID_WANTED: "###...###...",
    Lamp.DEALER: "#...........",
    Lamp.TOOK_TRICK: "#.#.........",
    Lamp.FINDING: "#.#.#.#.#.#.",
    Lamp.QUESTION: "#####.#.....",
    Lamp.WAITING: "##########..",
    Lamp.NO_REFEREE: "######......",
}

COLOURS: dict[Lamp, str] = {
    Lamp.OFF: "",
    Lamp.YOUR_TURN: "g",
    Lamp.BID_WANTED: "b",
    Lamp.DEALER: "rgb",
    Lamp.TOOK_TRICK: "gb",
    Lamp.FINDING: "r",
    Lamp.QUESTION: "rg",
    Lamp.WAITING: "gb",
    Lamp.NO_REFEREE: "rb",
}
"""Of a ring: which of red, green, blue are lit."""
