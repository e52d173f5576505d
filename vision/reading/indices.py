"""Indices (a rank above a suit sign) found and named in a picture.

The finder looks at the picture in one or several sizes; every place it reports is cut out upright and named by the
namer. What comes out is evidence, not yet cards: `vision.reading.assembly` puts cards together from it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image
from vision.reading.cutting import PATCH_H, PATCH_INDEX, PATCH_W, IndexPose, cut_patch
from vision.reading.networks import STRIDE, Floats, Networks

Sized = tuple[float, Image]
Box = tuple[int, int, int, int]
LEAST_HEAT = 0.4
"""Below this the finder's peaks are noise: on scenes kept out of training none of them tells a card more, or less."""
REFERENCE_HEIGHT = 24.0
"""The finder's size output is the logarithm of the index height over this, in pixels: as it was trained."""
COLUMNS = 8
"""What is known of a peak before it is named: the seven numbers of a Place, then the heat."""
MARGIN_GREY = 60
"""Grey level of a margin put round a picture: darker than card paper, so that a card at the edge has an outline there.
Of 150 scans cropped to the card 126 were named on 60 and on 120, 120 made three more unsure readings elsewhere."""
BEST_HEIGHT = 30.0
"""The index height in pixels at which finder and namer see best; chooses between sizes of one picture. Chosen, not
measured."""
OTHER_LOOKS = ((1.0, 1.0), (0.9, 1.0), (1.1, 1.0), (1.0, 0.85))
"""What is not plain at once is also named in patches of these sizes and widths (times the height and aspect that the
namer gave at first): what depends on the size is not to be trusted.
"""
FARTHEST = 0.5
"""The namer is not believed to correct an index's pose by more than this, in index heights, nor the height's
logarithm. Chosen, not measured. Raised, one index is moved onto its neighbour."""
LEAST_ASPECT, MOST_SHEAR = 0.2, 1.2
"""Seen at a lower angle than this nothing can be read: the smallest ratio of the index's steps, and the largest slant.
Chosen, not measured. Aspect lowered, cards seen from the side are named, and wrongly."""
PLAIN = 0.98
"""Probability of rank and suit, or of "no index", at the first look from which no other is tried. Chosen, not
measured. Raised, more indices cost further looks."""


@dataclass(frozen=True, slots=True)
class FoundIndex:
    """One index: how it lies in the picture, the finder's heat 0..1, and what it says.

    `glyphs` (over GLYPHS) and `suits` (over SUITS) are the namer's mean probabilities, the last entry of each: no
    index here. `features` (FEATURES): what the namer saw, for comparing with a deck that was taught.
    """

    place: IndexPose
    heat: float
    glyphs: Floats
    suits: Floats
    features: Floats


@dataclass(frozen=True, slots=True)
class Level:
    """The picture in one size: `scale` times the original's sides, with the finder's maps of it."""

    scale: float
    picture: Image
    maps: Floats


def look(networks: Networks, picture: Image, scale: float, margin: float = 0.0) -> Level:
    """The finder's view of the picture at `scale`, with a margin of so many of its longest sides put round it.

    The margin is seen by the finder only: maps and picture of the level are without it.
    """
    if scale != 1.0:
        size = (max(16, round(picture.shape[1] * scale)), max(16, round(picture.shape[0] * scale)))
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        picture = cv2.resize(picture, size, interpolation=way).astype(np.uint8, copy=False)
    (h, w), around = picture.shape[:2], round(margin * max(picture.shape[:2]) / STRIDE)
    padded = _with_margin(picture, around * STRIDE) if around else picture
    high, wide = padded.shape[:2]
    padded = cv2.copyMakeBorder(padded, 0, -high % 16, 0, -wide % 16, cv2.BORDER_REPLICATE).astype(np.uint8, copy=False)
    maps = networks.find(padded)
    return Level(scale, picture, maps[:, around : around - (-h // STRIDE), around : around - (-w // STRIDE)])


def _with_margin(picture: Image, pixels: int) -> Image:
    grey = (MARGIN_GREY, MARGIN_GREY, MARGIN_GREY)
    sides = (pixels,) * 4
    return cv2.copyMakeBorder(picture, *sides, cv2.BORDER_CONSTANT, value=grey).astype(np.uint8, copy=False)


def peaks(level: Level, least: float = LEAST_HEAT) -> NDArray[np.float32]:
    """Local maxima of the heat as rows x, y, ux, uy, height, aspect, shear, heat; pixels of the original picture."""
    heat = level.maps[0]
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat >= least))
    if not len(xs):
        return np.zeros((0, COLUMNS), np.float32)
    dx, dy, ux, uy, size = level.maps[1:6, ys, xs]
    aspect, shear = np.exp(np.clip(level.maps[8, ys, xs], -1.7, 1.4)), np.clip(level.maps[9, ys, xs], -1, 1)
    norm = np.hypot(ux, uy) + 1e-6
    height = REFERENCE_HEIGHT * np.exp(np.clip(size, -1.5, 1.5))
    x, y = (xs + 0.5 + dx) * STRIDE, (ys + 0.5 + dy) * STRIDE
    k = 1 / level.scale
    rows = np.stack([x * k, y * k, ux / norm, uy / norm, height * k, aspect, shear, heat[ys, xs]], 1)
    return rows.astype(np.float32)


def merge(found: list[tuple[float, NDArray[np.float32]]]) -> NDArray[np.float32]:
    """Peaks of several sizes as one list: of those at the same place the one seen at the best size is kept.

    `found`: (scale, rows as `peaks` gives them). Rows come back ordered by worth, best first.
    """
    rows = np.concatenate([r for _, r in found]) if found else np.zeros((0, COLUMNS), np.float32)
    if not len(rows):
        return rows
    scales = np.concatenate([np.full(len(r), s, np.float32) for s, r in found])
    off = np.abs(np.log(rows[:, 4] * scales / BEST_HEIGHT))
    order = np.argsort(-(rows[:, -1] - 0.35 * np.maximum(off - 0.3, 0)), kind="stable")
    kept: list[int] = []
    for i in order:
        x, y, height = rows[i, 0], rows[i, 1], rows[i, 4]
        if all(np.hypot(rows[k, 0] - x, rows[k, 1] - y) > 0.42 * max(height, rows[k, 4]) for k in kept):
            kept.append(int(i))
    return np.asarray(rows[kept], np.float32)


Seen = tuple[Sequence[Sized], NDArray[np.float32]]
"""A picture as it is at hand, in one or several sizes, the smallest first; and the finder's peaks in it."""


def name(networks: Networks, seen: Sequence[Seen]) -> list[list[FoundIndex]]:
    """Name every peak of every picture, by the mean of several looks; all pictures in one go, which costs less.

    The first look is cut where the finder says, and the namer says where the index really lies: there, and at sizes
    and widths around it, what was not plain at once is looked at again.
    """
    found = [(sizes, _place(row)) for sizes, rows in seen for row in rows]
    if not found:
        return [[] for _ in seen]
    first = networks.name(_patches(found))
    glyphs, suits = first.glyphs, first.suits
    better = [(sizes, _corrected(place, by)) for (sizes, place), by in zip(found, first.frames.tolist(), strict=True)]
    _look_again(networks, better, glyphs, suits)
    heats = (float(row[-1]) for _, rows in seen for row in rows)
    told = zip((place for _, place in better), heats, glyphs, suits, first.features, strict=True)
    indices = iter([FoundIndex(*each) for each in told])
    return [list(islice(indices, len(rows))) for _, rows in seen]


def _look_again(
    networks: Networks, poses: list[tuple[Sequence[Sized], IndexPose]], glyphs: Floats, suits: Floats
) -> None:
    """What is not plain by these probabilities (a row for each pose) is named in OTHER_LOOKS too: the mean counts."""
    nothing = np.maximum(glyphs[:, -1], suits[:, -1])
    named = glyphs[:, :-1].max(1) * suits[:, :-1].max(1)
    doubtful = np.flatnonzero(np.maximum(nothing, named) < PLAIN)
    if not len(doubtful):
        return
    nearer = [poses[k] for k in doubtful]
    looks = [_patches([(sizes, _taken_for(place, *other)) for sizes, place in nearer]) for other in OTHER_LOOKS]
    more = networks.name(np.concatenate(looks))
    for sums, fresh in ((glyphs, more.glyphs), (suits, more.suits)):
        sums[doubtful] += fresh.reshape(len(looks), len(doubtful), -1).sum(0)
        sums[doubtful] /= len(looks) + 1


def _place(row: NDArray[np.float32]) -> IndexPose:
    return IndexPose(*(float(v) for v in row[:-1]))


def _corrected(place: IndexPose, frame: list[float]) -> IndexPose:
    """The place where the namer says that the index lies, unless that is too far off to be believed."""
    better = place.corrected(frame)
    moved = math.dist((better.x, better.y), (place.x, place.y)) / place.height
    is_near = moved < FARTHEST and abs(math.log(better.height / place.height)) < FARTHEST
    return better if is_near and better.aspect > LEAST_ASPECT and abs(better.shear) < MOST_SHEAR else place


def _taken_for(place: IndexPose, size: float, width: float) -> IndexPose:
    """The same index taken for `size` times as high and `width` times as wide as well."""
    return replace(place, height=place.height * size, aspect=place.aspect * width)


def _patches(places: Sequence[tuple[Sequence[Sized], IndexPose]]) -> NDArray[np.uint8]:
    """Patches cut from the smallest size of each picture in which the index is as large as in the patch."""
    patches = np.empty((len(places), PATCH_H, PATCH_W, 3), np.uint8)
    for k, (sizes, place) in enumerate(places):
        needed = 0.9 * PATCH_INDEX / (place.height * max(1.0, place.aspect))
        scale, picture = next((s for s in sizes if s[0] >= needed), sizes[-1])
        patches[k] = cut_patch(picture, place.scaled(scale))
    return patches


@dataclass(frozen=True, slots=True)
class Sizes:
    """In which sizes a picture is looked at: times its sides; and, smaller, with a margin of `margin` longest sides."""

    plain: tuple[float, ...]
    framed: tuple[float, ...] = ()
    margin: float = 0.0


def find_indices(networks: Networks, picture: Image, at: Sizes) -> tuple[list[FoundIndex], list[Level]]:
    """All indices of a picture, looked at in these sizes, and what the finder saw in each without a margin."""
    scales = (*at.plain, *at.framed)
    if len(set(scales)) < len(scales):
        raise ValueError("the same scale is given twice")
    levels = [look(networks, picture, s) for s in at.plain]
    every = levels + [look(networks, picture, s, at.margin) for s in at.framed]
    rows = merge([(level.scale, peaks(level)) for level in every])
    sizes = sorted(((level.scale, level.picture) for level in every), key=lambda size: size[0])
    if max(scales) < 1:  # small print in a large picture is found in a smaller one and read in the sharp one
        sizes.append((1.0, picture))
    return name(networks, [(sizes, rows)])[0], levels


def find_in_parts(networks: Networks, parts: Sequence[tuple[Image, Box]]) -> list[tuple[list[FoundIndex], Level]]:
    """The indices of each picture's part (x0, y0, x1, y1 in its pixels), and what the finder saw in that part.

    They are named from the whole picture, and all in one go.
    """
    levels = [look(networks, picture[y0:y1, x0:x1], 1.0) for picture, (x0, y0, x1, y1) in parts]
    seen: list[Seen] = []
    for (picture, box), level in zip(parts, levels, strict=True):
        rows = merge([(level.scale, peaks(level))])
        rows[:, :2] += box[:2]
        seen.append(([(1.0, picture)], rows))
    return list(zip(name(networks, seen), levels, strict=True))
