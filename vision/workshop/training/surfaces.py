"""What cards lie on: made surfaces (cloth, wood, tiles, checks, carpets, print, keys) and things that cover cards.

All of it is drawn from random numbers; no photograph is used.
"""

from __future__ import annotations

import string

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.training.art import Image, Rng

Float = NDArray[np.float32]


def _noise(rng: Rng, size: int, cells_x: int, cells_y: int) -> Float:
    """Smooth noise in -1..1 with the given number of cells across and down."""
    small = rng.uniform(-1, 1, (max(2, cells_y), max(2, cells_x))).astype(np.float32)
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def _colour(rng: Rng) -> Float:
    """A surface colour: half the time a dull one, else any."""
    c = rng.uniform(10, 250, 3)
    if rng.random() < 0.5:
        c = c.mean() + (c - c.mean()) * 0.35
    return c.astype(np.float32)


def _octaves(rng: Rng, size: int) -> Float:
    total = np.zeros((size, size), np.float32)
    for k in range(2, 9):
        total += _noise(rng, size, 2**k, 2**k) * rng.uniform(0.1, 1.0) * 0.7**k
    return np.asarray(total / (np.abs(total).max() + 1e-6), np.float32)


def _cloth(rng: Rng, size: int) -> Float:
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
    p, q = rng.uniform(0.6, 2.8, 2)
    weave = (np.sin(xs * p) + np.sin(ys * q)) * rng.uniform(1, 12)
    grain = rng.normal(0, rng.uniform(2, 14), (size, size)).astype(np.float32)
    return np.asarray(_colour(rng) + (weave + grain + 14 * _octaves(rng, size))[..., None], np.float32)


def _wood(rng: Rng, size: int) -> Float:
    base = np.array((rng.uniform(30, 110), rng.uniform(70, 160), rng.uniform(110, 215)), np.float32)
    grain = _noise(rng, size, 4, 160) * 18 + _noise(rng, size, 8, 40) * 14 + _noise(rng, size, 2, 8) * 12
    picture = base + grain[..., None] * np.array((0.8, 1.0, 1.1), np.float32)
    for _ in range(int(rng.integers(0, 5))):  # joints between planks
        y = int(rng.integers(0, size))
        picture[y : y + int(rng.integers(1, 4))] *= 0.55
    return np.asarray(picture if rng.random() < 0.5 else picture.transpose(1, 0, 2), np.float32)


def _grid(rng: Rng, size: int) -> Float:
    """Tiles, checks or stripes."""
    ys, xs = np.mgrid[0:size, 0:size]
    pitch, line = int(rng.integers(14, 140)), int(rng.integers(1, 6))
    a, b = _colour(rng), _colour(rng)
    kind = rng.integers(0, 3)
    if kind == 0:
        on = (xs % pitch < line) | (ys % pitch < line)
    elif kind == 1:
        on = ((xs // pitch) + (ys // pitch)) % 2 == 0
    else:
        on = (xs // max(2, pitch // 3)) % 2 == 0
    picture = np.where(on[..., None], a, b).astype(np.float32)
    return np.asarray(picture + 10 * _octaves(rng, size)[..., None], np.float32)


def _print(rng: Rng, size: int) -> Float:
    """Printed text in several sizes, turned; the commonest thing that looks like an index."""
    paper = np.full((size, size, 3), _colour(rng) if rng.random() < 0.4 else rng.uniform(190, 250), np.float32)
    ink = tuple(float(v) for v in (rng.uniform(0, 90, 3) if rng.random() < 0.7 else _colour(rng)))
    letters = string.ascii_letters + string.digits * 3 + " ,.-&%?!" + "AKQJ"
    y, picture = 0, paper.astype(np.uint8)
    while y < size:
        scale = float(rng.choice([0.3, 0.4, 0.5, 0.8, 1.2, 2.0]))
        y += int(30 * scale) + 2
        text = "".join(rng.choice(list(letters), int(size / (14 * scale))))
        font = int(rng.choice([0, 1, 2, 3, 4, 6, 7]))
        cv2.putText(picture, text, (int(rng.integers(-20, 20)), y), font, scale, ink, 1 + int(scale), cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(rng.uniform(0, 360)), 1.45)
    return cv2.warpAffine(picture, turn, (size, size), borderMode=cv2.BORDER_REFLECT).astype(np.float32)


def _keys(rng: Rng, size: int) -> Float:
    """Keys of a keyboard: small plates with a letter each."""
    dark = rng.random() < 0.7
    ground, plate, ink = (15.0, 40.0, 225.0) if dark else (170.0, 235.0, 40.0)
    picture = np.full((size, size, 3), ground, np.uint8)
    pitch = int(rng.integers(28, 64))
    for y in range(0, size, pitch):
        for x in range(-(y % 3) * 9, size, pitch):
            cv2.rectangle(picture, (x + 2, y + 2), (x + pitch - 3, y + pitch - 3), (plate,) * 3, -1)
            letter = str(rng.choice(list(string.ascii_uppercase + string.digits)))
            cv2.putText(picture, letter, (x + 6, y + pitch // 2), 0, pitch / 70, (ink,) * 3, 1, cv2.LINE_AA)
    return picture.astype(np.float32)


def _shapes(rng: Rng, size: int) -> Float:
    """A patterned cloth or a cluttered table: many bright shapes, suit-like ones among them."""
    picture = np.full((size, size, 3), _colour(rng), np.float32).astype(np.uint8)
    for _ in range(int(rng.integers(20, 160))):
        c = tuple(float(v) for v in _colour(rng))
        x, y, r = (int(v) for v in (rng.integers(0, size), rng.integers(0, size), rng.integers(3, 50)))
        kind = rng.integers(0, 4)
        if kind == 0:
            cv2.circle(picture, (x, y), r, c, -1 if rng.random() < 0.6 else 2, cv2.LINE_AA)
        elif kind == 1:
            cv2.rectangle(picture, (x, y), (x + r, y + int(r * rng.uniform(0.3, 2))), c, -1)
        elif kind == 2:
            spread = rng.normal(0, r / 1.5, (int(rng.integers(3, 7)), 2))
            points = np.add(spread, (x, y)).astype(np.int32)
            cv2.fillPoly(picture, [points], c, cv2.LINE_AA)
        else:
            cv2.line(picture, (x, y), (int(rng.integers(0, size)), int(rng.integers(0, size))), c, 1 + r // 16)
    return picture.astype(np.float32)


def _plain(rng: Rng, size: int) -> Float:
    c = np.full(3, rng.uniform(170, 253), np.float32) if rng.random() < 0.35 else _colour(rng)
    return np.asarray(c + rng.uniform(0, 16) * _octaves(rng, size)[..., None], np.float32)


_KINDS = ((_cloth, 0.2), (_wood, 0.2), (_grid, 0.14), (_print, 0.14), (_keys, 0.06), (_shapes, 0.12), (_plain, 0.14))


def surface(rng: Rng, size: int = 512) -> Image:
    """One surface, size x size x 3, BGR."""
    kind = int(rng.choice(len(_KINDS), p=[p for _, p in _KINDS]))
    return np.clip(_KINDS[kind][0](rng, size), 0, 255).astype(np.uint8)


def build_surfaces(count: int, seed: int) -> NDArray[np.uint8]:
    """`count` surfaces of 512 x 512 as one array."""
    rng = np.random.default_rng(seed)
    return np.stack([surface(rng) for _ in range(count)])


def cover(picture: Image, owner: NDArray[np.uint8], rng: Rng, mark: int) -> None:
    """Lay a finger, hand or object over the scene in place; `owner` gets `mark` where it covers."""
    size = picture.shape[0]
    mask = np.zeros((size, size), np.uint8)
    x, y = (float(v) for v in rng.uniform(0, size, 2))
    if rng.random() < 0.6:  # fingers: thick rounded strokes from outside
        angle = float(rng.uniform(0, 2 * np.pi))
        skin = np.array((rng.uniform(70, 170), rng.uniform(90, 190), rng.uniform(130, 235)), np.float32)
        for k in range(int(rng.integers(1, 4))):
            ox, oy = -np.sin(angle) * k * 24, np.cos(angle) * k * 24
            end = (int(x + ox + np.cos(angle) * size), int(y + oy + np.sin(angle) * size))
            cv2.line(mask, (int(x + ox), int(y + oy)), end, 255, int(rng.integers(14, 30)), cv2.LINE_AA)
        colour = skin
    else:
        colour = _colour(rng)
        axes = (int(rng.integers(6, 50)), int(rng.integers(6, 50)))
        cv2.ellipse(mask, (int(x), int(y)), axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
    shade = 1 + 0.25 * _noise(rng, size, 6, 6)[..., None]
    alpha = (mask[..., None] / 255).astype(np.float32)
    picture[:] = np.clip(picture * (1 - alpha) + colour * shade * alpha, 0, 255).astype(np.uint8)
    owner[mask > 127] = mark
