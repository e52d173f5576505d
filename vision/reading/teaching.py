"""Teaching a host's own deck: are all its cards there, how does each look, how well is each told from the others.

How much the comparison with the taught looks counts is chosen on looks it was not made from. Where it does not help, it
counts nothing. Which cards belong to the deck is told from outside; no rule of the game is known here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision.pictures import Image
from vision.reading.assembly import CardSeen, assemble, evidence
from vision.reading.cutting import PATCH_H, PATCH_INDEX, PATCH_W, IndexPose, cut_patch
from vision.reading.decks import deck_letters
from vision.reading.indices import FoundIndex
from vision.reading.networks import GLYPHS, JOKER, SUITS, Floats, PatchNames
from vision.reading.reader import Reader
from vision.reading.taught import TaughtDeck, unit

LOOKS = 16
"""So many looks are taken at every index: shifted, turned, blurred and lit a little differently. Chosen, not measured.
Raised, teaching takes longer and the file grows."""
SURELY = 0.9
"""A reading counts as this card from here on; below, it is only a candidate for a card that is still missing. Chosen,
not measured. Raised, more photographs are needed."""
CANDIDATE = 0.15
"""A reading less likely than this is not even a candidate. Chosen, not measured. Lowered, a stranger's card may stand
for the one that is missing."""
SHARPNESS = (4.0, 8.0, 16.0, 32.0)
"""What a comparison of looks is multiplied by before it becomes a probability: all are tried, as WEIGHTS are."""
WEIGHTS = (0.0, 0.2, 0.35, 0.5, 0.65)
"""How much the comparison counts against the namer's own word; what is chosen minimises the held-out log loss."""
TROUBLE = 0.9
"""A card told from its likeliest rival with less than this mean probability is named as trouble. Chosen, not measured.
Raised, good decks are called hard to read."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """How teaching went: the deck, how surely each card is told (0..1) and from which rival it is hardest to tell.

    `before` and `after`: mean held-out log loss without and with the deck's looks; less is better.
    """

    deck: TaughtDeck
    told: Mapping[Card, float]
    rivals: Mapping[Card, Card]
    before: float
    after: float

    @property
    def trouble(self) -> tuple[Card, ...]:
        """The cards that are not surely told from their rival, the worst first."""
        return tuple(sorted((c for c, p in self.told.items() if p < TROUBLE), key=lambda c: self.told[c]))


@dataclass(frozen=True, slots=True)
class _View:
    """One index of a card, cut out with its surroundings: enough to look at it again and again."""

    picture: Image
    place: IndexPose


class Lessons:
    """Collects the cards of one deck from pictures, in any number, then teaches."""

    def __init__(self, reader: Reader, name: str, language: str, cards: Sequence[Card]) -> None:
        self._reader, self._name, self._language = reader, name, language
        self._letters = deck_letters(language)
        self._wanted = tuple(cards)
        self._views: dict[Card, list[_View]] = defaultdict(list)
        self._candidates: list[tuple[CardSeen, tuple[_View, ...]]] = []
        self._foreign: set[Card] = set()

    def see(self, picture: Image) -> None:
        """Take in a picture with one or more cards of the deck."""
        found, _ = self._reader.look(picture)
        seen = assemble([e for e in (evidence(i, self._letters) for i in found) if e.none < 0.5])
        for card in seen:
            views = tuple(_view(picture, i) for i in card.indices)
            if card.confidence >= SURELY and card.card in self._wanted:
                self._views[card.card] += views
            elif card.confidence >= SURELY:
                self._foreign.add(card.card)
            elif card.confidence >= CANDIDATE:
                self._candidates.append((card, views))
        self._settle_last()

    def _settle_last(self) -> None:
        """Give the one missing card what was seen unsurely, when it is the one thing that it can be."""
        if len(self.missing) != 1:
            return
        (last,) = self.missing
        fitting = [views for seen, views in self._candidates if dict(seen.names).get(last, 0.0) >= CANDIDATE]
        if len(fitting) == 1:
            self._views[last] += fitting[0]

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards of the deck that were not seen yet, in the deck's order."""
        return tuple(c for c in self._wanted if not self._views.get(c))

    @property
    def foreign(self) -> tuple[Card, ...]:
        """Cards surely seen that do not belong to this deck."""
        return tuple(sorted(self._foreign, key=str))

    def teach(self, seed: int = 1) -> Lesson:
        """Learn the deck from what was seen. Raises ValueError while cards are missing.

        Half the looks at every card (its one index, where two were seen) make the deck, the others judge it.
        """
        if self.missing:
            names = " ".join(c.text for c in self.missing)
            raise ValueError(f"Not all cards were seen; still missing: {names}. Show them and teach again.")
        rng = np.random.default_rng(seed)
        first, second = ([self._looks(c, half, rng) for c in self._wanted] for half in (0, 1))
        made = np.stack([unit(unit(n.features).mean(0)) for n in first])
        before, sharpness, weight, after = self._choose(made, second)
        every = [np.concatenate([a.features, b.features]) for a, b in zip(first, second, strict=True)]
        looks = np.stack([unit(unit(features).mean(0)) for features in every])
        deck = TaughtDeck(self._name, self._language, self._wanted, looks, sharpness, weight)
        judged = replace(deck, looks=made)
        told, rivals = {}, {}
        for i, (card, seen) in enumerate(zip(self._wanted, second, strict=True)):
            chances = self._mixed(judged, seen).mean(0)
            told[card], chances[i] = float(chances[i]), -1
            rivals[card] = self._wanted[int(chances.argmax())]
        return Lesson(deck, told, rivals, before, after)

    def _looks(self, card: Card, half: int, rng: np.random.Generator) -> PatchNames:
        views = self._views[card]
        mine = views[half::2] or views
        patches = [_again(view, rng) for view in mine[:4] for _ in range(LOOKS)]
        return self._reader.networks.name(np.stack(patches))

    def _own(self, names: PatchNames) -> Floats:
        """Probability of each card of the deck by the namer's own word: looks x cards."""
        columns = []
        for card in self._wanted:
            if card.suit is None:
                columns.append(names.glyphs[:, GLYPHS.index(JOKER)])
                continue
            letters = [i for i, g in enumerate(GLYPHS) if self._letters.get(g) is card.rank]
            columns.append(names.glyphs[:, letters].sum(1) * names.suits[:, SUITS.index(card.suit.value)])
        own = np.stack(columns, 1) + 1e-4
        return np.asarray(own / own.sum(1, keepdims=True), np.float32)

    def _mixed(self, deck: TaughtDeck, names: PatchNames) -> Floats:
        mixed = self._own(names) ** (1 - deck.weight) * deck.likely(names.features) ** deck.weight
        return np.asarray(mixed / mixed.sum(1, keepdims=True), np.float32)

    def _choose(self, made: Floats, held_out: Sequence[PatchNames]) -> tuple[float, float, float, float]:
        """Log loss without the looks, then sharpness and weight of the least loss, and that loss."""
        best: list[tuple[float, float, float]] = []
        for weight in WEIGHTS:
            for sharpness in SHARPNESS:
                deck = TaughtDeck(self._name, self._language, self._wanted, made, sharpness, weight)
                losses = [-np.log(self._mixed(deck, names)[:, i] + 1e-6) for i, names in enumerate(held_out)]
                best.append((float(np.concatenate(losses).mean()), weight, sharpness))
        before = next(loss for loss, weight, _ in best if weight == 0)
        after, weight, sharpness = min(best)
        return before, sharpness, weight, after


def _view(picture: Image, index: FoundIndex) -> _View:
    """The index with a border around it, at about the namer's size."""
    place = index.place
    scale = min(1.0, 1.6 * PATCH_INDEX / place.height)
    reach = 2.2 * place.height * max(1.0, place.aspect)
    x0, y0 = (int(max(0, v - reach)) for v in (place.x, place.y))
    part = picture[y0 : int(place.y + reach), x0 : int(place.x + reach)]
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return _View(np.asarray(small, np.uint8), replace(place, x=place.x - x0, y=place.y - y0).scaled(scale))


def _again(view: _View, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Another look at an index: a little off, turned, blurred, brighter or darker, noisy."""
    p = view.place
    angle, (dx, dy) = float(rng.normal(0, 0.06)), rng.normal(0, 0.04, 2) * p.height
    c, s = float(np.cos(angle)), float(np.sin(angle))
    off = replace(
        p, x=p.x + float(dx), y=p.y + float(dy), ux=p.ux * c - p.uy * s, uy=p.ux * s + p.uy * c,
        height=p.height * float(np.exp(rng.normal(0, 0.07))), aspect=p.aspect * float(np.exp(rng.normal(0, 0.08))),
    )  # fmt: skip
    patch = cut_patch(view.picture, off).astype(np.float32)
    if rng.random() < 0.6:
        patch = cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(0.3, 2.2))).astype(np.float32)
    patch = patch * rng.uniform(0.55, 1.2) + rng.uniform(-15, 15)
    patch = patch + rng.standard_normal((PATCH_H, PATCH_W, 3), np.float32) * rng.uniform(0, 8)
    return np.clip(patch, 0, 255).astype(np.uint8)


def teach(reader: Reader, name: str, language: str, cards: Sequence[Card], pictures: Iterable[Image]) -> Lesson:
    """Teach a deck from pictures that together show all its cards. Raises ValueError if one is missing."""
    lessons = Lessons(reader, name, language, cards)
    for picture in pictures:
        lessons.see(picture)
    return lessons.teach()
