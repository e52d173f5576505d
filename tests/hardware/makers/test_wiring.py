from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import firmware_bridge
import hardware
from hardware.lamps.pinmap import FOUR_SEATS, SIX_SEATS, PinMap, SeatLamp
from hardware.makers import wiring

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def test_the_header_is_the_pis() -> None:
    assert len(wiring.HEADER) == 40
    gpios = [entry for entry in wiring.HEADER if isinstance(entry, int)]
    assert sorted(gpios) == list(range(2, 28))
    assert (wiring.pin_of(17), wiring.pin_of(21), wiring.pin_of(2)) == (11, 40, 3)
    assert wiring.HEADER.count("GND") == 8


@pytest.mark.parametrize("pin_map", [FOUR_SEATS, SIX_SEATS])
def test_every_wire_of_the_map_is_drawn_with_its_gpio(pin_map: PinMap) -> None:
    drawn = texts(wiring.diagram(pin_map, "a table"))
    for name, gpio in pin_map.wires():
        assert f"{name}  (GPIO {gpio})" in drawn
    assert len([line for line in ET.fromstring(wiring.diagram(pin_map, "x")).iter(f"{SVG}line")]) == len(
        pin_map.wires()
    )


def test_common_anodes_are_told() -> None:
    anode = PinMap({2: SeatLamp((17,), common_anode=True)})
    assert "Common anode (long leg to 3V3, pin 1): seats 2." in texts(wiring.diagram(anode, "x"))


def test_the_diagrams_in_the_repository_are_what_the_maps_say() -> None:
    folder = Path(hardware.__file__).parent / "makers"
    for name, text in wiring.diagrams().items():
        assert (folder / name).read_text() == text, "run python -m hardware.makers.wiring"


def test_the_seat_boxs_pins_are_those_of_the_firmware() -> None:
    folder = Path(firmware_bridge.__file__).parent / "firmware"
    buttons, lamps, ring = ((folder / name).read_text() for name in ("buttons.c", "lamps.c", "ring.c"))
    assert "columns PD2..PD5 and rows PD6, PD7" in buttons and "rows PB0..PB3" in buttons
    assert re.search(r"PIND >> 2 & 0x0F", buttons)
    assert "Seats on PC0..PC5, the table on PB5" in lamps
    assert "#define DATA _BV(4)" in ring
    assert [wiring.BOX_PINS[f"D{n}"] for n in (2, 5, 6, 11)] == [
        "column up", "column pass", "row seat 1", "row seat 6"
    ]  # fmt: skip
    assert wiring.BOX_PINS["D12"].startswith("ring data")
    assert wiring.BOX_PINS["D13"].startswith("table lamp")
    assert wiring.BOX_PINS["A5"].startswith("lamp seat 6")
