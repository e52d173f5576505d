"""What idle hands do at a card table, as strokes: shift, drum, sort the fan, point, drink, put a phone down.

One player has two hands, a cup and a head. What they do next is drawn from a seed with every player's own habits;
when a hand is needed for the play, reel moves it, and it comes back here afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.cards import Card
from vision.workshop.studio.people.seats import SeatPlace, Spot, arm_turn
from vision.workshop.studio.people.strokes import Generator, Path, Posture, Stroke, pause, reach_time
from vision.workshop.studio.print.ink import Colour
from vision.workshop.studio.scene.around import Around
from vision.workshop.studio.scene.belongings import CupInHand, Fan, Head, Phone, Thing
from vision.workshop.studio.scene.limbs import Person, Pose
from vision.workshop.studio.scene.table import Limb
from vision.workshop.studio.scene.things import Cup

HAIR: tuple[Colour, ...] = ((52, 38, 28), (28, 24, 22), (150, 112, 66), (176, 172, 166), (96, 58, 34), (70, 52, 40))
IDLE = (Pose.REST, Pose.FLAT, Pose.REST, Pose.SPREAD)


@dataclass(frozen=True, slots=True)
class Habits:
    """How often a player does what, as weights, and how the cards are held."""

    shift: float = 5.0
    drum: float = 2.0
    sort: float = 2.0
    gesture: float = 1.0
    drink: float = 0.5
    phone: float = 0.3
    away: float = 0.6
    tilt: float = 55.0  # of the fan, degrees; above 90 its backs are seen
    over: float = 0.0  # mm that the fan is held over the mat's edge

    @staticmethod
    def drawn(rng: Generator) -> Habits:
        """Another player."""
        tilt = float(rng.choice([rng.uniform(25, 45), rng.uniform(45, 75), rng.uniform(98, 125)], p=(0.2, 0.4, 0.4)))
        often = rng.gamma(1.4, 1.0, 7) * np.array((4.0, 1.8, 1.8, 1.0, 0.5, 0.25, 0.6))
        shift, drum, sort, gesture, drink, phone, away = (float(v) for v in often)
        over = rng.uniform(25, 60) if rng.random() < 0.2 else rng.uniform(-25, 22)
        return Habits(shift, drum, sort, gesture, drink, phone, away, tilt, float(over))


class Fidgeter:
    """One player's idle hands, his head, and the cup beside him, if there is one."""

    def __init__(self, place: SeatPlace, person: Person, cup: Cup | None, rng: Generator) -> None:
        self.rng = rng
        self.habits = Habits.drawn(rng)
        self.person = person
        self._place = place
        self._cup = cup
        self._phone: Phone | None = None
        self._hair: Colour = HAIR[int(rng.integers(len(HAIR)))]
        side = -1.0 if person.left else 1.0
        on_mat = rng.random() < 0.35  # some rest a hand on the mat's rim
        aside, out = (
            (rng.uniform(92, 125), rng.uniform(-44, -12)) if on_mat else (rng.uniform(78, 112), rng.uniform(8, 34))
        )
        self._main_home = self._spot(side * float(aside), float(out))
        self._fan_home = self._spot(-side * float(rng.uniform(15, 55)), float(rng.uniform(18, 40)) - self.habits.over)
        self._off_home = self._spot(-side * float(rng.uniform(80, 120)), float(rng.uniform(10, 34)))
        self.main = Path(rng, Posture(*self._main_home))
        self.off = Path(rng, Posture(*self._off_home))
        self.head = Path(rng, self._upright())
        self._side = side
        self._held: tuple[Card, ...] = ()
        self._plans: dict[str, Callable[[], Iterator[Stroke]]] = {
            "shift": self._shift,
            "drum": self._drum,
            "sort": self._sort,
            "gesture": self._gesture,
            "drink": self._drink,
            "phone": self._put_phone,
            "away": self._away,
        }

    # -- where ------------------------------------------------------------------------------------------------

    def _spot(self, aside: float, out: float) -> Spot:
        """A spot so many mm to the player's right of the middle of his cards' place, and outwards from it."""
        place = self._place
        return (
            place.hand[0] + aside * place.right[0] + out * place.out[0],
            place.hand[1] + aside * place.right[1] + out * place.out[1],
        )

    def _upright(self) -> Posture:
        x, y = self._spot(float(self.rng.normal(0, 25)), float(self.rng.uniform(215, 260)))
        return Posture(x, y, 420.0)

    def home(self) -> Posture:
        """Where the main hand rests."""
        return Posture(*self._main_home).beside(self.rng, 7)

    # -- what -------------------------------------------------------------------------------------------------

    def _next_main(self) -> Iterator[Stroke]:
        habits = self.habits
        names = list(self._plans)
        weights = np.array([getattr(habits, name) for name in names])
        if not self._held:
            weights[names.index("sort")] = 0
        if self._cup is None:
            weights[names.index("drink")] = 0
        return self._plans[str(self.rng.choice(names, p=weights / weights.sum()))]()

    def _to(self, at: Posture, then: float, pose: Pose = Pose.REST, thing: str = "", hurry: float = 1.0) -> Stroke:
        from_here = self.main.at if thing != "fan" else self.off.at
        return Stroke(at, reach_time(self.rng, from_here.way_to(at)) * hurry, then, pose, thing)

    def _shift(self) -> Iterator[Stroke]:
        pose = IDLE[int(self.rng.integers(len(IDLE)))]
        for _ in range(int(self.rng.integers(1, 4))):
            yield self._to(self.home().beside(self.rng, 9, 8), pause(self.rng), pose)

    def _drum(self) -> Iterator[Stroke]:
        at = self.home()
        for k in range(int(self.rng.integers(3, 12))):
            pose = (Pose.TAP, Pose.REST, Pose.DRUM, Pose.REST)[k % 4]
            yield Stroke(
                at.beside(self.rng, 1.2, 1.0), float(self.rng.uniform(0.06, 0.14)), pause(self.rng, 0.06, 0.6), pose
            )
        yield self._to(self.home(), pause(self.rng))

    def _sort(self) -> Iterator[Stroke]:
        """Fingers go to the own fan and push its cards about."""
        x, y = self.off.at.spot
        side = self._side * self._place.right[0], self._side * self._place.right[1]
        at = Posture(x + 34 * side[0] - 28 * self._place.out[0], y + 34 * side[1] - 28 * self._place.out[1], 95.0)
        yield self._to(at, pause(self.rng, 0.15), Pose.GRIP)
        for _ in range(int(self.rng.integers(2, 6))):
            yield Stroke(
                at.beside(self.rng, 14), float(self.rng.uniform(0.15, 0.4)), pause(self.rng, 0.12, 0.7), Pose.GRIP
            )
        yield self._to(self.home(), pause(self.rng))

    def _gesture(self) -> Iterator[Stroke]:
        """Talks with the hand: over the table's edge, at times pointing far in."""
        far = float(self.rng.choice([self.rng.uniform(-60, 0), self.rng.uniform(-150, -60)], p=(0.7, 0.3)))
        x, y = self._spot(self._side * float(self.rng.uniform(20, 110)), far)
        at = Posture(x, y, float(self.rng.uniform(70, 190)))
        pose = Pose.POINT if self.rng.random() < 0.45 else Pose.SPREAD
        for _ in range(int(self.rng.integers(2, 7))):
            yield Stroke(
                at.beside(self.rng, 28, 14), float(self.rng.uniform(0.2, 0.5)), pause(self.rng, 0.13, 0.8), pose
            )
        yield self._to(self.home(), pause(self.rng))

    def _drink(self) -> Iterator[Stroke]:
        """To the cup, up to the mouth, a draught, and back."""
        cup = self._cup
        assert cup is not None
        beside = Posture(*self._at_cup(cup), 0.55 * cup.height)
        mouth = Posture(*self._spot(self._side * 20, float(self.rng.uniform(170, 230))), 330.0)
        yield self._to(beside, 0.12, Pose.ROUND)
        yield Stroke(replace(beside, height=beside.height + 45), 0.3, 0.0, Pose.ROUND, "cup")
        yield self._to(mouth, float(self.rng.uniform(0.8, 2.6)), Pose.ROUND, "cup")
        yield self._to(replace(beside, height=beside.height + 30), 0.0, Pose.ROUND, "cup")
        yield Stroke(beside, 0.3, pause(self.rng, 0.2), Pose.ROUND, "cup")
        yield self._to(self.home(), pause(self.rng))

    def _at_cup(self, cup: Cup) -> Spot:
        """Where the grip is so that the hand stands about the cup: the fingers' ring is 10 mm below the grip."""
        a = np.radians(self._turn((cup.x, cup.y)))
        return cup.x + 10 * float(np.sin(a)), cup.y - 10 * float(np.cos(a))

    def _put_phone(self) -> Iterator[Stroke]:
        """A phone comes out of a pocket and is laid at the rim, or is taken away again."""
        pocket = Posture(*self._spot(self._side * 160, 260), 60.0)
        at = Posture(*self._spot(self._side * float(self.rng.uniform(60, 130)), float(self.rng.uniform(28, 55))), 14.0)
        if self._phone is not None:
            there = Posture(self._phone.x, self._phone.y, 14.0)
            yield self._to(there, 0.2, Pose.ROUND)
            yield self._to(pocket, pause(self.rng), Pose.ROUND, "phone")
        else:
            yield self._to(pocket, pause(self.rng, 0.8), Pose.ROUND)
            yield self._to(at, 0.25, Pose.ROUND, "phone")
        yield self._to(self.home(), pause(self.rng))

    def _away(self) -> Iterator[Stroke]:
        """The hand leaves the picture: a scratch, a lap."""
        yield self._to(Posture(*self._spot(self._side * 60, 280), 160.0), pause(self.rng, 1.2), Pose.REST)
        yield self._to(self.home(), pause(self.rng))

    def _next_off(self) -> Iterator[Stroke]:
        rng, habits = self.rng, self.habits
        if not self._held:
            for _ in range(3):
                yield Stroke(
                    Posture(*self._off_home).beside(rng, 10), float(rng.uniform(0.3, 0.8)), pause(rng), Pose.REST
                )
            return
        lowered = rng.random() < 0.12
        out, height = (70.0, 45.0) if lowered else (0.0, float(rng.uniform(70, 130)))
        x, y = self._fan_home[0] + out * self._place.out[0], self._fan_home[1] + out * self._place.out[1]
        tilt = float(np.clip(habits.tilt + rng.normal(0, 7), 18, 130))
        at = Posture(x, y, height, tilt=tilt, spread=float(rng.uniform(5.5, 12))).beside(rng, 8, 7)
        yield Stroke(at, float(rng.uniform(0.35, 0.9)), pause(rng, 0.5), Pose.HOLD, "fan")
        for _ in range(int(rng.integers(1, 5))):
            near = replace(
                at.beside(rng, 4, 3), tilt=tilt + float(rng.normal(0, 3)), spread=at.spread + float(rng.normal(0, 1.5))
            )
            yield Stroke(near, float(rng.uniform(0.2, 0.6)), pause(rng, 0.4), Pose.HOLD, "fan")

    def _next_head(self) -> Iterator[Stroke]:
        rng = self.rng
        if rng.random() < 0.14:
            # Bent far over the table the crown comes into the picture; else only the hair over the forehead may.
            out, height = (rng.uniform(35, 85), 270.0) if rng.random() < 0.3 else (rng.uniform(85, 140), 360.0)
            at = Posture(*self._spot(float(rng.normal(0, 40)), float(out)), height)
            yield Stroke(at, float(rng.uniform(0.7, 1.4)), pause(rng, 1.0, 0.6, 3.0), Pose.REST)
            for _ in range(int(rng.integers(1, 4))):
                yield Stroke(at.beside(rng, 9), float(rng.uniform(0.4, 0.9)), pause(rng, 0.5, 0.6, 2.0), Pose.REST)
        for _ in range(int(rng.integers(2, 6))):
            yield Stroke(self._upright(), float(rng.uniform(0.6, 1.5)), pause(rng, 1.4), Pose.REST)

    # -- frames -----------------------------------------------------------------------------------------------

    def advance(self, t: float, held: tuple[Card, ...]) -> None:
        """Be as at time `t`. `held`: the cards in the hand, or none while they lie on the table."""
        if bool(held) != bool(self._held):
            self.off.drop(self.off.at, t)
        self._held = held
        for path, plan in ((self.main, self._next_main), (self.off, self._next_off), (self.head, self._next_head)):
            for _ in range(20):
                path.advance(t)
                if not path.is_free:
                    break
                path.add(list(plan()))
        self._follow_phone()

    def _follow_phone(self) -> None:
        if self.main.thing == "phone":
            turn = self._turn(self.main.at.spot) + self.main.at.turn
            self._phone = Phone(*self.main.at.spot, turn, max(self.main.at.height - 14, 0.0), True)
            if self.main.at.height > 45 and self._away_mm(self.main.at.spot) > 180:
                self._phone = None
        elif self._phone is not None and self._phone.lit and self.rng.random() < 0.02:
            self._phone = replace(self._phone, lit=False)

    def _away_mm(self, spot: Spot) -> float:
        """How far outwards from the middle of the cards' place a spot is."""
        place = self._place
        return (spot[0] - place.hand[0]) * place.out[0] + (spot[1] - place.hand[1]) * place.out[1]

    def _turn(self, spot: Spot, main: bool = True) -> float:
        """How the arm that reaches there is turned."""
        side = self._side if main else -self._side
        place = self._place
        shoulder = (
            place.hand[0] + 430 * place.out[0] + side * 170 * place.right[0],
            place.hand[1] + 430 * place.out[1] + side * 170 * place.right[1],
        )
        return arm_turn(spot, shoulder)

    @property
    def other(self) -> Person:
        """The same person's other arm."""
        return replace(self.person, left=not self.person.left)

    def follow(self, before: Mapping[Person, Limb], now: Mapping[Person, Limb], t: float) -> None:
        """Take back a hand that was at the play in the last frame and is not in this one."""
        for person, path in ((self.person, self.main), (self.other, self.off)):
            if person in before and person not in now:
                limb = before[person]
                path.drop(Posture(limb.x, limb.y, limb.height), t)
                home = self.home() if path is self.main else Posture(*self._off_home)
                path.add([Stroke(home, reach_time(self.rng, path.at.way_to(home)), pause(self.rng))])

    def seen_paths(self, busy: Mapping[Person, Limb]) -> list[Path]:
        """The hands that are at nothing and in the picture."""
        hands = ((self.person, self.main), (self.other, self.off))
        return [path for person, path in hands if person not in busy and self._away_mm(path.at.spot) < 75]

    def things(self, busy: Mapping[Person, Limb]) -> Around:
        """What of it is seen now. `busy`: arms that are at the play and drawn there."""
        under: list[Thing | CupInHand] = []
        over: list[Thing | CupInHand] = []
        if self._phone is not None:
            under.append(self._phone)
        if self._cup is not None:
            is_up = self.main.thing == "cup" and self.person not in busy
            (over if is_up else under).append(self._cup_now(is_up))
        if self.other not in busy:
            over += self._off_hand()
        if self.person not in busy:
            at = self.main.at
            over.append(Limb(self.person, self.main.pose, at.x, at.y, self._turn(at.spot) + at.turn, (0, 0), at.height))
        head = self.head.at
        over.append(Head(self._hair, self.person.sleeve, head.x, head.y, self._place.turn + head.turn, head.height))
        return Around(tuple(under), tuple(over))

    def _off_hand(self) -> list[Thing]:
        off, at = self.off, self.off.at
        arm = Limb(self.other, off.pose, at.x, at.y, self._turn(at.spot, False) + at.turn, (0, 0), at.height)
        if off.thing != "fan" or not self._held:
            return [arm]
        shown = tuple(None if at.tilt > 90 else card for card in self._held)
        fan = Fan(shown, at.x, at.y, at.height + 4, self._place.turn + at.turn, at.tilt, at.spread)
        return [arm, fan, replace(arm, pose=Pose.THUMB, height=at.height + 6)]

    def _cup_now(self, in_hand: bool) -> CupInHand:
        assert self._cup is not None
        if not in_hand:
            return CupInHand(self._cup, 0.0)
        at = self.main.at
        a = np.radians(self._turn(at.spot))
        moved = replace(self._cup, x=at.x - 10 * float(np.sin(a)), y=at.y + 10 * float(np.cos(a)))
        return CupInHand(moved, max(0.0, at.height - 0.55 * self._cup.height))
