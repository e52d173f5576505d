"""Which of two cards in a picture lies on the other: the one whose index shows where the other card should be."""

from __future__ import annotations

import cv2
import numpy as np

from vision.alignment import width
from vision.assembly import CardSeen

WITHIN = 0.06
"""Card widths that an index must lie within the other card's outline: outlines are estimates."""


def lies_on(upper: CardSeen, lower: CardSeen) -> bool:
    """Whether `upper` surely lies on `lower`: one of its indices within the other's outline, and none the other way."""
    return _shows_within(upper, lower) and not _shows_within(lower, upper)


def _shows_within(card: CardSeen, other: CardSeen) -> bool:
    outline = np.asarray(other.outline, np.float32)
    least = WITHIN * width(other.outline)
    points = [(index.place.x, index.place.y) for index in card.indices]
    return any(cv2.pointPolygonTest(outline, point, True) >= least for point in points)
