"""Jokers confirmed at the other end of the card, in small pictures; what only looks like their word is not."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from engine.cards import Card, Rank
from engine.certainty import NAMED
from vision.mat.flat import Flat
from vision.mat.mats import MATS
from vision.mat.registration import register
from vision.reading.reader import Reader
from vision.table.jokers import with_words
from vision.table.tabletop import Part, TableCard
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.film import Light, Sensor
from vision.workshop.studio.scene.table import Scene, Stage
from vision.workshop.studio.scene.things import Lying

A3_SIX = MATS["a3-6"]
FLAT = Flat(A3_SIX)
JOKER, KH, JC = Card(Rank.JOKER, None), Card.parse("KH"), Card.parse("JC")
WORD = (25.8, 27.4)
"""How far left of and above the middle, in mm, the word's middle stands on the studio's jokers."""
ENGLISH = sorted(name for name, style in STYLES.items() if style.language == "english")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def part_with(deck: str, cards: list[Lying]) -> Part:
    stage = Stage(STYLES[deck], "walnut", 4, Camera(), Light(), Sensor(), A3_SIX)
    picture = np.asarray(stage.photograph(Scene(tuple(cards))), np.uint8)
    found = register(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8), A3_SIX, None)
    assert found is not None
    whole = (0, 0, *FLAT.size)
    return Part(whole, whole, FLAT.warp(picture, found, whole))


def lone_word(card: Lying, off: tuple[float, float] = (0.0, 0.0)) -> TableCard:
    """What one end of this card was read as: a joker's word, seen this many mm off its place."""
    turn = math.radians(card.turn)
    ux, uy = math.sin(turn), -math.cos(turn)
    x = card.x + uy * WORD[0] + ux * WORD[1] + off[0]
    y = card.y - ux * WORD[0] + uy * WORD[1] + off[1]
    return TableCard(((JOKER, 0.5), (KH, 0.1)), card.x + 4, card.y - 5, ux, uy, ((x, y),))


@pytest.mark.parametrize("deck", ENGLISH)
@pytest.mark.parametrize(("turn", "off"), [(8.0, (1.5, -2.0)), (-74.0, (-2.0, 1.0))])
def test_a_word_at_both_ends_is_a_joker(reader: Reader, deck: str, turn: float, off: tuple[float, float]) -> None:
    card = Lying(JOKER, 210.0, 150.0, turn)
    [told] = with_words([lone_word(card, off)], reader.networks, part_with(deck, [card]), FLAT)
    assert told.names[0][0] == JOKER and told.names[0][1] >= NAMED


def test_a_word_whose_other_end_is_covered_stays_in_doubt(reader: Reader) -> None:
    card = Lying(JOKER, 210.0, 150.0, 0.0)
    over = Lying(KH, 236.0, 180.0, 12.0)
    part = part_with("classic", [card, over])
    assert with_words([lone_word(card)], reader.networks, part, FLAT) == [lone_word(card)]


@pytest.mark.parametrize("face", [KH, JC, Card.parse("AS"), Card.parse("9D")])
def test_what_was_taken_for_a_word_on_another_card_is_none(reader: Reader, face: Card) -> None:
    card = Lying(face, 210.0, 150.0, 5.0)
    part = part_with("fourcolour", [card])
    assert with_words([lone_word(card)], reader.networks, part, FLAT) == [lone_word(card)]


def test_sure_jokers_and_other_cards_are_let_be(reader: Reader) -> None:
    part = part_with("classic", [])
    cards = [TableCard(((JOKER, 0.95),), 210.0, 150.0, 0.0, -1.0), TableCard(((KH, 0.5),), 210.0, 150.0, 0.0, -1.0)]
    assert with_words(cards, reader.networks, part, FLAT) == cards
