"""What light does to a picture, told apart from what things do: a lamp, a shadow, the camera's own exposure are smooth.

Between two small pictures of one table the logarithm of brightness differs by the change of light, which is smooth in
space, and by what moved, which is not. The light is told from what did not move: first roughly, as a curved surface
over the whole picture that most of it agrees on (iteratively reweighted least squares, Cauchy weights), with a band for
each row, then finely,
as the mean of the unmoved neighbourhood, so that a soft shadow or the bands of a rolling shutter are followed too.
No library has this: background subtraction (OpenCV's MOG2 and its kin) takes a lamp for movement everywhere.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

DARKEST = 4.0
"""Grey levels added before the logarithm is taken, so that a camera's noise in black does not count as light."""
AGREES = 0.06
"""Logarithm of brightness by which a part of the picture differs from the surface and still tells of it (Cauchy)."""
LOCALLY = 0.45
"""A soft shadow differs from the light over the whole table by no more than this; what does is a thing. A hand's
shadow at 10 cm takes 0.2 to 0.35; dark cloth under a white card changes by 1 to 2."""
NEAR, FAR = 4.0, 16.0
"""Standard deviations, in small pixels, of the neighbourhoods that the fine light is the mean of: the nearer one where
enough of it is unmoved, else the farther. Larger takes a shadow's edge for movement, smaller a card for light."""
ENOUGH = 0.12
"""Share of a neighbourhood that must be unmoved for its mean to count."""
ROUGH = 4
"""Every so many-th small pixel each way is used for the surface."""
BAND, ROW = 0.12, 0.2
"""Logarithm of brightness of the strongest band that a rolling shutter makes of a lamp's flicker, and the share of a
row that must agree on it."""
OUTLIER = 0.6
"""Share of a movement's grey levels by which a pixel may differ from its neighbourhood and still tell of the light."""


def logarithm(small: NDArray[np.uint8]) -> Floats:
    """The logarithm of brightness of a small grey picture, h x w."""
    return _LOGARITHMS[small]


_LOGARITHMS: Floats = np.log(np.arange(256, dtype=np.float32) + np.float32(DARKEST))


class LightChange:
    """The change of light between pictures of one size, h x w; what only depends on the size is worked out once."""

    def __init__(self, shape: tuple[int, int]) -> None:
        ys, xs = np.mgrid[0 : shape[0] : ROUGH, 0 : shape[1] : ROUGH]
        self._at = ys.ravel(), xs.ravel()
        self._rough = _terms(ys.ravel() / shape[0], xs.ravel() / shape[1])
        whole_y, whole_x = np.mgrid[0 : shape[0], 0 : shape[1]]
        self._whole = _terms(whole_y.ravel() / shape[0], whole_x.ravel() / shape[1])
        self._shape = shape

    def surface(self, change: Floats, trusted: NDArray[np.bool_] | None = None) -> Floats:
        """The curved surface that most of `change` (logarithm now minus before, h x w) agrees on."""
        ys, xs = self._at
        told = change[ys, xs]
        terms = self._rough
        if trusted is not None and int(trusted[ys, xs].sum()) > 10 * terms.shape[1]:
            told, terms = told[trusted[ys, xs]], terms[trusted[ys, xs]]
        fit = np.zeros(terms.shape[1], np.float32)
        fit[0] = np.median(told)
        for _ in range(4):
            weights = 1 / (1 + ((told - terms @ fit) / AGREES) ** 2)
            weighted = terms * weights[:, None]
            fit = np.linalg.solve(weighted.T @ terms + _RIDGE, weighted.T @ told).astype(np.float32)
        return np.asarray((self._whole @ fit).reshape(self._shape), np.float32)

    def change(self, now: Floats, before: Floats, moved: float) -> Floats:
        """By how much the logarithm of brightness changed through light alone, h x w.

        `now`, `before`: logarithms of two small pictures; `moved`: the grey levels that make a movement.
        """
        change = now - before
        surface = self.surface(change)
        surface += _bands(change - surface, None)
        rest = change - surface
        level = np.exp(np.maximum(before, now - surface))
        clipped = np.clip(rest, -LOCALLY, LOCALLY)
        apart = np.abs(clipped - cv2.GaussianBlur(clipped, (0, 0), NEAR * 0.8)) * level
        same = (apart < OUTLIER * moved) & (np.abs(rest) < LOCALLY)
        local = _local(rest, same)
        # Once more from all that agrees with it: the first try leaves too much out beside a thing's edge.
        same = (np.abs(rest - local) * level < moved) & (np.abs(rest) < LOCALLY)
        return surface + _local(rest, same)

    def around(self, now: Floats, before: Floats, things: NDArray[np.bool_]) -> Floats:
        """The same where `things` lie, told from what is beside them: their own brightness says nothing of light."""
        change = now - before
        free = ~things
        surface = self.surface(change, free)
        surface += _bands(change - surface, free)
        rest = change - surface
        return surface + _local(rest, free & (np.abs(rest) < LOCALLY))


def _bands(rest: Floats, free: NDArray[np.bool_] | None) -> Floats:
    """What all of a row shares, h x 1: a lamp's flicker, seen by a shutter that rolls down the picture."""
    weights = np.ones_like(rest) if free is None else free.astype(np.float32)
    near = np.clip(rest, -BAND, BAND)
    middle = (near * weights).sum(1, keepdims=True) / np.maximum(weights.sum(1, keepdims=True), 1.0)
    weights /= 1 + ((rest - middle) / np.float32(AGREES)) ** 2
    total = weights.sum(1, keepdims=True)
    row = (rest * weights).sum(1, keepdims=True) / np.maximum(total, 1e-4)
    return np.asarray(np.where(total > ROW * rest.shape[1], np.clip(row, -BAND, BAND), 0.0), np.float32)


def _local(rest: Floats, same: NDArray[np.bool_]) -> Floats:
    """The mean of each pixel's unmoved neighbourhood; of a wider one where the near one has moved; else nothing."""
    weights = same.astype(np.float32)
    told = rest * weights
    near, share = _mean(told, weights, NEAR)
    if float(share.min()) >= ENOUGH:
        return near
    size = rest.shape[1] // ROUGH, rest.shape[0] // ROUGH  # what is so smooth is told from few pixels as well
    few, of_few = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (told, weights))
    far, much = (cv2.resize(each, rest.shape[::-1]) for each in _mean(few, of_few, FAR / ROUGH))
    return np.asarray(np.where(share >= ENOUGH, near, np.where(much >= ENOUGH / 2, far, 0.0)), np.float32)


def _mean(told: cv2.typing.MatLike, weights: cv2.typing.MatLike, sigma: float) -> tuple[Floats, Floats]:
    share = cv2.GaussianBlur(weights, (0, 0), sigma).astype(np.float32, copy=False)
    mean = cv2.GaussianBlur(told, (0, 0), sigma) / np.maximum(share, np.float32(1e-4))
    return mean.astype(np.float32, copy=False), share


def _terms(y: NDArray[np.float64], x: NDArray[np.float64]) -> Floats:
    """A lamp's light over a table: constant, slopes and curvatures; y, x from 0 to 1."""
    y, x = y - 0.5, x - 0.5
    return np.stack([np.ones(len(y)), x, y, x * x, y * y, x * y], axis=1).astype(np.float32)


_RIDGE = (1e-3 * np.eye(6)).astype(np.float32)
