"""The places of a table and their text: the second vocabulary, after cards, that the whole project shares.

A leaf like `engine.cards`: no rule, no memory, no geometry. Where a place lies in millimetres is the mat's business.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache


class NotAPlace(ValueError):
    """The text names no place."""


class PlaceKind(Enum):
    # Members are single objects: their identity is their hash, which is looked up at every card seen.
    __hash__ = object.__hash__

    PLAY = "play"
    HAND = "hand"
    MIDDLE = "middle"
    KITTY = "kitty"
    DECK = "deck"
    OUTSIDE = "outside"

    @property
    def is_numbered(self) -> bool:
        """Whether there is one of it for each seat."""
        return self in (PlaceKind.PLAY, PlaceKind.HAND)


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the table: a seat's play zone, the place of its dealt cards, or one that is nobody's.

    `number` is the seat's, from 1; 0 for a place that is nobody's. Take `play_zone` and `hand_place`, or the constants.
    """

    kind: PlaceKind
    number: int = 0

    def __post_init__(self) -> None:
        if self.number < 0 or (self.number > 0) != self.kind.is_numbered:
            raise NotAPlace(f"{self.text!r} is not a place: {_KNOWN}.")

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """`play3`, `hand3`, `middle`, `kitty`, `deck`, `outside`: as in logs, recordings and descriptions of mats."""
        return f"{self.kind.value}{self.number or ''}"

    @property
    def is_play(self) -> bool:
        return self.kind is PlaceKind.PLAY

    @property
    def is_hand(self) -> bool:
        return self.kind is PlaceKind.HAND

    @classmethod
    def parse(cls, text: str) -> Place:
        """The place that `text` wrote.

        :raises NotAPlace: for every other text.
        """
        found = _TEXT.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise NotAPlace(f"{text!r} is not a place: {_KNOWN}.")
        return _made(PlaceKind(found[1]), int(found[2] or 0))


_KNOWN = "known are play1, play2 and so on, hand1, hand2 and so on, middle, kitty, deck and outside"
_TEXT = re.compile(f"({'|'.join(kind.value for kind in PlaceKind)})([1-9][0-9]?)?")


@cache
def _made(kind: PlaceKind, number: int) -> Place:
    return Place(kind, number)


def play_zone(seat: int) -> Place:
    """Where this seat's played cards lie."""
    return _made(PlaceKind.PLAY, seat)


def hand_place(seat: int) -> Place:
    """Where this seat's dealt cards lie, face down, beyond the mat's edge."""
    return _made(PlaceKind.HAND, seat)


MIDDLE = _made(PlaceKind.MIDDLE, 0)
"""Between the zones: a card played there is anybody's."""
KITTY = _made(PlaceKind.KITTY, 0)
DECK = _made(PlaceKind.DECK, 0)
OUTSIDE = _made(PlaceKind.OUTSIDE, 0)
"""Everywhere that is no place of the mat."""
