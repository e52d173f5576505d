from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.cameras.quality import judged, measure
from hardware.machine.checks import SHARP


def table(blur: float = 0.0, light: float = 1.0) -> np.ndarray:
    """A plain table with a chequered sheet on it, as a mat's markers are."""
    picture = np.full((720, 1280, 3), 120, np.uint8)
    for row in range(6):
        for column in range(6):
            shade = 230 if (row + column) % 2 else 20
            picture[300 + 20 * row : 320 + 20 * row, 560 + 20 * column : 580 + 20 * column] = shade
    if blur:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
    return np.clip(picture * light, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("picture", "ids"),
    [
        (table(blur=0.7), ["light.ok", "focus.ok"]),
        (table(blur=4.0), ["light.ok", "focus.fault"]),
        (table(light=0.2), ["light.dark"]),
        (table(light=2.0), ["light.bright"]),
        (np.zeros((720, 1280, 3), np.uint8), ["light.dark"]),
        (np.full((720, 1280, 3), 120, np.uint8), ["light.ok"]),
    ],
)
def test_light_and_focus_are_judged(picture: np.ndarray, ids: list[str]) -> None:
    assert [finding.id for finding in judged(picture)] == ids


def test_one_sharp_part_is_enough() -> None:
    grey, sharpness, _ = measure(table(blur=0.7))
    assert 110 < grey < 130
    assert sharpness > 4 * SHARP, "the plain table round the mat does not count"
