"""Parts of the straight-down picture that are read together: boxes in pixels, joined where that costs less."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.mat.flat import Flat
from vision.reading.indices import Box
from vision.reading.networks import STRIDE

AROUND = 8.0
"""Millimetres added around a change: there indices are looked for, though the namer sees more."""
MARGIN = 3
"""The same in cells of the small picture, for weighing which parts are read together."""
SMALLEST = 16
"""Pixels of the straight-down picture; a part that is smaller holds no index."""


def around(flat: Flat, points: NDArray[np.float64]) -> Box:
    """The pixels around points in mm (N x 2), widened by AROUND, cut to the picture, on the finder's grid."""
    low, high = points.min(0) - AROUND, points.max(0) + AROUND
    (x0, y0), (x1, y1) = flat.to_px(*low), flat.to_px(*high)
    (width, height), step = flat.size, 4 * STRIDE
    return (
        int(max(0, x0)) // step * step, int(max(0, y0)) // step * step,
        int(min(width, x1)), int(min(height, y1)),
    )  # fmt: skip


def area(box: Box) -> int:
    """Pixels in a box."""
    return (box[2] - box[0]) * (box[3] - box[1])


def joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes joined where one box around two costs hardly more pixels than the two apart.

    Others may overlap: what is found twice is taken for a second reading of the same card.
    """
    parts = list(boxes)
    merged = True
    while merged:
        merged = False
        for i in range(len(parts)):
            for j in range(i + 1, len(parts)):
                a, b = parts[i], parts[j]
                both = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
                if area(both) <= 1.15 * (area(a) + area(b)):
                    parts[i] = both
                    del parts[j]
                    merged = True
                    break
            if merged:
                break
    return parts


def tight(changed: NDArray[np.bool_], margin: int, worth: float = 0.88) -> list[Box]:
    """Boxes (x0, y0, x1, y1 in cells) that together cover all changed cells and little else.

    The box around everything is cut in two, again and again, wherever that leaves less than `worth` of the area to be
    read, each part counted with its `margin`: four cards in a cross are four parts, one card turned by half is one.
    """
    rows, columns = np.flatnonzero(changed.any(1)), np.flatnonzero(changed.any(0))
    if not len(rows):
        return []
    x0, y0, x1, y1 = int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
    inner = changed[y0:y1, x0:x1]
    (beside, across), (above, down) = _cheapest_cut(inner, margin), _cheapest_cut(inner.T, margin)
    if min(beside, above) > worth * (x1 - x0 + 2 * margin) * (y1 - y0 + 2 * margin):
        return [(x0, y0, x1, y1)]
    first = np.zeros_like(changed)
    if beside <= above:
        first[:, : x0 + across] = changed[:, : x0 + across]
    else:
        first[: y0 + down] = changed[: y0 + down]
    return tight(first, margin, worth) + tight(changed & ~first, margin, worth)


def _cheapest_cut(inner: NDArray[np.bool_], margin: int) -> tuple[float, int]:
    """The column before which cutting leaves the least area in two boxes with margins, and that area.

    `inner` has changed cells in its first and last row and column; infinite where there is nothing to cut.
    """
    height, width = inner.shape
    if width < 2:
        return float("inf"), 0
    filled = inner.any(0)
    first = np.where(filled, inner.argmax(0), height)
    last = np.where(filled, height - inner[::-1].argmax(0), 0)
    at = np.arange(width)
    ends = np.maximum.accumulate(np.where(filled, at + 1, 0))[:-1]
    starts = np.minimum.accumulate(np.where(filled, at, width)[::-1])[::-1][1:]
    left = np.maximum.accumulate(last)[:-1] - np.minimum.accumulate(first)[:-1]
    right = np.maximum.accumulate(last[::-1])[::-1][1:] - np.minimum.accumulate(first[::-1])[::-1][1:]
    m = 2 * margin
    cost = (ends + m) * (left + m) + (width - starts + m) * (right + m)
    cut = int(cost.argmin())
    return float(cost[cut]), cut + 1
