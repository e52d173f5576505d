"""The four suit signs as outlines, drawn by hand in curves, in several cuts.

Shapes only, each centred, one unit high and upright; sizes, colours and places on a card are the business of faces.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import numpy as np

from engine.cards import Suit
from vision.workshop.studio.print.ink import Points, bezier, oval, points


class Cut(Enum):
    """How the signs are cut: the classic English, a rounder modern, a slender continental one."""

    CLASSIC = "classic"
    ROUND = "round"
    SLENDER = "slender"


@lru_cache(maxsize=32)
def outlines(suit: Suit, cut: Cut) -> tuple[Points, ...]:
    """The parts of a suit sign; filled with one colour they make the sign. y runs down, height 1, centre (0, 0)."""
    if suit is Suit.HEARTS:
        return (_heart(cut),)
    if suit is Suit.DIAMONDS:
        return (_diamond(cut),)
    if suit is Suit.SPADES:
        return (_spade(cut), _stem(cut, 0.16))
    return (*_clover(cut), _stem(cut, 0.12))


def _mirrored(right: Points) -> Points:
    """A right half from top to bottom, closed by its mirror picture."""
    return np.concatenate([right, (right * (-1, 1))[::-1]])


def _width(cut: Cut) -> float:
    return {Cut.CLASSIC: 1.0, Cut.ROUND: 1.06, Cut.SLENDER: 0.9}[cut]


def _heart(cut: Cut) -> Points:
    dip = {Cut.CLASSIC: -0.26, Cut.ROUND: -0.3, Cut.SLENDER: -0.2}[cut]
    half = bezier(
        (0, dip),
        (0.03, -0.42, 0.14, -0.5, 0.25, -0.5),
        (0.4, -0.5, 0.48, -0.38, 0.48, -0.22),
        (0.48, 0.06, 0.14, 0.22, 0, 0.5),
    )
    return _mirrored(half) * (_width(cut), 1)


def _diamond(cut: Cut) -> Points:
    """Sides a little hollow, as on most decks; straight in the round cut."""
    hollow = {Cut.CLASSIC: 0.05, Cut.ROUND: 0.0, Cut.SLENDER: 0.09}[cut]
    wide = {Cut.CLASSIC: 0.42, Cut.ROUND: 0.41, Cut.SLENDER: 0.37}[cut]
    q = wide / 2 - hollow
    half = bezier((0, -0.5), (q * 0.8, -0.25, q * 1.2, -0.14, wide, 0), (q * 1.2, 0.14, q * 0.8, 0.25, 0, 0.5))
    return _mirrored(half)


def _spade(cut: Cut) -> Points:
    half = bezier(
        (0, -0.5),
        (0.1, -0.26, 0.47, -0.08, 0.47, 0.14),
        (0.47, 0.28, 0.37, 0.34, 0.27, 0.34),
        (0.17, 0.34, 0.08, 0.28, 0.04, 0.18),
        (0.02, 0.18, 0.01, 0.2, 0, 0.2),
    )
    return _mirrored(half) * (_width(cut), 1)


def _clover(cut: Cut) -> tuple[Points, ...]:
    r = {Cut.CLASSIC: 0.235, Cut.ROUND: 0.25, Cut.SLENDER: 0.215}[cut]
    side = 0.235 * _width(cut)
    heart = points((-0.13, -0.16), (0.13, -0.16), (0.2, 0.18), (-0.2, 0.18))
    return oval(0, r - 0.5, r, r), oval(-side, 0.09, r, r), oval(side, 0.09, r, r), heart


def _stem(cut: Cut, top: float) -> Points:
    foot = {Cut.CLASSIC: 0.2, Cut.ROUND: 0.17, Cut.SLENDER: 0.22}[cut]
    half = bezier((0.02, 0.0), (0.03, top + 0.1, 0.06, 0.44, foot, 0.5))
    return _mirrored(half)
