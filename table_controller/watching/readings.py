"""Readings that can't be true: taken for unread, or read by the only card that can be meant.

Pure: which cards are left is the engine's knowledge, and when a card is looked at again is decided in `attribution`.
"""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card, Unseen
from engine.certainty import ASSUMED, MAY_BE
from engine.layout import Laid

CLEAR, UNEXPLAINED = 0.9, 0.5
"""A reading that alone can be true is believed when it is MAY_BE by itself, has this share of those left, and what none
of the readings explains is less than this share of it: else another card that nobody thought of may lie there. Chosen,
not measured. CLEAR raised, or UNEXPLAINED lowered, more cards are asked about."""


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
    if not possible or possible[0][0] < MAY_BE:
        return None
    if possible[0][0] / sum(p for p, _ in possible) < CLEAR:
        return None
    if 1 - sum(p for _, p in readings) > UNEXPLAINED * possible[0][0]:
        return None
    best = possible[0][1]
    return replace(laid, face=best, confidence=min(possible[0][0], ASSUMED), alternatives=())
