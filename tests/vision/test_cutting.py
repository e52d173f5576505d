from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cutting import CENTRE_X, PATCH_H, PATCH_INDEX, PATCH_W, cut_patch


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
    patch = cut_patch(picture, *centre, *up, height)
    assert patch.shape == (PATCH_H, PATCH_W, 3)
    ink = patch[..., 0] > 100
    middle = round(CENTRE_X)
    rows = np.nonzero(ink[:, middle - 1 : middle + 1].any(1))[0]
    assert abs((rows[-1] - rows[0] + 1) - PATCH_INDEX) <= 4
    assert ink[: PATCH_H // 2, middle + 5 :].any() and not ink[:, : middle - 6].any()
