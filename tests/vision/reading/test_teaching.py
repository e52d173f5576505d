"""A deck taught from pictures of it, with the real reader on faces that the project draws."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import Card, Rank, Suit
from vision.reading.reader import Reader
from vision.reading.taught import DeckFaulty, TaughtDeck
from vision.reading.teaching import Lesson, Lessons, teach
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.print.faces import draw_face

Image = NDArray[np.uint8]
RANKS = (Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
PACK = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)
STYLE = STYLES[min(name for name, style in STYLES.items() if style.language == "english")]


def in_rows(cards: tuple[Card, ...], dim: float = 1.0) -> Image:
    """Cards face up in rows of six on a green table, as a camera straight above sees them."""
    table = np.full((-(-len(cards) // 6) * 215 + 20, 6 * 160 + 20, 3), (70, 110, 60), np.uint8)
    for k, card in enumerate(cards):
        face = cv2.resize(draw_face(STYLE, card, 4.0)[..., :3], (140, 196), interpolation=cv2.INTER_AREA)
        y, x = 20 + k // 6 * 215, 20 + k % 6 * 160
        table[y : y + 196, x : x + 140] = face
    return np.clip(cv2.GaussianBlur(table, (0, 0), 0.7) * dim, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load(deck="english")


@pytest.fixture(scope="module")
def lesson(reader: Reader) -> Lesson:
    return teach(reader, "kitchen", "english", PACK, [in_rows(PACK[:12]), in_rows(PACK[12:])])


def test_every_card_of_the_deck_is_judged(lesson: Lesson) -> None:
    assert set(lesson.told) == set(PACK) and set(lesson.rivals) <= set(PACK)
    assert all(lesson.rivals[card] is not card for card in PACK)
    assert lesson.after <= lesson.before


def test_a_taught_deck_is_read_at_least_as_well(reader: Reader, lesson: Lesson) -> None:
    picture = in_rows(PACK, dim=0.6)
    plain = {c.card: c.confidence for c in reader.read_photo(picture).cards}
    taught = {c.card: c.confidence for c in replace(reader, taught=lesson.deck).read_photo(picture).cards}
    assert set(plain) <= set(taught) <= set(PACK)


def test_the_deck_is_kept_and_comes_back_the_same(lesson: Lesson, tmp_path: Path) -> None:
    path = tmp_path / "decks" / "kitchen.npz"
    lesson.deck.save(path)
    again = TaughtDeck.load(path)
    assert (again.name, again.language, again.cards, again.weight) == (
        "kitchen", "english", PACK, lesson.deck.weight,
    )  # fmt: skip
    assert np.abs(again.looks - lesson.deck.looks).max() < 1e-3


def test_a_damaged_deck_is_refused_in_words(lesson: Lesson, tmp_path: Path) -> None:
    path = tmp_path / "kitchen.npz"
    with pytest.raises(DeckFaulty, match="teach it again"):
        TaughtDeck.load(path)
    lesson.deck.save(path)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(DeckFaulty, match="teach it again"):
        TaughtDeck.load(path)


def test_what_is_missing_and_what_is_foreign_is_said(reader: Reader) -> None:
    lessons = Lessons(reader, "kitchen", "english", PACK)
    lessons.see(in_rows(PACK[:10]))
    assert set(PACK[10:]) <= set(lessons.missing)
    with pytest.raises(ValueError, match=r"still missing: .*AS"):
        lessons.teach()
    lessons.see(in_rows((Card(Rank.TWO, Suit.HEARTS),)))
    assert [c.text for c in lessons.foreign] == ["2H"]


def test_a_card_of_another_deck_keeps_its_name(reader: Reader, lesson: Lesson) -> None:
    """That a card is no card of this deck does not make it one of them."""
    stranger = in_rows((Card(Rank.TWO, Suit.HEARTS),))
    names = [c.card.text for c in replace(reader, taught=lesson.deck).read_photo(stranger).cards]
    assert names in (["2H"], [])
