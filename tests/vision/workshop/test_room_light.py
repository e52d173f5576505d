"""The light of a lived-in room: what falls where, how a camera follows it, and that it never burns cards out."""

from __future__ import annotations

import numpy as np
import pytest

from vision.workshop.studio.people.room_light import RoomLife
from vision.workshop.studio.scene.light import (
    BRIGHT,
    GLARE,
    Bands,
    RoomLight,
    Shadow,
    Sun,
    WhiteBalance,
    without_glare,
)

SIZE = (640, 360)


def at(light: RoomLight, x: float, y: float) -> float:
    level = light.coarse(SIZE)
    return float(level[int(y * (level.shape[0] - 1)), int(x * (level.shape[1] - 1))].mean())


def test_a_shadow_takes_its_share_in_its_middle_and_nothing_far_away() -> None:
    light = RoomLight(shadows=(Shadow(0.3, 0.5, 0.0, 0.2, 2.0, 0.05, 0.4),))
    assert at(light, 0.3, 0.5) == pytest.approx(0.6, abs=0.01) and at(light, 0.8, 0.5) == pytest.approx(1.0)


def test_sun_adds_to_its_patch_alone_and_stripes_change_no_mean() -> None:
    light = RoomLight(suns=(Sun(0.5, 0.5, 0.0, 0.3, 0.3, 0.01, (0.2, 0.3, 0.4)),))
    assert at(light, 0.5, 0.5) == pytest.approx(1.3, abs=0.01) and at(light, 0.1, 0.5) == pytest.approx(1.0)
    striped = RoomLight(bands=(Bands(3.0, 0.4, 0.05),)).coarse(SIZE)
    assert striped.mean() == pytest.approx(1.0, abs=0.003) and striped.std() > 0.005
    assert (striped == striped[:, :1]).all(), "a row is lit alike"


def test_whatever_shines_white_paper_keeps_its_greys() -> None:
    level = np.linspace(0, 3, 300, dtype=np.float32)
    held = without_glare(level)
    assert held.max() < BRIGHT + GLARE and (np.diff(held) > 0).all()
    assert np.allclose(held[level < BRIGHT], level[level < BRIGHT])


def test_white_balance_follows_in_steps_and_not_when_it_is_locked() -> None:
    grey, warm = np.full((90, 160, 3), 120, np.uint8), np.full((90, 160, 3), (80, 120, 150), np.uint8)
    follows, locked = WhiteBalance(1.0), WhiteBalance(0.0)
    seen = set()
    for balance in (follows, locked):
        balance.follow(grey)
        for _ in range(30):
            balance.follow(warm)
            seen.add(balance.gains)
    assert follows.gains[0] > 1.05 > 0.95 > follows.gains[2] and locked.gains == (1.0, 1.0, 1.0)
    assert all(round(gain / 0.02) * 0.02 == pytest.approx(gain) for gains in seen for gain in gains)


def test_rooms_of_one_seed_are_alike_and_every_kind_of_light_is_in_some() -> None:
    names = set()
    for seed in range(30):
        a, b = (RoomLife(np.random.default_rng(seed), 60.0) for _ in range(2))
        assert [a.at(n / 10) for n in range(100)] == [b.at(n / 10) for n in range(100)]
        names |= set(a.names)
    assert names == {"passers", "screen", "mains", "door", "curtain", "lamp"}


def test_light_repeats_no_beat() -> None:
    """No room's brightness comes back to itself after any lag as a sine would."""
    room = RoomLife(np.random.default_rng(5), 120.0)
    level = np.array([np.mean(room.at(n / 10).coarse((64, 36))) for n in range(1000)])
    away = level - level.mean()
    like = [float((away[lag:] * away[:-lag]).mean() / away.var()) for lag in range(60, 400)]
    assert max(like) < 0.7
