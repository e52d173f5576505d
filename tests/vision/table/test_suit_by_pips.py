"""Suits told by large pips, in pictures so small that the index alone leaves spades and clubs open."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from engine.cards import Card
from engine.certainty import NAMED
from vision.mat.flat import Flat
from vision.mat.mats import A3_FOUR
from vision.mat.registration import register
from vision.reading.reader import Reader
from vision.table.suit_by_pips import LEAST, rival, with_pips
from vision.table.tabletop import Part, TableCard
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.film import Light, Sensor
from vision.workshop.studio.scene.table import Scene, Stage
from vision.workshop.studio.scene.things import Lying

FLAT = Flat(A3_FOUR)
ENGLISH = sorted(name for name, style in STYLES.items() if style.language == "english")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def part_with(deck: str, cards: list[Lying]) -> Part:
    """These cards on the mat, straight down, as a camera sees them that has 1.4 pixels to a millimetre."""
    stage = Stage(STYLES[deck], "oak", 4, Camera().scaled(0.8), Light(), Sensor(), A3_FOUR)
    picture = np.asarray(stage.photograph(Scene(tuple(cards))), np.uint8)
    found = register(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8), A3_FOUR, None)
    assert found is not None
    whole = (0, 0, *FLAT.size)
    return Part(whole, whole, FLAT.warp(picture, found, whole))


def half_read(card: Lying) -> TableCard:
    """The card with its suit open, a little the likelier the wrong one; its place is right to 2 mm.

    Seen from its other end half of the times, which its indices can't tell.
    """
    assert card.face is not None and card.face.suit is not None
    twin = Card(card.face.rank, card.face.suit.same_colour)
    turn = math.radians(card.turn + (180 if card.x < 150 else 0))
    return TableCard(((twin, 0.55), (card.face, 0.43)), card.x + 1.5, card.y - 1.5, math.sin(turn), -math.cos(turn))


@pytest.mark.parametrize("deck", ENGLISH)
@pytest.mark.parametrize("suit", "SCHD")
def test_pips_tell_two_suits_of_one_colour_apart(reader: Reader, deck: str, suit: str) -> None:
    turns = (12.0, -75.0, 160.0, 4.0, 95.0, -20.0)
    cards = [
        Lying(Card.parse(rank + suit), 85.0 + 125 * (k % 3), 80.0 + 135 * (k // 3), turns[k])
        for k, rank in enumerate("ATJ9QK" if suit in "SH" else "JTK9QA")
    ]
    part, sure = part_with(deck, cards), 0
    for card in cards:
        assert rival(half_read(card)) == card.face
        told = with_pips(half_read(card), reader.networks, part, FLAT, ())
        assert told.names[0][0] == card.face or told.names[0][1] < NAMED, "right or in doubt, never wrong"
        assert sum(p for _, p in told.names) == pytest.approx(0.98)
        sure += told.names[0][0] == card.face and told.names[0][1] >= NAMED
    assert sure >= 5


def test_pips_under_another_card_say_nothing(reader: Reader) -> None:
    card = Lying(Card.parse("AS"), 210.0, 150.0, 0.0)
    over = TableCard(((Card.parse("KH"), 0.99),), 214.0, 154.0, 0.0, -1.0)
    part = part_with("continental", [card])
    assert with_pips(half_read(card), reader.networks, part, FLAT, (over,)) == half_read(card)


def test_bare_table_says_nothing_of_a_suit(reader: Reader) -> None:
    card = half_read(Lying(Card.parse("9C"), 210.0, 150.0, 0.0))
    assert with_pips(card, reader.networks, part_with("classic", []), FLAT, ()) == card


def test_only_an_open_suit_is_asked_about() -> None:
    def open_to(*names: tuple[str, float]) -> str:
        return str(rival(TableCard(tuple((Card.parse(text), p) for text, p in names), 0.0, 0.0, 0.0, -1.0)))

    assert open_to(("KS", 0.8), ("QS", 0.1), ("KC", 0.1)) == "KC"
    assert open_to(("KC", 0.6), ("KD", 0.3), ("KS", 0.05)) == "KD", "in poor light, or four colours"
    assert open_to(("AC", 0.6), ("AD", 0.3), ("AS", 0.05)) == "AS", "upside down an ace of spades is like one of hearts"
    assert open_to(("KS", 0.99), ("KC", 0.1)) == "None", "the index says it"
    assert open_to(("KS", 0.8), ("QS", 0.2)) == "None", "it is the rank that is open"
    assert open_to(("KS", 0.8), ("KC", LEAST / 2)) == open_to(("JK", 0.8), ("KC", 0.1)) == "None"
