"""Table tops: wood of several kinds, felt, linen and a checked cloth, made of noise; no picture of a real one is used.

Seen from above at a given scale, in RGB; what lies on them is not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from vision.workshop.studio.print.ink import Colour, Picture
from vision.workshop.studio.scene.camera import Field

Generator = np.random.Generator


def _noise(rng: Generator, size: tuple[int, int], grain: tuple[float, float]) -> Field:
    """Soft noise in -1..1; `grain` is the size of its blobs in pixels across and down."""
    width, height = size
    cells = (max(2, round(height / grain[1])), max(2, round(width / grain[0])))
    coarse = rng.uniform(-1, 1, cells).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _mixed(share: Field, dark: Colour, light: Colour) -> Field:
    share = np.clip(share, 0, 1)[..., None]
    return np.asarray(np.array(dark, np.float32) * (1 - share) + np.array(light, np.float32) * share, np.float32)


def _wood(rng: Generator, size: tuple[int, int], scale: float, dark: Colour, light: Colour) -> Field:
    """Boards with long grain, year rings that wander, pores, and a joint between boards."""
    width, height = size
    board = 118.0 * scale
    out = np.zeros((height, width, 3), np.float32)
    rows = np.arange(height, dtype=np.float32)[:, None]
    for k in range(int(height / board) + 1):
        top, bottom = int(k * board), min(height, int((k + 1) * board))
        part = (width, bottom - top)
        if part[1] <= 0:
            continue
        wander = _noise(rng, part, (260 * scale, 34 * scale)) * 22 * scale
        wander += _noise(rng, part, (900 * scale, 70 * scale)) * 40 * scale
        rings = np.sin((rows[top:bottom] + wander) * (2 * np.pi / (rng.uniform(9, 15) * scale)))
        fibre = _noise(rng, part, (60 * scale, 0.9 * scale)) + 0.7 * _noise(rng, part, (24 * scale, 0.5 * scale))
        pores = np.clip(_noise(rng, part, (9 * scale, 0.55 * scale)) - 0.62, 0, 0.3)
        swell = 0.6 + 0.4 * _noise(rng, part, (300 * scale, 50 * scale))
        share = 0.54 - 1.1 * pores + 0.17 * rings * swell + 0.16 * fibre
        tone = rng.uniform(0.9, 1.07)
        plank = _mixed(share, dark, light) * tone
        plank[: max(1, round(0.7 * scale))] *= 0.45
        out[top:bottom] = plank
    return out


def _oak(rng: Generator, size: tuple[int, int], scale: float) -> Field:
    return _wood(rng, size, scale, (128, 84, 46), (188, 138, 86))


def _walnut(rng: Generator, size: tuple[int, int], scale: float) -> Field:
    return _wood(rng, size, scale, (58, 36, 24), (112, 74, 48))


def _pine(rng: Generator, size: tuple[int, int], scale: float) -> Field:
    return _wood(rng, size, scale, (186, 140, 88), (228, 190, 136))


def _felt(rng: Generator, size: tuple[int, int], scale: float) -> Field:
    """Card-table baize."""
    fluff = (
        0.5 + 0.16 * _noise(rng, size, (1.2 * scale, 1.2 * scale)) + 0.1 * _noise(rng, size, (90 * scale, 70 * scale))
    )
    return _mixed(fluff, (18, 62, 44), (48, 112, 80))


def _linen(rng: Generator, size: tuple[int, int], scale: float) -> Field:
    """A light tablecloth with a visible weave and soft folds."""
    width, height = size
    x = np.arange(width, dtype=np.float32)[None, :]
    y = np.arange(height, dtype=np.float32)[:, None]
    weave = np.sin(x * (2 * np.pi / (1.9 * scale))) * np.sin(y * (2 * np.pi / (1.9 * scale)))
    folds = _noise(rng, size, (260 * scale, 420 * scale))
    share = 0.6 + 0.1 * weave + 0.16 * folds + 0.06 * _noise(rng, size, (1.0 * scale, 8 * scale))
    return _mixed(share, (150, 142, 126), (222, 214, 198))


def _checked(rng: Generator, size: tuple[int, int], scale: float) -> Field:
    """A red and white checked cloth: the hardest ground, bright squares of nearly a card's width."""
    width, height = size
    step = 42.0 * scale
    bands = [(np.arange(n) // step % 2).astype(np.float32) for n in (width, height)]
    share = (bands[0][None, :] + bands[1][:, None]) / 2
    cloth = _mixed(share, (232, 224, 214), (160, 34, 40))
    weave = (
        1 + 0.05 * _noise(rng, size, (0.8 * scale, 0.8 * scale)) + 0.09 * _noise(rng, size, (240 * scale, 300 * scale))
    )
    return np.asarray(cloth * weave[..., None], np.float32)


def _flowered(rng: Generator, size: tuple[int, int], scale: float) -> Field:
    """An oilcloth strewn with flowers and leaves."""
    width, height = size
    share = 0.5 + 0.2 * _noise(rng, size, (120 * scale, 120 * scale))
    cloth = np.ascontiguousarray(_mixed(share, (58, 80, 104), (92, 116, 138)))
    for _ in range(int(width * height / (44 * scale) ** 2)):
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        petal = tuple(float(v) for v in rng.choice(np.array([(226, 206, 120), (214, 96, 110), (236, 232, 222)])))
        r = float(rng.uniform(4, 8)) * scale
        turn = float(rng.uniform(0, 6.3))
        for k in range(2):
            at = (int(x + 1.9 * r * np.cos(turn + k * 2)), int(y + 1.9 * r * np.sin(turn + k * 2)))
            cv2.ellipse(
                cloth,
                at,
                (int(r * 1.1), int(r * 0.4)),
                np.degrees(turn + k * 2),
                0,
                360,
                (74, 118, 72),
                -1,
                cv2.LINE_AA,
            )
        for k in range(5):
            a = turn + k * 2 * np.pi / 5
            at = (int(x + r * 0.8 * np.cos(a)), int(y + r * 0.8 * np.sin(a)))
            cv2.circle(cloth, at, int(r * 0.62), petal, -1, cv2.LINE_AA)
        cv2.circle(cloth, (x, y), int(r * 0.5), (200, 140, 40), -1, cv2.LINE_AA)
    return np.asarray(cloth, np.float32)


GROUNDS: dict[str, Callable[[Generator, tuple[int, int], float], Field]] = {
    "oak": _oak,
    "walnut": _walnut,
    "pine": _pine,
    "felt": _felt,
    "linen": _linen,
    "checked": _checked,
    "flowered": _flowered,
}


@lru_cache(maxsize=3)
def draw_ground(name: str, width: float, height: float, px_per_mm: float, seed: int) -> Picture:
    """A table top of (width, height) mm as RGB."""
    size = (round(width * px_per_mm), round(height * px_per_mm))
    cloth = GROUNDS[name](np.random.default_rng(seed), size, px_per_mm)
    return np.clip(cloth, 0, 255).astype(np.uint8)
