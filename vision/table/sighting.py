"""What vision reports: cards lying on the mat, at rest, each with its place and how sure its reading is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.cards import Card, Unseen
from engine.places import Place
from vision.mat.tiles import Tile

Face = Card | Unseen


@dataclass(frozen=True, slots=True)
class Sighting:
    """One face-up card at rest.

    `face` is a Card or Unseen.UNREADABLE; `confidence` 0..1 of the likeliest name; `alternatives` the next
    likeliest (for an unreadable card the likeliest comes first); x, y: its centre in mm on the mat; `turn` in
    degrees, 0 = upright as seen from seat 1, clockwise; `place`: a place of the mat or OUTSIDE; `mark`: a number
    that stays with the card as long as it lies on the table; `came_from`: the hand place that the movement before it
    led to, None where that was unclear.
    """

    face: Face
    confidence: float
    alternatives: tuple[tuple[Card, float], ...]
    x: float
    y: float
    turn: float
    place: Place
    mark: int
    came_from: Place | None = None


@dataclass(frozen=True, slots=True)
class TileSighting:
    """A bid tile at rest: its centre in mm, its place, and a mark that stays with it while it lies there."""

    tile: Tile
    x: float
    y: float
    place: Place
    mark: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The table come to rest at time `t` (seconds): face-up cards, backs at each hand place and spot, bid tiles.

    `possible`: unreadable ones of which too little stands out to call them cards, with marks of their own. `reached`:
    the hand places that arms came in from since the table was told last. `out_of_sight`: marks of cards before which
    something moves now: they are told as they were seen last, and are neither there nor gone.
    """

    t: float
    sightings: tuple[Sighting, ...]
    backs: Mapping[Place, int] = field(default_factory=lambda: MappingProxyType({}))
    tiles: tuple[TileSighting, ...] = ()
    possible: tuple[Sighting, ...] = ()
    reached: frozenset[Place] = frozenset()
    out_of_sight: frozenset[int] = frozenset()

    @property
    def gist(self) -> tuple[object, ...]:
        """What makes it worth telling anew: names, places and marks of cards and tiles, and the number of backs."""
        cards = tuple((each.face, each.place, each.mark) for each in self.sightings)
        return cards, tuple(self.backs.items()), tuple((each.tile.marker, each.place, each.mark) for each in self.tiles)
