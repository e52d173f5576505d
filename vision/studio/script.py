"""A planned hand as a sequence of shots: dealing, picking up, calls, exchange, tricks laid and gathered.

Time and movement only. What a shot looks like is table's business; whether a play is legal, the engine's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from engine.cards import Card
from vision.mat import Mat
from vision.studio.limbs import PEOPLE, Person, Pose
from vision.studio.plans import Plan, Seat, Trick
from vision.studio.seats import SeatPlace, Spot, arm_turn, seat_place
from vision.studio.table import Cup, Limb, Lying, Moving, Scene, outline

STEP = 0.1  # seconds between two frames while something moves


@dataclass(frozen=True, slots=True)
class Manner:
    """How carefully these people play, and what happens around them."""

    tilt: float = 20.0  # degrees either way
    wild: float = 0.16  # share of the cards that land outside their zone
    beyond: float = 16.0  # at most so many mm outside
    overlap: float = 0.12  # at most this share of a card lies under the next
    bend: float = 2.2  # mm
    inwards: float = 17.0  # mm that cards are laid nearer to the middle than their zone's middle
    stills: int = 4  # frames after each movement
    pause: float = 0.5  # seconds that the last of them holds
    bump_after: int | None = None  # the camera is knocked after this trick
    lamp_after: int | None = None  # a lamp is switched on after this trick
    cups: tuple[Cup, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A card at rest and the name of its place."""

    card: Lying
    place: str


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame to be: its time, what is seen, what truly lies there, how the camera and the light stand."""

    t: float
    scene: Scene
    lying: tuple[Placed, ...]
    moving: bool
    bumped: bool = False
    light: float = 1.0


@dataclass(slots=True)
class Reel:
    """Collects shots and inputs while the hand goes on."""

    plan: Plan
    mat: Mat
    manner: Manner
    rng: np.random.Generator
    people: tuple[Person, ...] = PEOPLE
    t: float = 0.0
    table: list[Placed] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    inputs: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    bumped: bool = False
    light: float = 1.0
    light_aim: float = 1.0

    def seat(self, seat: Seat) -> SeatPlace:
        return seat_place(self.mat, seat, self.person(seat).left)

    def person(self, seat: Seat) -> Person:
        return self.people[(seat - 1) % len(self.people)]

    # -- one frame -------------------------------------------------------------------------------------------

    def _shoot(self, moving: tuple[Moving, ...] = (), limbs: tuple[Limb, ...] = ()) -> None:
        self.light += (self.light_aim - self.light) * 0.35
        lying = tuple(self.table)
        scene = Scene(tuple(item.card for item in lying), self.manner.cups, moving, limbs)
        self.shots.append(
            Shot(round(self.t, 2), scene, lying, bool(moving or limbs), self.bumped, round(self.light, 3))
        )
        self.t += STEP

    def rest(self, count: int | None = None, pause: float | None = None) -> None:
        """Nothing moves for some frames; the last one holds for a moment longer."""
        for _ in range(self.manner.stills if count is None else count):
            self._shoot()
        self.t += self.manner.pause if pause is None else pause

    def told(self, kind: str, **fields: Any) -> None:
        """An input at this moment."""
        self.inputs.append((round(self.t, 2), {"kind": kind, **fields}))

    # -- movements -------------------------------------------------------------------------------------------

    def limb(self, seat: Seat, grip: Spot, pose: Pose = Pose.GRIP, swing: Spot = (0.0, 0.0), height: float = 32.0) -> Limb:
        shoulder = self.seat(seat).shoulder
        return Limb(self.person(seat), pose, grip[0], grip[1], arm_turn(grip, shoulder), swing, height)

    def _drawn_back(self, seat: Seat, grip: Spot, mm: float) -> Spot:
        """The grip, drawn back by so many mm towards the shoulder."""
        way = np.array(self.seat(seat).shoulder) - np.array(grip)
        way /= np.linalg.norm(way)
        return float(grip[0] + way[0] * mm), float(grip[1] + way[1] * mm)

    def lay(self, seat: Seat, card: Lying, place: str) -> None:
        """An arm comes in with the card, lays it and goes."""
        grip = self.seat(seat).grip(card.x, card.y, card.turn)
        far = self.rng.uniform(105, 150)
        carried = self._drawn_back(seat, grip, far)
        swing = ((grip[0] - carried[0]) * 0.16, (grip[1] - carried[1]) * 0.16)
        tipped = float(self.rng.normal(0, 6))
        flying = replace(
            card, x=card.x + carried[0] - grip[0], y=card.y + carried[1] - grip[1], turn=card.turn + tipped, lift=24.0
        )
        self._shoot((Moving(flying, swing),), (self.limb(seat, carried, swing=swing, height=44),))
        self.table.append(Placed(card, place))
        self._shoot((), (self.limb(seat, grip),))
        gone = self._drawn_back(seat, grip, self.rng.uniform(90, 140))
        self._shoot((), (self.limb(seat, gone, swing=(-swing[0] * 1.2, -swing[1] * 1.2), height=40),))

    def slide(self, seat: Seat, start: Lying, end: Lying, place: str) -> None:
        """A card, face down, pushed across the table by the flat hand."""
        for part in (0.25, 0.65):
            x, y = start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part
            swing = ((end.x - start.x) * 0.1, (end.y - start.y) * 0.1)
            moved = replace(start, x=x, y=y, turn=start.turn + (end.turn - start.turn) * part)
            self._shoot((Moving(moved, swing),), (self.limb(seat, (x, y), Pose.FLAT, swing, 24),))
        self.table.append(Placed(end, place))
        self._shoot((), (self.limb(seat, (end.x, end.y), Pose.FLAT, height=24),))
        self._shoot((), (self.limb(seat, self._drawn_back(seat, (end.x, end.y), 190), Pose.FLAT, (40.0, 0.0), 40),))

    def take_up(self, seats: tuple[Seat, ...]) -> None:
        """Everybody takes up what lies in front of him, at about the same time."""
        grips = {seat: self._near(seat) for seat in seats}
        self._shoot((), tuple(self.limb(seat, grip) for seat, grip in grips.items()))
        taken = [item for item in self.table if item.place in {f"hand{seat}" for seat in seats}]
        self.table = [item for item in self.table if item not in taken]
        going = []
        for item in taken:
            out = self.seat(int(item.place.removeprefix("hand"))).out
            card = replace(item.card, x=item.card.x + out[0] * 70, y=item.card.y + out[1] * 70, lift=40.0)
            going.append(Moving(card, (out[0] * 26, out[1] * 26)))
        arms = []
        for seat, grip in grips.items():
            back, out = self._drawn_back(seat, grip, 70), self.seat(seat).out
            arms.append(self.limb(seat, back, swing=(out[0] * 26, out[1] * 26), height=50))
        self._shoot(tuple(going), tuple(arms))

    def _near(self, seat: Seat) -> Spot:
        """The edge of a seat's packet that lies nearest to the player."""
        place = self.seat(seat)
        cards = [item.card for item in self.table if item.place == f"hand{seat}"]
        x = float(np.mean([card.x for card in cards])) if cards else place.hand[0]
        y = float(np.mean([card.y for card in cards])) if cards else place.hand[1]
        return x + place.out[0] * 18, y + place.out[1] * 18

    def gather(self, trick: Trick, number: int) -> None:
        """The winner's flat hand sweeps the trick together; it lies down as backs on that seat's pile."""
        seat = trick.winner
        gone = [item for item in self.table if item.place.startswith(("play", "middle"))]
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
        self._shoot(tuple(bundle), (self.limb(seat, (x, y), Pose.FLAT, swing, 26),))
        hand = x + towards[0] * 0.6, y + towards[1] * 0.6
        carried = [
            Moving(replace(item.card, x=hand[0] + 4 * k, y=hand[1] + 3 * k, turn=place.turn + 5 * k, lift=20.0), swing)
            for k, item in enumerate(gone)
        ]
        self._shoot(tuple(carried), (self.limb(seat, hand, Pose.GRIP, swing, 40),))
        for card in self._pile(seat, len(gone), number):
            self.table.append(Placed(card, "outside"))
        grip = place.grip(*place.pile, place.turn)
        self._shoot((), (self.limb(seat, self._drawn_back(seat, grip, 30), swing=(-swing[0], -swing[1])),))

    def _pile(self, seat: Seat, count: int, number: int) -> Iterator[Lying]:
        place = self.seat(seat)
        across = 90.0 if number % 2 else 0.0
        turn = place.turn + across * 0.55 + self.rng.normal(0, 4)
        shift = self.rng.normal(0, 3, 2)
        for _ in range(count):
            x, y = np.array(place.pile) + shift + self.rng.normal(0, 1.0, 2)
            yield Lying(None, float(x), float(y), float(turn + self.rng.normal(0, 1.2)), lift=0.3)

    # -- where a card comes to lie -----------------------------------------------------------------------------

    def aim(self, seat: Seat, card: Card) -> Lying:
        """A place for a played card: near its zone's middle, askew, sometimes outside the zone, never hiding another."""
        place, manner = self.seat(seat), self.manner
        wild = self.rng.random() < manner.wild
        for attempt in range(400):
            slack = 1 + attempt / 100
            along = float(self.rng.normal(manner.inwards, 9 * slack))
            aside = float(self.rng.normal(0, 13 * slack))
            if wild:
                aside = float(self.rng.choice([-1, 1]) * self.rng.uniform(40, 55 + manner.beyond))
                along = float(self.rng.uniform(-20, 20))
            x = place.play[0] - along * place.out[0] + aside * place.right[0]
            y = place.play[1] - along * place.out[1] + aside * place.right[1]
            lean = float(np.clip(self.rng.normal(0, manner.tilt * 0.55), -manner.tilt, manner.tilt))
            bend = float(self.rng.uniform(0, manner.bend)) if self.rng.random() < 0.6 else 0.0
            spot = Lying(card, x, y, normal_turn(place.turn + lean), bend, 0.3 + 0.3 * len(self.table[-4:]))
            if self._fits(spot, seat, wild):
                return spot
        raise RuntimeError(f"No room for a card in front of seat {seat}; allow more overlap.")

    def _fits(self, spot: Lying, seat: Seat, wild: bool) -> bool:
        if self.mat.place_at(spot.x, spot.y) != f"play{seat}":
            return False
        beyond = _outside(self.mat.places[f"play{seat}"], spot.x, spot.y)
        if beyond > self.manner.beyond or (wild and beyond < 2):
            return False
        return all(shared(spot, item.card) <= self.manner.overlap for item in self.table)

    def packet(self, seat: Seat, count: int, dealt: int) -> list[Lying]:
        """Backs that come to lie in front of a seat, a little fanned, over what was dealt before."""
        place = self.seat(seat)
        turn = place.turn + self.rng.normal(84, 12)
        shift = np.array(place.right) * self.rng.normal(-12 + 9 * dealt, 6) - np.array(place.out) * abs(self.rng.normal(4, 3))
        cards = []
        for k in range(count):
            x, y = np.array(place.hand) + shift + self.rng.normal(0, 2.2, 2) + np.array(place.right) * 3.2 * k
            lean = float(turn + self.rng.normal(0, 3.5))
            cards.append(Lying(None, float(x), float(y), normal_turn(lean), float(self.rng.uniform(0, 1.4))))
        return cards


def normal_turn(turn: float) -> float:
    """The same turn between -180 (left out) and 180 degrees."""
    return -((180.0 - turn) % 360.0 - 180.0)


def shared(a: Lying, b: Lying) -> float:
    """The share of one card's area that the other covers or is covered by."""
    area, _ = cv2.intersectConvexConvex(outline(a).astype(np.float32), outline(b).astype(np.float32))
    return float(area) / (63.0 * 88.0)


def _outside(box: tuple[float, float, float, float], x: float, y: float) -> float:
    dx, dy = max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3])
    return float(np.hypot(dx, dy))


def film_hand(plan: Plan, mat: Mat, manner: Manner, seed: int) -> Reel:
    """The whole hand as shots and inputs; the same seed gives the same hand to the last millimetre."""
    people = tuple(np.random.default_rng(seed + 17).permutation(len(PEOPLE)))
    reel = Reel(plan, mat, manner, np.random.default_rng(seed), tuple(PEOPLE[k] for k in people))
    reel.told("NewMatch", rules=plan.rules, names=list(plan.names), dealer=plan.dealer)
    reel.rest(3)
    _deal(reel)
    reel.take_up(plan.seats)
    reel.rest()
    _choices(reel)
    if plan.exchange is not None:
        _exchange(reel)
    for number, trick in enumerate(plan.tricks, start=1):
        for seat, card in trick.plays:
            reel.lay(seat, reel.aim(seat, card), f"play{seat}")
            reel.rest()
        reel.t += 0.4
        reel.gather(trick, number)
        reel.rest(3)
        reel.bumped = reel.bumped or manner.bump_after == number
        if manner.lamp_after == number:
            reel.light, reel.light_aim = 1.32, 1.06
    reel.rest(3, 1.0)
    return reel


def _deal(reel: Reel) -> None:
    """Packets go round in the dealing order; the dealer's hand throws, the packet slides the rest of the way."""
    dealer = reel.plan.dealer
    home = reel.seat(dealer)
    for round_number, size in enumerate(reel.plan.batches):
        for seat in reel.plan.dealing_order:
            cards = reel.packet(seat, size, round_number)
            x, y = cards[0].x, cards[0].y
            way = np.array([x, y]) - np.array(home.hand)
            if seat == dealer:
                way = -np.array(home.out) * 40.0
            grip = np.array(home.hand) + way * 0.42
            late = [replace(c, x=c.x - way[0] * 0.22, y=c.y - way[1] * 0.22, lift=4.0) for c in cards]
            swing = float(way[0] * 0.14), float(way[1] * 0.14)
            hand = reel.limb(dealer, (float(grip[0]), float(grip[1])), swing=(swing[0] * 0.4, swing[1] * 0.4), height=46)
            reel._shoot(tuple(Moving(c, swing) for c in late), (hand,))
            reel.table += [Placed(c, f"hand{seat}") for c in cards]
        back = reel._drawn_back(dealer, home.hand, 60)
        reel._shoot((), (reel.limb(dealer, back, swing=(home.out[0] * 20, home.out[1] * 20), height=46),))
        reel.rest(reel.manner.stills if round_number == len(reel.plan.batches) - 1 else 2, 0.2)


def _choices(reel: Reel) -> None:
    """Calls and choices, said or pressed while the table lies still."""
    for choice in reel.plan.choices:
        reel.t += float(reel.rng.uniform(0.5, 1.1))
        reel.told(choice.kind, **dict(choice.fields))
        reel.rest(1, 0.3)


def _exchange(reel: Reel) -> None:
    """The giver's best card goes across, face down; one comes back for it; the giver's hand stays lying, face down."""
    swap = reel.plan.exchange
    assert swap is not None
    for giver, taker in ((swap.giver, swap.taker), (swap.taker, swap.giver)):
        start, end = reel.packet(giver, 1, 1)[0], reel.packet(taker, 1, 1)[0]
        reel.slide(giver, start, end, f"hand{taker}")
        reel.rest()
        if taker == swap.taker:
            reel.take_up((taker,))
            reel.rest(2)
    rest = reel.packet(swap.giver, sum(reel.plan.batches) - 1, 0)
    grip = reel.seat(swap.giver).grip(rest[0].x, rest[0].y, reel.seat(swap.giver).turn)
    reel.table += [Placed(card, f"hand{swap.giver}") for card in rest]
    reel._shoot((), (reel.limb(swap.giver, grip),))
    reel._shoot((), (reel.limb(swap.giver, reel._drawn_back(swap.giver, grip, 90), swing=(20.0, 0.0)),))
    reel.rest()
