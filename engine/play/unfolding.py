"""The events of one decision as they are told, with the state that each of them leaves."""

from __future__ import annotations

from engine import events as e
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import closing, contract, suspicion
from engine.play.consequences import consequence
from engine.play.hand import Hand, Phase
from engine.play.state import State, apply
from engine.reasons import Code, Reason, Refused


class NotNow(Refused):
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
        self._prove()
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

    def _prove(self) -> None:
        """What cards that were seen and not played prove: told once, whatever brought them to light."""
        hand = self.state.hand
        if hand is not None and hand.sights and self.state.phase is Phase.PLAY and hand.active:
            self.add(*(e.FindingRaised(found) for found in suspicion.revokes_seen(self.state)))

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

    def needs(self, phase: Phase, code: Code) -> None:
        if self.state.phase is not phase:
            raise NotNow(code, waiting=self.waiting)

    @property
    def waiting(self) -> Reason:
        """What the hand waits for."""
        return Reason(_WAITING[self.state.phase])

    def needs_seat(self, seat: Seat) -> None:
        if not 1 <= seat <= self.rules.table.players:
            raise NotNow(Code.NO_SEAT, number=seat, players=self.rules.table.players)

    def needs_maker(self, seat: Seat, code: Code) -> None:
        maker = contract.contract_of(self.hand).maker
        if seat != maker:
            raise NotNow(code, seat=maker)


_WAITING = {
    Phase.NO_MATCH: Code.WAIT_NO_MATCH,
    Phase.DEAL: Code.WAIT_DEAL,
    Phase.AUCTION: Code.WAIT_AUCTION,
    Phase.TRUMP: Code.WAIT_TRUMP,
    Phase.PARTNER: Code.WAIT_PARTNER,
    Phase.DROP: Code.WAIT_DROP,
    Phase.CALL_CARD: Code.WAIT_CALL,
    Phase.PLAY: Code.WAIT_PLAY,
    Phase.OVER: Code.WAIT_OVER,
}
