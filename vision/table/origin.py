"""From which side of the table a card came: which hand place the movement before it leads to; and who reached in.

Geometry of movement only. Whose side it is, and whether that matters, is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from engine.places import Place, play_zone
from vision.mat.mats import Mat
from vision.mat.registration import Registration, project
from vision.table.rest import SMALL

Point = tuple[float, float]
BEYOND = 70.0
"""Millimetres from a card's centre from which on movement is an arm's and not the card's own."""
BEHIND = 70.0
"""Millimetres behind a hand place up to which the arm is looked for."""
ENDS = (-0.25, 0.0, 0.25)
"""Where along a hand place an arm is looked for, in shares of its longer side from the middle: people sit beside it."""
ACROSS = np.array([-32.0, -16.0, 0.0, 16.0, 32.0])
"""Where across the way, in mm, an arm is looked for."""
STEPS = 20
"""How often the way is looked at."""
LEAST_STEPS = 4
"""How often within the picture, at least, before anything is said of it."""
LEADS, CLEARLY = 0.75, 0.2
"""Share of the way that must have moved for the movement to lead there, and by how much more than elsewhere. Of 739
cards laid in films 602 come out right and one wrong."""
EVERYWHERE = 0.8
"""Share of the picture above which what moved was no arm."""


def came_from(
    trail: NDArray[np.bool_], registration: Registration, mat: Mat, shape: tuple[int, ...], spot: tuple[float, float]
) -> Place | None:
    """The hand place that the movement `trail` (small pixels) leads to from `spot` in mm; None when that is unclear.

    `shape` is the camera picture's: height, width.
    """
    covered = _covered(trail, registration, mat, shape, dict.fromkeys(_hands(mat), spot))
    best, *others = sorted(covered, key=lambda place: -covered[place])
    clearly = not others or covered[best] - covered[others[0]] >= CLEARLY
    return best if covered[best] >= LEADS and clearly else None


def reached(trail: NDArray[np.bool_], registration: Registration, mat: Mat, shape: tuple[int, ...]) -> frozenset[Place]:
    """The hand places from which something moved all the way to the seat's own play zone; arguments as for came_from.

    Empty where nearly everything moved: that was the light, or the camera.
    """
    if trail.mean() > EVERYWHERE:
        return frozenset()
    zones = {hand: mat.places[play_zone(hand.number)] for hand in _hands(mat)}
    middles = {hand: ((x0 + x1) / 2, (y0 + y1) / 2) for hand, (x0, y0, x1, y1) in zones.items()}
    covered = _covered(trail, registration, mat, shape, middles)
    return frozenset(hand for hand, share in covered.items() if share >= LEADS)


def _hands(mat: Mat) -> list[Place]:
    return [place for place in mat.places if place.is_hand]


def _covered(
    trail: NDArray[np.bool_], registration: Registration, mat: Mat, shape: tuple[int, ...], spots: Mapping[Place, Point]
) -> dict[Place, float]:
    """For each hand place the share of a way from its spot in mm to it on which something moved: the way of most."""
    points = _ways(np.repeat(np.array(list(spots.values())), len(ENDS), axis=0), _ends(mat, spots))
    pixels = project(registration.to_picture, points.reshape(-1, 2)).reshape(points.shape)
    places = np.floor(pixels * (SMALL[0] / shape[1], SMALL[1] / shape[0])).astype(int)
    columns, rows = places[..., 0], places[..., 1]
    inside = np.asarray((columns >= 0) & (columns < SMALL[0]) & (rows >= 0) & (rows < SMALL[1]))
    moved = inside & trail[rows.clip(0, SMALL[1] - 1), columns.clip(0, SMALL[0] - 1)]
    seen, steps_moved = inside.any(axis=2), moved.any(axis=2)
    counts = seen.sum(axis=1)
    shares = np.where(counts >= LEAST_STEPS, (steps_moved & seen).sum(axis=1) / np.maximum(counts, 1), 0.0)
    return dict(zip(spots, shares.reshape(-1, len(ENDS)).max(axis=1).tolist(), strict=True))


def _ends(mat: Mat, hands: Iterable[Place]) -> NDArray[np.float64]:
    """The ends of the ways to each of these hand places, one place after the other: n x 2, mm."""
    boxes = np.array([mat.places[hand] for hand in hands])
    sides = boxes[:, 2:] - boxes[:, :2]
    along = np.where(sides >= sides[:, ::-1], sides, 0.0)
    return np.asarray(
        ((boxes[:, None, :2] + boxes[:, None, 2:]) / 2 + np.array(ENDS)[:, None] * along[:, None]).reshape(-1, 2)
    )


def _ways(spots: NDArray[np.float64], ends: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points on the ways from the spots to behind the ends (n x 2 each, mm): n x STEPS x across x 2."""
    ways = ends - spots
    lengths = np.maximum(np.hypot(ways[:, 0], ways[:, 1]), 1.0)
    ways /= lengths[:, None]
    asides = np.stack([-ways[:, 1], ways[:, 0]], 1)
    steps = np.linspace(np.minimum(BEYOND, lengths * 0.6), lengths + BEHIND, STEPS, axis=1)
    along = steps[:, :, None, None] * ways[:, None, None]
    return np.asarray(spots[:, None, None] + along + ACROSS[None, None, :, None] * asides[:, None, None])
