"""The real parts and their stand-ins, built from plain settings: lamps and seat box.

Nothing is opened on import, and nothing here is kept.
"""

from __future__ import annotations

from hardware.lamps import Lamps
from hardware.pinmap import FOUR_SEATS, PinMap, SeatLamp
from hardware.pins import mock_factory
from table_controller.settings import LampSettings


def lamps_of(settings: LampSettings) -> Lamps | None:
    """The lamps as the settings wire them; mock pins remember every change. Raises PinsFaulty or NoPins."""
    if settings.mock:
        return mock_lamps()
    if not settings.pins:
        return None
    pin_map = PinMap({seat: SeatLamp(pins) for seat, pins in enumerate(settings.pins, start=1)})
    return Lamps(pin_map, hang_after=5.0)


def mock_lamps() -> Lamps:
    """Lamps on pins that only remember."""
    return Lamps(FOUR_SEATS, mock_factory())
