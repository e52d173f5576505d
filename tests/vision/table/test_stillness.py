from __future__ import annotations

import numpy as np
import pytest

from vision.table.stillness import HELD_S, STILL_FRAMES, STILL_S, Stillness, differs


def noisy(rng: np.random.Generator, card_at: int | None = None) -> np.ndarray:
    picture = np.full((720, 1280), 110.0)
    if card_at is not None:
        picture[300:400, card_at : card_at + 70] = 215
    return np.clip(picture + rng.normal(0, 9, picture.shape), 0, 255).astype(np.uint8)


def test_noise_is_not_movement() -> None:
    rng = np.random.default_rng(1)
    still = Stillness()
    seen = [still.see(noisy(rng), k / 10) for k in range(6)]
    assert seen == [False] * (STILL_FRAMES - 1) + [True] * (6 - STILL_FRAMES + 1)


def test_a_sliding_card_is_movement_until_it_rests() -> None:
    rng = np.random.default_rng(2)
    still = Stillness()
    for k, x in enumerate((100, 140, 180, 220)):
        assert not still.see(noisy(rng, x), k / 10)
    assert [still.see(noisy(rng, 220), 0.4 + k / 10) for k in range(3)][-1]


@pytest.mark.parametrize("rate", [5, 10, 20, 30])
def test_at_any_rate_a_card_rests_for_a_fifth_of_a_second_and_three_frames(rate: int) -> None:
    rng = np.random.default_rng(4)
    still = Stillness()
    still.see(noisy(rng, 100), 0.0)
    at = next(k for k in range(1, 60) if still.see(noisy(rng, 200), k / rate))
    assert (at - 1) / rate == pytest.approx(max(STILL_S, 2 / rate), abs=1 / rate)


def test_a_frame_sent_twice_is_no_evidence_of_rest() -> None:
    rng = np.random.default_rng(5)
    still = Stillness()
    times = iter(k / 30 for k in range(1000))
    for x in (100, 140, 180):
        frame = noisy(rng, x)
        assert not any([still.see(frame, next(times)) for _ in range(4)])


def test_a_picture_held_for_long_is_a_table_at_rest() -> None:
    frame = noisy(np.random.default_rng(6), 100)
    still = Stillness()
    seen = [still.see(frame, k / 10) for k in range(8)]
    assert seen.index(True) == pytest.approx(HELD_S * 10)


def test_slow_sliding_is_movement_although_no_frame_differs_from_the_one_before() -> None:
    still = Stillness()
    picture = np.full((720, 1280), 110, np.uint8)
    seen = []
    for k in range(30):
        shifted = picture.copy()
        shifted[300:400, 100 : 170 + k] = 215  # a card's edge creeps on by one pixel a frame
        seen.append(still.see(shifted, k / 10))
    assert not any(seen[10:])


def test_the_trail_shows_where_a_hand_went() -> None:
    rng = np.random.default_rng(7)
    still = Stillness()
    for k, x in enumerate((100, 400, 800)):
        still.see(noisy(rng, x), k / 10)
    trail = still.take_trail()
    assert trail[300 // 8 + 2, 420 // 8] and trail[300 // 8 + 2, 830 // 8]
    assert trail[600 // 8].mean() < 0.02
    assert not still.take_trail().any()


def test_a_small_nudge_is_seen() -> None:
    rng = np.random.default_rng(3)
    a, b = Stillness(), Stillness()
    a.see(noisy(rng, 300), 0)
    b.see(noisy(rng, 308), 0)
    assert differs(a.small, b.small)


def test_before_the_first_frame_there_is_no_picture() -> None:
    with pytest.raises(ValueError):
        _ = Stillness().small
