"""The printed mats as data: their sizes, their four corner markers, the places drawn on them.

All lengths are millimetres; the origin is the mat's top left corner, x to the right, y down; seat 1 sits at the
bottom edge, the others follow clockwise as seen from above. Geometry only: who may play where is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.places import DECK, KITTY, MIDDLE, OUTSIDE, Place, hand_place, play_zone

Box = tuple[float, float, float, float]  # x0, y0, x1, y1 in mm


@dataclass(frozen=True, slots=True)
class Mat:
    """A printed mat: `markers` maps an ArUco id (DICT_4X4_50) to the (x, y) of its top left corner."""

    name: str
    size: tuple[float, float]
    marker_side: float
    markers: Mapping[int, tuple[float, float]]
    places: Mapping[Place, Box]
    spots: Mapping[Place, Box] = field(default_factory=lambda: MappingProxyType({}))
    """Where the deck and the kitty lie: printed, but no card shown there is anybody's play."""
    card: tuple[float, float] = (63.0, 88.0)
    reach: float = field(default=45.0)
    """A card whose centre lies this many mm or less outside a place still counts as thrown into it."""

    def place_at(self, x: float, y: float, hands: bool = True) -> Place:
        """The place that the point (x, y) in mm lies in, else the nearest within `reach`, else OUTSIDE.

        Without `hands` the hands' places are left out: a face-up card at the mat's edge was played, not dealt.
        """
        distances = {each: _distance(box, x, y) for each, box in self.places.items() if hands or not each.is_hand}
        nearest = min(distances, key=lambda place: distances[place])
        return nearest if distances[nearest] <= self.reach else OUTSIDE

    def place_of_face(self, x: float, y: float) -> Place:
        """The place of a face-up card at (x, y): as `place_at` without hands, but what lies well within a hand's place
        and far from the zone is no play. On small papers hands lie within a zone's reach.
        """
        place = self.place_at(x, y, hands=False)
        if place != OUTSIDE and self.away(place, x, y) > 30.0:
            hands = (each for each in self.places if each.is_hand and self.away(each, x, y) == 0)
            return next(hands, place)
        return place

    def marker_corners(self, marker: int) -> tuple[tuple[float, float], ...]:
        """The marker's corners in mm, clockwise from its top left, as ArUco reports them."""
        x, y = self.markers[marker]
        s = self.marker_side
        return (x, y), (x + s, y), (x + s, y + s), (x, y + s)

    def away(self, place: Place, x: float, y: float) -> float:
        """How many mm the point (x, y) lies outside a place; 0 within it. Raises KeyError for no place of this mat."""
        return _distance(self.places[place], x, y)

    def spot_at(self, x: float, y: float) -> Place | None:
        """The spot that the point (x, y) in mm lies in, None for none."""
        return next((spot for spot, box in self.spots.items() if _distance(box, x, y) == 0), None)

    @property
    def numbers(self) -> tuple[tuple[float, float], ...]:
        """Where in mm the seats' numbers are printed, in the corners of their zones: print not unlike indices."""
        zones = [box for place, box in self.places.items() if place.is_play]
        return tuple((x, y) for x0, y0, x1, y1 in zones for x in (x0 + 6, x1 - 6) for y in (y0 + 6.4, y1 - 6.4))

    @property
    def seats(self) -> int:
        """How many seats have a play zone on this mat."""
        return sum(place.is_play for place in self.places)


def _distance(box: Box, x: float, y: float) -> float:
    x0, y0, x1, y1 = box
    dx = max(x0 - x, 0.0, x - x1)
    dy = max(y0 - y, 0.0, y - y1)
    return float((dx * dx + dy * dy) ** 0.5)


_A3 = (420.0, 297.0)
"""Millimetres, landscape: the paper that the places below are drawn for."""
_BELOW, _ABOVE = (155.0, 190.0, 265.0, 290.0), (155.0, 7.0, 265.0, 107.0)
"""The zones of those who sit below and above, the same whoever sits at the sides."""
_MIDDLE = (165.0, 112.0, 255.0, 185.0)
"""Between the zones, as large as a card and a hand."""
_PLAY: Mapping[int, tuple[Box, ...]] = MappingProxyType(
    {
        3: (_BELOW, (56.0, 14.0, 172.0, 109.0), (248.0, 14.0, 364.0, 109.0)),
        4: (_BELOW, (35.0, 90.0, 150.0, 207.0), _ABOVE, (270.0, 90.0, 385.0, 207.0)),
        5: (
            _BELOW, (25.0, 128.0, 150.0, 238.0), (72.0, 8.0, 202.0, 108.0), (218.0, 8.0, 348.0, 108.0),
            (270.0, 128.0, 395.0, 238.0),
        ),
        6: (
            _BELOW, (30.0, 150.0, 150.0, 242.0), (30.0, 55.0, 150.0, 147.0), _ABOVE, (270.0, 55.0, 390.0, 147.0),
            (270.0, 150.0, 390.0, 242.0),
        ),
    }
)  # fmt: skip
"""The play zones on A3 by seats, seat 1 first; other papers hold the same, stretched."""
_SIDES: Mapping[int, tuple[tuple[str, float, float], ...]] = MappingProxyType(
    {
        3: (("below", 110, 310), ("left", -40, 130), ("right", -40, 130)),
        4: (("below", 110, 310), ("left", 60, 237), ("above", 110, 310), ("right", 60, 237)),
        5: (("below", 110, 310), ("left", 110, 280), ("above", 40, 198), ("above", 222, 380), ("right", 110, 280)),
        6: (
            ("below", 110, 310), ("left", 154, 300), ("left", -6, 140), ("above", 110, 310), ("right", -6, 140),
            ("right", 154, 300),
        ),
    }
)  # fmt: skip
"""Beyond which edge of the mat each seat's dealt cards lie, and from where to where along it."""
_SPOTS: Mapping[int, tuple[Box, Box]] = MappingProxyType(
    {
        3: ((56.0, 205.0, 146.0, 283.0), (274.0, 205.0, 364.0, 283.0)),
        4: ((57.0, 12.0, 147.0, 84.0), (273.0, 213.0, 363.0, 285.0)),
        5: ((58.0, 240.0, 148.0, 292.0), (272.0, 240.0, 362.0, 292.0)),
        6: ((56.0, 6.0, 148.0, 52.0), (272.0, 245.0, 364.0, 291.0)),
    }
)
"""Kitty and deck on A3: in the corners that no seat's cards need."""
PAPERS: Mapping[str, tuple[tuple[float, float], float]] = MappingProxyType(
    {
        "a3": (_A3, 36.0),
        "a2": ((594.0, 420.0), 50.0),
        "letter": ((279.4, 215.9), 26.0),
        "tabloid": ((431.8, 279.4), 33.0),
    }
)
"""The papers a mat is made for, landscape: width and height, and the side of its markers, in mm."""
FIRST_MARKER: Mapping[int, int] = MappingProxyType({4: 0, 3: 4, 5: 8, 6: 12})
"""A mat's markers are four ids from here on, clockwise from the top left: they tell for how many seats it is."""


class UnknownMat(ValueError):
    """No mat of this name is known."""


def mat_of(seats: int, paper: str) -> Mat:
    """The mat for 3 to 6 seats on one of PAPERS. Raises UnknownMat."""
    if seats not in _PLAY or paper not in PAPERS:
        raise UnknownMat(f"There is no mat for {seats} seats on {paper}: 3 to 6 seats, on {', '.join(PAPERS)}.")
    size, side = PAPERS[paper]
    plays = {play_zone(seat): _stretched(box, size) for seat, box in enumerate(_PLAY[seats], start=1)}
    hands = {hand_place(seat): _hand(edge, size) for seat, edge in enumerate(_SIDES[seats], start=1)}
    kitty, deck = _SPOTS[seats]
    return Mat(
        name=f"{paper}-{seats}",
        size=size,
        marker_side=side,
        markers=MappingProxyType(_markers(FIRST_MARKER[seats], size, side)),
        places=MappingProxyType({**plays, MIDDLE: _stretched(_MIDDLE, size), **hands}),
        spots=MappingProxyType({KITTY: _stretched(kitty, size), DECK: _stretched(deck, size)}),
    )


def mat_named(name: str) -> Mat:
    """The mat of a name such as `a3-4`: paper and seats. Raises UnknownMat."""
    mat = MATS.get(name.strip().lower())
    if mat is None:
        raise UnknownMat(f"There is no mat {name!r}: known are {', '.join(MATS)}, or the JSON description of another.")
    return mat


def _stretched(box: Box, size: tuple[float, float]) -> Box:
    kx, ky = size[0] / _A3[0], size[1] / _A3[1]
    x0, y0, x1, y1 = box
    return round(x0 * kx, 1), round(y0 * ky, 1), round(x1 * kx, 1), round(y1 * ky, 1)


def _hand(edge: tuple[str, float, float], size: tuple[float, float]) -> Box:
    """A place beyond an edge: cards are as large whatever the paper, so only its ends move."""
    side, start, end = edge
    width, height = size
    kx, ky = width / _A3[0], height / _A3[1]
    if side == "below":
        return round(start * kx, 1), height + 3.0, round(end * kx, 1), height + 75.0
    if side == "above":
        return round(start * kx, 1), -75.0, round(end * kx, 1), -3.0
    if side == "left":
        return -150.0, round(start * ky, 1), -5.0, round(end * ky, 1)
    return width + 5.0, round(start * ky, 1), width + 150.0, round(end * ky, 1)


def _markers(first: int, size: tuple[float, float], side: float) -> dict[int, tuple[float, float]]:
    edge = round(10.0 * side / 36.0, 1)
    right, below = round(size[0] - edge - side, 1), round(size[1] - edge - side, 1)
    corners = ((edge, edge), (right, edge), (right, below), (edge, below))
    return {first + k: corner for k, corner in enumerate(corners)}


MATS: Mapping[str, Mat] = MappingProxyType(
    {mat.name: mat for paper in PAPERS for seats in sorted(_PLAY) for mat in (mat_of(seats, paper),)}
)
"""Every mat that the program prints, by name."""
A3_FOUR = MATS["a3-4"]
"""The mat of the base game: A3 landscape, four seats."""
