"""Which of two cards in a picture lies on the other: told by the indices that show, and by those that don't."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.reading.alignment import Quad, width
from vision.reading.assembly import CardSeen, twins

WITHIN = 0.06
"""Card widths that an index must lie within the other card's outline: outlines are estimates. Chosen, not measured.
Raised, fewer cards are known to lie on others."""
SAME_INDEX = 0.7
"""Index heights within which two readings are of the same index. Chosen, not measured. Raised, the two indices of a
small card fall together."""


def lies_on(upper: CardSeen, lower: CardSeen) -> bool:
    """Whether `upper` surely lies on `lower`, which shows but one index, and that not within `upper`.

    Two things tell it: an index of `upper` shows where `lower` should be; `lower` lacks the very index that `upper`
    would cover. One is enough where `upper` shows both its own. Of a card that shows more than one corner nothing is
    said: its outline is sure only if the deck has no indices in all four.
    """
    if _corners_seen(lower) > 1:
        return False
    shown, lacking = lower.indices[0].place, _opposite_corner(lower)
    if _is_within((shown.x, shown.y), upper.outline):
        return False
    shows = any(_is_within((index.place.x, index.place.y), lower.outline) for index in upper.indices)
    lacks = _is_within(lacking, upper.outline)
    return shows or lacks if _is_whole(upper) else shows and lacks


def _is_whole(card: CardSeen) -> bool:
    first, *others = card.indices
    return any(twins(first, other) for other in others)


def _corners_seen(card: CardSeen) -> int:
    """In how many places indices were read; the same one may have been read in two sizes of the picture."""
    places: list[tuple[float, float]] = []
    for index in card.indices:
        at = (index.place.x, index.place.y)
        if all(math.dist(at, other) > SAME_INDEX * index.place.height for other in places):
            places.append(at)
    return len(places)


def _opposite_corner(card: CardSeen) -> tuple[float, float]:
    """Where the index opposite the one that was read would be."""
    place = card.indices[0].place
    (x0, y0), _, (x1, y1), _ = card.outline
    return x0 + x1 - place.x, y0 + y1 - place.y


def _is_within(point: tuple[float, float], outline: Quad) -> bool:
    depth = cv2.pointPolygonTest(np.asarray(outline, np.float32), point, True)
    return depth >= WITHIN * width(outline)
