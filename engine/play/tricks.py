"""What a card is worth in a trick: its effective suit, what beats what, what may be played.

The left bower is a trump here and everywhere; nobody else in the engine looks at a printed suit to judge a
play. No seats' turns, no findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from engine.cards import Card, Denomination, Rank, Suit
from engine.findings import Play

_TRUMP = 100
"""Strengths to compare by: any trump beats any other card, whose strength is its rank's, 14 at most."""
_LEFT, _RIGHT = 20, 21
"""Above the ace of trumps: the left bower, then the right."""
_JOKER_BELOW_LEFT = 19
"""Between the ace of trumps and the left bower."""
_JOKER_IN_NT = 1000
"""Above everything."""
_HEIGHT = {rank: height for height, rank in enumerate(Rank, start=2)}


@cache
def suit_in(card: Card, trump: Denomination) -> Suit | None:
    """The suit the card belongs to in this hand. None for the joker in no trump, which has none."""
    if card.rank is Rank.JOKER:
        return trump.suit
    if card.rank is Rank.JACK and trump.suit is not None and card.suit is trump.suit.same_colour:
        return trump.suit
    return card.suit


@cache
def suits_in(trump: Denomination) -> Mapping[Card, Suit | None]:
    """`suit_in` for every face there is: for loops that look up card after card."""
    faces = [Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.JOKER]
    return MappingProxyType({card: suit_in(card, trump) for card in (*faces, Card(Rank.JOKER, None))})


@cache
def power(card: Card, trump: Denomination, led: Suit | None) -> int:
    """How much the card is worth in a trick to which `led` was led; 0 for a card that can't win it."""
    if card.rank is Rank.JOKER:
        return _JOKER_IN_NT if trump.suit is None else _TRUMP + _JOKER_BELOW_LEFT
    suit = suit_in(card, trump)
    if suit is trump.suit:
        if card.rank is Rank.JACK:
            return _TRUMP + (_RIGHT if card.suit is suit else _LEFT)
        return _TRUMP + _HEIGHT[card.rank]
    return _HEIGHT[card.rank] if suit is led else 0


def winner(plays: Sequence[Play], trump: Denomination, last_of_equals: bool = False) -> Play:
    """The play that takes the trick, led by the first. Every card must be known.

    Of two equal cards the first wins, unless `last_of_equals`.
    """
    assert plays[0].card is not None
    led = suit_in(plays[0].card, trump)
    best, most = plays[0], -1
    for play in plays:
        assert play.card is not None
        worth = power(play.card, trump, led)
        if worth > most or (last_of_equals and worth == most):
            best, most = play, worth
    return best


def follows(card: Card, led: Card, trump: Denomination) -> bool:
    """Whether the card is of the suit led. Every card follows the joker led in no trump."""
    suit = suit_in(led, trump)
    return suit is None or suit_in(card, trump) is suit


def legal_cards(hand: Iterable[Card], led: Card | None, trump: Denomination) -> tuple[Card, ...]:
    """What may be played from the hand; `led` is None for the leader.

    In no trump the joker has no suit: it is led only from a hand of nothing else, and never follows while
    the suit can be followed (Widebeard's rule).
    """
    held, suits = tuple(hand), suits_in(trump)
    if led is None:
        return tuple([card for card in held if suits[card] is not None]) or held
    suit = suits[led]
    if suit is None:
        return held
    return tuple([card for card in held if suits[card] is suit]) or held
