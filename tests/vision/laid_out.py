"""Cards as a reader would have seen them, laid out by a test: names, outline, and the indices that show."""

from __future__ import annotations

import cmath
import math

import numpy as np

from engine.cards import Card
from vision.reading.assembly import CardSeen
from vision.reading.cutting import IndexPose
from vision.reading.indices import FoundIndex
from vision.reading.networks import FEATURES, GLYPHS, SUITS

WIDE = 63.0
HIGH = 88.0
_CORNER = complex(-WIDE / 2 + 6, -HIGH / 2 + 11)  # from the card's middle to its first index


def seen(names: str, at: tuple[float, float], turn: float = 0.0, scale: float = 1.0, shows: str = "both") -> CardSeen:
    """A card of 63 x 88 pixels (times `scale`) with its middle at `at`, turned clockwise by `turn` degrees.

    `names` as in `QH 0.97 QD 0.02`. `shows`: `both` indices, the `first`, or the `other` one.
    """
    words = names.split()
    told = tuple((Card.parse(card), float(p)) for card, p in zip(words[::2], words[1::2], strict=True))
    way = cmath.rect(scale, math.radians(turn))
    middle = complex(*at)
    corners = [middle + way * complex(x, y) for x, y in _CORNERS]
    first, other = middle + way * _CORNER, middle - way * _CORNER
    shown = {"both": ((first, 0), (other, 180)), "first": ((first, 0),), "other": ((other, 180),)}[shows]
    indices = tuple(_index(place, turn + half, 15 * scale) for place, half in shown)
    return CardSeen(*told[0], told[1:], tuple((c.real, c.imag) for c in corners), indices)


_CORNERS = ((-WIDE / 2, -HIGH / 2), (WIDE / 2, -HIGH / 2), (WIDE / 2, HIGH / 2), (-WIDE / 2, HIGH / 2))


def _index(at: complex, turn: float, height: float) -> FoundIndex:
    a = math.radians(turn)
    place = IndexPose(at.real, at.imag, math.sin(a), -math.cos(a), height)
    blank = (np.zeros(len(GLYPHS) + 1, np.float32), np.zeros(len(SUITS) + 1, np.float32))
    return FoundIndex(place, 0.9, *blank, np.zeros(FEATURES, np.float32))
