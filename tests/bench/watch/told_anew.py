"""`python -m tests.bench.watch.told_anew DIR --hands N --seed S`: filmed hands refereed again, on looks kept in DIR.

What came to rest does not change with what is made of it, so that a change of the inference is measured in seconds.
Beside it stands what was told when the looks were kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from engine.inputs import Input
from hardware.cameras.frames import Picture
from table_controller.watching.moments import Moment
from table_controller.watching.zones import Seen
from tests.bench.watch.hands import SEED, HandCount, Kind, Notes, Watched, figures, refereed, report
from tests.bench.watch.looks import KeptHand, kept_hands

NOTHING = np.zeros((1, 1, 3), np.uint8)
"""Stands for a picture that is not looked into."""


def told_anew(hand: KeptHand) -> HandCount:
    """One hand's looks refereed by this program, and counted."""
    looks = {at: Seen(settled, hand.mat) if settled is not None else None for at, settled in hand.looks}
    notes = Notes()
    watched = Watched(hand.due, hand.slip, hand.rests)

    def look(image: Picture, at: float) -> Seen | None:
        return looks[at]

    plays = refereed(notes.noting(look), _moments(hand), watched, notes)
    return watched.counted(hand.counted.number, hand.counted.seed, hand.counted.rules, plays, 0.0)


def _moments(hand: KeptHand) -> Iterator[Moment]:
    words: list[tuple[float, Input]] = list(hand.said)
    for at, _ in hand.looks:
        while words and words[0][0] <= at:
            when, said = words.pop(0)
            yield Moment(when, said=said)
        yield Moment(at, image=NOTHING)
    yield from (Moment(when, said=said) for when, said in words)


def main() -> None:
    """Referees the hands again and prints both counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.watch.told_anew", description=__doc__)
    parser.add_argument("folder", type=Path, help="where looks are kept")
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--kind", choices=[kind.name.lower() for kind in Kind], default="usual")
    told = parser.parse_args()
    then, now = [], []
    numbers = range(told.first, told.first + told.hands)
    for hand in kept_hands(told.folder, numbers, told.seed, Kind[told.kind.upper()]):
        then.append(hand.counted)
        now.append(told_anew(hand))
        report(now[-1])
    for name, counts in (("when kept", then), ("now", now)):
        print(name)
        for key, value, unit, _ in figures(counts):
            print(f"  {key:32} {value:10.1f} {unit}")


if __name__ == "__main__":
    main()
