"""The rooms and their doors as a drawing, made from the code's own imports: `python -m tests.rooms_drawn` writes it.

Plain SVG by hand, as for the makers' sketches: boxes, words and lines are all it takes. A test keeps docs/rooms.svg
equal to what this writes. An arrow says "may know"; those that follow from others are left out.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from graphlib import TopologicalSorter
from xml.sax.saxutils import escape

from tests import ROOT
from tests.test_architecture import ARROWS, room_of

PATH = ROOT / "docs" / "rooms.svg"
WIDTH, HEIGHT, GAP_X, GAP_Y, MARGIN = 216, 66, 22, 34, 20
"""Units of the drawing: a room's box, what lies between boxes, and the paper around."""
LETTERS = 34
"""Letters of a room's purpose that go into a line of its box."""
COLOURS = {"engine": "#dcebdc", "vision": "#dde6f3", "hardware": "#f3e8d6", "firmware_bridge": "#f3e8d6"}

Doors = dict[str, set[str]]


def doors() -> Doors:
    """Room -> the rooms it knows, those left out that it knows through others; the workshop is another house."""
    rooms = [place for place in ARROWS if not place.startswith("vision.workshop")]
    known = {place: {room_of(name) for name in ARROWS[place]} - {place} for place in rooms}
    return {place: {far for far in mine if not _is_behind(far, mine - {far}, known)} for place, mine in known.items()}


def _is_behind(far: str, others: set[str], known: Mapping[str, set[str]]) -> bool:
    return any(far in known[other] or _is_behind(far, known[other], known) for other in others)


def floors(known: Doors) -> list[list[str]]:
    """Rooms by how much stands on nothing else: the ground floor last."""
    level: dict[str, int] = {}
    for place in TopologicalSorter(known).static_order():
        level[place] = 1 + max((level[other] for other in known[place]), default=-1)
    top = max(level.values())
    return [sorted(place for place in level if level[place] == top - floor) for floor in range(top + 1)]


def purpose(place: str) -> str:
    """What a room is for: the first sentence of its docstring."""
    text = ast.get_docstring(ast.parse((ROOT / place.replace(".", "/") / "__init__.py").read_text("utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split())


def lines_of(text: str, most: int = 3) -> list[str]:
    """A text in lines of LETTERS, the last one cut with an ellipsis where there are more than `most`."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > LETTERS and lines[-1]:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1][: LETTERS - 1] + "…"]


def drawing() -> str:
    """The whole house as SVG."""
    known = doors()
    rows = floors(known)
    wide = max(len(row) for row in rows)
    size = 2 * MARGIN + wide * (WIDTH + GAP_X) - GAP_X, 2 * MARGIN + len(rows) * (HEIGHT + GAP_Y) - GAP_Y
    places = {}
    for y, row in enumerate(rows):
        left = (size[0] - len(row) * (WIDTH + GAP_X) + GAP_X) / 2
        places |= {place: (left + x * (WIDTH + GAP_X), MARGIN + y * (HEIGHT + GAP_Y)) for x, place in enumerate(row)}
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" font-family="sans-serif">'
    parts = [head, f'<rect width="{size[0]}" height="{size[1]}" fill="white"/>']
    parts += [_door(places[a], places[b]) for a in sorted(known) for b in sorted(known[a])]
    parts += [line for place in sorted(places) for line in _box(place, *places[place])]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _door(upper: tuple[float, float], lower: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = (upper[0] + WIDTH / 2, upper[1] + HEIGHT), (lower[0] + WIDTH / 2, lower[1])
    bend = (y2 - y1) / 2
    curve = f"M{x1:.0f} {y1:.0f}C{x1:.0f} {y1 + bend:.0f} {x2:.0f} {y2 - bend:.0f} {x2:.0f} {y2:.0f}"
    return f'<path d="{curve}" fill="none" stroke="#8a8a8a" stroke-width="1.2"/>'


def _box(place: str, x: float, y: float) -> list[str]:
    colour = COLOURS.get(place.split(".")[0], "#f0e6f0")
    box = f'<rect x="{x:.0f}" y="{y:.0f}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{colour}" stroke="#555"/>'
    name = f'<text x="{x + 8:.0f}" y="{y + 17:.0f}" font-size="13" font-weight="bold">{escape(place)}</text>'
    words = [
        f'<text x="{x + 8:.0f}" y="{y + 33 + 13 * k:.0f}" font-size="10.5">{escape(line)}</text>'
        for k, line in enumerate(lines_of(purpose(place)))
    ]
    return [box, name, *words]


if __name__ == "__main__":
    PATH.write_text(drawing(), "utf-8")
