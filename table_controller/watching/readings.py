"""Readings that can't be true: taken for unread, or read by the only card that can be meant.

Pure: which cards are left is the engine's knowledge, and when a card is looked at again is decided in `attribution`.
"""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card, Unseen
from engine.findings import SURE
from engine.layout import Laid

ASSUMED = SURE - 0.01
"""The most that a play counts for when it is only assumed whose it is."""
CERTAIN = 0.95
"""A reading that can't be true accuses only when it is this certain; below that the table asks which card it is."""
LIKELY, CLEAR, UNEXPLAINED = 0.3, 0.9, 0.5
"""A reading that alone can be true is believed when it is this likely by itself, this clear among those left, and what
none of the readings explains is less than this share of it: else another card that nobody thought of may lie there."""


def unread(laid: Laid) -> Laid:
    """The same card as one that nobody could read, its reading among the alternatives."""
    if not isinstance(laid.face, Card):
        return laid
    return replace(laid, face=Unseen.UNREADABLE, alternatives=((laid.face, laid.confidence), *laid.alternatives))


def fitting(laid: Laid, left: set[Card]) -> Laid | None:
    """The card by the only one of its readings that can be true, if that is likely enough; it accuses nobody."""
    readings = list(laid.alternatives)
    if isinstance(laid.face, Card):
        readings.append((laid.face, laid.confidence))
    possible = sorted(((p, card) for card, p in readings if card in left), key=lambda each: -each[0])
    if not possible or possible[0][0] < LIKELY:
        return None
    if possible[0][0] / sum(p for p, _ in possible) < CLEAR:
        return None
    if 1 - sum(p for _, p in readings) > UNEXPLAINED * possible[0][0]:
        return None
    best = possible[0][1]
    return replace(laid, face=best, confidence=min(possible[0][0], ASSUMED), alternatives=())
