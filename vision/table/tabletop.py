"""Cards on the mat, read in the straight-down picture: the scale is known, so one look is enough.

An index tells where its card lies, because a card's size is known: indices that point to the same centre belong to
one card. Nothing is remembered here; `vision.table.watch` does that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision.mat.flat import PIXELS_PER_MM, Flat
from vision.pictures import Image
from vision.reading.assembly import Evidence, one_card
from vision.reading.cutting import IndexPose, cut_patch
from vision.reading.indices import Box, find_in_parts
from vision.reading.networks import STRIDE, Floats
from vision.reading.reader import Reader

INDEX_IN = (0.085, 0.135)
"""Where an index's centre is on a card, as shares of its width and height; decks differ by 2 mm around this. Chosen,
not measured."""
SAME_CARD = 16.0
"""Indices whose cards' centres come out this close in mm are of one card. Chosen, not measured. Raised, two cards laid
nearly exactly on each other are one; lowered, one card by two indices is two."""
SAME_INDEX, SAME_CORNER = 4.0, 14.0
"""Two indices nearer in mm than the first are one seen twice; up to the second they are two cards' at one corner.
Chosen, not measured. SAME_CORNER raised, the rank and the pip beside it may count as two cards'."""
NO_CARD, MORE_SHOWN = 0.7, 0.3
"""So little of a card, 0 to 2, must be seen at an index's right, and so much more at its left, for it to be one of the
two more that four-cornered decks have. Chosen, not measured."""
PARALLEL = math.cos(math.radians(25))
"""Cosine from which two directions count as along one another, either way round: within 25 degrees. Chosen, not
measured. Raised, a card across another counts for it."""

Point = tuple[float, float]


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
    read_at: tuple[Point, ...] = ()

    def named(self, names: tuple[tuple[Card, float], ...]) -> TableCard:
        """The same card by other names."""
        return replace(self, names=names)

    def index_places(self, size: tuple[float, float]) -> list[Point]:
        """Where its indices can stand, in mm: two in every deck, two more in four-cornered ones."""
        across, along = (0.5 - INDEX_IN[0]) * size[0], (0.5 - INDEX_IN[1]) * size[1]
        return [self.beside((self.x, self.y), across * a, along * b) for a in (-1, 1) for b in (-1, 1)]

    def beside(self, point: Point, right: float, up: float) -> Point:
        """The point so many mm to the right of this one and above it, as the card lies."""
        return point[0] - self.uy * right + self.ux * up, point[1] + self.ux * right + self.uy * up

    def span(self, size: tuple[float, float]) -> float | None:
        """How far apart its two indices stand, against a card of `size` (width, height) mm that lies on the table.

        Larger than 1 is nearer to the camera: at a tenth of the camera's height 1.11. None unless both were read.
        """
        across, along = (1 - 2 * INDEX_IN[0]) * size[0], (1 - 2 * INDEX_IN[1]) * size[1]
        for (x0, y0), (x1, y1) in combinations(self.read_at, 2):
            dx, dy = x1 - x0, y1 - y0
            right, up = abs(dy * self.ux - dx * self.uy), abs(dx * self.ux + dy * self.uy)
            if right > across / 2 and up > along / 2:
                return math.hypot(right, up) / math.hypot(across, along)
        return None

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


Shown = Callable[[TableCard], float]
"""How much of a card is to be seen, 0 to 2."""


@dataclass(frozen=True, slots=True, eq=False)
class _Clue:
    """An index at `at`, and the centres of the card it can speak of, all in mm.

    As the index at the card's left, which every deck has, and as one of the two more that four-cornered decks have.
    """

    said: Evidence
    centre: Point
    beside: Point
    at: Point


@dataclass(frozen=True, slots=True)
class Part:
    """The part `box` of the straight-down picture, in its pixels; `picture` shows a little more of it: `shown`."""

    box: Box
    shown: Box
    picture: Image

    @property
    def inside(self) -> Box:
        """Where in `picture` the part is."""
        x, y = self.shown[:2]
        return self.box[0] - x, self.box[1] - y, self.box[2] - x, self.box[3] - y

    def cut(self, flat: Flat, at: Point, up: Point, height: float) -> Image:
        """What an index of `height` mm at this place in mm, upright along `up`, would be named from."""
        x, y = flat.to_px(*at)
        return cut_patch(self.picture, IndexPose(x - self.shown[0], y - self.shown[1], *up, height * PIXELS_PER_MM))


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a part: what its indices say, and the finder's face and back maps of it.

    The maps are 0..1, a cell STRIDE pixels wide.
    """

    part: Part
    evidence: tuple[Evidence, ...]
    face: Floats
    back: Floats


def find_parts(reader: Reader, parts: Sequence[Part]) -> list[Found]:
    """What is found in parts of the straight-down picture, not yet put together to cards."""
    found = find_in_parts(reader.networks, [(part.picture, part.inside) for part in parts])
    return [
        Found(part, tuple(reader.evidence(indices)), level.maps[6], level.maps[7])
        for part, (indices, level) in zip(parts, found, strict=True)
    ]


def cards_of(found: Found, flat: Flat, shown: Shown) -> tuple[TableCard, ...]:
    """The cards that the indices of a part speak of, surest first."""
    left, top = found.part.shown[:2]
    clues = [_clue(e, flat.to_mm(e.index.place.x + left, e.index.place.y + top), flat.mat.card) for e in found.evidence]
    return _cards(clues, shown)


def _clue(e: Evidence, at: Point, card: tuple[float, float]) -> _Clue:
    i, (x, y) = e.index.place, at
    along, down = (0.5 - INDEX_IN[0]) * card[0], (0.5 - INDEX_IN[1]) * card[1]
    middle = x - i.ux * down, y - i.uy * down
    right = -i.uy * along, i.ux * along
    return _Clue(e, (middle[0] + right[0], middle[1] + right[1]), (middle[0] - right[0], middle[1] - right[1]), at)


def _cards(clues: Sequence[_Clue], shown: Shown) -> tuple[TableCard, ...]:
    """The cards that the clues speak of, surest first."""
    waiting, groups = sorted(clues, key=lambda c: -c.said.best[1]), list[_Group]()
    while waiting:
        group = _group(waiting, shown)
        waiting = [c for c in waiting if c not in group.clues]
        same = next((k for k, other in enumerate(groups) if _is_one_card(other, group)), None)
        if same is None:
            groups.append(group)
        else:  # indices of one card that disagree on its name
            groups[same] = groups[same].joined(group)
    return tuple(group.card for group in groups)


def _group(clues: Sequence[_Clue], shown: Shown) -> _Group:
    """The surest clue and those that agree with it, at the place that more of them speak for."""
    own, beside = (_together(clues, centre) for centre in (clues[0].centre, clues[0].beside))
    if len(own.clues) != len(beside.clues):
        return max(own, beside, key=lambda group: len(group.clues))
    here, there = shown(own.card), shown(beside.card)
    if own.at_left == beside.at_left:
        return own if here >= there else beside
    # In doubt it is where every deck has its index, unless no card is to be seen there.
    return beside if here < NO_CARD and there > here + MORE_SHOWN else own


def lie_alike(a: TableCard, b: TableCard) -> bool:
    """Whether both lie so that no eye could read both."""
    return abs(a.ux * b.ux + a.uy * b.uy) > PARALLEL and math.dist((a.x, a.y), (b.x, b.y)) < SAME_CARD


def _is_one_card(a: _Group, b: _Group) -> bool:
    """Whether both are one card's indices: not two at one corner, where a card was laid nearly exactly on another."""
    return lie_alike(a.card, b.card) and not any(_crowd(i, j) for i in a.clues for j in b.clues)


def _crowd(i: _Clue, j: _Clue) -> bool:
    """Whether both stand at one corner, and are not one index seen twice: they are two cards'."""
    return SAME_INDEX < math.dist(i.at, j.at) < SAME_CORNER


@dataclass(frozen=True, slots=True)
class _Group:
    """Indices that agree on one card; `at_left` of them are where every deck has one."""

    clues: tuple[_Clue, ...]
    centres: tuple[Point, ...]
    at_left: int

    def joined(self, other: _Group) -> _Group:
        """Both groups' indices as those of one card."""
        return _Group(self.clues + other.clues, self.centres + other.centres, self.at_left + other.at_left)

    @property
    def card(self) -> TableCard:
        """The card: its names, the mean of the centres, the way up by its surest index."""
        lead = self.clues[0].said.index.place
        x, y = (sum(values) / len(self.centres) for values in zip(*self.centres, strict=True))
        read_at = tuple(c.at for c in self.clues)
        return TableCard(one_card([c.said for c in self.clues]), x, y, lead.ux, lead.uy, read_at)


def _together(clues: Sequence[_Clue], centre: Point) -> _Group:
    """The first clue, taken to speak of a card at `centre`, and all others that can speak of the same.

    Only an index of the same name may be a four-cornered deck's third or fourth.
    """
    first, chosen, centres, at_left = clues[0], list[_Clue](), list[Point](), 0
    i = first.said.index.place
    for clue in clues:
        j = clue.said.index.place
        if abs(i.ux * j.ux + i.uy * j.uy) <= PARALLEL or any(_crowd(clue, each) for each in chosen):
            continue
        if math.dist(clue.centre, centre) < SAME_CARD:
            at_left += 1
            centres.append(clue.centre)
        elif clue.said.best[0] == first.said.best[0] and math.dist(clue.beside, centre) < SAME_CARD:
            centres.append(clue.beside)
        else:
            continue
        chosen.append(clue)
    return _Group(tuple(chosen), tuple(centres), at_left)


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
