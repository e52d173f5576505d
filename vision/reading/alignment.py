"""How the table moved from one picture to the next, when a camera is held by hand: found by the cards that stayed.

Cards known by name in both pictures are the landmarks; a few of them may have been moved themselves. No rule, no
names here: outlines in, a map of the plane out.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Quad = tuple[tuple[float, float], ...]
Pair = tuple[Quad, Quad]
"""The outline of one card in the earlier and in the later picture, corners in the same order up to half a turn."""
NEAR = 0.5
"""A landmark that comes within this many card widths of where it is seen has not been moved itself. Chosen, not
measured. Raised, a card that was moved is taken for one that shows how the camera moved."""
PLANE_FROM = 3
"""Landmarks from which the whole perspective is worked out; fewer give turn, scale and shift alone: three cards give
twelve corners for eight unknowns, two hardly enough for the errors in them."""


@dataclass(frozen=True, slots=True)
class Movement:
    """A map of the earlier picture's plane to the later one's. `agreeing`: how many landmarks it explains."""

    matrix: NDArray[np.float64]
    agreeing: int

    def of(self, quad: Quad) -> Quad:
        """Where this outline lies in the later picture."""
        moved = cv2.perspectiveTransform(np.asarray([quad], np.float64), self.matrix)[0]
        return tuple((float(x), float(y)) for x, y in moved)


STILL = Movement(np.eye(3), 0)
"""Nothing is known of a movement: taken for none."""


def movement(pairs: Sequence[Pair]) -> Movement:
    """The map that most landmarks agree on; of equally good ones the one that turns least. STILL without landmarks."""
    guesses = [_similar(before, _turned(now, half)) for before, now in pairs for half in (False, True)]
    if not guesses:
        return STILL
    best = max(guesses, key=lambda guess: (len(_agreeing(guess, pairs)), -_turn(guess)))
    inside = _agreeing(best, pairs)
    if len(inside) >= 2:
        refined = _fitted(best, inside)
        if len(_agreeing(refined, pairs)) >= len(inside):
            best = refined
    return Movement(best, len(_agreeing(best, pairs)))


def centre(quad: Quad) -> complex:
    """The middle of an outline as x + iy in pixels."""
    return sum(complex(x, y) for x, y in quad) / len(quad)


def width(quad: Quad) -> float:
    """A card's width in this picture, in pixels: its area's root, set to a card's proportions."""
    return math.sqrt(max(cv2.contourArea(np.asarray(quad, np.float32)), 1.0) * 63 / 88)


def apart(a: Quad, b: Quad) -> float:
    """How far two cards' middles lie apart, in widths of the second."""
    return abs(centre(a) - centre(b)) / width(b)


def turn_between(a: Quad, b: Quad) -> float:
    """Degrees, 0..90, by which the long sides of two outlines differ; half a turn is none."""
    first, second = (cmath.phase(complex(*q[3]) - complex(*q[0])) for q in (a, b))
    away = abs(math.degrees(first - second)) % 180
    return min(away, 180 - away)


def _turned(quad: Quad, half: bool) -> Quad:
    return (*quad[2:], *quad[:2]) if half else quad


def _similar(before: Quad, now: Quad) -> NDArray[np.float64]:
    """Turn, scale and shift that bring one outline onto the other with least squares."""
    a = np.array([complex(x, y) for x, y in before])
    b = np.array([complex(x, y) for x, y in now])
    a0, b0 = a.mean(), b.mean()
    k = complex(((b - b0) * (a - a0).conj()).sum() / max(float((abs(a - a0) ** 2).sum()), 1e-9))
    shift = complex(b0 - k * a0)
    return np.array([[k.real, -k.imag, shift.real], [k.imag, k.real, shift.imag], [0.0, 0.0, 1.0]])


def _turn(matrix: NDArray[np.float64]) -> float:
    return abs(math.atan2(matrix[1, 0], matrix[0, 0]))


def _agreeing(matrix: NDArray[np.float64], pairs: Sequence[Pair]) -> list[Pair]:
    map_ = Movement(matrix, 0)
    return [(before, now) for before, now in pairs if apart(map_.of(before), now) <= NEAR]


def _fitted(matrix: NDArray[np.float64], pairs: Sequence[Pair]) -> NDArray[np.float64]:
    """The map fitted to all corners of these landmarks, each turned as the first guess says."""
    map_ = Movement(matrix, 0)
    before: list[tuple[float, float]] = []
    now: list[tuple[float, float]] = []
    for old, new in pairs:
        at = map_.of(old)
        before += [*old]
        ways = (_turned(new, False), _turned(new, True))
        now += ways[_corners_apart(at, ways[1]) < _corners_apart(at, ways[0])]
    source, target = np.asarray(before, np.float64), np.asarray(now, np.float64)
    if len(pairs) < PLANE_FROM:
        return _similar(tuple(before), tuple(now))
    plane, _ = cv2.findHomography(source, target, 0)
    return matrix if plane is None else np.asarray(plane, np.float64)


def _corners_apart(a: Quad, b: Quad) -> float:
    return sum(math.dist(p, q) for p, q in zip(a, b, strict=True))
