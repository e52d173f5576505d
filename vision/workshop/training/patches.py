"""What the networks are taught from a scene: heat maps for the finder, upright patches for the namer.

The cut of a patch is the reader's own (`vision.reading.cutting`), so that training and use cannot drift apart.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading.cutting import IndexPose, cut_patch
from vision.reading.networks import CORRECTION, GLYPHS, STRIDE, SUITS
from vision.workshop.training.art import Image, Rng
from vision.workshop.training.nets import FINDER_OUTPUTS
from vision.workshop.training.scenes import SeenIndex, TrainingScene

CLEAR, HIDDEN = 0.72, 0.22
"""Share of an index in sight from which it must be found and named; below which it counts as absent."""
NO_GLYPH, NO_SUIT = len(GLYPHS), len(SUITS)
SMALLEST, LARGEST = 11.0, 54.0
"""Index heights in pixels that the finder answers for; the reader's picture scales overlap within them."""
TALLEST = 88.0
"""Height in pixels of the largest indices that the namer is shown: cut from the sharper sizes of a photograph."""
CHIRAL = frozenset({"2", "3", "4", "5", "6", "7", "9", "J", "Q", "K", "B", "D", "R", "F", "1", "10"})
"""What looks different in a mirror, in most fonts clearly."""
Frame = tuple[float, ...]
NO_FRAME: Frame = (math.nan,) * CORRECTION
Patch = tuple[Image, int, int, Frame]
"""A patch with its glyph and suit numbers and the way from where it was cut to where its index lies."""


def finder_target(scene: TrainingScene) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The finder's wanted output (10 x h x w) and the heat's weight (h x w)."""
    side = scene.picture.shape[0] // STRIDE
    target = np.zeros((len(FINDER_OUTPUTS), side, side), np.float32)
    weight = np.ones((side, side), np.float32)
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
    for i in scene.indices:
        place = i.place
        cx, cy = place.x / STRIDE, place.y / STRIDE
        near = (xs + 0.5 - cx) ** 2 + (ys + 0.5 - cy) ** 2
        if i.visible < HIDDEN:
            continue
        if i.visible < CLEAR or not SMALLEST <= place.height <= LARGEST:
            weight[near < (0.35 * place.height / STRIDE) ** 2 + 1] = 0
            continue
        gx, gy = int(cx), int(cy)
        heat = np.exp(-near / 2)
        heat[gy, gx] = 1
        np.maximum(target[0], heat, out=target[0])
        own = np.s_[max(0, gy - 1) : gy + 2, max(0, gx - 1) : gx + 2]
        target[(1, *own)], target[(2, *own)] = cx - xs[own] - 0.5, cy - ys[own] - 0.5
        lies = (place.ux, place.uy, np.log(place.height / 24), np.log(np.clip(place.aspect, 0.2, 4)),
                np.clip(place.shear, -1, 1))  # fmt: skip
        for channel, value in zip((3, 4, 5, 8, 9), lies, strict=True):
            target[(channel, *own)] = value
    owner = scene.owner[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
    for number, back in enumerate(scene.backs, 1):
        target[7 if back else 6][owner == number] = 1
    return target, weight


def _turned(p: IndexPose, angle: float) -> IndexPose:
    c, s = float(np.cos(angle)), float(np.sin(angle))
    return replace(p, ux=p.ux * c - p.uy * s, uy=p.ux * s + p.uy * c)


def _jittered(p: IndexPose, rng: Rng) -> IndexPose:
    """The place as the finder would report it: it errs by this much."""
    dx, dy = (float(v) for v in rng.normal(0, 0.055, 2) * p.height)
    # Heights come out up to a sixth too large or small; aspect and shear, hard to tell from an index alone, too near
    # to those of a card seen from straight above.
    size, width = (float(v) for v in np.exp(rng.normal((0.03, 0.0), (0.13, 0.12))))
    blind, upright = (float(v) for v in rng.uniform(0, 1, 2))
    aspect = p.aspect ** (1 - blind) * width
    off = replace(p, x=p.x + dx, y=p.y + dy, height=p.height * size, aspect=aspect)
    return replace(_turned(off, float(rng.normal(0, 0.08))), shear=p.shear * upright + float(rng.normal(0, 0.06)))


def _wrong(p: IndexPose, rng: Rng) -> IndexPose:
    """A place near an index that is not it: turned, shifted, or of another size."""
    kind = rng.integers(0, 4)
    if kind == 0:
        return _turned(p, np.pi)
    if kind == 1:
        return _turned(replace(p, aspect=1.0, shear=0.0), np.pi / 2 if rng.random() < 0.5 else -np.pi / 2)
    if kind == 2:
        angle, far = rng.uniform(0, 2 * np.pi), p.height * rng.uniform(0.42, 1.1)
        return replace(p, x=p.x + far * float(np.cos(angle)), y=p.y + far * float(np.sin(angle)))
    return replace(p, height=p.height * float(rng.choice([0.5, 0.55, 1.8, 2.1])))


def _mirrored(picture: Image, place: IndexPose, rng: Rng) -> Image:
    """The index as a mirrored picture shows it: a camera set to mirror must not be believed."""
    p = _jittered(place, rng)
    seen = replace(p, x=picture.shape[1] - 1 - p.x, ux=-p.ux, shear=-p.shear)
    return cut_patch(np.ascontiguousarray(picture[:, ::-1]), seen)


def _elsewhere(scene: TrainingScene, rng: Rng) -> IndexPose | None:
    """A place on a card or the ground that is far from every index; None when luck gives one near an index."""
    size = scene.picture.shape[0]
    on_card = np.flatnonzero((scene.owner[::4, ::4] > 0) & (scene.owner[::4, ::4] < 255))
    if len(on_card) and rng.random() < 0.75:
        k = int(rng.choice(on_card))
        x, y = (k % (size // 4)) * 4.0, (k // (size // 4)) * 4.0
    else:
        x, y = (float(v) for v in rng.uniform(0, size, 2))
    h = float(np.exp(rng.uniform(np.log(12), np.log(TALLEST))))
    places = (i.place for i in scene.indices)
    if any(np.hypot(p.x - x, p.y - y) < 0.6 * max(p.height, h) for p in places):
        return None
    angle = rng.uniform(0, 2 * np.pi)
    aspect, shear = float(np.exp(rng.normal(-0.1, 0.3))), float(rng.normal(0, 0.15))
    return IndexPose(x, y, float(np.cos(angle)), float(np.sin(angle)), h, aspect, shear)


def _shown(scene: TrainingScene, index: SeenIndex, rng: Rng) -> Patch:
    """The index as the reader would cut it out, with all that the namer should say of it."""
    suit = SUITS.index(index.suit) if index.suit else NO_SUIT
    cut = _jittered(index.place, rng)
    return cut_patch(scene.picture, cut), GLYPHS.index(index.glyph), suit, cut.correction(index.place)


def _nothing(picture: Image) -> Patch:
    return picture, NO_GLYPH, NO_SUIT, NO_FRAME


def namer_patches(scene: TrainingScene, rng: Rng) -> list[Patch]:
    """Upright patches with what they show; about a third of them show no index."""
    patches: list[Patch] = []
    for i in scene.indices:
        if i.visible >= CLEAR and SMALLEST <= i.place.height <= TALLEST:
            patches += [_shown(scene, i, rng) for _ in range(3)]
            if rng.random() < 0.45:
                patches.append(_nothing(cut_patch(scene.picture, _wrong(i.place, rng))))
            if i.glyph in CHIRAL and rng.random() < 0.2:
                patches.append(_nothing(_mirrored(scene.picture, i.place, rng)))
        elif i.visible < HIDDEN and rng.random() < 0.3:
            patches.append(_nothing(cut_patch(scene.picture, _jittered(i.place, rng))))
    place = _elsewhere(scene, rng)
    if place is not None:
        patches.append(_nothing(cut_patch(scene.picture, place)))
    return patches
