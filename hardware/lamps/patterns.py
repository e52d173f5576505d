"""What a seat's lamp can say, each told apart by its rhythm alone; colour only helps those who see it.

Pure data and pure functions of time. No pin, thread or clock may enter here: `hardware/lamps/seat_lamps.py` plays
these on real pins, `hardware/makers/wiring.py` prints them for makers, and a test holds the seat box's copy to the
same table.
"""

from __future__ import annotations

from enum import Enum, StrEnum

STEP_S = 0.2
"""Length of one step of a rhythm in seconds. The fastest rhythm then flashes 2.5 times a second: below the
three flashes a second that WCAG 2.3.1 names as the limit for people with photosensitive epilepsy."""

STEPS = 12
"""Steps in one cycle, so that a cycle lasts 2.4 s and is recognised at one glance."""


class Colour(Enum):
    """One of the three chips of an RGB lamp; a two-colour lamp has the first two."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"


class LampPattern(StrEnum):
    """What a lamp says to the person in front of it."""

    OFF = "off"
    YOUR_TURN = "your_turn"
    BID_WANTED = "bid_wanted"
    DEALER = "dealer"
    TOOK_TRICK = "took_trick"
    FINDING = "finding"
    QUESTION = "question"
    WAITING = "waiting"
    NO_REFEREE = "no_referee"


# '#' lit, '.' dark. No two are a rotation of each other (an eye does not know where a cycle begins).
RHYTHMS: dict[LampPattern, str] = {
    LampPattern.OFF: "............",
    LampPattern.YOUR_TURN: "############",  # steady: the one a player meets most
    LampPattern.BID_WANTED: "###...###...",  # an even, calm blink
    LampPattern.DEALER: "#...........",  # one short flash: there, but in nobody's way
    LampPattern.TOOK_TRICK: "#.#.........",  # two short flashes
    LampPattern.FINDING: "#.#.#.#.#.#.",  # as fast as is safe
    LampPattern.QUESTION: "#####.#.....",  # long, short: "what is this card?"
    LampPattern.WAITING: "##########..",  # lit with a wink: nothing to do here yet
    LampPattern.NO_REFEREE: "######......",  # slow, and at every seat at once
}

_R, _G, _B = Colour.RED, Colour.GREEN, Colour.BLUE
COLOURS: dict[LampPattern, frozenset[Colour]] = {
    LampPattern.OFF: frozenset(),
    LampPattern.YOUR_TURN: frozenset({_G}),
    LampPattern.BID_WANTED: frozenset({_B}),
    LampPattern.DEALER: frozenset({_R, _G, _B}),
    LampPattern.TOOK_TRICK: frozenset({_G, _B}),
    LampPattern.FINDING: frozenset({_R}),
    LampPattern.QUESTION: frozenset({_R, _G}),
    LampPattern.WAITING: frozenset({_G, _B}),
    LampPattern.NO_REFEREE: frozenset({_R, _B}),
}


def is_lit(pattern: LampPattern, t: float) -> bool:
    """Whether a lamp showing `pattern` is lit `t` seconds after the rhythm began (before that: as in its
    first step)."""
    # The small addition keeps 0.6 / 0.2 from falling into the step before.
    return RHYTHMS[pattern][int(max(t, 0.0) / STEP_S + 1e-6) % STEPS] == "#"


def chips(pattern: LampPattern, available: tuple[Colour, ...]) -> frozenset[Colour]:
    """Which of the lamp's chips make the pattern's colour; if it has none of them, all: never dark for want
    of a colour."""
    wanted = COLOURS[pattern]
    if not wanted:
        return frozenset()
    return (wanted & frozenset(available)) or frozenset(available)
