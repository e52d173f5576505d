from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading.cutting import CENTRE_X, PATCH_H, PATCH_INDEX, PATCH_W, IndexPose, cut_patch


@pytest.mark.parametrize("degrees", [0, 37, 90, 180, 251])
def test_an_index_comes_out_upright_centred_and_to_size(degrees: float) -> None:
    """An arrow of the index's height, turned any way, is always cut out pointing up, not mirrored."""
    height = 60.0
    angle = np.radians(degrees)
    up, right = np.array([np.sin(angle), -np.cos(angle)]), np.array([np.cos(angle), np.sin(angle)])
    picture = np.zeros((300, 300, 3), np.uint8)
    centre = np.array([150.0, 140.0])
    top, flag = centre + up * height / 2, centre + up * height / 4 + right * height / 4
    cv2.line(picture, *(tuple(int(v) for v in p.round()) for p in (centre - up * height / 2, top)), (255,) * 3, 3)
    cv2.circle(picture, tuple(int(v) for v in flag.round()), 6, (255,) * 3, -1)
    patch = cut_patch(picture, IndexPose(*(float(v) for v in (*centre, *up)), height))
    assert patch.shape == (PATCH_H, PATCH_W, 3)
    ink = patch[..., 0] > 100
    middle = round(CENTRE_X)
    rows = np.nonzero(ink[:, middle - 1 : middle + 1].any(1))[0]
    assert abs((rows[-1] - rows[0] + 1) - PATCH_INDEX) <= 4
    assert ink[: PATCH_H // 2, middle + 5 :].any() and not ink[:, : middle - 6].any()


def test_a_card_seen_at_a_low_angle_comes_out_as_from_straight_above() -> None:
    """The same print on a card that looks 0.4 times as wide and leans over gives the same patch."""
    rng = np.random.default_rng(3)
    printed = cv2.GaussianBlur(rng.integers(0, 255, (200, 200, 3), dtype=np.uint8), (0, 0), 6)
    straight = IndexPose(100.0, 100.0, 0.0, -1.0, 60.0)
    aspect, shear = 0.4, 0.25
    leaning = np.array([[aspect, 0, 100 - 100 * aspect], [-shear, 1, 100 * shear]], np.float32)
    seen = np.asarray(cv2.warpAffine(printed, leaning, (200, 200)), np.uint8)
    patch = cut_patch(seen, IndexPose(100.0, 100.0, 0.0, -1.0, 60.0, aspect, shear)).astype(int)
    assert np.abs(patch - cut_patch(printed, straight))[8:-8, 8:-8].mean() < 2.5


def test_a_place_tells_where_a_point_of_the_picture_is_on_its_card() -> None:
    place = IndexPose(50.0, 80.0, 0.6, -0.8, 20.0, 0.5, -0.2)
    right, up = np.array(place.right), np.array(place.up)
    x, y = (float(v) for v in np.array([50, 80]) + 1.5 * right - 3.0 * up)
    assert place.seen_from(x, y) == pytest.approx((1.5, -3.0))
    assert place.scaled(2.0).up == pytest.approx(tuple(2.0 * up))


@given(
    st.floats(-180, 180), st.floats(0.3, 2), st.floats(-0.8, 0.8), st.floats(0.6, 1.6), st.floats(-0.4, 0.4),
    st.floats(-0.3, 0.3),
)  # fmt: skip
def test_a_correction_leads_from_any_place_to_the_true_one(
    degrees: float, aspect: float, shear: float, size: float, turn: float, off: float
) -> None:
    angle = np.radians(degrees)
    true = IndexPose(200.0, 150.0, float(np.sin(angle)), float(-np.cos(angle)), 40.0, aspect, shear)
    found = IndexPose(
        200.0 + 40 * off, 150.0 - 20 * off, float(np.sin(angle + turn)), float(-np.cos(angle + turn)), 40.0 * size
    )  # fmt: skip
    better = found.corrected(found.correction(true))
    assert (better.x, better.y) == pytest.approx((true.x, true.y), abs=1e-6)
    assert better.up == pytest.approx(true.up, abs=1e-4) and better.right == pytest.approx(true.right, abs=1e-4)
    assert true.correction(true) == pytest.approx((0,) * 6, abs=1e-9)
