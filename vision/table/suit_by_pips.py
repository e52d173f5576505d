"""The suit of a card by its large pips, where its index is too small to tell spades from clubs or hearts from diamonds.

People look there too. Where the pips stand follows from the rank: two at the top and two, upside down, at the bottom
of a number card, one in the middle of an ace, one beside the index of a court (all decks have them within 3 mm of
there). Each is shown to the namer as if it were an index's suit sign; only which of two suits it resembles counts, as
the namer was taught that a pip alone is no index.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, Rank
from vision.mat.flat import Flat
from vision.reading.networks import SUITS, Floats, Networks
from vision.table.tabletop import Part, TableCard, holds

COURTS = (Rank.JACK, Rank.QUEEN, Rank.KING)
CORNERS = ((-0.21, 0.33), (0.21, 0.33))
"""Centres of the two topmost pips from the four on, as shares of width and height to the right of and above the middle
(as on all printed faces of the French suits that were looked at)."""
TOP, MIDDLE, BESIDE_INDEX = ((0.0, 0.33),), ((0.0, 0.0),), ((-0.23, 0.33),)
"""The same of twos and threes, of an ace and of a court."""
SIZES, ACES = (9.0, 13.0), (20.0, 26.0, 32.0)
"""Heights of pips to try, in mm, on number cards and on aces: printed ones are so high. Each costs a look of the
namer."""
OFF = (-2.5, 0.0, 2.5)
"""How far from there it is tried, in mm each way. Chosen, not measured. Each further step costs looks of the namer."""
SIGN, BELOW = 0.42, 0.28
"""Height of an index's suit sign, and how far below the index's centre it stands, in heights of the index."""
SEEN = 0.05
"""Least sum of the namer's probabilities for the two suits over all tries at one place for a pip to stand there.
Chosen, not measured. Raised, small pips in poor light say nothing."""
MOST = 0.98
"""The pips never say more for a suit than this. Chosen, not measured. Raised, one misread pip could outvote an index
for good."""
ANOTHER = 22.0
"""Farther than this in mm from a card's middle lies another card, not this one as it was known before: as STAYED in
`remembered`."""
PLAIN, LEAST = 0.98, 0.02
"""Asked only where the index is less sure than this, and the other suit at least this likely. Chosen, not measured.
PLAIN raised or LEAST lowered, more cards cost the time of looking at pips."""


def told_apart(
    cards: Sequence[TableCard], known: Sequence[TableCard], networks: Networks, part: Part, flat: Flat
) -> list[TableCard]:
    """The cards read in a part, with suits that an index leaves open told by the pips.

    `known`: cards that lay on the table before. Where any other card lies, no pip is looked at.
    """
    told = []
    for card in cards:
        others = [c for c in cards if c is not card]
        others += [c for c in known if math.dist((c.x, c.y), (card.x, card.y)) > ANOTHER]
        told.append(with_pips(card, networks, part, flat, others))
    return told


def rival(card: TableCard) -> Card | None:
    """The other suit that the index leaves open; None where it leaves none open, or the rank is what is open.

    Of an ace, whose pip may stand upside down, only the other suit of its colour can be told.
    """
    (best, p), *others = card.names
    if best.suit is None or p >= PLAIN:
        return None
    for other, q in others:
        told = best.rank is not Rank.ACE or other.suit is best.suit.same_colour
        if other.rank is best.rank and q >= LEAST and told:
            return other
    return None


def with_pips(card: TableCard, networks: Networks, part: Part, flat: Flat, others: Sequence[TableCard]) -> TableCard:
    """The card with its two likeliest suits weighed by its pips, if it leaves any open; `others` may lie on it."""
    best, other = card.names[0][0], rival(card)
    share = None if other is None else _share(card, (best, other), networks, part, flat, others)
    if other is None or share is None:
        return card
    names = dict(card.names)
    both, odds = min(1.0, names[best] + names[other]), names[best] / max(names[other], 1e-6) * share / (1 - share)
    names |= {best: both * odds / (1 + odds), other: both / (1 + odds)}
    return card.named(tuple(sorted(names.items(), key=lambda each: -each[1])))


def _share(
    card: TableCard, names: tuple[Card, Card], networks: Networks, part: Part, flat: Flat, others: Sequence[TableCard]
) -> float | None:
    """How much the pips in sight speak for the first name against the other, 1 - MOST to MOST; None where none is."""
    size, rank = flat.mat.card, names[0].rank
    spots = [s for s in _spots(card, rank, flat) if not any(holds(o, size, s[:2]) for o in others)]
    patches = [_patches(part, flat, spot, ACES if rank is Rank.ACE else SIZES) for spot in spots]
    if not patches:
        return None
    suits = networks.name(np.concatenate(patches)).suits.reshape(len(spots), -1, len(SUITS) + 1).sum(1)
    said = _said_of_ace(suits) if rank is Rank.ACE else suits[:, : len(SUITS)]
    one, other = (said[:, SUITS.index(name.suit.value)] for name in names if name.suit is not None)
    seen = one + other > SEEN
    if not seen.any():
        return None
    return float(np.clip(one[seen].sum() / (one[seen] + other[seen]).sum(), 1 - MOST, MOST))


def _said_of_ace(suits: Floats) -> Floats:
    """What both ways of looking at an ace's one pip say of each suit: 2 x suits to 1 x SUITS.

    Which end of the card is up nobody sees by the indices. Upside down a spade looks like a heart, a club a little
    like a spade or a heart, a heart like nothing and a diamond like itself.
    """
    clubs, diamonds, hearts, spades = suits[:, : len(SUITS)].T
    spade = float(np.sqrt(spades * hearts[::-1]).max())
    return np.array([[clubs.max(), diamonds.sum(), hearts.max(), spade]], np.float32)


def _spots(card: TableCard, rank: Rank, flat: Flat) -> list[tuple[float, float, float, float]]:
    """Where upright pips stand: x, y in mm, and the way up on the card there (upside down in its lower half)."""
    width, height = flat.mat.card
    spots = []
    for (right, up), way in product(_shares(rank), (1, -1)):
        ux, uy = card.ux * way, card.uy * way
        x, y = card.beside((card.x, card.y), way * right * width, way * up * height)
        spots.append((x, y, ux, uy))
    return spots


def _shares(rank: Rank) -> tuple[tuple[float, float], ...]:
    if rank is Rank.ACE:
        return MIDDLE
    if rank in COURTS:
        return BESIDE_INDEX
    return TOP if rank in (Rank.TWO, Rank.THREE) else CORNERS


def _patches(
    part: Part, flat: Flat, spot: tuple[float, float, float, float], sizes: tuple[float, ...]
) -> NDArray[np.uint8]:
    """The place cut out so that a pip there stands where an index's suit sign would, tried around it and in sizes."""
    x, y, ux, uy = spot
    patches = []
    for size, dx, dy in product(sizes, OFF, OFF):
        high = size / SIGN
        middle = x + dx + ux * BELOW * high, y + dy + uy * BELOW * high
        patches.append(part.cut(flat, middle, (ux, uy), high))
    return np.stack(patches)
