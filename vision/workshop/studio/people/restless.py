"""A hand at a table where nobody holds still: the plays as people make them, and everybody's idle hands around them.

The order of the hand is script's, as for every film. Here cards are held in the air before they are laid, flicked,
dropped, pushed, turned and squared, the dealer shuffles on the mat first, and every frame gets what the others do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.cards import Card
from engine.places import OUTSIDE, Place
from vision.mat.mats import Mat
from vision.workshop.studio.people.delivery import as_delivered
from vision.workshop.studio.people.fidgets import Fidgeter
from vision.workshop.studio.people.landing import Landing, Manner, normal_turn
from vision.workshop.studio.people.plans import Plan, Seat
from vision.workshop.studio.people.reel import STEP, Reel
from vision.workshop.studio.people.room_light import RoomLife
from vision.workshop.studio.people.script import play_hand
from vision.workshop.studio.people.seats import Spot, arm_turn
from vision.workshop.studio.people.shots import Placed, Shot
from vision.workshop.studio.people.strokes import Generator, Path, pause, smooth
from vision.workshop.studio.scene.around import Around
from vision.workshop.studio.scene.limbs import Person, Pose
from vision.workshop.studio.scene.table import Limb, Moving
from vision.workshop.studio.scene.things import Cup, Lying

FEWEST_MOVING = 2
"""At any time so many hands are on their way, the arm that lays a card not counted."""
WAYS = ("plain", "held", "flicked", "dropped", "pushed", "turned", "squared")
SHARES = (0.28, 0.3, 0.1, 0.07, 0.1, 0.05, 0.1)
"""How many plays in a hundred are laid in which way. By judgement: each is met in every film or two."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A tenth of a second of a card's way to the table: the card while it is in the air, the arm, whether it lies."""

    card: Lying | None
    arm: Limb | None
    lies: bool = False


@dataclass(slots=True)
class RestlessReel(Reel):
    """A reel whose people lay cards as people do, and which knows who holds which cards when."""

    chance: Generator = field(default_factory=np.random.default_rng)
    held: list[tuple[float, dict[Seat, tuple[Card, ...]]]] = field(default_factory=list)

    # -- who holds what ---------------------------------------------------------------------------------------

    def _holding(self) -> dict[Seat, tuple[Card, ...]]:
        return dict(self.held[-1][1]) if self.held else {}

    def take_up(self, seats: tuple[Seat, ...]) -> None:
        super(RestlessReel, self).take_up(seats)
        now = self._holding()
        for seat in seats:
            laid = Counter(item.card.face for item in self.table)
            mine = [card for trick in self.plan.tricks for who, card in trick.plays if who == seat]
            order = self.chance.permutation(len(mine))
            now[seat] = tuple(mine[k] for k in order if not laid[mine[k]])
        self.held.append((self.t, now))

    def _let_go(self, seat: Seat, card: Card | None) -> None:
        now = self._holding()
        cards = list(now.get(seat, ()))
        if card in cards:
            cards.remove(card)
        elif cards:
            cards.pop()
        now[seat] = tuple(cards)
        self.held.append((self.t, now))

    def held_at(self, t: float) -> dict[Seat, tuple[Card, ...]]:
        """The cards that each player holds at time `t` in seconds."""
        return next((held for since, held in reversed(self.held) if since <= t + 1e-6), {})

    # -- before the deal --------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The table as it is for a second, then the dealer shuffles on it."""
        if self.chance.random() < 0.5:
            self._put_pack()
        self.rest(4, 0.7)
        dealer, rng = self.plan.dealer, self.chance
        place = self.seat(dealer)
        middle = np.array(place.play) - np.array(place.out) * rng.uniform(-10, 30)
        other = replace(self.person(dealer), left=not self.person(dealer).left)
        side = -1.0 if self.person(dealer).left else 1.0
        apart = 34.0
        for _ in range(int(rng.integers(2, 5))):
            for aim, lift, seconds in ((float(rng.uniform(48, 70)), 18.0, 0.4), (34.0, 26.0, 0.3), (22.0, 6.0, 0.5)):
                steps = max(2, round(seconds * rng.uniform(0.7, 1.5) / STEP))
                for k in range(steps):
                    gap = apart + (aim - apart) * smooth((k + 1) / steps)
                    wobble = rng.normal(0, 1.5, 2)
                    self._shuffle_frame(dealer, middle + wobble, gap, lift + float(rng.normal(0, 2)), side, other)
                apart = aim
            self.t += pause(rng, 0.08, 0.5, 0.4)
        grip = place.grip(float(middle[0]), float(middle[1]), place.turn)
        for back in (0.0, 60.0, 190.0):
            spot = self.drawn_back(dealer, grip, back)
            deck = Lying(
                None, *self.drawn_back(dealer, (float(middle[0]), float(middle[1])), back), place.turn, 0.0, 14.0
            )
            self.shoot((Moving(deck, (0.0, 0.0)),), (self.limb(dealer, spot, Pose.ROUND, height=30),))
        self.rest(3, 0.5)

    def _put_pack(self) -> None:
        """Cards that are not in the game, in a pack at the dealer's other side, if no place of the mat is there."""
        place, rng, mat = self.seat(self.plan.dealer), self.chance, self.landing.mat
        away = 2 * np.array(place.hand) - np.array(place.pile) + np.array(place.out) * 24.0
        if mat.place_at(float(away[0]), float(away[1])) != OUTSIDE:
            return
        turn = place.turn + float(rng.normal(0, 25))
        for k in range(7):
            x, y = away + rng.normal(0, 0.9, 2)
            back = Lying(None, float(x), float(y), normal_turn(turn + float(rng.normal(0, 1.0))), 0.0, 0.3 + 0.6 * k)
            self.table.append(Placed(back, OUTSIDE))

    def _shuffle_frame(
        self, dealer: Seat, middle: np.ndarray[tuple[int], np.dtype[np.float64]], gap: float, lift: float, side: float,
        other: Person,
    ) -> None:  # fmt: skip
        """Two packets, a hand on each; at times the lowest card of one shows its face."""
        place, rng = self.seat(dealer), self.chance
        right = np.array(place.right) * side
        packets, arms = [], []
        for way, person in ((1.0, self.person(dealer)), (-1.0, other)):
            x, y = (float(v) for v in middle + right * way * gap)
            turn = place.turn + way * side * (78 + float(rng.normal(0, 3)))
            face = self._any_card() if rng.random() < 0.04 else None
            packets += [
                Moving(
                    Lying(face if n == 2 else None, x + n * 0.8, y + n * 0.8, turn + 2 * n, 0, lift + 3 * n),
                    (2.0 * way, 1.0),
                )
                for n in range(3)
            ]
            hand = (
                x + float(right[0]) * way * 30 + place.out[0] * 12,
                y + float(right[1]) * way * 30 + place.out[1] * 12,
            )
            shoulder = place.shoulder if way > 0 else self._other_shoulder(dealer)
            arms.append(Limb(person, Pose.ROUND, *hand, arm_turn(hand, shoulder), (3.0 * way, 1.5), lift + 22))
        self.shoot(tuple(packets), tuple(arms))

    def _any_card(self) -> Card:
        trick = self.plan.tricks[int(self.chance.integers(len(self.plan.tricks)))]
        return trick.plays[int(self.chance.integers(len(trick.plays)))][1]

    def _other_shoulder(self, seat: Seat) -> Spot:
        place = self.seat(seat)
        return (
            2 * (place.hand[0] + 430 * place.out[0]) - place.shoulder[0],
            2 * (place.hand[1] + 430 * place.out[1]) - place.shoulder[1],
        )

    # -- a card is laid ---------------------------------------------------------------------------------------

    def lay(self, *laid: tuple[Seat, Lying, Place]) -> None:
        """Each arm comes in with its card and lays it, each in its own way; several at once if several are given."""
        ways = []
        for seat, card, _ in laid:
            self._let_go(seat, card.face)
            ways.append(list(self._way_of(seat, card)))
        for k in range(max(len(way) for way in ways)):
            moving, arms = [], []
            for (_, card, place), way in zip(laid, ways, strict=True):
                if k >= len(way):
                    continue
                step = way[k]
                if step.lies:
                    self.table.append(Placed(card, place))
                if step.card is not None:
                    moving.append(Moving(step.card, self._swing(step.card, way[k - 1].card if k else None)))
                if step.arm is not None:
                    arms.append(step.arm)
            self.shoot(tuple(moving), tuple(arms))

    @staticmethod
    def _swing(now: Lying, before: Lying | None) -> Spot:
        """The shutter is open for a fifth of the time between two key frames."""
        return (0.0, 0.0) if before is None else ((now.x - before.x) / 5, (now.y - before.y) / 5)

    def _way_of(self, seat: Seat, card: Lying) -> Iterator[_Step]:
        way = str(self.chance.choice(WAYS, p=SHARES))
        makers = {
            "plain": self._plainly, "held": self._held, "flicked": self._flicked, "dropped": self._dropped,
            "pushed": self._pushed, "turned": self._turned, "squared": self._squared,
        }  # fmt: skip
        return makers[way](seat, card)

    def _coming(
        self, seat: Seat, card: Lying, end: Lying, seconds: float, high: float = 95.0, pose: Pose = Pose.GRIP
    ) -> Iterator[_Step]:
        """From the player's edge to `end`, the card in the fingers."""
        steps = max(2, round(seconds / STEP))
        grip = self.seat(seat).grip(card.x, card.y, card.turn)
        start = self.drawn_back(seat, grip, float(self.chance.uniform(150, 230)))
        dx, dy = start[0] - grip[0], start[1] - grip[1]
        tipped = float(self.chance.normal(0, 9))
        for k in range(1, steps + 1):
            left = 1 - smooth(k / (steps + 1))
            x, y = end.x + dx * left, end.y + dy * left
            lift = end.lift + max(high - end.lift, 0) * left
            moved = replace(end, x=x, y=y, turn=end.turn + tipped * left, lift=lift)
            yield _Step(moved, self._arm(seat, moved, pose, (dx / -steps / 5, dy / -steps / 5)))

    def _arm(self, seat: Seat, card: Lying, pose: Pose = Pose.GRIP, swing: Spot = (0.0, 0.0)) -> Limb:
        grip = self.seat(seat).grip(card.x, card.y, card.turn)
        return self.limb(seat, grip, pose, swing, card.lift + 9)

    def _going(self, seat: Seat, card: Lying, pose: Pose = Pose.GRIP, lies: bool = True) -> Iterator[_Step]:
        """Lets the card go, stays on it for a moment, and draws back."""
        grip = self.seat(seat).grip(card.x, card.y, card.turn)
        stays = max(1, round(pause(self.chance, 0.12, 0.7, 1.2) / STEP))
        for k in range(stays):
            still = grip[0] + float(self.chance.normal(0, 0.6)), grip[1] + float(self.chance.normal(0, 0.6))
            yield _Step(None, self.limb(seat, still, pose, height=12), lies and k == 0)
        steps = int(self.chance.integers(2, 5))
        for k in range(1, steps + 1):
            back = 210 * smooth(k / (steps + 0.6))
            away = self.drawn_back(seat, grip, back)
            swing = (away[0] - grip[0]) / steps / 5, (away[1] - grip[1]) / steps / 5
            yield _Step(None, self.limb(seat, away, pose, swing, 16 + 40 * k / steps))

    def _plainly(self, seat: Seat, card: Lying) -> Iterator[_Step]:
        yield from self._coming(seat, card, replace(card, lift=3.0), float(self.chance.uniform(0.25, 0.6)))
        yield from self._going(seat, card)

    def _held(self, seat: Seat, card: Lying) -> Iterator[_Step]:
        """Held still in the air over the place, as if in doubt, then laid."""
        rng, place = self.chance, self.seat(seat)
        back, aside = float(rng.uniform(0, 70)), float(rng.normal(0, 22))
        over = replace(
            card,
            x=card.x + back * place.out[0] + aside * place.right[0],
            y=card.y + back * place.out[1] + aside * place.right[1],
            turn=card.turn + float(rng.normal(0, 10)),
            lift=float(rng.uniform(45, 130)),
        )
        yield from self._coming(seat, card, over, float(rng.uniform(0.3, 0.6)), over.lift)
        for _ in range(int(rng.integers(2, 7))):
            dx, dy = rng.normal(0, 0.5, 2)
            still = replace(
                over, x=over.x + float(dx), y=over.y + float(dy), lift=over.lift + float(rng.normal(0, 0.6))
            )
            yield _Step(still, self._arm(seat, still))
        for share in (0.45, 0.9):
            down = _between(over, replace(card, lift=3.0), share)
            yield _Step(down, self._arm(seat, down))
        yield from self._going(seat, card)

    def _flicked(self, seat: Seat, card: Lying) -> Iterator[_Step]:
        """Let go short of its place: it slides and turns the rest of the way, the hand already going."""
        rng, place = self.chance, self.seat(seat)
        short = float(rng.uniform(80, 150))
        spun = float(rng.choice([-1, 1]) * rng.uniform(15, 70))
        start = replace(
            card, x=card.x + short * place.out[0], y=card.y + short * place.out[1], turn=card.turn + spun, lift=12.0
        )
        yield from self._coming(seat, start, start, 0.3, 60.0)
        steps = int(rng.integers(2, 5))
        grip = place.grip(start.x, start.y, start.turn)
        for k in range(1, steps + 1):
            share = 1 - (1 - k / (steps + 1)) ** 2
            sliding = replace(_between(start, card, share), lift=1.0)
            hand = self.drawn_back(seat, grip, 60.0 * k)
            yield _Step(sliding, self.limb(seat, hand, Pose.SPREAD, (6.0, 6.0), 45))
        yield _Step(
            None, self.limb(seat, self.drawn_back(seat, grip, 60.0 * steps + 50), Pose.SPREAD, (8.0, 8.0), 45), True
        )

    def _dropped(self, seat: Seat, card: Lying) -> Iterator[_Step]:
        """Falls out of the fingers and slips a little as it lands."""
        rng = self.chance
        dx, dy = rng.normal(0, 9, 2)
        over = replace(card, x=card.x + float(dx), y=card.y + float(dy), lift=float(rng.uniform(50, 110)))
        yield from self._coming(seat, card, over, float(rng.uniform(0.3, 0.6)), over.lift)
        falls = _between(over, card, 0.5)
        yield _Step(falls, self._arm(seat, over, Pose.SPREAD))
        slips = replace(_between(over, card, 0.85), lift=1.0)
        yield _Step(slips, self._arm(seat, over, Pose.SPREAD))
        raised = self._arm(seat, over, Pose.SPREAD)
        yield _Step(None, raised, True)
        yield from (step for step in self._going(seat, card, Pose.SPREAD, lies=False))

    def _pushed(self, seat: Seat, card: Lying) -> Iterator[_Step]:
        """Slid along the table under flat fingers."""
        flat = replace(card, lift=0.6)
        yield from self._coming(seat, card, flat, float(self.chance.uniform(0.4, 0.9)), 0.6, Pose.FLAT)
        yield from self._going(seat, card, Pose.FLAT)

    def _turned(self, seat: Seat, card: Lying) -> Iterator[_Step]:
        """Comes with its back up and is turned over in the fingers."""
        over = replace(card, lift=float(self.chance.uniform(25, 60)))
        for step in self._coming(seat, card, over, 0.4):
            assert step.card is not None
            yield _Step(replace(step.card, face=None), step.arm)
        tipped = replace(over, bend=9.0)
        yield _Step(replace(tipped, face=None), self._arm(seat, over, swing=(5.0, 5.0)))
        yield _Step(tipped, self._arm(seat, over, swing=(5.0, 5.0)))
        yield from self._going(seat, card)

    def _squared(self, seat: Seat, card: Lying) -> Iterator[_Step]:
        """Laid askew, then put straight by the fingers that still are on it."""
        rng = self.chance
        dx, dy = rng.normal(0, 7, 2)
        askew = replace(
            card, x=card.x + float(dx), y=card.y + float(dy), turn=card.turn + float(rng.normal(0, 13)), lift=0.6
        )
        yield from self._coming(seat, card, replace(askew, lift=3.0), float(rng.uniform(0.3, 0.6)))
        yield _Step(askew, self._arm(seat, askew))
        yield _Step(askew, self._arm(seat, askew, Pose.TAP))
        for share in (0.4, 0.85):
            straight = _between(askew, card, share)
            yield _Step(straight, self._arm(seat, straight, Pose.DRUM))
        yield from self._going(seat, card)

    def stay(self, seat: Seat, spot: Spot, seconds: float, pose: Pose = Pose.FLAT) -> None:
        """An arm comes to the spot, stays there as arms do, and goes."""
        rng = self.chance
        for back in (260.0, 90.0):
            self.shoot((), (self.limb(seat, self.drawn_back(seat, spot, back), pose, (16.0, 16.0), 50),))
        here, aim, left = np.array(spot), np.array(spot), 0
        for _ in range(max(1, round(seconds / STEP))):
            if left <= 0:
                aim, left = np.array(spot) + rng.normal(0, 9, 2), round(pause(rng, 0.4) / STEP) + 2
            before, here, left = here, here + (aim - here) * 0.45, left - 1
            swing = float(here[0] - before[0]) / 5, float(here[1] - before[1]) / 5
            self.shoot((), (self.limb(seat, (float(here[0]), float(here[1])), pose, swing, 50),))
        self.shoot((), (self.limb(seat, self.drawn_back(seat, spot, 200), pose, (20.0, 20.0), 50),))


def _between(a: Lying, b: Lying, share: float) -> Lying:
    x, y = a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
    return replace(b, x=x, y=y, turn=a.turn + (b.turn - a.turn) * share, lift=a.lift + (b.lift - a.lift) * share)


# -- a whole film ---------------------------------------------------------------------------------------------


def film_restless(plan: Plan, mat: Mat, manner: Manner, seed: int) -> Reel:
    """The whole hand with restless people in a restless room; the same seed gives the same film."""

    def made(plan: Plan, landing: Landing, people: tuple[Person, ...]) -> Reel:
        return RestlessReel(plan, landing, people, chance=np.random.default_rng((seed, 41)))

    reel = play_hand(plan, mat, replace(manner, resting=False), seed, made)
    assert isinstance(reel, RestlessReel)
    reel.shots = as_delivered(list(surrounded(reel, seed)), manner, seed)
    return reel


def surrounded(reel: RestlessReel, seed: int) -> Iterator[Shot]:
    """The reel's shots with what everybody else does in each, and shots between those that held still."""
    company = Company(reel, np.random.default_rng((seed, 43)))
    room = RoomLife(np.random.default_rng((seed, 47)), reel.t)
    for shot in without_holds(reel.shots, max(reel.landing.manner.rate, 1 / STEP)):
        around = company.at(shot)
        yield replace(shot, around=replace(around, room=room.at(shot.t)))


def without_holds(shots: Sequence[Shot], rate: float) -> Iterator[Shot]:
    """The shots, with a copy of each for every frame that it would have been held."""
    for k, shot in enumerate(shots):
        yield shot
        end = shots[k + 1].t if k + 1 < len(shots) else shot.t
        for n in range(1, round((end - shot.t) * rate)):
            yield replace(shot, t=round(shot.t + n / rate, 3))


class Company:
    """Everybody at the table and what their idle hands do, frame by frame."""

    def __init__(self, reel: RestlessReel, rng: Generator) -> None:
        self._reel, self._rng = reel, rng
        self._people = {
            seat: Fidgeter(reel.seat(seat), reel.person(seat), self._cup(seat), rng) for seat in reel.plan.seats
        }
        self._busy: dict[Person, Limb] = {}  # hands at the play in the last frame, and where they were

    def _cup(self, seat: Seat) -> Cup | None:
        """A cup at the right hand, where nobody plays and nothing lies."""
        rng, mat = self._rng, self._reel.landing.mat
        place, side = self._reel.seat(seat), -1.0 if self._reel.person(seat).left else 1.0
        aside, out = side * float(rng.uniform(140, 175)), float(rng.uniform(15, 45))
        x = place.hand[0] + aside * place.right[0] + out * place.out[0]
        y = place.hand[1] + aside * place.right[1] + out * place.out[1]
        cup = Cup(x, y, float(rng.uniform(29, 38)), float(rng.uniform(70, 115)), *CUPS[int(rng.integers(len(CUPS)))])
        others = [(each.x, each.y, each.radius + 45) for each in self._reel.landing.manner.cups]
        others += [(*self._reel.seat(each).pile, 95.0) for each in self._reel.plan.seats]
        others += [(item.card.x, item.card.y, 90.0) for item in self._reel.shots[0].lying]
        is_free = mat.place_at(x, y) == OUTSIDE and all(np.hypot(x - a, y - b) > near for a, b, near in others)
        return cup if is_free and rng.random() < 0.7 else None

    def at(self, shot: Shot) -> Around:
        """What all of them do in this shot."""
        reel, t = self._reel, shot.t
        busy = {limb.person: limb for limb in shot.scene.limbs}
        held = reel.held_at(t)
        for seat, person in self._people.items():
            person.follow(self._busy, busy, t)
            person.advance(t, held.get(seat, ()))
        self._busy = busy
        self._wake(t, held, busy)
        seen = [person.things(busy) for person in self._people.values()]
        return Around(
            tuple(thing for each in seen for thing in each.under), tuple(thing for each in seen for thing in each.over)
        )

    def _wake(self, t: float, held: dict[Seat, tuple[Card, ...]], busy: dict[Person, Limb]) -> None:
        """Nobody waits until all others are still: the pauses of some end early."""
        idle: list[tuple[Seat, Path]] = []
        moving = 0
        for seat, person in self._people.items():
            for path in person.seen_paths(busy):
                moving += path.is_moving(t)
                idle += [] if path.is_moving(t) else [(seat, path)]
        for k in self._rng.permutation(len(idle))[: max(0, FEWEST_MOVING - moving)]:
            seat, path = idle[int(k)]
            path.hurry(t)
            self._people[seat].advance(t, held.get(seat, ()))


CUPS = (
    ((196, 202, 208), (58, 34, 22)), ((70, 96, 140), (70, 40, 24)), ((224, 220, 210), (176, 128, 60)),
    ((150, 60, 50), (214, 180, 92)), ((180, 206, 210), (206, 214, 214)),
)  # fmt: skip
"""Colours of cups and of what is in them: coffee, tea, beer, water."""
