"""Jokers on the mat: a word read at one end is looked for at the other, where it must stand if it is a joker.

The finder was taught indices, which are short; a word's place and height come out roughly, one end is often missed, and
a joker counts only when its word stands at both (`vision.reading.assembly`). The card's size is known here, so the
other end is known too. Small print elsewhere that looks like the word at one try is none at most of the others, and
has nothing at the other end.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, Rank
from engine.certainty import NAMED
from vision.mat.flat import Flat
from vision.reading.networks import GLYPHS, JOKER, Networks
from vision.table.tabletop import Part, TableCard

WORDS = (20.0, 26.0, 33.0)
"""Lengths of the word to try, in mm: printed ones, five letters one under the other, are so long."""
EDGE, SIDE = 3.5, 0.09
"""Where the word stands: from its end to the card's top in mm, and from the card's side as a share of its width."""
SIDEWAYS, ALONG = (-3.0, 0.0, 3.0), (-4.0, 0.0, 4.0)
"""How far from there it is tried, in mm. Chosen, not measured. Each further step costs looks of the namer."""
AGREEING = 6
"""So many of the tries at each end have to read the word: what one or two read is chance. Chosen, not measured.
Raised, jokers in poor light are asked about."""


def with_words(cards: Sequence[TableCard], networks: Networks, part: Part, flat: Flat) -> list[TableCard]:
    """The cards, with lone words that have their like at the other end of the card read as jokers."""
    return [_confirmed(card, networks, part, flat) if _is_lone(card) else card for card in cards]


def _is_lone(card: TableCard) -> bool:
    return card.names[0][0].rank is Rank.JOKER and card.names[0][1] < NAMED


def _confirmed(card: TableCard, networks: Networks, part: Part, flat: Flat) -> TableCard:
    here, there = _patches(card, part, flat)
    read = networks.name(np.concatenate([here, there])).glyphs[:, GLYPHS.index(JOKER)]
    sure = min(float(np.sort(end)[-AGREEING]) for end in (read[: len(here)], read[len(here) :]))
    if sure < NAMED:
        return card
    return card.named(((Card(Rank.JOKER, None), sure), *card.names[1:]))


def _patches(card: TableCard, part: Part, flat: Flat) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The word's place and the one at the other end, each cut out upright, tried around it and in lengths."""
    width, height = flat.mat.card
    here, there = [], []
    for word, sideways, along in product(WORDS, SIDEWAYS, ALONG):
        x, y = card.beside(card.read_at[0], sideways, along)
        cx, cy = card.beside((x, y), (0.5 - SIDE) * width, word / 2 + EDGE - height / 2)
        here.append(part.cut(flat, (x, y), (card.ux, card.uy), word))
        there.append(part.cut(flat, (2 * cx - x, 2 * cy - y), (-card.ux, -card.uy), word))
    return np.stack(here), np.stack(there)
