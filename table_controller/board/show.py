"""What a state looks like on lamps: pure functions, to be shown as often as one likes.

A lamp says one thing; where several are true of a seat, the most urgent wins, in the order written here.
Pins, blinking and cables are elsewhere.
"""

from __future__ import annotations

from engine.findings import Finding, FindingCode
from engine.layout import Seat
from engine.play.hand import Hand, Phase
from engine.play.state import State
from firmware_bridge.messages import Lamp
from hardware.lamps.patterns import LampPattern
from hardware.lamps.pinmap import TABLE
from table_controller.watching.whose import Doubt

_CHOICES = (Phase.AUCTION, Phase.TRUMP, Phase.PARTNER, Phase.CALL_CARD, Phase.DROP)


def lamps_for(state: State, doubts: tuple[Doubt, ...] = ()) -> dict[Seat, LampPattern]:
    """What every seat's lamp shows, and the table's own (0). A card that waits is asked of both who may own it."""
    if state.rules is None or state.hand is None:
        return {TABLE: LampPattern.WAITING}
    lamps = {seat: _lamp(state, state.hand, seat) for seat in state.rules.seats}
    lamps |= {seat: LampPattern.QUESTION for each in doubts if each.waits for seat in (each.seat, each.other)}
    urgent = (LampPattern.QUESTION, LampPattern.FINDING)
    lamps[TABLE] = next((pattern for pattern in urgent if pattern in lamps.values()), LampPattern.OFF)
    return lamps


def box_for(state: State, doubts: tuple[Doubt, ...] = ()) -> dict[Seat, Lamp]:
    """The same for the lamps of a seat box."""
    return {seat: Lamp[pattern.name] for seat, pattern in lamps_for(state, doubts).items()}


def _lamp(state: State, hand: Hand, seat: Seat) -> LampPattern:
    """The most urgent of what is true of the seat."""
    asked = _asked(hand, seat)
    if asked is not None:
        return asked
    if state.phase is Phase.OVER:
        won = state.rules is not None and state.rules.side_of(seat) == state.won_by
        return LampPattern.TOOK_TRICK if won else LampPattern.OFF
    drawing = _drawing(state, seat)
    if drawing is not None:
        return drawing
    if state.phase is Phase.DEAL:
        return LampPattern.DEALER if seat == hand.dealer else LampPattern.OFF
    return _at_turn(state, hand) if seat == state.turn else LampPattern.OFF


def _asked(hand: Hand, seat: Seat) -> LampPattern | None:
    """What the table asks of the seat, or holds against it."""
    if any(question.seat == seat for question in hand.questions):
        return LampPattern.QUESTION
    if any(finding.seat == seat and _accuses(finding) and _is_fresh(hand, finding) for finding in hand.findings):
        return LampPattern.FINDING
    return None


def _drawing(state: State, seat: Seat) -> LampPattern | None:
    """While cards are drawn for the deal: whose can't be read, and who draws again."""
    if state.draw is None:
        return None
    if seat in state.draw.unread:
        return LampPattern.QUESTION
    if state.draw.again:
        return LampPattern.YOUR_TURN if seat in state.draw.again else LampPattern.OFF
    return None


def _at_turn(state: State, hand: Hand) -> LampPattern:
    if state.phase in _CHOICES:
        return LampPattern.BID_WANTED
    # Between two tricks: two short flashes say both that he took the trick and that he leads.
    return LampPattern.TOOK_TRICK if hand.tricks and not hand.trick else LampPattern.YOUR_TURN


def _accuses(finding: Finding) -> bool:
    """Whether somebody is to be told that something is wrong; to be cleared of a suspicion is not."""
    return finding.code not in (FindingCode.NO_REVOKE, FindingCode.UNPROVED)


def _is_fresh(hand: Hand, finding: Finding) -> bool:
    """A finding lights the lamp until the trick (or the auction) in which it was found is left behind."""
    shown = max((play.trick for play in finding.proof), default=finding.trick or 0)
    return shown >= (hand.trick_number if hand.trick else len(hand.tricks))
