"""`python -m tests.bench.watch.count DIR [FILE]`: what kept looks of hands whose truth is known say of evidence.

Prints each figure of `watching/odds.toml` that is counted from films, with what it was counted from; with FILE it is
written there as TOML, with when and from which hands. The figures marked as chosen in that file are not counted here.
"""

from __future__ import annotations

import argparse
import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import numpy as np

from engine.cards import Card
from engine.layout import Seat
from engine.places import play_zone
from tests.bench.watch.looks import KeptHand
from vision.mat.mats import Mat
from vision.table.sighting import Sighting

NEAR = 25.0
"""A card this many mm or less from a seat's zone lies at that seat, where it is counted what was unread."""
RARE = 50.0
"""From this many mm on a card is misplaced, and no longer laid carelessly: beyond it no scale fits."""
STEPS = (0.0, 0.3, 0.5, 0.65, 0.8, 0.85, 0.95, 0.98, 0.99)
"""Confidences of the reader from which on the share of right readings is counted."""


@dataclass
class Counts:
    """What was counted: mm from the zone, directions, readings by step, and what lay in zones unread."""

    away: list[float] = field(default_factory=list)
    directions: Counter[str] = field(default_factory=Counter)
    readings: Counter[tuple[float, bool]] = field(default_factory=Counter)
    unread: Counter[bool] = field(default_factory=Counter)
    hands: int = 0

    def take(self, hand: KeptHand) -> None:
        """Counts one hand."""
        self.hands += 1
        began = max((at for at, _ in hand.said), default=0.0)
        for at, each, others in _first_seen(hand):
            if at >= began:
                self._take_sighting(hand, at, each, others)

    def _take_sighting(self, hand: KeptHand, at: float, each: Sighting, others: tuple[Sighting, ...]) -> None:
        lying = next((faces for t, faces in reversed(hand.lying) if t <= at), ())
        near = _nearest(hand.mat, each)
        if isinstance(each.face, Card):
            seats = [seat for face, seat in lying if face == each.face.text]
            step = max(step for step in STEPS if step <= each.confidence)
            self.readings[step, bool(seats)] += 1
            if len(seats) == 1:
                self._take_place(hand.mat, each, seats[0])
        elif hand.mat.away(play_zone(near), each.x, each.y) <= NEAR:
            named = {other.face.text for other in others if isinstance(other.face, Card)}
            self.unread[any(seat == near and face not in named for face, seat in lying)] += 1

    def _take_place(self, mat: Mat, each: Sighting, seat: Seat) -> None:
        self.away.append(mat.away(play_zone(seat), each.x, each.y))
        origin = each.came_from.number if each.came_from is not None else None
        self.directions["unclear" if origin is None else "right" if origin == seat else "wrong"] += 1

    def lines(self) -> Iterator[str]:
        """The figures as TOML."""
        away, turned = np.array(self.away), self.directions.total()
        quantiles = ", ".join(f"{100 * q:g} %: {np.quantile(away, q):.0f} mm" for q in (0.9, 0.95, 0.98, 0.99, 1.0))
        yield f"# {self.hands} hands; distances from the zone: inside {np.mean(away == 0):.3f}, {quantiles}"
        yield "[place]"
        yield f"misplaced_share = {np.mean(away > RARE):.5f}  # of {len(away)} cards"
        yield "[directions]"
        for name in ("right", "wrong", "unclear"):
            yield f"{name} = {self.directions[name] / turned:.4f}  # {self.directions[name]} of {turned}"
        yield "[readings]"
        for step in STEPS:
            right, wrong = self.readings[step, True], self.readings[step, False]
            yield f'"{step}" = {(right + 0.5) / (right + wrong + 1):.4f}  # {right} right, {wrong} wrong'
        yield "[unread_in_a_zone]"
        yield f"card = {self.unread[True]}"
        yield f"no_card = {self.unread[False]}"


def _first_seen(hand: KeptHand) -> Iterator[tuple[float, Sighting, tuple[Sighting, ...]]]:
    known = set()
    for at, settled in hand.looks:
        for each in settled.sightings if settled is not None else ():
            if each.mark not in known and settled is not None:
                known.add(each.mark)
                yield at, each, settled.sightings


def _nearest(mat: Mat, each: Sighting) -> Seat:
    return min(range(1, mat.seats + 1), key=lambda seat: mat.away(play_zone(seat), each.x, each.y))


def main() -> None:
    """Counts, prints, and writes."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.watch.count", description=__doc__)
    parser.add_argument("folder", type=Path, help="where `tests.bench.watch.told_anew` keeps looks")
    parser.add_argument("file", type=Path, nargs="?", help="the file to write")
    told = parser.parse_args()
    counts = Counts()
    files = sorted(told.folder.glob("*.looks"))
    for file in files:
        counts.take(pickle.loads(file.read_bytes()))
    born = f"# Counted on {date.today()} from {', '.join(sorted({file.stem.rsplit('-', 1)[0] for file in files}))}."
    text = "\n".join([born, *counts.lines()]) + "\n"
    print(text, end="")
    if told.file is not None:
        told.file.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
