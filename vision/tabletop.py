"""Cards on the mat, read in the straight-down picture: the scale is known, so one look is enough.

An index tells where its card lies, because a card's size is known: indices that point to the same centre belong to
one card. Nothing is remembered here; `vision.watch` does that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision.assembly import Evidence, together
from vision.flat import PIXELS_PER_MM, Flat
from vision.indices import Box, find_indices
from vision.models import STRIDE, Floats
from vision.pictures import Image
from vision.reader import Reader

INDEX_IN = (0.085, 0.135)
"""Where an index's centre is on a card, as shares of its width and height; decks differ by 2 mm around this."""
SAME_CARD = 16.0
"""Indices whose cards' centres come out this close in mm are of one card."""
PARALLEL = math.cos(math.radians(25))
"""Cosine from which two directions count as along one another, either way round."""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card found on the mat: names with confidences, the likeliest first; centre in mm; up direction.

    `read_at`: where in mm the indices stand that it was read from; none for a card seen without its index.
    """

    names: tuple[tuple[Card, float], ...]
    x: float
    y: float
    ux: float
    uy: float
    read_at: tuple[tuple[float, float], ...] = ()

    @property
    def turn(self) -> float:
        """Degrees clockwise from upright as seen from seat 1, in -90..90: a card looks the same turned by half."""
        angle = math.degrees(math.atan2(self.ux, -self.uy))
        return (angle + 90) % 180 - 90

    def corners(self, size: tuple[float, float]) -> NDArray[np.float64]:
        """The card's four corners in mm for a card of `size` (width, height) mm."""
        w, h = size[0] / 2, size[1] / 2
        right, up = np.array([-self.uy, self.ux]), np.array([self.ux, self.uy])
        ends = ((-1, 1), (1, 1), (1, -1), (-1, -1))
        return np.array([(self.x, self.y) + a * w * right + b * h * up for a, b in ends])


@dataclass(frozen=True, slots=True)
class Look:
    """One part of the mat read: its cards, and the finder's face and back maps of it (0..1, a cell STRIDE px)."""

    box: Box
    cards: tuple[TableCard, ...]
    face: Floats
    back: Floats


@dataclass(frozen=True, slots=True)
class _Clue:
    """An index and the centre of the card it speaks of, in mm."""

    said: Evidence
    x: float
    y: float
    at: tuple[float, float]


def read_part(reader: Reader, flat: Flat, picture: Image, shown: Box, box: Box) -> Look:
    """Read the part `box` of the straight-down picture. `picture` shows a little more of it: `shown`, in its pixels."""
    left, top = shown[:2]
    inside = box[0] - left, box[1] - top, box[2] - left, box[3] - top
    found, levels = find_indices(reader.networks, picture, (1.0,), inside)
    clues = []
    for e in reader.evidence(found):
        x, y = flat.to_mm(e.index.place.x + shown[0], e.index.place.y + shown[1])
        clues.append(_clue(e, x, y, flat.mat.card))
    return Look(box, tuple(_card(g) for g in _groups(clues)), levels[0].maps[6], levels[0].maps[7])


def _clue(e: Evidence, x: float, y: float, card: tuple[float, float]) -> _Clue:
    i = e.index.place
    along, down = (0.5 - INDEX_IN[0]) * card[0], (0.5 - INDEX_IN[1]) * card[1]
    return _Clue(e, x - i.uy * along - i.ux * down, y + i.ux * along - i.uy * down, (x, y))


def _groups(clues: Sequence[_Clue]) -> list[list[_Clue]]:
    groups: list[list[_Clue]] = []
    for clue in sorted(clues, key=lambda c: -c.said.best[1]):
        home = next((g for g in groups if _one_card(g[0], clue)), None)
        if home is None:
            groups.append([clue])
        else:
            home.append(clue)
    return groups


def _one_card(a: _Clue, b: _Clue) -> bool:
    i, j = a.said.index.place, b.said.index.place
    parallel = abs(i.ux * j.ux + i.uy * j.uy) > PARALLEL
    return parallel and math.hypot(a.x - b.x, a.y - b.y) < SAME_CARD


def _card(group: list[_Clue]) -> TableCard:
    names = together([c.said for c in group])
    lead = group[0].said.index.place
    x, y = float(np.mean([c.x for c in group])), float(np.mean([c.y for c in group]))
    return TableCard(names, x, y, lead.ux, lead.uy, tuple(c.at for c in group))


def holds(card: TableCard, size: tuple[float, float], point: tuple[float, float]) -> bool:
    """Whether a point in mm lies on the card of `size` (width, height) mm."""
    dx, dy = point[0] - card.x, point[1] - card.y
    return abs(dy * card.ux - dx * card.uy) < size[0] / 2 and abs(dx * card.ux + dy * card.uy) < size[1] / 2


def cells(flat: Flat, box: Box) -> tuple[slice, slice]:
    """The cells of a map of the whole straight-down picture that a part's maps cover (rows, columns)."""
    x0, y0, x1, y1 = (v // STRIDE for v in box)
    return slice(y0, y1), slice(x0, x1)


def covered_by(flat: Flat, cards: Sequence[TableCard], shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Which cells lie on one of the cards."""
    mask = np.zeros(shape, np.uint8)
    for card in cards:
        pixels = np.array([flat.to_px(*c) for c in card.corners(flat.mat.card)]) / STRIDE
        cv2.fillConvexPoly(mask, pixels.round().astype(np.int32), 1)
    return mask.astype(bool)


def card_cells(flat: Flat) -> float:
    """How many cells a whole card covers."""
    return flat.mat.card[0] * flat.mat.card[1] * (PIXELS_PER_MM / STRIDE) ** 2
