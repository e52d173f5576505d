"""What one look at the table says, each thing with likelihoods in place of decisions.

Translates what vision saw into the terms that stories are told in: which card a thing may be, whose side it lies on
and came from, since when it lies there, what is gone, who has reached in. No rule of the game, no turn.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.cards import Card, Unseen
from engine.layout import Seat
from engine.places import play_zone
from table_controller.watching.odds import Odds
from table_controller.watching.zones import Seen, in_hundredths
from vision.mat.mats import Mat
from vision.table.sighting import Sighting

Seats = Mapping[Seat, float]
"""By seat, a log-likelihood."""
CLEAR, BEFORE, FADES = 0.97, 10.0, 0.95
"""The share of cards that ordinary light lets read at once (counted); believed as if of BEFORE cards, which count FADES
as much with every further one (chosen). Raised, the table takes longer to notice that it has become dark."""
KEPT = 24
"""So many things that have gone are remembered. Chosen: three tricks of eight. Only keeps memory bounded."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something flat that rests on the table, face up or unread.

    `names`: cards it may be, each with its probability (0..1), the likeliest first; `unread` is what is left: the
    probability that it is none of them. `is_card`: log-likelihoods that it is a card, and that it is none. `came`: by
    seat, the log-likelihood of its place and direction if that seat laid it; `nobodys` the same if nobody did: as a
    card that lies about, as one that is held and shown, and as no card. `spot` in mm, `at` in seconds, when it was seen
    first. `confidence` is the reader's own word for the first name, as it is logged.
    """

    mark: int
    names: tuple[tuple[Card, float], ...]
    unread: float
    is_card: tuple[float, float]
    came: Seats
    nobodys: tuple[float, float, float]
    spot: tuple[float, float]
    at: float
    confidence: float


@dataclass(frozen=True, slots=True)
class TableLook:
    """The table at one moment: things by mark; those of earlier looks that have `gone`, by mark, with the second since
    when and as they were seen last; whether nothing lay there since (`cleared` is the time of the last such look); and
    when each seat's arm came in last. `reread`: marks that are read otherwise than in the look before. `clear`: of what
    came lately the share (0..1) that could be read at once. `faint`: things
    of which too little stands out to call them cards.
    """

    at: float
    things: Mapping[int, Thing]
    gone: Mapping[int, tuple[float, Thing]]
    cleared: float
    reached: Mapping[Seat, float]
    clear: float = 1.0
    reread: frozenset[int] = frozenset()
    faint: Mapping[int, Thing] = field(default_factory=dict)


@dataclass
class Clarity:
    """How well cards can be read here and now, counted as they come: of what newly lies in the zones, how much was read
    at once. In the dark, what is unread is a card sooner, and a card is sooner not seen at all."""

    _named: float = CLEAR * BEFORE
    _all: float = BEFORE
    _known: int = 0

    @property
    def share(self) -> float:
        """0..1, in twentieths, upwards."""
        return math.ceil(self._named / self._all * 20) / 20

    def take(self, seen: Seen) -> None:
        """Counts what lies there for the first time."""
        for each in sorted((*seen.settled.sightings, *seen.settled.possible), key=lambda one: one.mark):
            mark = each.mark + seen.first_mark
            if mark > self._known and each.place.is_play and each.face is not Unseen.BACK:
                self._known = mark
                self._named = self._named * FADES + isinstance(each.face, Card)
                self._all = self._all * FADES + 1


@dataclass
class Onlooker:
    """Remembers what lay where, and nothing of the game."""

    odds: Odds
    _lying: dict[int, Thing] = field(default_factory=dict)
    _gone: dict[int, tuple[float, Thing]] = field(default_factory=dict)
    _cleared: float = -math.inf
    _reached: dict[Seat, float] = field(default_factory=dict)
    _clarity: Clarity = field(default_factory=Clarity)

    def look(self, seen: Seen) -> TableLook:
        """What this settled table says. The same table twice says the same."""
        at = seen.settled.t
        self._clarity.take(seen)
        found = {each.mark: each for each in self._things(seen, seen.settled.sightings)}
        faint = {each.mark: each for each in self._things(seen, seen.settled.possible)}
        for mark in self._lying.keys() - found.keys():
            self._gone[mark] = (at, self._lying[mark])
        for mark in sorted(self._gone)[:-KEPT]:
            del self._gone[mark]
        before = {mark: each for mark, (_, each) in self._gone.items()} | self._lying
        reread = frozenset(mark for mark, each in found.items() if _is_reread(each, before.get(mark)))
        self._lying = found
        self._gone = {mark: each for mark, each in self._gone.items() if mark not in found}
        if not any(each.is_card[0] > each.is_card[1] for each in found.values()):
            self._cleared = at
        self._reached |= {hand.number: at for hand in seen.settled.reached}
        return TableLook(
            at, dict(found), dict(self._gone), self._cleared, dict(self._reached), self._clarity.share, reread, faint
        )

    def _things(self, seen: Seen, sightings: Iterable[Sighting]) -> Iterable[Thing]:
        for each in sightings:
            if each.face is not Unseen.BACK:
                mark = each.mark + seen.first_mark
                yield self._thing(each, mark, seen, self._lying.get(mark))

    def _thing(self, each: Sighting, mark: int, seen: Seen, before: Thing | None) -> Thing:
        names, unread = names_of(each, self.odds)
        came, nobodys = came_of(each, seen.mat, self.odds)
        if before is not None and each.came_from is None:  # a card that stays put came as it did
            came, nobodys = before.came, before.nobodys
        shows = self.odds.in_light(self._clarity.share).shows(is_named=isinstance(each.face, Card))
        at = before.at if before is not None else seen.settled.t
        return Thing(
            mark, names, unread, shows, came, nobodys, (each.x, each.y), at, in_hundredths(each.confidence)
        )  # fmt: skip


def _is_reread(now: Thing, before: Thing | None) -> bool:
    return before is not None and now.names != before.names


def names_of(each: Sighting, odds: Odds) -> tuple[tuple[tuple[Card, float], ...], float]:
    """The cards it may be, with probabilities as counted rather than as the reader says, and what is left to none.

    The first name's is what its confidence was measured to be worth; the others share the rest as the reader has it.
    """
    read = [*([(each.face, each.confidence)] if isinstance(each.face, Card) else []), *each.alternatives]
    said = sorted(((card, p) for card, p in dict(reversed(read)).items() if p > 0), key=lambda name: -name[1])
    if not said:
        return (), 1.0
    (first, confidence), *others = said
    worth = odds.reading(confidence)
    left, spread = 1.0 - worth, sum(p for _, p in others) + max(1.0 - sum(p for _, p in said), odds.left_over)
    names = [(first, worth), *((card, left * p / spread) for card, p in others)]
    kept = tuple((card, p) for card, p in names if p >= odds.least)
    return kept, max(1.0 - sum(p for _, p in kept), odds.none_of_them)


def came_of(each: Sighting, mat: Mat, odds: Odds) -> tuple[Seats, tuple[float, float, float]]:
    """By seat, what its place and direction are worth if that seat laid it; and if nobody did."""
    seats = range(1, mat.seats + 1)
    away = {seat: mat.away(play_zone(seat), each.x, each.y) for seat in seats}
    origin = each.came_from.number if each.came_from is not None else None
    came = {seat: odds.place(away[seat]) + odds.direction(origin, seat, len(seats)) for seat in seats}
    about, held, other = odds.nobodys(min(away.values()))
    way = odds.direction(origin, None, len(seats))
    return came, (about + way, held + way, other + way)
