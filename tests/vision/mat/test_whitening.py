"""White balance by the mat's paper: grey paper under any lamp, cards on it or not, and nothing in the dark."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import Card
from vision.mat.mats import A3_FOUR
from vision.mat.registration import register
from vision.mat.whitening import DARKEST, white_balance, whitened
from vision.pictures import Image
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.recipes import overhead
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.film import Light, Sensor
from vision.workshop.studio.scene.table import Scene, Stage
from vision.workshop.studio.scene.things import Lying

WARM = (0.6, 0.9, 1.3)
"""Blue, green and red of a lamp that is none too warm for a living room."""


def table(cast: tuple[float, float, float], *cards: Lying, level: float = 0.7) -> Image:
    light = Light(level=level, lamp_gain=0.0, slope=(0.0, 0.0), vignette=0.0, cast=cast)
    camera = overhead(A3_FOUR, Camera())
    stage = Stage(STYLES["classic"], "felt", 3, camera, light, Sensor(), A3_FOUR)
    return stage.photograph(Scene(tuple(cards)))


def balance_of(picture: Image) -> np.ndarray:
    found = register(np.asarray(picture.mean(axis=2), np.uint8), A3_FOUR)
    assert found is not None
    return white_balance(picture, found, A3_FOUR)


LAID = tuple(Lying(Card.parse(c), 80.0 + 70 * k, 150.0, 20.0) for k, c in enumerate(("QH", "9D", "KS", "JH")))


@pytest.mark.parametrize("cards", [(), LAID], ids=["bare", "laid"])
def test_paper_is_grey_under_a_warm_lamp_whatever_lies_on_it(cards: tuple[Lying, ...]) -> None:
    picture = table(WARM, *cards)
    balance = balance_of(picture)
    paper = np.array(WARM) / 0.93  # the lamp's colour, as the camera shows white paper, but for a factor
    evened = paper * balance
    assert evened.max() / evened.min() < 1.06 < paper.max() / paper.min()
    before, after = picture.mean(), whitened(picture, balance).mean()
    assert after == pytest.approx(before, rel=0.1)


def test_by_white_light_nothing_is_changed_and_in_the_dark_nothing_is_guessed() -> None:
    assert balance_of(table((1.0, 1.0, 1.0))) == pytest.approx(np.ones(3), abs=0.05)
    dark = np.full((720, 1280, 3), DARKEST / 2, np.uint8)
    found = register(np.asarray(table((1.0, 1.0, 1.0)).mean(axis=2), np.uint8), A3_FOUR)
    assert found is not None
    assert white_balance(dark, found, A3_FOUR) == pytest.approx(np.ones(3))


def test_what_becomes_brighter_than_white_is_white() -> None:
    picture = np.array([[[100, 200, 250]]], np.uint8)
    assert whitened(picture, np.array([1.5, 1.0, 1.2], np.float32)).tolist() == [[[150, 200, 255]]]
