"""What a poor camera in poor light makes of a picture: shadow, glare, cast, blur, noise, JPEG.

Works on whole square pictures in BGR; knows nothing of cards.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.training.art import Image, Rng


def _light(picture: Image, rng: Rng) -> Image:
    """Uneven light, a hard shadow's edge, glare, colour cast, contrast: one multiplication and one addition."""
    size = picture.shape[0]
    gain = np.ones((8, 8), np.float32) * rng.uniform(0.35, 1.15)
    slope = np.linspace(-1, 1, 8, dtype=np.float32) * rng.uniform(-0.35, 0.35)
    gain *= 1 + slope[None] + np.linspace(-1, 1, 8, dtype=np.float32)[:, None] * rng.uniform(-0.35, 0.35)
    field_ = np.asarray(cv2.resize(gain, (size, size)), np.float32)
    if rng.random() < 0.25:
        a, b = rng.normal(0, 1, 2)
        ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
        edge = (xs - size * rng.random()) * a + (ys - size * rng.random()) * b
        field_ *= np.where(edge > 0, rng.uniform(0.35, 0.8), 1).astype(np.float32)
    cast = rng.uniform(0.82, 1.12, 3).astype(np.float32)
    out = np.asarray(cv2.multiply(picture, cv2.merge([field_ * c for c in cast]), dtype=cv2.CV_32F), np.float32)
    if rng.random() < 0.3:
        spot = np.zeros((32, 32), np.float32)
        cv2.ellipse(spot, tuple(int(v) for v in rng.integers(0, 32, 2)), tuple(int(v) for v in rng.integers(2, 9, 2)),
                    float(rng.uniform(0, 180)), 0, 360, 1.0, -1)  # fmt: skip
        soft = cv2.GaussianBlur(spot, (0, 0), rng.uniform(0.8, 4))
        out += cv2.resize(soft, (size, size))[..., None] * rng.uniform(40, 190)
    contrast, level = rng.uniform(0.7, 1.2), rng.uniform(-20, 20)
    lit = cv2.addWeighted(out, contrast, out, 0, 128 * (1 - contrast) + level, dtype=cv2.CV_8U)
    return np.asarray(lit, np.uint8)


@lru_cache(maxsize=1)
def _grain() -> NDArray[np.float32]:
    """Noise of unit strength to cut pieces from: drawing it anew for every scene took a fifth of the time."""
    return np.random.default_rng(0).standard_normal((1024, 1024, 3), np.float32)


def _noise(picture: Image, rng: Rng) -> Image:
    size = picture.shape[0]
    x, y = (int(v) for v in rng.integers(0, max(1, 1024 - size), 2))
    grain = np.resize(_grain(), (size, size, 3)) if size > 1024 else _grain()[y : y + size, x : x + size]
    grain = grain * np.float32(rng.uniform(1, 12))
    if rng.random() < 0.5:
        grain = np.asarray(cv2.merge([grain[..., 0]] * 3), np.float32)
    return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)


def lens(picture: Image, rng: Rng, index: float) -> Image:
    """Blur of focus and motion, loss of resolution, sharpening, noise, JPEG.

    `index`: height of the indices in pixels. Blur grows with it and leaves most of them readable: from what nobody
    can read nothing is learned.
    """
    size = picture.shape[0]
    if rng.random() < 0.5:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.5 + 0.035 * index)).astype(np.uint8)
    if rng.random() < 0.27:
        length = int(rng.integers(2, max(4, round((0.2 if rng.random() < 0.6 else 0.36) * index))))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(0, length))), (length - 1, int(rng.integers(0, length))), 1.0, 1)
        kernel = kernel if rng.random() < 0.5 else kernel.T
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum()).astype(np.uint8)
    if rng.random() < 0.3:
        small = int(size * rng.uniform(0.55, 0.95))
        shrunk = cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA)
        picture = cv2.resize(shrunk, (size, size), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = cv2.addWeighted(picture, 1.8, soft, -0.8, 0).astype(np.uint8)
    if rng.random() < 0.6:
        picture = _noise(picture, rng)
    if rng.random() < 0.6:
        _, code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])
        picture = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    if rng.random() < 0.04:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        picture = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR).astype(np.uint8)
    return picture


def through_camera(picture: Image, rng: Rng, index: float = 24.0) -> Image:
    """A square picture as a poor camera in poor light sees it; `index`: how high indices are in it, in pixels."""
    return lens(_light(picture, rng), rng, index)
