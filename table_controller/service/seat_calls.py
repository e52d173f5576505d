"""What seats call for with their buttons beside the game: help (PASS held), "that was wrong" (two seats together).

Calls belong to no log and decide nothing: they are shown, and whoever listens may act on them. A call stands until
the seat that made it presses again, the table has moved on, or nobody came.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.layout import Seat
from firmware_bridge.conversation import Press
from firmware_bridge.messages import Button, PressKind

STANDS_S = 120.0
"""Seconds that a call stands. Chosen, not measured."""


class CallKind(Enum):
    """What is called for."""

    HELP = "help"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class SeatCall:
    """A seat calls; of two seats together the box names one."""

    kind: CallKind
    seat: Seat

    @property
    def words(self) -> str:
        """For the journal, which knows no names."""
        return f"seat {self.seat}: {self.kind.value}"


def call_of(press: Press) -> SeatCall | None:
    """The call that a press makes, None for a press that belongs to the game."""
    if press.kind is PressKind.TOGETHER:
        return SeatCall(CallKind.WRONG, press.seat)
    if press.kind is PressKind.HELD and press.button is Button.PASS:
        return SeatCall(CallKind.HELP, press.seat)
    return None


class SeatCalls:
    """The calls that stand now. `now` is in seconds of any clock that never goes back."""

    def __init__(self) -> None:
        self._made: dict[SeatCall, tuple[float, int]] = {}

    def press(self, press: Press, now: float, sequence: int) -> SeatCall | None:
        """Takes a press; the call that it makes, if any. `sequence` is the number of the log's last decision."""
        call = call_of(press)
        if call is None:
            self._made = {made: at for made, at in self._made.items() if made.seat != press.seat}
        elif call.kind is CallKind.WRONG or call not in self._made:
            self._made[call] = (now, sequence)
        else:
            del self._made[call]  # held a second time: help has come
            return None
        return call

    def standing(self, now: float, sequence: int) -> tuple[SeatCall, ...]:
        """Those that stand, oldest first. "That was wrong" is over as soon as anything is decided."""
        self._made = {
            call: (at, number)
            for call, (at, number) in self._made.items()
            if now - at < STANDS_S and (call.kind is CallKind.HELP or number == sequence)
        }
        return tuple(self._made)
