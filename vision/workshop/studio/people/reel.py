"""The movements of people at a table, frame by frame: laying, sliding, taking up, gathering, resting.

`Reel` collects shots (what is seen, what truly lies there) and inputs with their times. The order of movements in a
hand is script's business, their look table's.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from engine.cards import Card
from engine.places import MIDDLE, OUTSIDE, Place, hand_place, play_zone
from vision.workshop.studio.people.landing import Landing
from vision.workshop.studio.people.plans import Plan, PlannedTrick, Seat
from vision.workshop.studio.people.seats import SeatPlace, Spot, arm_turn, seat_place
from vision.workshop.studio.people.shots import Placed, PlacedTile, Shot, earlier_card, earlier_limb, earlier_tile
from vision.workshop.studio.scene.limbs import PEOPLE, Person, Pose
from vision.workshop.studio.scene.table import Limb, Moving, MovingTile, Scene
from vision.workshop.studio.scene.things import Lying

STEP = 0.1  # seconds between two key frames while something moves


@dataclass(slots=True)
class Reel:
    """Collects shots and inputs while the hand goes on."""

    plan: Plan
    landing: Landing
    people: tuple[Person, ...] = PEOPLE
    t: float = 0.0
    table: list[Placed] = field(default_factory=list)
    tiles: list[PlacedTile] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    inputs: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    bumped: bool = False
    light: float = 1.0
    light_aim: float = 1.0

    def seat(self, seat: Seat) -> SeatPlace:
        return seat_place(self.landing.mat, seat, self.person(seat).left)

    def person(self, seat: Seat) -> Person:
        return self.people[(seat - 1) % len(self.people)]

    # -- one frame -------------------------------------------------------------------------------------------

    def shoot(
        self, moving: tuple[Moving, ...] = (), limbs: tuple[Limb, ...] = (), carried: tuple[MovingTile, ...] = ()
    ) -> None:
        """A tenth of a second: one frame, or several on the way there when the camera is faster."""
        self.light += (self.light_aim - self.light) * 0.35
        lying, tiles = tuple(self.table), tuple(self.tiles)
        frames = max(1, round(self.landing.manner.rate * STEP))
        for k in range(frames):
            back = (frames - 1 - k) / frames
            scene = Scene(
                tuple(item.card for item in lying),
                self.landing.manner.cups,
                self._resting(),
                tuple(earlier_card(mover, back) for mover in moving) if back else moving,
                tuple(earlier_limb(limb, back) for limb in limbs) if back else limbs,
                tuple(item.tile for item in tiles),
                tuple(earlier_tile(mover, back) for mover in carried) if back else carried,
            )
            t, moves = round(self.t + k * STEP / frames, 3), bool(moving or limbs or carried)
            self.shots.append(Shot(t, scene, lying, moves, self.bumped, round(self.light, 3), tiles=tiles))
        self.t += STEP

    def _resting(self) -> tuple[Limb, ...]:
        """Hands that lie on the table's edge beside each player's cards, if these people do that."""
        if not self.landing.manner.resting:
            return ()
        hands = []
        for seat in self.plan.seats:
            place, side = self.seat(seat), 1 if self.person(seat).left else -1
            x = place.hand[0] + place.out[0] * 42 + side * place.right[0] * 118
            y = place.hand[1] + place.out[1] * 42 + side * place.right[1] * 118
            other = replace(self.person(seat), left=not self.person(seat).left)
            turn = arm_turn((x, y), (x + place.out[0] + 0.2 * side * place.right[0], y + place.out[1]))
            hands.append(Limb(other, Pose.FLAT, x, y, turn))
        return tuple(hands)

    def end_at(self, t: float) -> None:
        """Leave out all that comes after so many seconds."""
        self.shots = [shot for shot in self.shots if shot.t <= t]
        self.inputs = [told for told in self.inputs if told[0] <= t]

    def begin(self) -> None:
        """The table before the deal."""
        self.rest(3)

    def rest(self, count: int | None = None, pause: float | None = None) -> None:
        """Nothing moves for some frames; the last one holds for a moment longer."""
        for _ in range(self.landing.manner.stills if count is None else count):
            self.shoot()
        self.t += self.landing.manner.pause if pause is None else pause

    def told(self, kind: str, **fields: Any) -> None:
        """An input at this moment."""
        self.inputs.append((round(self.t, 3), {"kind": kind, **fields}))

    # -- movements -------------------------------------------------------------------------------------------

    def limb(
        self, seat: Seat, grip: Spot, pose: Pose = Pose.GRIP, swing: Spot = (0.0, 0.0), height: float = 32.0
    ) -> Limb:
        shoulder = self.seat(seat).shoulder
        return Limb(self.person(seat), pose, grip[0], grip[1], arm_turn(grip, shoulder), swing, height)

    def drawn_back(self, seat: Seat, grip: Spot, mm: float) -> Spot:
        """The grip, drawn back by so many mm towards the shoulder."""
        way = np.array(self.seat(seat).shoulder) - np.array(grip)
        way /= np.linalg.norm(way)
        return float(grip[0] + way[0] * mm), float(grip[1] + way[1] * mm)

    def lay(self, *laid: tuple[Seat, Lying, Place]) -> None:
        """An arm comes in with a card, lays it and goes; several arms at once if several are given."""
        flying, coming, lying, going = [], [], [], []
        for seat, card, _ in laid:
            grip = self.seat(seat).grip(card.x, card.y, card.turn)
            carried = self.drawn_back(seat, grip, self.landing.rng.uniform(105, 150))
            swing = ((grip[0] - carried[0]) * 0.16, (grip[1] - carried[1]) * 0.16)
            x, y = card.x + carried[0] - grip[0], card.y + carried[1] - grip[1]
            tipped = card.turn + float(self.landing.rng.normal(0, 6))
            flying.append(Moving(replace(card, x=x, y=y, turn=tipped, lift=24.0), swing))
            coming.append(self.limb(seat, carried, swing=swing, height=44))
            lying.append(self.limb(seat, grip))
            gone = self.drawn_back(seat, grip, self.landing.rng.uniform(90, 140))
            going.append(self.limb(seat, gone, swing=(-swing[0] * 1.2, -swing[1] * 1.2), height=40))
        self.shoot(tuple(flying), tuple(coming))
        self.table += [Placed(card, place) for _, card, place in laid]
        self.shoot((), tuple(lying))
        self.shoot((), tuple(going))

    def take_back(self, seat: Seat, item: Placed) -> None:
        """A hand goes to a card that lies and takes it off the table."""
        grip = self.seat(seat).grip(item.card.x, item.card.y, item.card.turn)
        self.shoot((), (self.limb(seat, self.drawn_back(seat, grip, 110), swing=(8.0, 8.0), height=40),))
        self.shoot((), (self.limb(seat, grip),))
        self.table.remove(item)
        back = self.drawn_back(seat, grip, 120)
        way = back[0] - grip[0], back[1] - grip[1]
        card = replace(item.card, x=item.card.x + way[0], y=item.card.y + way[1], lift=26.0)
        swing = way[0] * 0.2, way[1] * 0.2
        self.shoot((Moving(card, swing),), (self.limb(seat, back, swing=swing, height=44),))

    def turn_up(self, seat: Seat, item: Placed, face: Card | None) -> None:
        """A hand goes to a card that lies on its face and turns it over."""
        grip = self.seat(seat).grip(item.card.x, item.card.y, item.card.turn)
        self.shoot((), (self.limb(seat, self.drawn_back(seat, grip, 110), swing=(8.0, 8.0), height=40),))
        self.table.remove(item)
        up = replace(item.card, face=face)
        self.shoot((Moving(replace(item.card, lift=30.0), (6.0, 6.0)),), (self.limb(seat, grip),))
        self.table.append(Placed(up, item.place))
        self.shoot((), (self.limb(seat, grip),))
        self.shoot((), (self.limb(seat, self.drawn_back(seat, grip, 130), swing=(10.0, 10.0), height=44),))

    def nudge(self, seat: Seat, item: Placed, mm: Spot, turn: float) -> None:
        """Fingers push a lying card a little aside."""
        card = item.card
        end = replace(card, x=card.x + mm[0], y=card.y + mm[1], turn=card.turn + turn)
        self.table.remove(item)
        half = replace(card, x=card.x + mm[0] / 2, y=card.y + mm[1] / 2, turn=card.turn + turn / 2)
        self.shoot((Moving(half, mm),), (self.limb(seat, (half.x, half.y), Pose.FLAT, mm, 20),))
        self.table.append(Placed(end, item.place))
        self.shoot((), (self.limb(seat, self.drawn_back(seat, (end.x, end.y), 120), swing=(10.0, 10.0), height=40),))

    def carry(self, card: Lying, swing: Spot, arm: Limb) -> None:
        """One frame of a card on its way in a hand."""
        self.shoot((Moving(card, swing),), (arm,))

    def stay(self, seat: Seat, spot: Spot, seconds: float, pose: Pose = Pose.FLAT) -> None:
        """An arm comes to the spot, stays there, never quite still, and goes."""
        for back in (260.0, 90.0):
            self.shoot((), (self.limb(seat, self.drawn_back(seat, spot, back), pose, (16.0, 16.0), 50),))
        for k in range(max(1, round(seconds / STEP))):
            drift = spot[0] + 9 * float(np.sin(k * 0.45)), spot[1] + 7 * float(np.cos(k * 0.3))
            self.shoot((), (self.limb(seat, drift, pose, (1.5, 1.0), 50),))
        self.shoot((), (self.limb(seat, self.drawn_back(seat, spot, 200), pose, (20.0, 20.0), 50),))

    def slide(self, seat: Seat, start: Lying, end: Lying, place: Place) -> None:
        """A card, face down, pushed across the table by the flat hand."""
        for part in (0.25, 0.65):
            x, y = start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part
            swing = ((end.x - start.x) * 0.1, (end.y - start.y) * 0.1)
            moved = replace(start, x=x, y=y, turn=start.turn + (end.turn - start.turn) * part)
            self.shoot((Moving(moved, swing),), (self.limb(seat, (x, y), Pose.FLAT, swing, 24),))
        self.table.append(Placed(end, place))
        self.shoot((), (self.limb(seat, (end.x, end.y), Pose.FLAT, height=24),))
        self.shoot((), (self.limb(seat, self.drawn_back(seat, (end.x, end.y), 190), Pose.FLAT, (40.0, 0.0), 40),))

    def take_up(self, seats: tuple[Seat, ...]) -> None:
        """Everybody takes up what lies in front of him, at about the same time."""
        grips = {seat: self._near(seat) for seat in seats}
        self.shoot((), tuple(self.limb(seat, grip) for seat, grip in grips.items()))
        taken = [item for item in self.table if item.place in {hand_place(seat) for seat in seats}]
        self.table = [item for item in self.table if item not in taken]
        going = []
        for item in taken:
            out = self.seat(item.place.number).out
            card = replace(item.card, x=item.card.x + out[0] * 70, y=item.card.y + out[1] * 70, lift=40.0)
            going.append(Moving(card, (out[0] * 26, out[1] * 26)))
        arms = []
        for seat, grip in grips.items():
            back, out = self.drawn_back(seat, grip, 70), self.seat(seat).out
            arms.append(self.limb(seat, back, swing=(out[0] * 26, out[1] * 26), height=50))
        self.shoot(tuple(going), tuple(arms))

    def _near(self, seat: Seat) -> Spot:
        """The edge of a seat's packet that lies nearest to the player."""
        place = self.seat(seat)
        cards = [item.card for item in self.table if item.place == hand_place(seat)]
        x = float(np.mean([card.x for card in cards])) if cards else place.hand[0]
        y = float(np.mean([card.y for card in cards])) if cards else place.hand[1]
        return x + place.out[0] * 18, y + place.out[1] * 18

    def played(self, seat: Seat) -> Placed:
        """The card that this seat laid last.

        :raises LookupError: when none lies there.
        """
        return next(item for item in reversed(self.table) if item.place == play_zone(seat))

    def gather(self, trick: PlannedTrick, number: int) -> None:
        """The winner's flat hand sweeps the trick together; it lies down as backs on that seat's pile."""
        seat = trick.winner
        gone = [item for item in self.table if item.place.is_play or item.place == MIDDLE]
        self.table = [item for item in self.table if item not in gone]
        x, y = (float(np.mean([getattr(item.card, axis) for item in gone])) for axis in "xy")
        place = self.seat(seat)
        towards = place.pile[0] - x, place.pile[1] - y
        swing = towards[0] * 0.07, towards[1] * 0.07
        bundle = []
        for item in gone:
            card = item.card
            moved = replace(card, x=card.x + (x - card.x) * 0.6, y=card.y + (y - card.y) * 0.6, lift=3.0)
            bundle.append(Moving(moved, ((x - card.x) * 0.2, (y - card.y) * 0.2)))
        self.shoot(tuple(bundle), (self.limb(seat, (x, y), Pose.FLAT, swing, 26),))
        hand = x + towards[0] * 0.6, y + towards[1] * 0.6
        carried = [
            Moving(replace(item.card, x=hand[0] + 4 * k, y=hand[1] + 3 * k, turn=place.turn + 5 * k, lift=20.0), swing)
            for k, item in enumerate(gone)
        ]
        self.shoot(tuple(carried), (self.limb(seat, hand, Pose.GRIP, swing, 40),))
        for card in self.landing.pile(place, len(gone), number):
            self.table.append(Placed(card, OUTSIDE))
        grip = place.grip(*place.pile, place.turn)
        self.shoot((), (self.limb(seat, self.drawn_back(seat, grip, 30), swing=(-swing[0], -swing[1])),))
