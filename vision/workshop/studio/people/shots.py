"""One frame to be, as values: what is seen, what truly lies there, and where moving things were a moment before.

Plain values between the movements (reel) and what is made of them (recording, delivery).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.places import Place
from vision.workshop.studio.scene.around import Around
from vision.workshop.studio.scene.table import Limb, Moving, MovingTile, Scene
from vision.workshop.studio.scene.things import Lying, LyingTile


@dataclass(frozen=True, slots=True)
class Placed:
    """A card at rest and its place."""

    card: Lying
    place: Place


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A bid tile at rest and its place."""

    tile: LyingTile
    place: Place


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame to be: its time, what is seen, what truly lies there, how the camera and the light stand."""

    t: float
    scene: Scene
    lying: tuple[Placed, ...]
    moving: bool
    bumped: bool = False
    light: float = 1.0
    doubled: bool = False  # the camera delivers the frame before this one again
    tiles: tuple[PlacedTile, ...] = ()
    around: Around | None = None  # what people do beside the play, where nobody holds still


def earlier_card(mover: Moving, share: float) -> Moving:
    """Where a moving card was, so many parts of a tenth of a second ago."""
    card, (dx, dy) = mover.card, mover.swing
    moved = replace(card, x=card.x - 5 * dx * share, y=card.y - 5 * dy * share)
    return Moving(moved, (dx * 0.6, dy * 0.6))


def earlier_tile(mover: MovingTile, share: float) -> MovingTile:
    """The same for a tile."""
    tile, (dx, dy) = mover.card, mover.swing
    moved = replace(tile, x=tile.x - 5 * dx * share, y=tile.y - 5 * dy * share)
    return MovingTile(moved, (dx * 0.6, dy * 0.6))


def earlier_limb(limb: Limb, share: float) -> Limb:
    dx, dy = limb.swing
    return replace(limb, x=limb.x - 5 * dx * share, y=limb.y - 5 * dy * share, swing=(dx * 0.6, dy * 0.6))
