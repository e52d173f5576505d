"""Cards and their two-letter text: the one vocabulary that the whole project shares.

This file is a leaf: it knows no rule of any game, and importing it must stay cheap,
because `vision` imports it, and of the engine nothing else but `places` and `certainty`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum


class NotACard(ValueError):
    """The text names no card."""


class Suit(Enum):
    # Members are single objects: their identity is their hash, which is looked up at every card played.
    __hash__ = object.__hash__

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        return {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[self.value]

    @property
    def is_red(self) -> bool:
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @property
    def same_colour(self) -> Suit:
        """The other suit of the same colour: where the left bower comes from."""
        return _SAME_COLOUR[self]


_SAME_COLOUR = {
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.DIAMONDS: Suit.HEARTS,
}


class Rank(Enum):
    __hash__ = object.__hash__

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    JOKER = "*"


class Denomination(Enum):
    """What a hand is played in: one of the suits as trump, or no trump."""

    __hash__ = object.__hash__

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NO_TRUMP = "NT"

    @property
    def suit(self) -> Suit | None:
        """The trump suit; None in no trump."""
        return None if self is Denomination.NO_TRUMP else Suit(self.value)


_ALL: dict[str, Card] = {}


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One face of the pack. The joker has no suit. In a double deck two cards may be the same face.

    There is one object for each face, so that comparing and looking up cards is comparing objects.
    """

    rank: Rank
    suit: Suit | None
    text: str = field(init=False, repr=False)

    def __new__(cls, rank: Rank, suit: Suit | None) -> Card:
        # Before anything is set: an impossible card must not be written over the one object of another.
        if (suit is None) != (rank is Rank.JOKER):
            raise NotACard("Only the joker is without a suit, and it is always without one.")
        return _ALL.get(_text(rank, suit)) or object.__new__(cls)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", _text(self.rank, self.suit))
        _ALL.setdefault(self.text, self)

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        return Card.parse, (self.text,)

    def __str__(self) -> str:
        return self.text

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as `QH`, `TD`, `9C`, or `JK` for the joker.

        :raises NotACard: for every other text.
        """
        try:
            return _ALL[text]
        except (KeyError, TypeError):
            raise NotACard(
                f"{text!r} is not a card: write rank 2-9 T J Q K A and suit C D H S, as in QH, or JK (joker)."
            ) from None


def _text(rank: Rank, suit: Suit | None) -> str:
    return "JK" if suit is None else rank.value + suit.value


for _suit in Suit:
    for _rank in Rank:
        if _rank is not Rank.JOKER:
            Card(_rank, _suit)
Card(Rank.JOKER, None)


class Unseen(Enum):
    """A thing on the table that is a card but shows no readable face."""

    UNREADABLE = "??"
    BACK = "##"


def parse_face(text: str) -> Card | Unseen:
    """The reverse of `face_text`.

    :raises NotACard: when the text is neither a card nor `??` nor `##`.
    """
    for unseen in Unseen:
        if text == unseen.value:
            return unseen
    return Card.parse(text)


def face_text(face: Card | Unseen) -> str:
    return face.value if isinstance(face, Unseen) else face.text
