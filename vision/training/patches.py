"""What the networks are taught from a scene: heat maps for the finder, upright patches for the namer.

The cut of a patch is the reader's own (`vision.cutting`), so that training and use cannot drift apart.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cutting import cut_patch
from vision.models import GLYPHS, STRIDE, SUITS
from vision.training.art import Image
from vision.training.indices import Rng
from vision.training.nets import FINDER_OUTPUTS
from vision.training.scenes import Scene, SeenIndex

CLEAR, HIDDEN = 0.72, 0.22
"""Share of an index in sight from which it must be found and named; below which it counts as absent."""
NO_GLYPH, NO_SUIT = len(GLYPHS), len(SUITS)
SMALLEST, LARGEST = 11.0, 54.0
"""Index heights in pixels that the finder answers for; the reader's picture scales overlap within them."""
CHIRAL = frozenset({"2", "3", "4", "5", "6", "7", "9", "J", "Q", "K", "B", "D", "R", "F", "1", "10"})
"""What looks different in a mirror, in most fonts clearly."""
Patch = tuple[Image, int, int]


def finder_target(scene: Scene) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The finder's wanted output (8 x h x w) and the heat's weight (h x w)."""
    side = scene.picture.shape[0] // STRIDE
    target = np.zeros((len(FINDER_OUTPUTS), side, side), np.float32)
    weight = np.ones((side, side), np.float32)
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
    for i in scene.indices:
        cx, cy = i.x / STRIDE, i.y / STRIDE
        near = (xs + 0.5 - cx) ** 2 + (ys + 0.5 - cy) ** 2
        if i.visible < HIDDEN:
            continue
        if i.visible < CLEAR or not SMALLEST <= i.height <= LARGEST:
            weight[near < (0.35 * i.height / STRIDE) ** 2 + 1] = 0
            continue
        gx, gy = int(cx), int(cy)
        heat = np.exp(-near / 2)
        heat[gy, gx] = 1
        np.maximum(target[0], heat, out=target[0])
        target[1:6, gy, gx] = (cx - gx - 0.5, cy - gy - 0.5, i.ux, i.uy, np.log(i.height / 24))
    owner = scene.owner[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
    for number, back in enumerate(scene.backs, 1):
        target[7 if back else 6][owner == number] = 1
    return target, weight


def _jittered(i: SeenIndex, rng: Rng) -> tuple[float, float, float, float, float]:
    angle = rng.normal(0, 0.09)
    c, s = np.cos(angle), np.sin(angle)
    dx, dy = rng.normal(0, 0.055, 2) * i.height
    ux, uy = i.ux * c - i.uy * s, i.ux * s + i.uy * c
    return i.x + dx, i.y + dy, ux, uy, i.height * float(np.exp(rng.normal(0, 0.10)))


def _wrong(i: SeenIndex, rng: Rng) -> tuple[float, float, float, float, float]:
    """A place near an index that is not it: turned, shifted, or of another size."""
    kind = rng.integers(0, 4)
    if kind == 0:
        return i.x, i.y, -i.ux, -i.uy, i.height
    if kind == 1:
        sign = 1 if rng.random() < 0.5 else -1
        return i.x, i.y, -i.uy * sign, i.ux * sign, i.height
    if kind == 2:
        angle, far = rng.uniform(0, 2 * np.pi), i.height * rng.uniform(0.42, 1.1)
        return i.x + far * np.cos(angle), i.y + far * np.sin(angle), i.ux, i.uy, i.height
    return i.x, i.y, i.ux, i.uy, i.height * float(rng.choice([0.5, 0.55, 1.8, 2.1]))


def _mirrored(picture: Image, i: SeenIndex, rng: Rng) -> Image:
    """The index as a mirrored picture shows it: a camera set to mirror must not be believed."""
    width = picture.shape[1]
    x, y, ux, uy, height = _jittered(i, rng)
    return cut_patch(np.ascontiguousarray(picture[:, ::-1]), width - 1 - x, y, -ux, uy, height)


def _elsewhere(scene: Scene, rng: Rng) -> tuple[float, float, float, float, float] | None:
    """A place on a card or the ground that is far from every index; None when luck gives one near an index."""
    size = scene.picture.shape[0]
    on_card = np.flatnonzero((scene.owner[::4, ::4] > 0) & (scene.owner[::4, ::4] < 255))
    if len(on_card) and rng.random() < 0.75:
        k = int(rng.choice(on_card))
        x, y = (k % (size // 4)) * 4.0, (k // (size // 4)) * 4.0
    else:
        x, y = (float(v) for v in rng.uniform(0, size, 2))
    h = float(np.exp(rng.uniform(np.log(12), np.log(48))))
    if any(np.hypot(i.x - x, i.y - y) < 0.6 * max(i.height, h) for i in scene.indices):
        return None
    angle = rng.uniform(0, 2 * np.pi)
    return x, y, float(np.cos(angle)), float(np.sin(angle)), h


def namer_patches(scene: Scene, rng: Rng) -> list[Patch]:
    """Upright patches with their glyph and suit numbers; about a third of them show no index."""
    patches: list[Patch] = []
    for i in scene.indices:
        if i.visible >= CLEAR and SMALLEST <= i.height <= LARGEST:
            names = GLYPHS.index(i.glyph), SUITS.index(i.suit)
            patches += [(cut_patch(scene.picture, *_jittered(i, rng)), *names) for _ in range(2)]
            if rng.random() < 0.55:
                patches.append((cut_patch(scene.picture, *_wrong(i, rng)), NO_GLYPH, NO_SUIT))
            if i.glyph in CHIRAL and rng.random() < 0.2:
                patches.append((_mirrored(scene.picture, i, rng), NO_GLYPH, NO_SUIT))
        elif i.visible < HIDDEN and rng.random() < 0.3:
            patches.append((cut_patch(scene.picture, *_jittered(i, rng)), NO_GLYPH, NO_SUIT))
    for _ in range(2):
        place = _elsewhere(scene, rng)
        if place is not None:
            patches.append((cut_patch(scene.picture, *place), NO_GLYPH, NO_SUIT))
    return patches
