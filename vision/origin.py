"""From which side of the table a card came: which hand place the movement before it leads to.

Geometry of movement only. Whose side it is, and whether that matters, is not known here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.mat import Mat
from vision.registration import Registration, project
from vision.stillness import SMALL

BEYOND = 70.0
"""Millimetres from a card's centre from which on movement is an arm's and not the card's own."""
BEHIND = 70.0
"""Millimetres behind a hand place's middle up to which the arm is looked for."""
WIDE = 32.0
"""Half the width in mm of the strip an arm is looked for in."""
LEADS = 0.65
"""Share of the way that must have moved for the movement to lead there, and by this much more than elsewhere:"""
CLEARLY = 0.3


def came_from(
    trail: NDArray[np.bool_], registration: Registration, mat: Mat, shape: tuple[int, ...], spot: tuple[float, float]
) -> str:
    """The hand place that the movement `trail` (small pixels) leads to from `spot` in mm; empty when that is unclear.

    `shape` is the camera picture's: height, width.
    """
    ways = {name: _covered(trail, registration, shape, spot, box) for name, box in mat.places.items() if _is_hand(name)}
    best, *others = sorted(ways, key=lambda name: -ways[name])
    clearly = not others or ways[best] - ways[others[0]] >= CLEARLY
    return best if ways[best] >= LEADS and clearly else ""


def _is_hand(name: str) -> bool:
    return name.startswith("hand")


def _covered(
    trail: NDArray[np.bool_], registration: Registration, shape: tuple[int, ...], spot: tuple[float, float],
    box: tuple[float, float, float, float],
) -> float:  # fmt: skip
    """The share of the way from the spot to the hand place on which something moved."""
    start = np.array(spot)
    way = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]) - start
    length = float(np.linalg.norm(way))
    if length < 1:
        return 0.0
    way /= length
    aside = np.array([-way[1], way[0]])
    steps = np.arange(min(BEYOND, length * 0.6), length + BEHIND, 12.0)
    across = np.linspace(-WIDE, WIDE, 5)
    points = start + steps[:, None, None] * way + across[None, :, None] * aside
    pixels = project(registration.to_picture, points.reshape(-1, 2)).reshape(len(steps), len(across), 2)
    columns = np.floor(pixels[..., 0] * SMALL[0] / shape[1]).astype(int)
    rows = np.floor(pixels[..., 1] * SMALL[1] / shape[0]).astype(int)
    inside = (columns >= 0) & (columns < SMALL[0]) & (rows >= 0) & (rows < SMALL[1])
    moved = inside & trail[np.clip(rows, 0, SMALL[1] - 1), np.clip(columns, 0, SMALL[0] - 1)]
    seen = inside.any(axis=1)
    return float(moved.any(axis=1)[seen].mean()) if seen.sum() >= 3 else 0.0
