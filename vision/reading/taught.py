"""A host's own deck as it was taught: how each of its cards looks to the namer.

A taught deck only ever sharpens what the namer says: each index's look is compared with the looks that were taught.
How it is learned is `vision.reading.teaching`'s affair.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, replace
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from engine.cards import Card
from vision.reading.assembly import Evidence
from vision.reading.decks import deck_letters
from vision.reading.networks import Floats

FORMAT = 2
"""Goes up with every namer whose features are others: looks that an older one saw can't be compared."""


class DeckFaulty(ValueError):
    """A taught deck's file can't be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class TaughtDeck:
    """What was learned of a deck.

    `looks`: one unit vector a card (N x FEATURES) in the order of `cards`; `sharpness` and `weight`: how the
    comparison is turned into probabilities and how much it counts (0: not at all).
    """

    name: str
    language: str
    cards: tuple[Card, ...]
    looks: Floats
    sharpness: float
    weight: float

    def likely(self, features: Floats) -> Floats:
        """Probability of each card of the deck by its look alone, for N x FEATURES: N x cards."""
        return _softmax(self.sharpness * (unit(features) @ self.looks.T))

    def sharpen(self, said: Evidence) -> Evidence:
        """The evidence with the deck's own looks weighed in; what speaks against all its cards stays as it was."""
        named = dict(said.cards)
        own = np.array([named.get(card, 0.0) for card in self.cards], np.float32)
        if not self.weight or not own.sum():
            return said
        looks = self.likely(said.index.features[None])[0]
        mixed = (own + 1e-4) ** (1 - self.weight) * looks**self.weight
        mixed *= own.sum() / mixed.sum()
        others = [(card, p) for card, p in said.cards if card not in self.cards]
        cards = [*others, *((card, float(p)) for card, p in zip(self.cards, mixed, strict=True))]
        return replace(said, cards=tuple(sorted(cards, key=lambda cp: -cp[1])[:5]))

    def save(self, path: Path) -> None:
        """Write the deck as one file; an older one of the name is replaced in one step."""
        meta = {
            "format": FORMAT, "name": self.name, "language": self.language, "cards": [c.text for c in self.cards],
            "sharpness": self.sharpness, "weight": self.weight,
        }  # fmt: skip
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".tmp")
        with fresh.open("wb") as file:
            np.savez_compressed(file, meta=np.array(json.dumps(meta)), looks=self.looks.astype(np.float16))
        fresh.replace(path)

    @staticmethod
    def load(path: Path) -> TaughtDeck:
        """Read a deck's file. Raises DeckFaulty when there is none or it is damaged."""
        try:
            with np.load(io.BytesIO(path.read_bytes())) as stored:
                meta, looks = json.loads(str(stored["meta"])), stored["looks"].astype(np.float32)
            cards = tuple(Card.parse(text) for text in meta["cards"])
            deck_letters(meta["language"])
            deck = TaughtDeck(meta["name"], meta["language"], cards, unit(looks), meta["sharpness"], meta["weight"])
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile) as e:
            raise DeckFaulty(f"The taught deck in {path} can't be used ({e}); teach it again.") from e
        if meta["format"] != FORMAT or len(cards) != len(looks):
            raise DeckFaulty(f"The taught deck in {path} is of another version of the program; teach it again.")
        return deck


def unit(vectors: Floats) -> Floats:
    """Vectors of length one along the last axis."""
    return np.asarray(vectors / (np.linalg.norm(vectors, axis=-1, keepdims=True) + 1e-6), np.float32)


def _softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(raised / raised.sum(-1, keepdims=True), np.float32)
