"""Four taps instead of a mat: places follow from them, and what are no corners is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.saying import refused
from vision.mat.mats import A3_FOUR, MATS
from vision.mat.registration import project
from vision.mat.taps import TapsFaulty, load_taps, registration_by, save_taps

TAPS = ((330.0, 130.0), (955.0, 118.0), (985.0, 600.0), (300.0, 590.0))


def test_the_corners_lie_where_they_were_tapped() -> None:
    registration = registration_by(TAPS, A3_FOUR)
    corners = project(registration.to_mat, np.array(TAPS))
    assert corners == pytest.approx(np.array([[0, 0], [420, 0], [420, 297], [0, 297]]), abs=0.01)


@pytest.mark.parametrize(
    "taps",
    [TAPS[:3], (TAPS[0], TAPS[2], TAPS[1], TAPS[3]), TAPS[::-1], ((1, 1), (2, 2), (3, 3), (4, 4)),
     ((0, 0), (10, 0), (10, 10), (0, 10))],
)  # fmt: skip
def test_taps_that_are_no_corners_in_order_are_refused(taps: tuple[tuple[float, float], ...]) -> None:
    with refused(TapsFaulty, match="our"):
        registration_by(taps, A3_FOUR)


def test_taps_are_kept_for_their_mat(tmp_path: Path) -> None:
    path = tmp_path / "taps.json"
    assert load_taps(path, A3_FOUR) is None
    save_taps(path, TAPS, A3_FOUR)
    kept = load_taps(path, A3_FOUR)
    assert kept is not None and np.allclose(kept.to_mat, registration_by(TAPS, A3_FOUR).to_mat)
    assert load_taps(path, MATS["a3-5"]) is None
    path.write_text("{")
    with refused(TapsFaulty, match="tap the four corners anew"):
        load_taps(path, A3_FOUR)
