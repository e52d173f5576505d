from __future__ import annotations

import numpy as np
import pytest

from vision.stillness import STILL_FRAMES, Stillness, differs


def noisy(rng: np.random.Generator, card_at: int | None = None) -> np.ndarray:
    picture = np.full((720, 1280), 110.0)
    if card_at is not None:
        picture[300:400, card_at : card_at + 70] = 215
    return np.clip(picture + rng.normal(0, 9, picture.shape), 0, 255).astype(np.uint8)


def test_noise_is_not_movement() -> None:
    rng = np.random.default_rng(1)
    still = Stillness()
    seen = [still.see(noisy(rng)) for _ in range(6)]
    assert seen == [False] * (STILL_FRAMES - 1) + [True] * (6 - STILL_FRAMES + 1)


def test_a_sliding_card_is_movement_until_it_rests() -> None:
    rng = np.random.default_rng(2)
    still = Stillness()
    for x in (100, 140, 180, 220):
        assert not still.see(noisy(rng, x))
    assert [still.see(noisy(rng, 220)) for _ in range(3)][-1]


def test_a_small_nudge_is_seen() -> None:
    rng = np.random.default_rng(3)
    a, b = Stillness(), Stillness()
    a.see(noisy(rng, 300))
    b.see(noisy(rng, 308))
    assert differs(a.small, b.small)


def test_before_the_first_frame_there_is_no_picture() -> None:
    with pytest.raises(ValueError):
        _ = Stillness().small
