"""Decks with German, French and Dutch letters in a single picture, without a word about the language."""

from __future__ import annotations

import pytest

from engine.cards import Card
from tests.vision.reading.test_leftover import SCALE, table
from vision.reading.reader import Reader
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.print.faces import draw_face

FOREIGN = sorted(name for name, style in STYLES.items() if style.language != "english")
HANDS = (("JC", "QH", "9S"), ("QD", "JS", "7H"), ("JH", "KD", "QC"))


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("deck", FOREIGN)
def test_jack_and_queen_of_another_language_are_named_in_one_picture(deck: str, hand: tuple[str, ...]) -> None:
    """None of these nine hands was named whole while a letter had to show on two suits."""
    places = ((200, 250, 15), (480, 330, -20), (740, 420, 60))
    faces = [draw_face(STYLES[deck], Card.parse(text), SCALE) for text in hand]
    reading = Reader.load().read_photo(table([(face, *place) for face, place in zip(faces, places, strict=True)]))
    assert {seen.card.text for seen in reading.cards} == set(hand)
