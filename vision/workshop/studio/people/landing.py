"""Where cards come to lie when people lay, throw, deal and gather them: askew, near enough, sometimes out of place.

Chance and geometry only; who lays what and when is the business of script.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.cards import Card
from engine.places import play_zone
from vision.mat.mats import Box, Mat
from vision.workshop.studio.people.plans import Seat
from vision.workshop.studio.people.seats import SeatPlace
from vision.workshop.studio.scene.things import Cup, Lying, outline

Generator = np.random.Generator


@dataclass(frozen=True, slots=True)
class Manner:
    """How carefully these people play, and what happens around them."""

    tilt: float = 20.0  # degrees either way
    wild: float = 0.16  # share of the cards that land outside their zone
    beyond: float = 16.0  # at most so many mm outside
    overlap: float = 0.12  # at most this share of a card lies under the next
    bend: float = 2.2  # mm
    inwards: float = 22.0  # mm that cards are laid nearer to the middle than their zone's middle
    stills: int = 4  # frames after each movement
    pause: float = 0.5  # seconds that the last of them holds
    bump_after: int | None = None  # the camera is knocked after this trick
    lamp_after: int | None = None  # a lamp is switched on after this trick
    cups: tuple[Cup, ...] = ()
    resting: bool = False  # hands lie on the table's edge all the time
    rate: float = 10.0  # frames a second: 10, 20 or 30, or any below 10
    lost: float = 0.0  # share of the frames that never arrive
    doubled: float = 0.0  # share of the frames that arrive twice
    auto_exposure: float = 0.0  # how far the camera follows what it sees, 0 to 1
    auto_balance: float = 0.0  # the same for its white balance; only where people are restless
    afterglow: float = 0.0  # the share of a frame that stays in the next; only where people are restless


@dataclass(frozen=True, slots=True)
class Landing:
    """Chooses the spots on one mat, for people of one manner."""

    mat: Mat
    manner: Manner
    rng: Generator

    def aim(self, seat: Seat, place: SeatPlace, card: Card | None, lying: Sequence[Lying]) -> Lying:
        """A spot for a played card: near its zone's middle, askew, at times outside the zone, never hiding another.

        :raises RuntimeError: when the cards lying leave no room.
        """
        wild = self.rng.random() < self.manner.wild
        for attempt in range(600):
            spot = self._try(place, card, wild and attempt < 300, 1 + attempt / 150, len(lying))
            if self._fits(spot, seat, wild and attempt < 300, lying):
                return spot
        raise RuntimeError(f"No room for a card in front of seat {seat}; allow more overlap.")

    def _try(self, place: SeatPlace, card: Card | None, wild: bool, slack: float, below: int) -> Lying:
        manner = self.manner
        along = float(self.rng.normal(manner.inwards, 9 * slack))
        aside = float(self.rng.normal(0, 13 * slack))
        if wild:
            aside = float(self.rng.choice([-1, 1]) * self.rng.uniform(40, 55 + manner.beyond))
            along = float(self.rng.uniform(-20, 20))
        x = place.play[0] - along * place.out[0] + aside * place.right[0]
        y = place.play[1] - along * place.out[1] + aside * place.right[1]
        lean = float(np.clip(self.rng.normal(0, manner.tilt * 0.55), -manner.tilt, manner.tilt))
        bend = float(self.rng.uniform(0, manner.bend)) if self.rng.random() < 0.6 else 0.0
        return Lying(card, x, y, normal_turn(place.turn + lean), bend, 0.3 + 0.3 * min(below, 4))

    def _fits(self, spot: Lying, seat: Seat, wild: bool, lying: Sequence[Lying]) -> bool:
        """Nearer to its own place than to any other, not too far out of it, hiding little."""
        beyond = outside(self.mat.places[play_zone(seat)], spot.x, spot.y)
        if beyond <= self.mat.reach and self.mat.place_at(spot.x, spot.y) != play_zone(seat):
            return False
        zones = [box for place, box in self.mat.places.items() if not place.is_hand]
        if beyond > min(outside(box, spot.x, spot.y) for box in zones):
            return False
        if beyond > self.manner.beyond or (wild and beyond < 2):
            return False
        return all(shared(spot, other) <= self.manner.overlap for other in lying)

    def packet(self, place: SeatPlace, count: int, dealt: int) -> list[Lying]:
        """Backs that come to lie in front of a seat, a little fanned, over what was dealt before."""
        turn = place.turn + self.rng.normal(84, 12)
        right, out = np.array(place.right), np.array(place.out)
        start = np.array(place.hand) + right * self.rng.normal(9 * dealt - 12, 6) - out * abs(self.rng.normal(4, 3))
        cards = []
        for k in range(count):
            x, y = start + self.rng.normal(0, 2.2, 2) + right * 3.2 * k
            lean = float(turn + self.rng.normal(0, 3.5))
            cards.append(Lying(None, float(x), float(y), normal_turn(lean), float(self.rng.uniform(0, 1.4))))
        return cards

    def pile(self, place: SeatPlace, count: int, number: int) -> Iterator[Lying]:
        """A gathered trick, face down and squared, across the one below it."""
        turn = place.turn + (50.0 if number % 2 else 0.0) + self.rng.normal(0, 4)
        shift = self.rng.normal(0, 3, 2)
        for _ in range(count):
            x, y = np.array(place.pile) + shift + self.rng.normal(0, 1.0, 2)
            yield Lying(None, float(x), float(y), normal_turn(float(turn + self.rng.normal(0, 1.2))))


def normal_turn(turn: float) -> float:
    """The same turn between -180 (left out) and 180 degrees."""
    return -((180.0 - turn) % 360.0 - 180.0)


def shared(a: Lying, b: Lying) -> float:
    """The share of one card's area that the other covers or is covered by."""
    area, _ = cv2.intersectConvexConvex(outline(a).astype(np.float32), outline(b).astype(np.float32))
    return float(area) / (63.0 * 88.0)


def outside(box: Box, x: float, y: float) -> float:
    """How far outside a box a point is, in mm."""
    dx, dy = max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3])
    return float(np.hypot(dx, dy))
