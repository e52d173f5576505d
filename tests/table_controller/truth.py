"""A recording's truth instead of its pictures: what a camera that never errs would see of it."""

from __future__ import annotations

import bisect
from pathlib import Path

from engine.cards import Unseen, parse_face
from engine.layout import Laid, Layout
from hardware.cameras import Picture, read_list

Line = tuple[str, str]


class TruthEyes:
    """Reads the text beside each picture, and knows every card again by its face and place."""

    def __init__(self, folder: Path, seats: int = 4) -> None:
        listed = read_list(folder)
        self._times = [frame.t for frame in listed]
        self._texts = [frame.path.with_suffix(".txt").read_text().splitlines() for frame in listed]
        self._seats = seats
        self._marks: dict[Line, int] = {}
        self._next = 1
        self._told: Layout | None = None

    def __call__(self, image: Picture, at: float) -> Layout | None:
        lines = self._texts[bisect.bisect_right(self._times, at + 1e-6) - 1]
        if lines[:1] == ["moving"]:
            return None
        lying: list[Line] = [(line.split()[0], line.split()[1]) for line in lines]
        faces = [line for line in lying if line[0] != "##"]
        self._marks = {line: self._mark(line) for line in faces}
        laid = [Laid(parse_face(face), 1.0, place, self._marks[face, place]) for face, place in faces]
        backs = tuple(lying.count((Unseen.BACK.value, f"hand{seat}")) for seat in range(1, self._seats + 1))
        layout = Layout(tuple(sorted(laid, key=lambda each: each.mark)), backs)
        if layout == self._told:
            return None
        self._told = layout
        return layout

    def _mark(self, line: Line) -> int:
        known = self._marks.get(line)
        if known is None:
            known, self._next = self._next, self._next + 1
        return known
