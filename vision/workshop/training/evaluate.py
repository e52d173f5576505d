"""How well the reader reads scenes of decks it was never trained on: recall and wrong reads by confidence.

`python -m vision.workshop.training.evaluate --bank DIR [--models DIR] [--scenes N]`. These figures choose thresholds;
the real photographs only measure. A card counts as readable when one of its indices is in sight and at least 13 pixels
high.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from engine.cards import Card
from vision.reading.decks import DECKS
from vision.reading.networks import JOKER, MODELS
from vision.reading.reader import Reader
from vision.workshop.training.patches import CLEAR, LARGEST
from vision.workshop.training.scenes import HELD_OUT, NO_DECKS, Bank, TrainingScene, compose
from vision.workshop.training.traced import load

READABLE_HEIGHT = 13.0
THRESHOLDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)


@dataclass(frozen=True, slots=True)
class Judged:
    """One scene read: the cards that had to be read, those that may be, and what was read with its confidence."""

    wanted: Counter[Card]
    allowed: Counter[Card]
    read: tuple[tuple[Card, float], ...]


def reliability(judged: list[Judged]) -> str:
    """How often a reading of each confidence is right, as text: what the confidence promises and what it keeps."""
    lines = ["confidence   reads  right %"]
    for low, high in pairwise((0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.001)):
        reads = [(c in j.allowed) for j in judged for c, p in j.read if low <= p < high]
        if reads:
            lines.append(f"{low:.2f} - {min(high, 1):.2f}  {len(reads):5}  {100 * sum(reads) / len(reads):7.1f}")
    return "\n".join(lines)


def truth(scene: TrainingScene) -> tuple[Counter[Card], Counter[Card]]:
    """Cards with a clearly readable index, and cards of which anything of an index is in sight (each name once)."""
    letters = DECKS["english"]
    wanted, allowed = set(), set()
    for i in scene.indices:
        if (i.suit and i.glyph not in letters) or i.visible <= 0.05:
            continue
        card = Card.parse(letters[i.glyph].value + i.suit) if i.suit else Card.parse("JK")
        allowed.add(card)
        if i.suit and i.visible >= CLEAR and READABLE_HEIGHT <= i.place.height <= LARGEST:
            wanted.add(card)
    return Counter(wanted), Counter(allowed)


def judge(reader: Reader, scenes: Iterable[TrainingScene]) -> list[Judged]:
    """Read the scenes."""
    judged = []
    for scene in scenes:
        wanted, allowed = truth(scene)
        reading = reader.read_photo(scene.picture, sure=0.3)
        judged.append(Judged(wanted, allowed, tuple((c.card, c.confidence) for c in reading.cards)))
    return judged


def table(judged: list[Judged]) -> str:
    """Recall in percent and wrong reads in 1,000 at each threshold, as text."""
    lines = ["threshold  recall %  wrong/1000  reads"]
    for least in THRESHOLDS:
        hit = total = wrong = reads = 0
        for j in judged:
            got = Counter(c for c, p in j.read if p >= least)
            hit += (got & j.wanted).total()
            total += j.wanted.total()
            wrong += (got - j.allowed).total()
            reads += got.total()
        lines.append(f"{least:9.2f}  {100 * hit / max(1, total):8.2f}  {1000 * wrong / max(1, reads):10.2f}  {reads:5}")
    return "\n".join(lines)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--traced", type=Path, help="path-traced scenes of held-out decks, judged as well")
    a = parser.parse_args()
    reader, bank = Reader.load(a.models, "english"), Bank.load(a.bank, 60, a.seed)
    english = {*DECKS["english"], JOKER}
    kept = {d for d in HELD_OUT if d in bank.decks and {str(bank.meta[i]["glyph"]) for i in bank.decks[d]} <= english}
    bank.decks = {d: cards for d, cards in bank.decks.items() if d in kept or d in NO_DECKS}
    print(f"decks: {', '.join(sorted(kept))}")
    rng = np.random.default_rng(a.seed)
    judged = {"composed": judge(reader, (compose(bank, rng, a.size) for _ in range(a.scenes)))}
    if a.traced is not None:
        judged["path-traced"] = judge(reader, (load(p) for p in sorted(a.traced.glob("*.npz"))))
    for name, scenes in judged.items():
        print(f"\n{name}, {len(scenes)} scenes\n{table(scenes)}\n{reliability(scenes)}")


if __name__ == "__main__":
    main()
