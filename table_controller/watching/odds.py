"""What each happening is worth before anything is seen, and each kind of evidence: counted, from `odds.toml`.

`odds.toml` is written by `python -m tests.bench.watch.count` from hands whose truth is known, and says from which.
Everything here is a natural logarithm of a probability, or makes one. One number each that more evidence would change;
no threshold, for nothing is decided here.
"""

from __future__ import annotations

import bisect
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from importlib import resources

from engine.findings import FindingCode
from engine.layout import Seat


class Happened(Enum):
    """What may have happened between two looks; the table of all that a story can be made of."""

    IN_TURN = "in_turn"
    BEFORE_TURN = "before_turn"
    LED_OUT_OF_TURN = "led_out_of_turn"
    ONE_TOO_MANY = "one_too_many"
    LAY_BEFORE = "lay_before"
    TAKEN_BACK = "taken_back"
    REPLACED_WHEN_ASKED = "replaced_when_asked"
    UNTIDY = "untidy"
    LEFT_LYING = "left_lying"
    UNSEEN = "unseen"
    UNDER_ANOTHER = "under_another"
    MOVED = "moved"
    CAME_BACK = "came_back"
    GATHERED = "gathered"
    NAMED = "named"
    READ_WRONGLY = "read_wrongly"
    NO_PLAY = "no_play"
    HELD = "held"
    NO_CARD = "no_card"
    VANISHED = "vanished"


@dataclass(frozen=True, eq=False)
class Odds:
    """The counted figures.

    `happens`: by happening, its share of all that happens to cards. `findings`: by finding, how many plays in one that
    is otherwise ordinary bring it. `readings`: from this confidence of the reader on, the share of readings that are
    right. `scale` (mm) and `tail`: how far from their zone cards lie, as of Student's t; `misplaced`: the share that
    lies anywhere; `elsewhere`: how likely nobody's card is to lie in a place, beside a played one in its zone;
    `beyond`: so many mm from every zone cards are held, or other things lie. `directions`: how often a card's direction
    is seen rightly, wrongly, and not at all. `card_seen`: how often a card is read, or stands out unread, and how often
    something faint lies where one was laid unseen; `other_seen` the same of what is none. `reached`: how often an arm
    is seen of whoever laid a card unseen, and of anybody else. `vanish_rate`: by so much a second what is gone without
    a reason is less likely to come back. `neighbour`: of cards before their turn the share that the next player's are.
    `least`: no name less likely is kept; `none_of_them`: what is always left to none; `left_over`: what the reader's
    names leave to others.
    """

    happens: Mapping[Happened, float]
    findings: Mapping[FindingCode, float]
    readings: tuple[tuple[float, float], ...]
    scale: float
    tail: float
    misplaced: float
    elsewhere: float
    beyond: float
    directions: tuple[float, float, float]
    card_seen: tuple[float, float, float]
    other_seen: tuple[float, float, float]
    reached: tuple[float, float]
    moved_scale: float
    vanish_rate: float
    resolved: float
    within: float
    in_the_dark: float
    neighbour: float = 0.7
    least: float = 1e-3
    none_of_them: float = 1e-6
    left_over: float = 0.003

    def happening(self, what: Happened) -> float:
        """The log-odds of a happening; raises KeyError for one that was not counted."""
        return math.log(self.happens[what])

    def finding(self, code: FindingCode) -> float:
        """What a play is worth that brings this finding, beside one that brings none."""
        return math.log(self.findings.get(code, 1.0))

    def reading(self, confidence: float) -> float:
        """The probability that a reading of this confidence (0..1) is right."""
        steps = [step for step, _ in self.readings]
        return self.readings[max(0, bisect.bisect_right(steps, confidence) - 1)][1]

    def place(self, away: float) -> float:
        """A card of the seat's lies `away` mm from its zone, 0 inside: heavy-tailed, and never likelier farther off."""
        astray = self.misplaced * (1 + (away / self.beyond) ** 2) ** -1
        return math.log((1 + (away / self.scale) ** 2) ** -self.tail + astray)

    def nobodys(self, away: float) -> tuple[float, float, float]:
        """What rests `away` mm from the nearest zone and nobody played: as a card that lies about, as one that is held
        and shown, and as no card.

        A card lies about anywhere, and may be of another pack; one that is held and shown beyond the zones is one of
        those that are left. What is no card lies there, too.
        """
        beyond = 1 - (1 + (away / self.beyond) ** 6) ** -2
        held = self.happens[Happened.HELD] * beyond
        about = self.happens[Happened.NO_PLAY] * self.elsewhere
        return (
            math.log(about),
            math.log(held + self.none_of_them * about),
            math.log(self.happens[Happened.NO_CARD] + held),
        )

    def direction(self, origin: Seat | None, seat: Seat | None, seats: int) -> float:
        """It was seen to come from `origin` (None: unclear) and was laid by `seat` (None: by nobody)."""
        right, wrong, unclear = self.directions
        if origin is None:
            return math.log(unclear)
        if seat is None:
            return math.log((right + wrong) / seats)
        return math.log(right if origin == seat else wrong / max(seats - 1, 1))

    def shows(self, *, is_named: bool) -> tuple[float, float]:
        """How what stands out shows, if it is a card and if it is none."""
        kind = 0 if is_named else 1
        return math.log(self.card_seen[kind]), math.log(self.other_seen[kind])

    @property
    def faint(self) -> float:
        """That something faint lies in its zone, if the card was laid unseen, beside if none was."""
        return math.log(self.card_seen[2] / self.other_seen[2])

    def reach(self, *, has_reached: bool) -> float:
        """Whether the seat's arm came in, if it laid a card that nobody saw, beside if it laid none."""
        laid, idle = self.reached
        return math.log(laid / idle) if has_reached else math.log((1 - laid) / (1 - idle))

    def in_light(self, clear: float) -> Odds:
        """The same where only so many cards (0..1) can be read at once."""
        return _in_light(self, clear)

    def patience(self, waited: float) -> float:
        """What a doubt must cost, in seconds, to be worth another moment's wait after so many seconds.

        Of all doubts a share of `resolved` is settled by what is seen next, after `within` seconds in the mean: this is
        one over the rate at which those that still stand are settled. The longer one stands, the less can be hoped.
        """
        hopeless = (1 - self.resolved) / self.resolved
        return self.within * (1 + hopeless * math.exp(waited / self.within))

    def step(self, distance: float) -> float:
        """A card that was moved lies `distance` mm from where it lay: heavy-tailed."""
        return -2 * math.log1p(distance / self.moved_scale)


@lru_cache(maxsize=64)
def _in_light(odds: Odds, clear: float) -> Odds:
    named, _, faint = odds.card_seen
    if clear >= named:
        return odds
    unseen = odds.happens[Happened.UNSEEN] + odds.in_the_dark * (1 - clear) ** 3
    under = odds.happens[Happened.UNDER_ANOTHER] / odds.happens[Happened.UNSEEN] * unseen
    happens = {**odds.happens, Happened.UNSEEN: unseen, Happened.UNDER_ANOTHER: under}
    return replace(odds, card_seen=(clear, 1 - clear, faint), happens=happens)


@cache
def counted() -> Odds:
    """The odds of `odds.toml`."""
    raw = tomllib.loads(resources.files(__package__).joinpath("odds.toml").read_text("utf-8"))
    place = raw["place"]
    return Odds(
        happens={what: raw["happenings"][what.value] for what in Happened},
        findings={FindingCode(code): share for code, share in raw["findings"].items()},
        readings=tuple((step, right) for step, right in raw["readings"]["steps"]),
        scale=place["scale_mm"],
        tail=place["tail"],
        misplaced=place["misplaced"],
        elsewhere=place["elsewhere"],
        beyond=place["beyond_mm"],
        directions=(raw["directions"]["right"], raw["directions"]["wrong"], raw["directions"]["unclear"]),
        card_seen=tuple(raw["seen_as"]["card"]),
        other_seen=tuple(raw["seen_as"]["other"]),
        reached=(raw["reached"]["laid"], raw["reached"]["idle"]),
        moved_scale=raw["moved"]["scale_mm"],
        vanish_rate=raw["moved"]["vanish_rate"],
        resolved=raw["waiting"]["resolved"],
        within=raw["waiting"]["within_s"],
        in_the_dark=raw["seen_as"]["in_the_dark"],
    )
