"""The real parts and their stand-ins, built from plain settings: lamps, cameras, seat box.

Nothing is opened on import, and nothing here is kept.
"""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.conversation import Press
from firmware_bridge.fake import FakeBox
from firmware_bridge.link import SeatBox
from firmware_bridge.wire import plug_into
from hardware.cameras.kind import Wanted
from hardware.cameras.kinds import camera_named
from hardware.cameras.watched import WatchedCamera, watched
from hardware.lamps.pinmap import FOUR_SEATS, PinMap, SeatLamp
from hardware.lamps.pins import NoPins, mock_factory
from hardware.lamps.seat_lamps import Lamps
from hardware.machine.power import PowerButton, switch_off
from table_controller.match.settings import BoxSettings, LampSettings, PictureSettings, PowerSettings
from table_controller.service.journal import WARNING, Event, Journal
from table_controller.service.lamps_later import LampsLater
from table_controller.words.facts import said


def lamps_of(settings: LampSettings) -> LampsLater | None:
    """The lamps as the settings wire them; where there are no pins they stay dark, and say why.

    Mock pins remember every change. Raises PinsFaulty: that is a fault of the settings.
    """
    if settings.kind == "none":
        return None
    wired, hang = pin_map(settings), settings.hang_after_s
    if settings.kind == "mock":
        return LampsLater(lambda: Lamps(wired, mock_factory(), hang_after=hang))
    return LampsLater(lambda: Lamps(wired, hang_after=hang))


def pin_map(settings: LampSettings) -> PinMap:
    """Which lamp hangs on which pin; without any in the settings, the wiring of the four-seat table."""
    anode = settings.common == "anode"
    own = settings.pins or settings.table or settings.buzzer is not None
    seats = {seat: SeatLamp(pins, anode) for seat, pins in enumerate(settings.pins, start=1)}
    table = SeatLamp(settings.table, anode) if settings.table else None
    if own:
        return PinMap(seats, table, settings.buzzer)
    bare = {seat: SeatLamp(lamp.pins, anode) for seat, lamp in FOUR_SEATS.seats.items()}
    middle = FOUR_SEATS.table and SeatLamp(FOUR_SEATS.table.pins, anode)
    return PinMap(bare, middle, FOUR_SEATS.buzzer)


def camera_of(word: str, settings: PictureSettings) -> WatchedCamera | None:
    """The camera that the word in the settings means; nothing is opened before it is looked through."""
    if word in ("none", "simulation"):
        return None
    return watched(camera_named(word), Wanted(settings.width, settings.height, settings.rate))


def mock_lamps(pin_map: PinMap = FOUR_SEATS) -> Lamps:
    """Lamps on pins that only remember."""
    return Lamps(pin_map, mock_factory())


def power_button_of(settings: PowerSettings, journal: Journal) -> PowerButton | None:
    """The button that switches the Pi off, if one is wired and can be reached."""
    if settings.button is None:
        return None
    try:
        return PowerButton(settings.button, settings.hold_s, lambda: _switch_off(journal))
    except NoPins as why:
        journal.tell(Event.POWER_OFF, said(why.fact), WARNING)
        return None


def _switch_off(journal: Journal) -> None:
    journal.tell(Event.POWER_OFF, "The power button was held.")
    refused = switch_off()
    if refused:
        journal.tell(Event.POWER_OFF, f"The machine would not switch off ({refused}).", WARNING)


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
        case "serial" if settings.port:
            return SeatBox(lambda: [settings.port] if Path(settings.port).exists() else [])
        case "serial":
            return SeatBox()
        case "pretend":
            return PretendSeatBox()
        case _:
            return None
