"""One hand as it stands: calls, contract, tricks, cards, findings. Facts only; what follows is elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from engine.cards import Card, Denomination
from engine.events import HandScored, QuestionAsked, SuitCalled
from engine.findings import Finding, Play
from engine.knobs import Bid
from engine.layout import Seat


@dataclass(frozen=True, slots=True)
class Call:
    """`name` is `pass`, `surrender` or a bid's name."""

    seat: Seat
    name: str
    trump: Denomination | None = None


@dataclass(frozen=True, slots=True)
class Contract:
    """`stuck`: the maker was the dealer and could not pass."""

    maker: Seat
    bid: Bid
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """A card of this seat that everybody saw while it was not played: it was held when `laid` others had been.

    `trick` is the one that was being played, 0 before play.
    """

    seat: Seat
    card: Card
    laid: int
    trick: int


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that all active seats have played to. `winner` is None while one of its cards is unknown."""

    plays: tuple[Play, ...]
    winner: Seat | None = None


Facts = TypeVar("Facts")


def altered(facts: Facts, changes: dict[str, Any]) -> Facts:
    """The same value with these fields changed.

    Only for values without slots, as Hand and State are: they are altered at every event, and so the copy is one
    dictionary's copy. `dataclasses.replace` takes some ten times as long, and a third of a hand's whole time.
    """
    new = object.__new__(type(facts))
    object.__setattr__(new, "__dict__", facts.__dict__ | changes)
    return new


@dataclass(frozen=True)
class Hand:
    """One hand so far.

    `active` is empty before play begins. `leader` leads to the current trick; None while the last trick's
    winner is unknown. `extras` are cards that lie or lay on the table and are no plays; `questions` those
    that the table asks about, plays or not; `unclear` the trick of every card that was asked about. `known` are
    dealt cards that a reader saw, `exposed` cards that everybody saw without their being played. `swapped`: who
    passed the partner one card for another before play; `kitty_taken`: by the maker; `laid_away`: cards seen laid
    away face down, at least so many. `suits_called` are suits to be led after a lead out of turn. `claim` waits for
    an answer, to which `agreed` have said yes; `claimed` tricks were agreed to. `ending`: the table asks whether the
    hand is over. `holder` of the called card was told. `sights` are cards seen and not played; `counted` the sizes of
    hands, as dealt, that were other than they should be. `suspected` is who accuses whom of a revoke in which trick.
    """

    number: int
    dealer: Seat
    rough: int = 0
    dealt: bool = False
    calls: tuple[Call, ...] = ()
    insufficient: Seat | None = None
    contract: Contract | None = None
    trump: Denomination | None = None
    option: str | None = None
    called: Card | None = None
    partner: Seat | None = None
    answers: tuple[tuple[Seat, str], ...] = ()
    active: tuple[Seat, ...] = ()
    leader: Seat | None = None
    tricks: tuple[Trick, ...] = ()
    trick: tuple[Play, ...] = ()
    extras: tuple[Play, ...] = ()
    questions: tuple[QuestionAsked, ...] = ()
    unclear: tuple[int, ...] = ()
    findings: tuple[Finding, ...] = ()
    known: tuple[tuple[Seat, Card], ...] = ()
    exposed: tuple[tuple[Seat, Card], ...] = ()
    swapped: Seat | None = None
    kitty_taken: bool = False
    laid_away: int = 0
    suits_called: tuple[SuitCalled, ...] = ()
    claim: tuple[Seat, int] | None = None
    claimed: tuple[tuple[Seat, int], ...] = ()
    agreed: tuple[Seat, ...] = ()
    ending: bool = False
    holder: Seat | None = None
    sights: tuple[Sight, ...] = ()
    counted: tuple[tuple[Seat, int], ...] = ()
    suspected: tuple[tuple[Seat, Seat, int], ...] = ()
    misdealt: bool = False
    surrendered: bool = False
    scored: bool = False
    thrown_in: bool = False

    @property
    def trick_number(self) -> int:
        """The current trick, counted from 1."""
        return len(self.tricks) + 1

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every play of the hand in the order of the table."""
        found: list[Play] = []
        for trick in self.tricks:
            found += trick.plays
        return (*found, *self.trick)

    def has_laid(self, seat: Seat) -> bool:
        """Whether this seat has a card in the current trick, read or not."""
        # A plain loop here and below: these are asked several times for every card of every hand.
        for play in self.trick:  # noqa: SIM110
            if play.seat == seat:
                return True
        return False

    def tricks_of(self, seat: Seat) -> int:
        agreed = sum(count for owner, count in self.claimed if owner == seat)
        return sum(trick.winner == seat for trick in self.tricks) + agreed

    @property
    def taken(self) -> int:
        """Tricks that have an owner, played or agreed to."""
        if not self.claimed:
            return len(self.tricks)
        return len(self.tricks) + sum(count for _, count in self.claimed)


@dataclass(frozen=True, slots=True)
class Result:
    """A finished hand, for the score sheet. `contract` is None when the hand was thrown in.

    `hand` is all that was seen of it, `before` the score it began with, by side.
    """

    number: int
    dealer: Seat
    contract: Contract | None
    trump: Denomination | None
    tricks: tuple[int, ...]
    scored: HandScored | None
    findings: tuple[Finding, ...]
    hand: Hand
    before: tuple[float, ...]


class Phase(Enum):
    NO_MATCH = "no_match"
    DEAL = "deal"
    AUCTION = "auction"
    TRUMP = "trump"
    PARTNER = "partner"
    DROP = "drop"
    CALL_CARD = "call_card"
    PLAY = "play"
    OVER = "over"
