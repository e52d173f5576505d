from __future__ import annotations

import copy
import pickle

import pytest

from engine.cards import Card, Denomination, NotACard, Rank, Suit, Unseen, face_text, parse_face

FACES = [
    *(Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.JOKER),
    Card(Rank.JOKER, None),
    *Unseen,
]


@pytest.mark.parametrize("face", FACES, ids=face_text)
def test_every_face_survives_its_text(face: Card | Unseen) -> None:
    assert parse_face(face_text(face)) == face


def test_the_texts_are_the_ones_players_write() -> None:
    assert str(Card(Rank.QUEEN, Suit.HEARTS)) == "QH"
    assert str(Card(Rank.TEN, Suit.DIAMONDS)) == "TD"
    assert str(Card(Rank.JOKER, None)) == "JK"


def test_all_texts_differ() -> None:
    assert len({face_text(face) for face in FACES}) == len(FACES) == 55


@pytest.mark.parametrize("text", ["", "Q", "10H", "qh", "HQ", "QH ", "??", "##", "*", "1C", "JK2", None, 7])
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(NotACard, match="is not a card"):
        Card.parse(text)


def test_only_the_joker_is_without_a_suit() -> None:
    with pytest.raises(NotACard):
        Card(Rank.ACE, None)
    with pytest.raises(NotACard):
        Card(Rank.JOKER, Suit.CLUBS)
    joker = Card.parse("JK")
    assert (joker.rank, joker.suit, str(joker)) == (Rank.JOKER, None, "JK")


def test_there_is_one_object_for_each_face() -> None:
    assert Card(Rank.QUEEN, Suit.HEARTS) is Card.parse("QH")
    assert copy.deepcopy(Card.parse("QH")) is Card.parse("QH")


def test_equal_cards_are_one_key_and_survive_pickling() -> None:
    queen = Card(Rank.QUEEN, Suit.HEARTS)
    assert {queen: 1}[Card.parse("QH")] == 1
    assert pickle.loads(pickle.dumps(queen)) == queen


def test_suits_come_in_two_colours() -> None:
    assert [suit.same_colour for suit in Suit] == [Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS]
    assert [suit for suit in Suit if suit.is_red] == [Suit.DIAMONDS, Suit.HEARTS]
    assert "".join(suit.symbol for suit in Suit) == "♣♦♥♠"


def test_a_denomination_knows_its_suit() -> None:
    assert Denomination("H").suit is Suit.HEARTS
    assert Denomination("NT").suit is None
