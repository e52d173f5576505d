"""The reader camera's pictures named by the real reader: cards as they lie on the window, drawn by the studio."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.cards import Card, Unseen
from hardware.cameras.frames import Picture
from table_controller.watching.shoe import glimpse_of
from vision.reading.reader import Reader
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.print.faces import card_picture

PX_PER_MM = 6.5
"""The camera 18 cm below the window sees about 20 cm of it in 1280 pixels."""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def window(*cards: Card | None, turn: float = 8.0) -> Picture:
    """The window in its dark box, with these cards on it (None: a back), and a sensor's noise."""
    picture = np.full((720, 1280, 3), 28, np.float64)
    for number, card in enumerate(cards):
        face = np.asarray(card_picture(STYLES["classic"], card, PX_PER_MM))
        height, width = face.shape[:2]
        moved = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
        moved[:, 2] += (640 - width / 2 + 420 * (number - (len(cards) - 1) / 2), 360 - height / 2)
        laid = cv2.warpAffine(face, moved, (1280, 720))
        there = laid[..., 3:] / 255
        picture = picture * (1 - there) + laid[..., :3] * there
    noise = np.random.default_rng(1).normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("text", ["9C", "TD", "JH", "QS", "KC", "AD"])
def test_one_card_is_named(reader: Reader, text: str) -> None:
    assert glimpse_of(reader, window(Card.parse(text))) == Card.parse(text)


def test_an_empty_window_is_empty_and_what_is_no_single_face_can_not_be_read(reader: Reader) -> None:
    assert glimpse_of(reader, window()) is None
    assert glimpse_of(reader, window(None)) is Unseen.UNREADABLE
    assert glimpse_of(reader, window(Card.parse("QH"), Card.parse("9S"))) is Unseen.UNREADABLE
