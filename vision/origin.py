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
ACROSS = np.array([-32.0, -16.0, 0.0, 16.0, 32.0])
"""Where across the way, in mm, an arm is looked for."""
LEADS = 0.65
"""Share of the way that must have moved for the movement to lead there, and by this much more than elsewhere:"""
CLEARLY = 0.3


def came_from(
    trail: NDArray[np.bool_], registration: Registration, mat: Mat, shape: tuple[int, ...], spot: tuple[float, float]
) -> str:
    """The hand place that the movement `trail` (small pixels) leads to from `spot` in mm; empty when that is unclear.

    `shape` is the camera picture's: height, width.
    """
    to_picture, hands = registration.to_picture, [name for name in mat.places if _is_hand(name)]
    ways = {name: _covered(trail, to_picture, shape, spot, mat.places[name]) for name in hands}
    best, *others = sorted(ways, key=lambda name: -ways[name])
    clearly = not others or ways[best] - ways[others[0]] >= CLEARLY
    return best if ways[best] >= LEADS and clearly else ""


def _is_hand(name: str) -> bool:
    return name.startswith("hand")


def _covered(
    trail: NDArray[np.bool_], to_picture: NDArray[np.float64], shape: tuple[int, ...], spot: tuple[float, float],
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
    points = start + steps[:, None, None] * way + ACROSS[None, :, None] * aside
    pixels = project(to_picture, points.reshape(-1, 2)).reshape(len(steps), len(ACROSS), 2)
    places = np.floor(pixels * (SMALL[0] / shape[1], SMALL[1] / shape[0])).astype(int)
    columns, rows = places[..., 0], places[..., 1]
    inside = np.asarray((columns >= 0) & (columns < SMALL[0]) & (rows >= 0) & (rows < SMALL[1]))
    moved = np.zeros(inside.shape, bool)
    moved[inside] = trail[rows[inside], columns[inside]]
    seen, steps_moved = np.asarray(inside.any(axis=1)), np.asarray(moved.any(axis=1))
    return float(steps_moved[seen].mean()) if seen.sum() >= 3 else 0.0
