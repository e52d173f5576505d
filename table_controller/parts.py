"""The real parts and their stand-ins, built from plain settings: lamps and seat box.

Nothing is opened on import, and nothing here is kept.
"""

from __future__ import annotations

from firmware_bridge.conversation import Press
from firmware_bridge.fake import FakeBox
from firmware_bridge.link import SeatBox
from firmware_bridge.wire import plug_into
from hardware.lamps import Lamps
from hardware.pinmap import FOUR_SEATS, PinMap, SeatLamp
from hardware.pins import mock_factory
from table_controller.settings import BoxSettings, LampSettings

HANGS_AFTER_S = 5.0
"""Without a tick for so long, every lamp says that nobody referees."""


def lamps_of(settings: LampSettings) -> Lamps | None:
    """The lamps as the settings wire them; mock pins remember every change. Raises PinsFaulty or NoPins."""
    wired = PinMap({seat: SeatLamp(pins) for seat, pins in enumerate(settings.pins, start=1)})
    pin_map = wired if settings.pins else FOUR_SEATS
    match settings.kind:
        case "gpio":
            return Lamps(pin_map, hang_after=HANGS_AFTER_S)
        case "mock":
            return mock_lamps(pin_map)
        case _:
            return None


def mock_lamps(pin_map: PinMap = FOUR_SEATS) -> Lamps:
    """Lamps on pins that only remember."""
    return Lamps(pin_map, mock_factory())


class PretendSeatBox(SeatBox):
    """A fake seat box on a pretend wire, with the real framing and the real link; `fake` can misbehave."""

    def __init__(self) -> None:
        self.fake = FakeBox()
        super().__init__(*plug_into(self.fake))

    def poll(self, now: float) -> tuple[Press, ...]:
        """One tick of both ends of the wire."""
        self.fake.tick(now)
        return super().poll(now)


def seat_box_of(settings: BoxSettings) -> SeatBox | None:
    """The seat box that the settings ask for; no port is opened before it is polled."""
    match settings.kind:
        case "serial":
            return SeatBox()
        case "pretend":
            return PretendSeatBox()
        case _:
            return None
