"""From which side of the table a card came: which hand place the movement before it leads to; and who reached in.

Geometry of movement only. Whose side it is, and whether that matters, is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.mat import Mat
from vision.registration import Registration, project
from vision.stillness import SMALL

Box = tuple[float, float, float, float]
BEYOND = 70.0
"""Millimetres from a card's centre from which on movement is an arm's and not the card's own."""
BEHIND = 70.0
"""Millimetres behind a hand place's middle up to which the arm is looked for."""
ACROSS = np.array([-32.0, -16.0, 0.0, 16.0, 32.0])
"""Where across the way, in mm, an arm is looked for."""
STEPS = 20
"""How often the way is looked at, and how often within the picture before anything is said of it:"""
LEAST_STEPS = 4
LEADS = 0.65
"""Share of the way that must have moved for the movement to lead there, and by this much more than elsewhere:"""
CLEARLY = 0.3
EVERYWHERE = 0.8
"""Share of the picture above which what moved was no arm."""


def came_from(
    trail: NDArray[np.bool_], registration: Registration, mat: Mat, shape: tuple[int, ...], spot: tuple[float, float]
) -> str:
    """The hand place that the movement `trail` (small pixels) leads to from `spot` in mm; empty when that is unclear.

    `shape` is the camera picture's: height, width.
    """
    hands = {name: box for name, box in mat.places.items() if name.startswith("hand")}
    spots = np.broadcast_to(np.array(spot), (len(hands), 2))
    covered = dict(zip(hands, _covered(trail, registration, shape, spots, list(hands.values())), strict=True))
    best, *others = sorted(covered, key=lambda name: -covered[name])
    clearly = not others or covered[best] - covered[others[0]] >= CLEARLY
    return best if covered[best] >= LEADS and clearly else ""


def reached(trail: NDArray[np.bool_], registration: Registration, mat: Mat, shape: tuple[int, ...]) -> frozenset[str]:
    """The hand places from which something moved all the way to the seat's own play zone; arguments as for came_from.

    Empty where nearly everything moved: that was the light, or the camera.
    """
    if trail.mean() > EVERYWHERE:
        return frozenset()
    hands = {name: box for name, box in mat.places.items() if name.startswith("hand")}
    zones = np.array([mat.places[name.replace("hand", "play")] for name in hands])
    covered = _covered(trail, registration, shape, (zones[:, :2] + zones[:, 2:]) / 2, list(hands.values()))
    return frozenset(name for name, share in zip(hands, covered, strict=True) if share >= LEADS)


def _covered(
    trail: NDArray[np.bool_], registration: Registration, shape: tuple[int, ...], spots: NDArray[np.float64],
    boxes: Sequence[Box],
) -> list[float]:  # fmt: skip
    """For each hand place the share of the way from its spot (n x 2, mm) to it on which something moved."""
    points = _ways(spots, np.array(boxes))
    pixels = project(registration.to_picture, points.reshape(-1, 2)).reshape(points.shape)
    places = np.floor(pixels * (SMALL[0] / shape[1], SMALL[1] / shape[0])).astype(int)
    columns, rows = places[..., 0], places[..., 1]
    inside = np.asarray((columns >= 0) & (columns < SMALL[0]) & (rows >= 0) & (rows < SMALL[1]))
    moved = inside & trail[rows.clip(0, SMALL[1] - 1), columns.clip(0, SMALL[0] - 1)]
    seen, steps_moved = inside.any(axis=2), moved.any(axis=2)
    counts = seen.sum(axis=1)
    shares = (steps_moved & seen).sum(axis=1) / np.maximum(counts, 1)
    return [float(share) if count >= LEAST_STEPS else 0.0 for share, count in zip(shares, counts, strict=True)]


def _ways(spots: NDArray[np.float64], boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points on the ways from the spots to behind each hand place's middle: places x STEPS x across x 2, in mm."""
    ways = (boxes[:, :2] + boxes[:, 2:]) / 2 - spots
    lengths = np.maximum(np.hypot(ways[:, 0], ways[:, 1]), 1.0)
    ways /= lengths[:, None]
    asides = np.stack([-ways[:, 1], ways[:, 0]], 1)
    steps = np.linspace(np.minimum(BEYOND, lengths * 0.6), lengths + BEHIND, STEPS, axis=1)
    along = steps[:, :, None, None] * ways[:, None, None]
    return np.asarray(spots[:, None, None] + along + ACROSS[None, None, :, None] * asides[:, None, None])
