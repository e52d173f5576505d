"""How the table moved between two pictures, from the cards that stayed."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from tests.vision.laid_out import seen
from vision.reading.alignment import STILL, Movement, Quad, apart, movement, turn_between

SPOTS = ((200, 150), (420, 160), (210, 380), (440, 400), (330, 270))


def by_hand(seed: int) -> Movement:
    """A camera turned by up to 40 degrees, and tilted."""
    rng = np.random.default_rng(seed)
    corners = np.array([(0, 0), (640, 0), (640, 540), (0, 540)], np.float32)
    tilt = cv2.getPerspectiveTransform(corners, corners + rng.uniform(-40, 40, (4, 2)).astype(np.float32))
    turn = np.vstack([cv2.getRotationMatrix2D((320, 270), float(rng.uniform(-40, 40)), 0.9), (0, 0, 1)])
    return Movement(turn @ tilt, 0)


def cards() -> list[Quad]:
    return [seen("QH 1", spot, 30.0 * k).outline for k, spot in enumerate(SPOTS)]


@pytest.mark.parametrize("seed", range(5))
def test_places_are_found_again_however_the_corners_are_counted(seed: int) -> None:
    true, before = by_hand(seed), cards()
    now = [true.of(card) for card in before]
    now[1] = (*now[1][2:], *now[1][:2])  # read by its other index
    found = movement(list(zip(before[:4], now[:4], strict=True)))
    assert found.agreeing == 4
    assert apart(found.of(before[4]), now[4]) < 0.05
    assert turn_between(found.of(before[4]), now[4]) < 2


def test_a_card_that_was_moved_itself_is_no_landmark() -> None:
    true, before = by_hand(7), cards()
    now = [true.of(card) for card in before]
    now[0] = seen("QH 1", (600, 500), 80).outline
    found = movement(list(zip(before[:4], now[:4], strict=True)))
    assert found.agreeing == 3
    assert apart(found.of(before[4]), now[4]) < 0.1


def test_one_card_tells_turn_and_scale_and_none_is_taken_for_standing_still() -> None:
    before, now = seen("QH 1", (200, 200)).outline, seen("QH 1", (260, 240), 25, 1.5).outline
    found = movement([(before, now)])
    assert found.of((before[0],))[0] == pytest.approx(now[0])
    assert math.isclose(abs(complex(found.matrix[0, 0], found.matrix[1, 0])), 1.5, rel_tol=1e-6)
    assert movement([]) == STILL
