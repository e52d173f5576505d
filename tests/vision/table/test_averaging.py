"""The picture of a table at rest: one frame by good light, the mean of several where there is much noise."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pictures import Image
from vision.table.averaging import MOST, NOISY, NewestFrames, noise

CLEAN = np.full((240, 320, 3), 120, np.uint8)


def grainy(deviation: float, seed: int) -> Image:
    grain = np.random.default_rng(seed).normal(0, deviation, CLEAN.shape)
    return np.clip(CLEAN + grain, 0, 255).round().astype(np.uint8)


@pytest.mark.parametrize("deviation", [1.0, 4.0, 10.0])
def test_noise_is_told_from_two_frames(deviation: float) -> None:
    assert noise(grainy(deviation, 1), grainy(deviation, 2)) == pytest.approx(deviation, rel=0.1)
    assert noise(CLEAN, CLEAN) == 0.0


def test_by_good_light_the_newest_frame_is_taken_as_it_is() -> None:
    rest, frames = NewestFrames(), [grainy(NOISY / 2, seed) for seed in range(3)]
    for frame in frames:
        rest.see(frame, 0.0)
    assert rest.picture(0.0) is frames[-1]


def test_much_noise_averages_away_but_not_over_frames_that_came_twice() -> None:
    rest = NewestFrames()
    frames = [grainy(2 * NOISY, seed) for seed in range(2)]
    for frame in (frames[0], frames[0].copy(), frames[1], frames[1].copy()):
        rest.see(frame, 0.0)
    few = float(np.std(rest.picture(0.0)))
    assert few == pytest.approx(2 * NOISY / 2**0.5, rel=0.1), "two frames, each of them twice"
    for seed in range(MOST + 3):
        rest.see(grainy(2 * NOISY, 10 + seed), 0.0)
    assert float(np.std(rest.picture(0.0))) == pytest.approx(2 * NOISY / MOST**0.5, rel=0.1)


def test_frames_from_before_a_part_came_to_rest_do_not_count() -> None:
    rest, newest = NewestFrames(), grainy(2 * NOISY, 1)
    rest.see(np.zeros_like(CLEAN), 0.0)
    rest.see(newest, 1.0)
    assert rest.picture(0.5) is newest


def test_hands_that_move_over_a_fifth_of_the_picture_are_no_noise() -> None:
    before, after = grainy(1.0, 1), grainy(1.0, 2)
    after[:, :64] = 30
    assert noise(before, after) < 1.5


def test_what_one_frame_did_not_show_plainly_is_looked_at_in_the_mean_of_several_by_any_light() -> None:
    rest = NewestFrames()
    for seed in range(MOST):
        rest.see(grainy(NOISY / 2, seed), 0.0)
    assert float(np.std(rest.picture(0.0, closely=True))) == pytest.approx(NOISY / 2 / MOST**0.5, rel=0.2)
