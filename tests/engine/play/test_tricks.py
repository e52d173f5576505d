from __future__ import annotations

import pytest

from engine.cards import Card, Denomination, Suit
from engine.findings import Play
from engine.play.tricks import follows, legal_cards, suit_in, winner


def card(text: str) -> Card:
    return Card.parse(text)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(each) for each in text.split())


def takes(trick: str, trump: str, last: bool = False) -> int:
    """The seat that takes a trick laid from seat 1 onwards."""
    plays = [Play(seat, each, 1) for seat, each in enumerate(cards(trick), start=1)]
    return winner(plays, Denomination(trump), last).seat


def test_the_left_bower_is_a_trump() -> None:
    assert suit_in(card("JC"), Denomination.SPADES) is Suit.SPADES
    assert suit_in(card("JC"), Denomination.HEARTS) is Suit.CLUBS
    assert suit_in(card("JC"), Denomination.NO_TRUMP) is Suit.CLUBS


@pytest.mark.parametrize(
    ("trick", "trump", "seat"),
    [
        ("AH KH QH JH", "H", 4),  # right bower
        ("AH JD QH KH", "H", 2),  # left bower over the ace
        ("JD JH AH KH", "H", 2),  # right over left
        ("AS JS KS QS", "H", 1),  # a black jack is nothing special in hearts
        ("9S AC AD 9H", "H", 4),  # the lowest trump
        ("9S AC AD TS", "H", 4),  # the suit led
        ("JD AD KD QD", "NT", 2),  # no bowers in no trump
        ("9D AS AC AH", "NT", 1),  # nobody follows
        ("JS JC AS 9C", "C", 2),  # right over left
    ],
)
def test_who_takes_the_trick(trick: str, trump: str, seat: int) -> None:
    assert takes(trick, trump) == seat


def test_of_two_equal_cards_the_first_wins_unless_the_house_says_the_last() -> None:
    assert takes("KS AS AS 9S", "H") == 2
    assert takes("KS AS AS 9S", "H", last=True) == 3


def test_the_joker_is_below_the_left_bower_or_highest_without_trump() -> None:
    assert takes("AH JK JD JH", "H") == 4
    assert takes("AH JK JD 9H", "H") == 3
    assert takes("AH JK KH 9H", "H") == 2
    assert takes("AH JK JK KH", "NT") == 2


@pytest.mark.parametrize(
    ("hand", "led", "trump", "legal"),
    [
        ("9H JD AC", "AH", "H", "9H JD"),  # the left bower follows hearts
        ("9D JD AC", "AD", "H", "9D"),  # and not diamonds
        ("JD AC 9S", "AH", "H", "JD"),  # it must be played when it is the only heart
        ("JD AC 9S", "AD", "H", "JD AC 9S"),  # void in diamonds
        ("9H TH AC", "JD", "H", "9H TH"),  # the left bower led asks for hearts
        ("JC 9C AS", "JS", "NT", "AS"),
        ("JC 9C AS", None, "NT", "JC 9C AS"),
        ("JK 9C AS", "TC", "NT", "9C"),  # the joker follows nothing
        ("JK AS", "TC", "NT", "JK AS"),
        ("JK AS", None, "NT", "AS"),  # and is led only from a hand of nothing else
        ("JK", None, "NT", "JK"),
        ("AS 9C", "JK", "NT", "AS 9C"),
        ("JK 9C", "AH", "H", "JK"),  # with a trump it is one
    ],
)
def test_what_may_be_played(hand: str, led: str | None, trump: str, legal: str) -> None:
    found = legal_cards(cards(hand), card(led) if led else None, Denomination(trump))
    assert found == cards(legal)


def test_everything_follows_the_joker_without_trump() -> None:
    assert follows(card("9C"), card("JK"), Denomination.NO_TRUMP)
    assert not follows(card("9C"), card("JK"), Denomination.SPADES)
