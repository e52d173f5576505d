"""Which of two cards in a picture lies on the other, and which can't both lie there: told by the indices that show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.certainty import NAMED
from vision.reading.alignment import Quad, width
from vision.reading.assembly import SECOND, CardSeen, twins

WITHIN = 0.06
"""Card widths that an index must lie within the other card's outline: outlines are estimates. Chosen, not measured.
Raised, fewer cards are known to lie on others."""
SAME_INDEX = 0.7
"""Index heights within which two readings are of the same index. Chosen, not measured. Raised, the two indices of a
small card fall together."""

ONE_PLACE = 0.3
"""Index heights within which two names were read from one index. Raised to 0.7, one of 501 cards of photographs, named
rightly, is doubted."""


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
    shows = _shows_on(upper, lower)
    lacks = _is_within(lacking, upper.outline)
    return shows or lacks if _is_whole(upper) else shows and lacks


def hide_each_other(a: CardSeen, b: CardSeen) -> bool:
    """Whether an index that each was read from lies on the other: whichever is on top, the other's can't be seen.

    So it is where both were read from one place.
    """
    return (_shows_on(a, b) and _shows_on(b, a)) or any(
        math.dist((i.place.x, i.place.y), (j.place.x, j.place.y)) < ONE_PLACE * min(i.place.height, j.place.height)
        for i in a.indices
        for j in b.indices
    )


def without_contradictions(cards: Sequence[CardSeen]) -> list[CardSeen]:
    """The cards that can lie there together. Of two that hide each other's indices one is none.

    It is the less sure one, if the other is sure and shows both its indices: the print within that one's face. Of two
    sure ones else nobody knows which, and both are doubted.
    """
    kept: list[CardSeen] = []
    for card in sorted(cards, key=lambda each: (-_is_sure_and_whole(each), -each.confidence)):
        rivals = [k for k, other in enumerate(kept) if hide_each_other(card, other)]
        if any(_is_sure_and_whole(kept[k]) for k in rivals):
            continue
        for k in rivals if card.confidence >= NAMED else ():
            kept[k] = _doubted(kept[k])
        kept.append(_doubted(card) if rivals else card)
    return sorted(kept, key=lambda each: -each.confidence)


def _is_sure_and_whole(card: CardSeen) -> bool:
    return card.confidence >= NAMED and _is_whole(card)


def _doubted(card: CardSeen) -> CardSeen:
    return replace(card, confidence=min(card.confidence, SECOND))


def _shows_on(upper: CardSeen, lower: CardSeen) -> bool:
    return any(_is_within((index.place.x, index.place.y), lower.outline) for index in upper.indices)


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
