from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.conftest import camera
from vision.flat import Flat
from vision.mat import A3_FOUR
from vision.registration import project, register

Take = Callable[..., NDArray[np.uint8]]
POINTS = np.array([[0, 0], [210, 148], [420, 297], [60, 250], [-100, 340]], float)


def error_mm(found: object, shift: tuple[float, float] = (0.0, 0.0)) -> float:
    assert found is not None
    seen = project(camera(shift), POINTS)
    return float(np.linalg.norm(project(found.to_mat, seen) - POINTS, axis=1).max())  # type: ignore[attr-defined]


def test_four_markers_give_the_plane_to_half_a_millimetre(photograph: Take) -> None:
    found = register(photograph(), A3_FOUR)
    assert found is not None and found.markers == (0, 1, 2, 3)
    assert error_mm(found) < 0.8


@pytest.mark.parametrize("hide", [(0,), (1, 2), (0, 2)])
def test_two_markers_are_enough(photograph: Take, hide: tuple[int, ...]) -> None:
    found = register(photograph(hide=hide), A3_FOUR)
    assert found is not None and set(found.markers) == {0, 1, 2, 3} - set(hide)
    assert error_mm(found) < 4.0


def test_one_marker_is_not_enough(photograph: Take) -> None:
    assert register(photograph(hide=(0, 1, 3)), A3_FOUR) is None


def test_a_bumped_camera_is_followed_and_noticed(photograph: Take) -> None:
    before = register(photograph(), A3_FOUR)
    assert before is not None
    after = register(photograph(shift=(24, -15)), A3_FOUR, near=before)
    assert error_mm(after, (24, -15)) < 0.8
    assert after is not None and after.moved(before) > 10
    again = register(photograph(shift=(24, -15)), A3_FOUR, near=after)
    assert again is not None and again.moved(after) < 0.5


def test_the_flat_picture_is_the_mat_straight_down(photograph: Take) -> None:
    flat = Flat(A3_FOUR)
    found = register(photograph(), A3_FOUR)
    assert found is not None
    picture = flat.warp(photograph(), found)
    assert picture.shape == (flat.size[1], flat.size[0])
    x, y = (round(v) for v in flat.to_px(10 + 36 / 8 / 2, 10 + 36 / 2))  # the black border of marker 0
    assert picture[y, x] < 70
    white = tuple(round(v) for v in flat.to_px(7, 28))  # its white quiet zone
    assert picture[white[1], white[0]] > 200
    part = flat.warp(photograph(), found, (300, 200, 428, 300))
    assert np.abs(part.astype(int) - picture[200:300, 300:428]).max() <= 2
    assert flat.to_mm(*flat.to_px(12.5, -7.0)) == pytest.approx((12.5, -7.0))


def test_nothing_is_searched_where_the_markers_look_as_they_did(photograph: Take) -> None:
    first = register(photograph(), A3_FOUR)
    assert first is not None
    noisy = np.clip(photograph() + np.random.default_rng(1).normal(0, 2, (720, 1280)), 0, 255).astype(np.uint8)
    assert register(noisy, A3_FOUR, near=first) is first


def test_a_shift_of_one_pixel_is_noticed(photograph: Take) -> None:
    first = register(photograph(), A3_FOUR)
    moved = register(photograph(shift=(1.0, 0.0)), A3_FOUR, near=first)
    assert first is not None and moved is not None and moved is not first
    assert error_mm(moved, (1.0, 0.0)) < 0.8
