"""Sketches for makers that no pin map decides: the camera's arm, the reader window, the seat box in its case.

`python -m hardware.makers.sketches FOLDER` writes them as SVG. Lengths on paper are to scale: so many units a
centimetre.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

_INK, _SOFT, _WOOD, _GLASS = "#222", "#888", "#c9a06a", "#9ecbe0"


def _svg(width: int, height: int, title: str, *parts: str) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="14">'
    )
    drawn = [head, f'<rect width="{width}" height="{height}" fill="white"/>', _words(20, 32, title, 18), *parts]
    return "\n".join([*drawn, "</svg>", ""])


def _words(x: float, y: float, text: str, size: int = 14, anchor: str = "start", ink: str = _INK) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{ink}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, ink: str = _INK, width: float = 2) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{ink}" stroke-width="{width}"/>'


def _ray(x1: float, y1: float, x2: float, y2: float) -> str:
    """What a lens sees: a thin line of dashes."""
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{_SOFT}" stroke-width="1" stroke-dasharray="6 4"/>'


def _box(x: float, y: float, width: float, height: float, fill: str, ink: str = _INK) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" stroke="{ink}"/>'


def _measure(x: float, y1: float, y2: float, text: str) -> str:
    """A height with its length beside it."""
    ends = _line(x - 6, y1, x + 6, y1, _SOFT) + _line(x - 6, y2, x + 6, y2, _SOFT)
    return ends + _line(x, y1, x, y2, _SOFT) + _words(x + 12, (y1 + y2) / 2 + 5, text)


def camera_arm() -> str:
    """The table from the side, four units a centimetre: how high the camera hangs, and what it sees."""
    table, middle, high = 470, 330, 90 * 4
    lens = table - high
    reach = high * 0.5  # half the picture's width at the table, 45 cm at 90 cm
    return _svg(
        760,
        560,
        "The camera over the table, from the side",
        _box(90, table, 480, 16, _WOOD),
        _box(110, table + 16, 16, 60, _WOOD),
        _box(534, table + 16, 16, 60, _WOOD),
        _box(middle - 84, table - 4, 168, 4, "#2e6b4f"),
        _words(middle, table + 40, "mat, 42 cm", anchor="middle"),
        _line(110, table, 110, lens - 22, _INK, 6),
        _line(110, lens - 22, middle + 10, lens - 22, _INK, 6),
        _words(124, lens - 34, "arm: clamped to the table's edge, the cable tied to it"),
        _box(middle - 14, lens - 20, 28, 18, "#444"),
        f'<path d="M{middle} {lens} L{middle - reach} {table} L{middle + reach} {table} Z" '
        f'fill="{_GLASS}" opacity="0.35"/>',
        _ray(middle, lens, middle - reach, table),
        _ray(middle, lens, middle + reach, table),
        _words(middle, lens + 150, "sees 80 cm or more", anchor="middle", ink=_SOFT),
        _measure(610, lens, table, "70 to 110 cm"),
        _words(140, 545, "Light comes from the ceiling, or from two sides."),
        _line(middle + 60, lens - 2, middle + 110, lens + 40, "#c0392b", 2),
        _line(middle + 110, lens - 2, middle + 60, lens + 40, "#c0392b", 2),
        f'<circle cx="{middle + 85}" cy="{lens + 19}" r="14" fill="#ffe9a8" stroke="{_INK}"/>',
        _words(middle + 120, lens + 14, "no bare bulb"),
        _words(middle + 120, lens + 32, "beside the lens"),
    )


def reader_window() -> str:
    """The reader camera under its window, cut through; sixteen units a centimetre."""
    top, left, width = 150, 140, 320
    lens = top + 12 * 16
    return _svg(
        760,
        470,
        "The reader window, cut through",
        _box(left - 100, top, 100, 18, _WOOD),
        _box(left + width, top, 100, 18, _WOOD),
        _box(left, top + 2, width, 8, _GLASS),
        _words(left + width / 2, top + 36, "clear acrylic, 10 x 7 cm", anchor="middle"),
        _box(left + 60, top - 12, 140, 4, "#fff"),
        _words(left + 130, top - 22, "card, its face down", anchor="middle"),
        _line(left + 210, top - 10, left + 300, top - 10, "#1e8449", 3),
        f'<path d="M{left + 300} {top - 16} L{left + 316} {top - 10} L{left + 300} {top - 4} Z" fill="#1e8449"/>',
        _words(left + 326, top - 4, "to a player"),
        _line(left, top + 18, left, lens + 50),
        _line(left + width, top + 18, left + width, lens + 50),
        _line(left, lens + 50, left + width, lens + 50),
        _words(left + width + 14, lens + 40, "a box, dark inside"),
        _box(left + width / 2 - 16, lens, 32, 20, "#444"),
        _ray(left + width / 2, lens, left + 20, top + 12),
        _ray(left + width / 2, lens, left + width - 20, top + 12),
        _words(left + width / 2, lens + 40, "second camera, looking up", anchor="middle"),
        _box(left + 8, lens - 20, 26, 12, "#ffe9a8"),
        _box(left + width - 34, lens - 20, 26, 12, "#ffe9a8"),
        _words(left - 130, lens - 10, "white LED behind"),
        _words(left - 130, lens + 8, "tracing paper"),
        _measure(left + width + 24, top + 26, lens, "16 to 20 cm"),
    )


def seat_box_case() -> str:
    """One seat's four buttons and lamp in a strip of wood, from above and from the side."""
    names = ("up", "down", "ok", "pass")
    buttons = [
        f'<circle cx="{150 + 110 * n}" cy="150" r="34" fill="#eee" stroke="{_INK}" stroke-width="2"/>'
        + _words(150 + 110 * n, 155, name, anchor="middle")
        for n, name in enumerate(names)
    ]
    side = [_box(128 + 110 * n, 318, 44, 22, "#eee") for n in range(4)]
    return _svg(
        760,
        470,
        "One seat's buttons",
        _words(20, 70, "from above"),
        _box(80, 90, 560, 120, _WOOD),
        *buttons,
        f'<circle cx="585" cy="150" r="16" fill="#7fd39a" stroke="{_INK}" stroke-width="2"/>',
        _words(585, 196, "lamp", anchor="middle"),
        _words(20, 290, "from the side"),
        _box(80, 340, 560, 60, _WOOD),
        *side,
        f'<path d="M573 340 L573 288 A12 12 0 0 1 597 288 V340 Z" fill="#7fd39a" stroke="{_INK}" stroke-width="2"/>',
        _words(560, 284, "the lamp higher than the buttons:", anchor="end"),
        _words(560, 304, "seen over a hand of cards", anchor="end"),
        _line(80, 370, 40, 370, _INK, 6),
        _words(20, 430, "ribbon: four columns for all seats, one row and one lamp wire a seat; under 1.5 m"),
    )


def sketches() -> dict[str, str]:
    """Every sketch, by file name."""
    return {
        "camera-arm.svg": camera_arm(),
        "reader-window.svg": reader_window(),
        "seat-box-case.svg": seat_box_case(),
    }


def main(folder: str) -> None:
    """Writes them."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for name, text in sketches().items():
        (target / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).parent))
