"""The events of one decision as they are told, with the state that each of them leaves."""

from __future__ import annotations

from engine import events as e
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import closing, contract
from engine.play.consequences import consequence
from engine.play.hand import Hand, Phase
from engine.play.state import State, apply


class NotNow(ValueError):
    """The input makes no sense now; nothing has changed."""


class Story:
    """The events of one decision, and the state as they have left it so far."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[e.Event] = []

    def tell(self, *events: e.Event) -> None:
        """Add these and all that follows from them by itself."""
        self.add(*events)
        following = consequence(self.state)
        while following is not None:
            if isinstance(following, e.HandScored):
                # What only the whole hand shows is found first: the house may make it count.
                found = closing.findings(self.state)
                if found:
                    self.add(*(e.FindingRaised(finding) for finding in found))
                    following = consequence(self.state)
                    assert following is not None
            self.add(following)
            following = consequence(self.state)

    def add(self, *events: e.Event) -> None:
        """Add these alone: `tell` must come after, with more or with nothing."""
        for event in events:
            self.events.append(event)
            self.state = apply(self.state, event)

    def take_over(self, other: Story) -> None:
        """Go on where a story has led that began from this one's state."""
        self.events += other.events
        self.state = other.state

    @property
    def rules(self) -> Ruleset:
        assert self.state.rules is not None
        return self.state.rules

    @property
    def hand(self) -> Hand:
        assert self.state.hand is not None
        return self.state.hand

    def needs(self, phase: Phase, why: str) -> None:
        if self.state.phase is not phase:
            raise NotNow(f"{why} {_WAITING[self.state.phase]}")

    def needs_seat(self, seat: Seat) -> None:
        if not 1 <= seat <= self.rules.table.players:
            raise NotNow(f"There is no seat {seat} at this table: seats are 1 to {self.rules.table.players}.")

    def needs_maker(self, seat: Seat, what: str) -> None:
        maker = contract.contract_of(self.hand).maker
        if seat != maker:
            raise NotNow(f"{self.state.who(maker)} {what}, nobody else.")


_WAITING = {
    Phase.NO_MATCH: "No match has begun.",
    Phase.DEAL: "The cards are being dealt.",
    Phase.AUCTION: "The auction is on.",
    Phase.TRUMP: "The maker is to name trump.",
    Phase.PARTNER: "The maker is to choose how to play.",
    Phase.DROP: "The opponents are to say whether they play.",
    Phase.CALL_CARD: "The maker is to call a card.",
    Phase.PLAY: "The hand is being played.",
    Phase.OVER: "The match is over: start a new one.",
}
