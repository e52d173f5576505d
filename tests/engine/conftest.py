"""A table for tests that read as play: `table.seat(2).plays("QH")`, or told by a camera with `lays`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import inputs as i
from engine.cards import Card, Denomination, parse_face
from engine.events import Event, FindingRaised
from engine.findings import Finding
from engine.knobs import Ruleset
from engine.play.decide import decide
from engine.play.state import INITIAL, State, apply

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")


class Player:
    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat

    def calls(self, call: str, trump: str | None = None) -> tuple[Event, ...]:
        return self.table.tell(i.MakeCall(self.seat, call, Denomination(trump) if trump else None))

    def names(self, trump: str) -> tuple[Event, ...]:
        return self.table.tell(i.NameTrump(self.seat, Denomination(trump)))

    def chooses(self, option: str) -> tuple[Event, ...]:
        return self.table.tell(i.ChoosePartner(self.seat, option))

    def answers(self, answer: str) -> tuple[Event, ...]:
        return self.table.tell(i.AnswerDrop(self.seat, answer))

    def plays(self, card: str) -> tuple[Event, ...]:
        return self.table.tell(i.PlayCard(self.seat, Card.parse(card)))

    def lays(self, face: str, confidence: float = 1.0, **more: object) -> tuple[Event, ...]:
        """A new card before the camera, which tells whose it is; "??" for one that it can't read."""
        self.table.mark += 1
        card = parse_face(face)
        guesses = tuple(Card.parse(each) for each in more.pop("guesses", ()))
        told = i.SeeCard(self.seat, card if isinstance(card, Card) else None, confidence, self.table.mark, guesses)
        return self.table.tell(replace(told, **more))


class Table:
    """Seats in front of the real engine; `mark` is the camera's number of the last card that was laid."""

    def __init__(self, rules: str | Ruleset = "iowa_standard", dealer: int = 4, players: int = 4) -> None:
        self.state: State = INITIAL
        self.events: list[Event] = []
        self.mark = 0
        self.tell(i.NewMatch(rules, NAMES[:players], dealer))

    def tell(self, told: i.Input) -> tuple[Event, ...]:
        events = decide(self.state, told)
        for event in events:
            self.state = apply(self.state, event)
        self.events += events
        return events

    def seat(self, seat: int) -> Player:
        return Player(self, seat)

    def auction(self, *calls: str) -> None:
        """Calls in turn, beginning with the seat whose call it is now."""
        seat = self.state.turn or self.state.hand.dealer % len(self.state.names) + 1
        for call in calls:
            self.seat(seat).calls(call)
            seat = self.state.turn or seat

    def play(self, cards: str) -> None:
        """Cards in turn, whoever's turn it is: `play("AS 9S KS TS")`."""
        for card in cards.split():
            self.seat(self.state.turn).plays(card)

    def reads(self, mark: int, face: str, confidence: float = 1.0) -> tuple[Event, ...]:
        """The camera reads the card of this mark now, or otherwise than before."""
        return self.tell(i.ReadMark(mark, Card.parse(face), confidence))

    @property
    def findings(self) -> list[Finding]:
        return [event.finding for event in self.events if isinstance(event, FindingRaised)]

    def contracted(self, bid: str = "3", trump: str = "S", option: str = "with", maker: int = 1) -> Table:
        """A table where play begins: the maker bids, names trump, and the opponents play on."""
        self.tell(i.DealDone())
        while self.state.turn != maker:
            self.auction("pass")
        self.seat(maker).calls(bid)
        while self.state.hand.contract is None:
            self.auction("pass")
        self.seat(maker).names(trump)
        if self.state.phase.value == "partner":
            self.seat(maker).chooses(option)
        if self.state.phase.value == "drop":
            self.seat(maker % 4 + 1).answers("play")
        return self


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def new_table() -> Callable[..., Table]:
    return Table
