"""Indices (a rank above a suit sign) found and named in a picture.

The finder looks at the picture in one or several sizes; every place it reports is cut out upright and named by the
namer. What comes out is evidence, not yet cards: `vision.assembly` puts cards together from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cutting import PATCH_H, PATCH_W, cut_patch
from vision.models import STRIDE, Floats, Networks
from vision.pictures import Image

LEAST_HEAT = 0.25
"""Below this the finder's peaks are noise: on scenes kept out of training they are never an index in full sight."""
REFERENCE_HEIGHT = 24.0
"""The finder's size output is the logarithm of the index height over this, in pixels."""
BEST_HEIGHT = 30.0
"""The index height in pixels at which finder and namer see best; chooses between sizes of one picture."""
OTHER_SIZES = (0.86, 1.16)
"""Every index is also named in patches of these sizes: a reading that depends on the size is not to be trusted."""
HOPELESS = 0.9
"""Probability of "no index" in the first size from which the other sizes are not tried."""


@dataclass(frozen=True, slots=True)
class FoundIndex:
    """One index: centre and unit up direction in picture pixels, height in pixels, finder's heat 0..1.

    `glyphs` (21) and `suits` (5) are the namer's mean probabilities, the last entry of each: no index here.
    """

    x: float
    y: float
    ux: float
    uy: float
    height: float
    heat: float
    glyphs: Floats
    suits: Floats


@dataclass(frozen=True, slots=True)
class Level:
    """The picture in one size: `scale` times the original's sides, with the finder's maps of it."""

    scale: float
    picture: Image
    maps: Floats


def look(networks: Networks, picture: Image, scale: float) -> Level:
    """The finder's view of the picture at `scale`."""
    if scale != 1.0:
        size = (max(16, round(picture.shape[1] * scale)), max(16, round(picture.shape[0] * scale)))
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        picture = cv2.resize(picture, size, interpolation=way).astype(np.uint8, copy=False)
    h, w = picture.shape[:2]
    padded = cv2.copyMakeBorder(picture, 0, -h % 16, 0, -w % 16, cv2.BORDER_REPLICATE)
    maps = networks.find(padded.astype(np.uint8, copy=False))
    return Level(scale, picture, maps[:, : -(-h // STRIDE), : -(-w // STRIDE)])


def peaks(level: Level, least: float = LEAST_HEAT) -> NDArray[np.float32]:
    """Local maxima of the heat as rows x, y, ux, uy, height, heat in pixels of the original picture."""
    heat = level.maps[0]
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat >= least))
    if not len(xs):
        return np.zeros((0, 6), np.float32)
    dx, dy, ux, uy, size = level.maps[1:6, ys, xs]
    norm = np.hypot(ux, uy) + 1e-6
    height = REFERENCE_HEIGHT * np.exp(np.clip(size, -1.5, 1.5))
    x, y = (xs + 0.5 + dx) * STRIDE, (ys + 0.5 + dy) * STRIDE
    rows = np.stack([x / level.scale, y / level.scale, ux / norm, uy / norm, height / level.scale, heat[ys, xs]], 1)
    return rows.astype(np.float32)


def merge(found: list[tuple[float, NDArray[np.float32]]]) -> NDArray[np.float32]:
    """Peaks of several sizes as one list: of those at the same place the one seen at the best size is kept.

    `found`: (scale, rows as `peaks` gives them). Rows come back ordered by worth, best first.
    """
    rows = np.concatenate([r for _, r in found]) if found else np.zeros((0, 6), np.float32)
    if not len(rows):
        return rows
    scales = np.concatenate([np.full(len(r), s, np.float32) for s, r in found])
    off = np.abs(np.log(rows[:, 4] * scales / BEST_HEIGHT))
    order = np.argsort(-(rows[:, 5] - 0.35 * np.maximum(off - 0.3, 0)), kind="stable")
    kept: list[int] = []
    for i in order:
        x, y, height = rows[i, 0], rows[i, 1], rows[i, 4]
        if all(np.hypot(rows[k, 0] - x, rows[k, 1] - y) > 0.42 * max(height, rows[k, 4]) for k in kept):
            kept.append(int(i))
    return np.asarray(rows[kept], np.float32)


def name(networks: Networks, levels: list[Level], rows: NDArray[np.float32]) -> list[FoundIndex]:
    """Name every peak: patches in several sizes, cut from the level where the index is nearest its best height.

    What the namer surely holds for no index in the first size is not looked at in the others.
    """
    if not len(rows):
        return []
    glyphs, suits = networks.name(_patches(levels, rows, 1.0))
    hopeful = np.flatnonzero((glyphs[:, -1] < HOPELESS) & (suits[:, -1] < HOPELESS))
    for size in OTHER_SIZES:
        more_glyphs, more_suits = networks.name(_patches(levels, rows[hopeful], size))
        glyphs[hopeful] += more_glyphs
        suits[hopeful] += more_suits
    glyphs[hopeful] /= len(OTHER_SIZES) + 1
    suits[hopeful] /= len(OTHER_SIZES) + 1
    named = []
    for row, g, s in zip(rows, glyphs, suits, strict=True):
        x, y, ux, uy, height, heat = (float(v) for v in row)
        named.append(FoundIndex(x, y, ux, uy, height, heat, g, s))
    return named


def _patches(levels: list[Level], rows: NDArray[np.float32], size: float) -> NDArray[np.uint8]:
    patches = np.empty((len(rows), PATCH_H, PATCH_W, 3), np.uint8)
    for k, (x, y, ux, uy, height, _) in enumerate(rows):
        level = min(levels, key=lambda v: abs(np.log(height * v.scale / BEST_HEIGHT)))
        s = level.scale
        patches[k] = cut_patch(level.picture, x * s, y * s, ux, uy, height * s * size)
    return patches


def find_indices(networks: Networks, picture: Image, scales: tuple[float, ...]) -> tuple[list[FoundIndex], list[Level]]:
    """All indices of a picture, looked at in the given scales, and what the finder saw in each."""
    if any(a == b for a, b in pairwise(sorted(scales))):
        raise ValueError("the same scale is given twice")
    levels = [look(networks, picture, s) for s in scales]
    rows = merge([(level.scale, peaks(level)) for level in levels])
    return name(networks, levels, rows), levels
