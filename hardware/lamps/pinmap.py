"""Which lamp hangs on which GPIO: data only, checked when built. Numbers are the Pi's BCM numbers, as
gpiozero counts.

The same map is wired by `hardware/lamps/seat_lamps.py`, and drawn by `hardware/makers/wiring.py`, so that picture and
program can't disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.lamps.patterns import Colour

TABLE = 0
"""The lamp in the middle of the table takes seat number 0."""

_USABLE = range(2, 28)  # GPIO 0 and 1 belong to the identity chip of add-on boards
_CHIPS = (Colour.RED, Colour.GREEN, Colour.BLUE)


class PinsFaulty(ValueError):
    """The pin map can't be wired: a pin used twice, or one the Pi's header does not offer."""


@dataclass(frozen=True, slots=True)
class SeatLamp:
    """One lamp: one pin (single colour), two (red, green) or three (red, green, blue)."""

    pins: tuple[int, ...]
    common_anode: bool = False  # the common leg on 3.3 V: a chip lights when its pin is low

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colour of each pin in order; of a single-colour lamp its one pin stands for whatever is
        asked."""
        return _CHIPS[: len(self.pins)]


@dataclass(frozen=True, slots=True)
class PinMap:
    """Everything wired to the header. Raises PinsFaulty naming every fault at once."""

    seats: Mapping[int, SeatLamp]
    table: SeatLamp | None = None
    buzzer: int | None = None
    lamps: Mapping[int, SeatLamp] = field(init=False)

    def __post_init__(self) -> None:
        lamps = dict(self.seats) if self.table is None else {TABLE: self.table, **self.seats}
        object.__setattr__(self, "lamps", lamps)
        faults = [*self._seat_faults(), *self._pin_faults()]
        if faults:
            raise PinsFaulty("The pin map can't be wired: " + "; ".join(faults) + ".")

    def _seat_faults(self) -> list[str]:
        faults = [f"seat {seat} is not one of 1 to 6" for seat in self.seats if seat not in range(1, 7)]
        for seat, lamp in self.lamps.items():
            if len(lamp.pins) not in (1, 2, 3):
                faults.append(f"{place_name(seat)} has {len(lamp.pins)} pins, allowed are one to three")
        return faults

    def _pin_faults(self) -> list[str]:
        faults: list[str] = []
        owner: dict[int, str] = {}
        for name, pin in self.wires():
            if pin not in _USABLE:
                faults.append(f"{name} asks for GPIO {pin}, usable are GPIO 2 to 27")
            elif pin in owner:
                faults.append(f"GPIO {pin} is used by {owner[pin]} and by {name}")
            owner.setdefault(pin, name)
        return faults

    def wires(self) -> list[tuple[str, int]]:
        """Every wire to the header as (what it goes to, GPIO), in the order of the seats, the buzzer last."""
        found = []
        for seat in sorted(self.lamps):
            lamp = self.lamps[seat]
            for number, pin in enumerate(lamp.pins):
                chip = f", {lamp.colours[number].value}" if len(lamp.pins) > 1 else ""
                found.append((place_name(seat) + chip, pin))
        if self.buzzer is not None:
            found.append(("the buzzer", self.buzzer))
        return found


def place_name(seat: int) -> str:
    """The seat in words."""
    return "the table lamp" if seat == TABLE else f"the lamp of seat {seat}"


FOUR_SEATS = PinMap(
    seats={
        1: SeatLamp((17, 27, 22)),
        2: SeatLamp((5, 6, 13)),
        3: SeatLamp((23, 24, 25)),
        4: SeatLamp((16, 20, 21)),
    },
    table=SeatLamp((26,)),
    buzzer=12,
)
"""Four RGB lamps, neighbours on the header kept together so that one ribbon serves one seat."""

SIX_SEATS = PinMap(
    seats={
        1: SeatLamp((17, 27)),
        2: SeatLamp((5, 6)),
        3: SeatLamp((23, 24)),
        4: SeatLamp((16, 20)),
        5: SeatLamp((22, 13)),
        6: SeatLamp((25, 21)),
    },
    table=SeatLamp((26,)),
    buzzer=12,
)
"""Six red-green lamps."""
