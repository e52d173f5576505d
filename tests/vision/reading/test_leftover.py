"""Backs and faces without a readable index, in pictures put together from the studio's cards on a cloth."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from engine.cards import Card
from vision.pictures import Image
from vision.reading.reader import Reader, Reading
from vision.workshop.studio.print.backs import draw_back
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.print.faces import draw_face

SCALE = 5.0
STYLE = STYLES["classic"]
Spot = tuple[Image, float, float, float]
"""A card's picture, and where its middle lies in pixels, and its turn in degrees."""


@pytest.fixture(scope="module")
def read() -> Callable[[Sequence[Spot]], Reading]:
    reader = Reader.load()
    return lambda spots: reader.read_photo(table(spots))


def table(spots: Sequence[Spot]) -> Image:
    """The cards on green cloth, a third of their printed size, under a camera's blur and noise."""
    rng = np.random.default_rng(12)
    picture = np.full((720, 960, 3), (60, 90, 50), np.float32) + rng.normal(0, 6, (720, 960, 1)).astype(np.float32)
    for card, x, y, turn in spots:
        small = cv2.resize(card[..., :3], None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
        high, wide = small.shape[:2]
        way = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1.0)
        way[:, 2] += (x - wide / 2, y - high / 2)
        mask = cv2.warpAffine(np.ones((high, wide), np.float32), way, (960, 720))[..., None]
        picture = picture * (1 - mask) + cv2.warpAffine(small.astype(np.float32), way, (960, 720)) * mask
    seen = cv2.GaussianBlur(picture, (0, 0), 0.8) + rng.normal(0, 2, picture.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def face(text: str) -> Image:
    return draw_face(STYLE, Card.parse(text), SCALE)


def without_indices(text: str) -> Image:
    """A face whose corners are bare: worn off, or a deck that prints none."""
    card, (wide, high) = face(text).copy(), (round(11 * SCALE), round(24 * SCALE))
    for rows in (slice(0, high), slice(-high, None)):
        for columns in (slice(0, wide), slice(-wide, None)):
            card[rows, columns] = card[card.shape[0] // 2, wide // 2]
    return card


def test_backs_are_counted_beside_faces_and_under_them(read: Callable[[Sequence[Spot]], Reading]) -> None:
    back = draw_back(STYLE, SCALE)
    reading = read([(back, 200, 200, 8), (face("9H"), 420, 210, -12), (back, 700, 480, 30), (face("KC"), 300, 520, 70)])
    assert {seen.card.text for seen in reading.cards} == {"9H", "KC"} and reading.backs == 2 and not reading.unread
    covered = read([(back, 300, 300, 0), (face("9H"), 360, 330, 0), (face("KC"), 700, 300, 20)])
    assert covered.backs <= 1  # half of it shows: counted or not, and never twice


@pytest.mark.parametrize("text", ["QH", "JS", "KD", "AS", "TC"])
def test_the_face_of_a_named_card_is_no_back_beside_it(read: Callable[[Sequence[Spot]], Reading], text: str) -> None:
    reading = read([(face(text), 400, 360, 25), (face("4D"), 700, 300, -10)])
    assert text in {seen.card.text for seen in reading.cards} and reading.backs == 0 and not reading.unread


def test_a_face_without_a_readable_index_is_said_to_lie_there(read: Callable[[Sequence[Spot]], Reading]) -> None:
    reading = read([(without_indices("3C"), 300, 300, 10), (face("4D"), 700, 300, -10), (face("QS"), 650, 560, 80)])
    assert {seen.card.text for seen in reading.cards} == {"4D", "QS"} and reading.backs == 0
    assert len(reading.unread) + len(reading.unsure) == 1
    (outline,) = reading.unread or [seen.outline for seen in reading.unsure]
    middle = np.mean(outline, 0)
    assert abs(middle[0] - 300) < 40 and abs(middle[1] - 300) < 40


def test_an_empty_cloth_holds_nothing(read: Callable[[Sequence[Spot]], Reading]) -> None:
    reading = read([])
    assert reading.backs == 0 and not reading.unread and not reading.cards
