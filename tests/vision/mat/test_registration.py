from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.conftest import camera
from vision.mat.flat import Flat
from vision.mat.mats import A3_FOUR
from vision.mat.registration import project, register

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


def half_hidden(picture: NDArray[np.uint8], marker: int) -> NDArray[np.uint8]:
    """A pack of cards that ends at the marker's left edge: its black border runs on into the pack."""
    covered = picture.copy()
    top, _, _, bottom = (
        camera()[:2] @ (x, y, 1) / (camera()[2] @ (x, y, 1)) for x, y in A3_FOUR.marker_corners(marker)
    )
    covered[int(top[1]) + 6 : int(bottom[1]), int(top[0]) - 14 : int(top[0]) + 3] = 30
    return covered


def test_while_nobody_moves_the_camera_the_plane_stays_however_few_markers_the_hands_leave(photograph: Take) -> None:
    first = register(photograph(), A3_FOUR)
    assert first is not None
    for hide in ((1, 2), (0, 3), (3,), ()):
        after = register(photograph(hide=hide), A3_FOUR, near=first)
        assert after is not None and set(after.markers) == {0, 1, 2, 3} - set(hide), "what is in sight is told"
        assert after.to_mat is first.to_mat and after.moved(first) < 1e-6


@pytest.mark.parametrize("marker", [0, 2, 3])
def test_a_marker_that_is_partly_covered_moves_nothing(photograph: Take, marker: int) -> None:
    first = register(photograph(), A3_FOUR)
    after = register(half_hidden(photograph(), marker), A3_FOUR, near=first)
    assert first is not None and after is not None and after.to_mat is first.to_mat
    assert error_mm(register(half_hidden(photograph(), marker), A3_FOUR)) < 2.0, "nor at the first look"


def test_a_plane_told_from_two_markers_is_told_anew_once_more_are_in_sight(photograph: Take) -> None:
    rough = register(photograph(hide=(1, 2)), A3_FOUR)
    assert rough is not None and rough.rests_on == 2
    rough = replace(rough, to_mat=rough.to_mat @ np.array([[1, 0.008, 0], [0, 1, 0], [0, 0, 1.0]]))
    assert error_mm(rough) > 2.0
    after = register(photograph(), A3_FOUR, near=rough)
    assert after is not None and after.rests_on == 4 and error_mm(after) < 0.8


def test_a_camera_bumped_while_hands_cover_markers_is_followed(photograph: Take) -> None:
    first = register(photograph(), A3_FOUR)
    bumped = register(photograph(hide=(1,), shift=(9, 6)), A3_FOUR, near=first)
    assert bumped is not None and bumped.rests_on == 3 and error_mm(bumped, (9, 6)) < 2.0
    again = register(photograph(shift=(9, 6)), A3_FOUR, near=bumped)
    assert again is not None and error_mm(again, (9, 6)) < 2.0
