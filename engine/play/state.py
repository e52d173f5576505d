"""How events change what is known of a match, and what it then waits for.

`apply` trusts its events: it judges nothing, raises nothing, reads no clock and touches no file. Whose turn
it is follows from the facts and is worked out here once, after every event.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from engine import events as e
from engine.findings import Play
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import auction, contract
from engine.play.changes import CHANGES
from engine.play.hand import Hand, Phase, altered
from engine.play.match import INITIAL, State

__all__ = ["INITIAL", "State", "apply", "replay", "situation", "to_play"]


def replay(told: Iterable[e.Event], state: State = INITIAL) -> State:
    """The state after these events."""
    for event in told:
        state = apply(state, event)
    return state


def apply(state: State, event: e.Event) -> State:
    """The state after the event."""
    kind = type(event)
    if kind is e.Undone:
        return _undone(state)
    if kind is e.Redone:
        return state.future or state
    if isinstance(event, e.CorrectionBegun):
        return _correcting(state, event.back)
    if kind is e.CorrectionDone:
        ended = {"past": state.correcting, "future": None, "correcting": None, "decided": e.CorrectionDone}
        return altered(state, ended)
    changes = CHANGES[kind](state, event)
    if not changes:
        return state
    rules = changes.get("rules", state.rules)
    hand = changes.get("hand", state.hand)
    if rules is not None and hand is not None:
        over = changes.get("won_by", state.won_by) is not None
        changes["phase"], changes["turn"] = (Phase.OVER, None) if over else situation(rules, hand)
    if _is_decision(state, event):
        changes["past"], changes["future"], changes["decided"] = state, None, kind
    return altered(state, changes)


def situation(rules: Ruleset, hand: Hand) -> tuple[Phase, Seat | None]:
    """What the hand waits for, and the one seat it waits for."""
    if not hand.dealt or hand.scored or hand.thrown_in or hand.misdealt:
        return Phase.DEAL, None
    if hand.active:
        return Phase.PLAY, to_play(hand)
    if hand.contract is None:
        return Phase.AUCTION, auction.caller(rules, hand)
    maker = hand.contract.maker
    if hand.trump is None:
        return Phase.TRUMP, maker
    if contract.option_of(rules, hand) is None:
        return Phase.PARTNER, maker
    asked = contract.asked(rules, hand)
    if asked:
        return Phase.DROP, asked[0] if len(asked) == 1 else None
    if contract.needs_call(rules, hand) and hand.called is None:
        return Phase.CALL_CARD, maker
    return Phase.PLAY, None


def to_play(hand: Hand) -> Seat | None:
    """Whose card is next: clockwise from the one who led. None where the last trick's winner is unknown."""
    if not hand.trick:
        return hand.leader
    for seat in _in_turn(hand.active, hand.trick[0].seat):
        if not hand.has_laid(seat):
            return seat
    return None


@cache
def _in_turn(active: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    return tuple(sorted(active, key=lambda seat: seat < first))


def _is_decision(state: State, event: e.Event) -> bool:
    """Whether a person or the table chose this, so that an undo takes it back; the rest only follows."""
    if isinstance(event, e.CardPlayed):
        # A card that answers a question is part of that answer.
        return event.mark is None or all(play.mark != event.mark for play in _open_plays(state.hand))
    if isinstance(event, e.TrumpNamed):
        return state.phase is Phase.TRUMP and len(_choices(state)) > 1
    return type(event) in _DECISIONS


_DECISIONS = {
    e.CardsDealt,
    e.CallMade,
    e.PartnerChosen,
    e.CardCalled,
    e.DropAnswered,
    e.QuestionAsked,
    e.QuestionAnswered,
    e.PlayCorrected,
    e.PlayTakenBack,
    e.CardExposed,
    e.HandCounted,
    e.MisdealDeclared,
    e.CardsSwapped,
    e.SuitCalled,
    e.TricksClaimed,
    e.ClaimAnswered,
    e.ClaimAgreed,
    e.HandEndAsked,
    e.RestGiven,
    e.PlayResumed,
    e.HolderTold,
    e.RevokeSuspected,
    e.TalkWarned,
    e.RulingGiven,
    e.PlayersNamed,
}


def _choices(state: State) -> tuple[Any, ...]:
    assert state.rules is not None
    assert state.hand is not None
    made = state.hand.contract
    if made is None or state.rules.trump.named == "in_bid":
        return ()
    return contract.denominations(state.rules, made.bid)


def _open_plays(hand: Hand | None) -> tuple[Play, ...]:
    assert hand is not None
    return tuple(play for play in hand.plays if play.card is None)


def _undone(state: State) -> State:
    """The state before the last decision. Cards that still lie there are not to be played once more."""
    before = state.past
    if before is None:
        return state
    return altered(before, {"future": state, "ignored": before.ignored | (state.marks - before.marks)})


def _correcting(state: State, back: int) -> State:
    """The state before the last `back` decisions, from which the past is told anew."""
    before = state
    for _ in range(back):
        before = before.past or before
    return altered(before, {"correcting": state, "ignored": before.ignored | (state.marks - before.marks)})
