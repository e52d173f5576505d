"""Wiring diagrams for makers, drawn from the same pin map that the program uses, so that they can't disagree.

`python -m hardware.makers.wiring FOLDER` writes them as SVG. Plain text drawing, no library: a few dozen lines and
circles.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

from hardware.lamps.pinmap import FOUR_SEATS, SIX_SEATS, PinMap

# The Pi's 40-pin header, pin 1 first: GPIO numbers, or what else a pin carries.
HEADER: tuple[int | str, ...] = (
    "3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND",
    9, 25, 11, 8, "GND", 7, "ID", "ID", 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21,
)  # fmt: skip

COLOURS = {"red": "#c0392b", "green": "#1e8449", "blue": "#2471a3"}
RESISTOR_OHM = 330
"""3.3 V less about 2 V of a red LED leaves 4 mA: bright enough, and 14 at once stay under the Pi's 50 mA."""

_ROW = 24
"""Pixels of the drawing from one pin to the next below."""
_LEFT, _RIGHT = 330, 430
"""Where the two columns of pins are drawn, in pixels."""


def pin_of(gpio: int) -> int:
    """Where a GPIO is on the header, counted from 1."""
    return HEADER.index(gpio) + 1


def diagram(pin_map: PinMap, title: str) -> str:
    """The header with every wire of the map, as SVG."""
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 640" font-family="sans-serif" font-size="13">',
        '<rect width="760" height="640" fill="white"/>',
        f'<text x="20" y="30" font-size="18">{escape(title)}</text>',
        f'<text x="20" y="52">Each lamp wire: header pin, {RESISTOR_OHM} ohm resistor, LED, then GND (or 3V3 for a '
        "common-anode lamp).</text>",
        f'<rect x="{_LEFT - 20}" y="70" width="{_RIGHT - _LEFT + 40}" height="{20 * _ROW + 16}" rx="6" fill="#eee" '
        'stroke="#555"/>',
    ]
    wires = {pin_of(gpio): name for name, gpio in pin_map.wires()}
    for number, carries in enumerate(HEADER, start=1):
        lines += _pin(number, carries, wires.get(number))
    lines += [_anode_note(pin_map), "</svg>", ""]
    return "\n".join(lines)


def _pin(number: int, carries: int | str, wire: str | None) -> list[str]:
    left = number % 2 == 1
    x, y = (_LEFT if left else _RIGHT), 70 + (number + 1) // 2 * _ROW
    label = f"GPIO {carries}" if isinstance(carries, int) else carries
    inner = x + 14 if left else x - 14
    fill = "#333" if carries == "GND" else "#e0a800" if carries in ("3V3", "5V") else "#fff"
    drawn = [
        f'<circle cx="{x}" cy="{y}" r="7" fill="{fill}" stroke="#333"/>',
        f'<text x="{inner}" y="{y + 4}" font-size="9" text-anchor="{"start" if left else "end"}">{number}</text>',
    ]
    if wire is None:
        outside = x - 26 if left else x + 26
        drawn.append(_text(outside, y, label, left, "#888"))
        return drawn
    colour = next((shade for name, shade in COLOURS.items() if wire.endswith(name)), "#7d3c98")
    end = x - 60 if left else x + 60
    drawn.append(f'<line x1="{x}" y1="{y}" x2="{end}" y2="{y}" stroke="{colour}" stroke-width="3"/>')
    drawn.append(_text(end - 6 if left else end + 6, y, f"{wire}  (GPIO {carries})", left, colour))
    return drawn


def _text(x: float, y: float, text: str, left: bool, colour: str) -> str:
    anchor = "end" if left else "start"
    return f'<text x="{x}" y="{y + 4}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'


def _anode_note(pin_map: PinMap) -> str:
    anodes = [str(seat) for seat, lamp in pin_map.lamps.items() if lamp.common_anode]
    text = (
        f"Common anode (long leg to 3V3, pin 1): seats {', '.join(anodes)}."
        if anodes
        else "Every lamp here has a common cathode: its long leg goes to any GND pin (black)."
    )
    return f'<text x="20" y="{70 + 20 * _ROW + 46}">{escape(text)}</text>'


# The seat box: what hangs on which pin of the Arduino, as firmware/buttons.c, lamps.c and ring.c have it.
BOX_PINS: dict[str, str] = {
    "D2": "column up", "D3": "column down", "D4": "column ok", "D5": "column pass",
    "D6": "row seat 1", "D7": "row seat 2", "D8": "row seat 3", "D9": "row seat 4", "D10": "row seat 5",
    "D11": "row seat 6", "D12": "ring data (WS2812), through 330 ohm", "D13": "table lamp, through 330 ohm",
    "A0": "lamp seat 1, through 330 ohm", "A1": "lamp seat 2, through 330 ohm", "A2": "lamp seat 3, through 330 ohm",
    "A3": "lamp seat 4, through 330 ohm", "A4": "lamp seat 5, through 330 ohm", "A5": "lamp seat 6, through 330 ohm",
}  # fmt: skip


_BUTTON = ("Each button: column, button,", "diode 1N4148 with its ring", "towards the row.")
_POWER = (
    "Lamps: from the resistor to the LED's long leg, short leg to GND. Rings: 5V and GND from the USB supply,",
    "1000 uF between them, data in a chain from seat 1 to the last.",
)


def box_diagram() -> str:
    """The seat box: the Arduino's pins, and how one button sits between its column and its row."""
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 640" font-family="sans-serif" font-size="13">',
        '<rect width="760" height="640" fill="white"/>',
        '<text x="20" y="30" font-size="18">Seat box: Arduino Uno or Nano</text>',
        '<rect x="40" y="60" width="110" height="480" rx="6" fill="#eee" stroke="#555"/>',
    ]
    for number, (pin, use) in enumerate(BOX_PINS.items()):
        y = 82 + number * 26
        lines.append(f'<text x="142" y="{y + 4}" text-anchor="end">{pin}</text>')
        lines.append(f'<line x1="150" y1="{y}" x2="200" y2="{y}" stroke="#333" stroke-width="2"/>')
        lines.append(_text(208, y, use, False, "#111"))
    lines += [
        '<g transform="translate(520 90)" stroke="#333" stroke-width="2" fill="none">',
        '<line x1="0" y1="40" x2="200" y2="40"/><line x1="160" y1="0" x2="160" y2="150"/>',
        '<circle cx="40" cy="40" r="3" fill="#333"/><line x1="40" y1="40" x2="40" y2="70"/>',
        '<line x1="40" y1="70" x2="58" y2="100"/><line x1="40" y1="102" x2="40" y2="120"/>',
        '<line x1="40" y1="120" x2="90" y2="120"/><path d="M90 110 L90 130 L108 120 Z" fill="#333"/>',
        '<line x1="108" y1="110" x2="108" y2="130"/><line x1="108" y1="120" x2="160" y2="120"/>',
        '<circle cx="160" cy="120" r="3" fill="#333"/></g>',
        _text(524, 122, "column", False, "#111"),
        _text(684, 104, "row", False, "#111"),
        *(_text(520, 270 + 18 * n, words, False, "#111") for n, words in enumerate(_BUTTON)),
        *(_text(20, 590 + 18 * n, words, False, "#111") for n, words in enumerate(_POWER)),
        "</svg>",
        "",
    ]  # fmt: skip
    return "\n".join(lines)


def diagrams() -> dict[str, str]:
    """Every diagram that comes with the program, by file name."""
    return {
        "lamps-four-seats.svg": diagram(FOUR_SEATS, "Four RGB lamps on the Pi"),
        "lamps-six-seats.svg": diagram(SIX_SEATS, "Six two-colour lamps on the Pi"),
        "seat-box.svg": box_diagram(),
    }


def main(folder: str) -> None:
    """Writes them."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for name, text in diagrams().items():
        (target / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).parent))
