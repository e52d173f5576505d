"""Where a card came from: an arm's movement leads to one hand place, or it is unclear."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.places import MIDDLE, Place, hand_place, play_zone
from vision.mat.mats import A3_FOUR, MATS, Mat
from vision.mat.registration import Registration, project
from vision.table.origin import came_from, reached
from vision.table.rest import SMALL

SHAPE = (720, 1280, 3)


def seen_from_above(mat: Mat) -> Registration:
    """A camera straight above that sees the mat with the hands around it."""
    k = min(1280 / (mat.size[0] + 320), 720 / (mat.size[1] + 170))
    to_picture = np.array([[k, 0, 640 - mat.size[0] / 2 * k], [0, k, 360 - mat.size[1] / 2 * k], [0, 0, 1.0]])
    return Registration(np.linalg.inv(to_picture), (0, 1), np.zeros((2, 4, 2)))


def arm(mat: Mat, trail: np.ndarray, spot: tuple[float, float], hand: Place) -> None:
    """Movement from the spot to behind a hand place, as wide as a forearm."""
    x0, y0, x1, y1 = mat.places[hand]
    end = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    end += (end - spot) * 0.5
    ends = project(seen_from_above(mat).to_picture, np.array([spot, end])) * (SMALL[0] / 1280)
    a, b = ((round(float(x)), round(float(y))) for x, y in ends)
    canvas = trail.astype(np.uint8)
    cv2.line(canvas, a, b, 1, 12)
    trail |= canvas.astype(bool)


@pytest.mark.parametrize("name", ["a3-3", "a3-4", "a3-5", "a3-6", "tabloid-6"])
def test_an_arm_leads_to_its_seat_from_any_zone(name: str) -> None:
    mat = MATS[name]
    for seat in range(1, mat.seats + 1):
        for zone in (play_zone(seat), MIDDLE, play_zone(seat % mat.seats + 1)):
            x0, y0, x1, y1 = mat.places[zone]
            spot = (x0 + x1) / 2, (y0 + y1) / 2
            trail = np.zeros(SMALL[::-1], bool)
            arm(mat, trail, spot, hand_place(seat))
            found = came_from(trail, seen_from_above(mat), mat, SHAPE, spot)
            assert found in (hand_place(seat), None), f"from {zone}"
            if zone == play_zone(seat):
                assert found == hand_place(seat)


def test_two_arms_at_once_are_unclear() -> None:
    trail = np.zeros(SMALL[::-1], bool)
    for seat in (1, 3):
        arm(A3_FOUR, trail, (210, 150), hand_place(seat))
    assert came_from(trail, seen_from_above(A3_FOUR), A3_FOUR, SHAPE, (210, 150)) is None


def test_without_movement_nobody_laid_it() -> None:
    assert came_from(np.zeros(SMALL[::-1], bool), seen_from_above(A3_FOUR), A3_FOUR, SHAPE, (210, 240)) is None


@pytest.mark.parametrize("name", ["a3-3", "a3-4", "a3-5", "a3-6", "tabloid-6"])
def test_whose_arms_reached_in_is_told_of_several_at_once(name: str) -> None:
    mat, trail = MATS[name], np.zeros(SMALL[::-1], bool)
    for seat in (1, 3):
        x0, y0, x1, y1 = mat.places[play_zone(seat)]
        arm(mat, trail, ((x0 + x1) / 2, (y0 + y1) / 2), hand_place(seat))
    assert reached(trail, seen_from_above(mat), mat, SHAPE) == {hand_place(1), hand_place(3)}


def test_nobody_reached_in_where_nothing_moved_or_all_of_the_picture_did() -> None:
    for trail in (np.zeros(SMALL[::-1], bool), np.ones(SMALL[::-1], bool)):
        assert reached(trail, seen_from_above(A3_FOUR), A3_FOUR, SHAPE) == frozenset()
