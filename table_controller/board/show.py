"""What a state looks like on lamps: pure functions, to be shown as often as one likes.

A lamp says one thing: what its seat must speak about, as asked.py has it; and only where that is nothing, that
something was wrong there. Pins, blinking and cables are elsewhere.
"""

from __future__ import annotations

from engine.findings import Finding, FindingCode
from engine.layout import Seat
from engine.play.hand import Hand, Phase
from engine.play.state import State
from firmware_bridge.messages import Lamp
from hardware.lamps.patterns import LampPattern
from hardware.lamps.pinmap import TABLE
from table_controller.board.asked import Task, asked_now
from table_controller.watching.telling import Question

ASKING = {
    Task.DRAW: LampPattern.YOUR_TURN,
    Task.STRAIGHTEN: LampPattern.QUESTION,
    Task.DEAL: LampPattern.DEALER,
    Task.CALL: LampPattern.BID_WANTED,
    Task.TRUMP: LampPattern.BID_WANTED,
    Task.PARTNER: LampPattern.BID_WANTED,
    Task.CARD: LampPattern.BID_WANTED,
    Task.DROP: LampPattern.BID_WANTED,
    Task.CLAIM: LampPattern.BID_WANTED,
    Task.LEAD: LampPattern.YOUR_TURN,
    Task.PLAY: LampPattern.YOUR_TURN,
    Task.WHICH: LampPattern.QUESTION,
    Task.WHOSE: LampPattern.QUESTION,
}
"""The lamp of whoever must speak, by what about."""


def lamps_for(state: State, whose: tuple[Question, ...] = (), paused: bool = False) -> dict[Seat, LampPattern]:
    """What every seat's lamp shows, and the table's own (0). While the referee has stopped play nobody is asked."""
    if state.rules is None or state.hand is None:
        return {TABLE: LampPattern.WAITING}
    if paused:
        return {**dict.fromkeys(state.rules.seats, LampPattern.OFF), TABLE: LampPattern.WAITING}
    wrong = {finding.seat for finding in state.hand.findings if _accuses(finding) and _is_fresh(state.hand, finding)}
    lamps = dict.fromkeys(state.rules.seats, LampPattern.OFF)
    lamps |= dict.fromkeys(wrong, LampPattern.FINDING)
    lamps |= dict.fromkeys(_winners(state), LampPattern.TOOK_TRICK)
    lamps |= {each.seat: _asking(state.hand, each.task) for each in asked_now(state, whose)}
    asks = LampPattern.QUESTION in lamps.values()
    lamps[TABLE] = LampPattern.QUESTION if asks else LampPattern.FINDING if wrong else LampPattern.OFF
    return lamps


def box_for(state: State, whose: tuple[Question, ...] = (), paused: bool = False) -> dict[Seat, Lamp]:
    """The same for the lamps of a seat box."""
    return {seat: Lamp[pattern.name] for seat, pattern in lamps_for(state, whose, paused).items()}


def _asking(hand: Hand, task: Task) -> LampPattern:
    # Between two tricks: two short flashes say both that he took the trick and that he leads.
    return LampPattern.TOOK_TRICK if task is Task.LEAD and hand.tricks else ASKING[task]


def _winners(state: State) -> tuple[Seat, ...]:
    """At the end of the match."""
    if state.phase is not Phase.OVER or state.rules is None:
        return ()
    return tuple(seat for seat in state.rules.seats if state.rules.side_of(seat) == state.won_by)


def _accuses(finding: Finding) -> bool:
    """Whether somebody is to be told that something is wrong; to be cleared of a suspicion is not."""
    return finding.code not in (FindingCode.NO_REVOKE, FindingCode.UNPROVED)


def _is_fresh(hand: Hand, finding: Finding) -> bool:
    """A finding lights the lamp until the trick (or the auction) in which it was found is left behind."""
    shown = max((play.trick for play in finding.proof), default=finding.trick or 0)
    return shown >= (hand.trick_number if hand.trick else len(hand.tricks))
