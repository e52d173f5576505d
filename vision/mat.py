"""The printed mat as data: its size, its four corner markers, the places drawn on it.

All lengths are millimetres; the origin is the mat's top left corner, x to the right, y down; seat 1 sits at the
bottom edge, the others follow clockwise as seen from above. Geometry only: who may play where is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Box = tuple[float, float, float, float]  # x0, y0, x1, y1 in mm

OUTSIDE = "outside"
"""The name of everywhere that is no place of the mat."""


@dataclass(frozen=True, slots=True)
class Mat:
    """A printed mat: `markers` maps an ArUco id (DICT_4X4_50) to the (x, y) of its top left corner."""

    name: str
    size: tuple[float, float]
    marker_side: float
    markers: Mapping[int, tuple[float, float]]
    places: Mapping[str, Box]
    card: tuple[float, float] = (63.0, 88.0)
    reach: float = field(default=45.0)
    """A card whose centre lies this many mm or less outside a place still counts as thrown into it."""

    def place_at(self, x: float, y: float, hands: bool = True) -> str:
        """The place that the point (x, y) in mm lies in, else the nearest within `reach`, else OUTSIDE.

        Without `hands` the hands' places are left out: a face-up card at the mat's edge was played, not dealt.
        """
        distances = {n: _distance(b, x, y) for n, b in self.places.items() if hands or not n.startswith("hand")}
        nearest = min(distances, key=lambda name: distances[name])
        return nearest if distances[nearest] <= self.reach else OUTSIDE

    def marker_corners(self, marker: int) -> tuple[tuple[float, float], ...]:
        """The marker's corners in mm, clockwise from its top left, as ArUco reports them."""
        x, y = self.markers[marker]
        s = self.marker_side
        return (x, y), (x + s, y), (x + s, y + s), (x, y + s)

    @property
    def seats(self) -> int:
        """How many seats have a play zone on this mat."""
        return sum(name.startswith("play") for name in self.places)


def _distance(box: Box, x: float, y: float) -> float:
    x0, y0, x1, y1 = box
    dx = max(x0 - x, 0.0, x - x1)
    dy = max(y0 - y, 0.0, y - y1)
    return float((dx * dx + dy * dy) ** 0.5)


A3_FOUR = Mat(
    name="a3-4",
    size=(420.0, 297.0),
    marker_side=36.0,
    markers=MappingProxyType({0: (10.0, 10.0), 1: (374.0, 10.0), 2: (374.0, 251.0), 3: (10.0, 251.0)}),
    places=MappingProxyType(
        {
            "play1": (155.0, 190.0, 265.0, 290.0),
            "play2": (35.0, 90.0, 150.0, 207.0),
            "play3": (155.0, 7.0, 265.0, 107.0),
            "play4": (270.0, 90.0, 385.0, 207.0),
            "middle": (165.0, 112.0, 255.0, 185.0),
            # Dealt cards lie beyond the mat's edge, in front of each player.
            "hand1": (110.0, 300.0, 310.0, 372.0),
            "hand2": (-150.0, 60.0, -5.0, 237.0),
            "hand3": (110.0, -75.0, 310.0, -3.0),
            "hand4": (425.0, 60.0, 570.0, 237.0),
        }
    ),
)
"""The mat of the base game: A3 landscape, four seats."""
