"""Which cards are held above the table: those nearer to the camera than cards that lie where they are seen.

How large a card looks that lies on the table depends on its deck, on how well the table's place in the picture is
known, and on where it lies: corners tapped by hand leave one side larger than the other. So it is learnt as a plane
over the table from the cards that lie there, and is as uncertain as what has been seen leaves it. No card is named.
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from vision.mat.mats import Mat
from vision.table.tabletop import TableCard

RAISED = 0.06
"""A card whose indices stand by this share farther apart than those of cards lying there is held above the table: by
5 cm under a camera at 90 cm. One deck's cards differ by 1 % (44 cards of the bundled hands). Larger, and cards held low
are taken for laid."""
DOUBT = 1.5
"""So many standard deviations of what is usual at a place count for the card. Larger, and the first cards of a game are
taken for laid while they are held."""
DECKS, DIFFER = 0.05, 0.01
"""Standard deviations of the share by which decks' indices stand apart: between decks and within one (44 cards)."""
LEANS = {True: 0.15, False: 0.005}
"""Standard deviation of the share by which it changes from a table's middle to its side: set by taps (a table with 0.08
was met, in a public series of 74 pictures), and by a mat's markers. Larger, and cards held where none has lain yet are
taken for laid."""
LATELY = 32
"""So many cards tell what is usual: another deck is told from them within one hand."""


class LyingCards:
    """How far apart the indices of cards stand that lie on a table, against the deck's `TableCard.span`."""

    def __init__(self, mat: Mat) -> None:
        self._mat = mat
        self._seen: deque[tuple[NDArray[np.float64], float]] = deque(maxlen=LATELY)

    def is_above(self, card: TableCard, by_taps: bool) -> bool:
        """Whether the card is nearer to the camera than one lying there. `by_taps`: the table was set by hand."""
        span = card.span(self._mat.card)
        if span is None:
            return False
        usual, doubt = self._usual(self._terms(card), by_taps)
        return span > usual + RAISED + DOUBT * doubt

    def learn(self, card: TableCard) -> None:
        """Take in a card that lies on the table."""
        span = card.span(self._mat.card)
        if span is not None:
            self._seen.append((self._terms(card), span))

    def _usual(self, at: NDArray[np.float64], by_taps: bool) -> tuple[float, float]:
        """What is usual at these terms, and its standard deviation: a regression with what tables are like as prior."""
        precision = np.diag(1.0 / np.square([DECKS, LEANS[by_taps], LEANS[by_taps]]))
        weighed = precision @ np.array([1.0, 0.0, 0.0])
        for terms, span in self._seen:
            precision += np.outer(terms, terms) / DIFFER**2
            weighed += terms * span / DIFFER**2
        covariance = np.linalg.inv(precision)
        return float(at @ covariance @ weighed), float(np.sqrt(at @ covariance @ at))

    def _terms(self, card: TableCard) -> NDArray[np.float64]:
        """A plane over the table: constant, and -1 to 1 from side to side."""
        width, height = self._mat.size
        return np.array([1.0, 2 * card.x / width - 1, 2 * card.y / height - 1])
