"""A suit called after a lead out of turn: the other side says what the offender's side is to lead next.

Only where the house wants it (irregular.lead_out_of_turn = call_suit; Laws of Euchre, Boston 1888, s. 52). Hands
are hidden, so that a refusal is a finding only once a card of the suit is shown later.
"""

from __future__ import annotations

from engine import inputs as i
from engine.cards import Suit
from engine.findings import Finding, FindingCode, Play
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play.hand import Hand
from engine.play.state import State
from engine.play.suspicion import finding
from engine.play.tricks import suit_in
from engine.reasons import Code, Reason


def calls(rules: Ruleset, hand: Hand) -> list[i.Input]:
    """Every suit that somebody may call now."""
    return [
        i.CallSuit(seat, suit) for seat in hand.active if open_offence(rules, hand, seat) is not None for suit in Suit
    ]


def open_offence(rules: Ruleset, hand: Hand, seat: Seat) -> Finding | None:
    """The other side's last lead out of turn that no suit has been called for, and before it has led again."""
    if rules.irregular.lead_out_of_turn != "call_suit" or not rules.in_teams:
        return None
    for each in reversed(hand.findings):
        if each.code is FindingCode.LEAD_OUT_OF_TURN and rules.side_of(each.seat) != rules.side_of(seat):
            called = any(call.trick == each.trick for call in hand.suits_called)
            return None if called or _lead_after(rules, hand, each.seat, each.trick or 0) else each
    return None


def _lead_after(rules: Ruleset, hand: Hand, offender: Seat, trick: int) -> Play | None:
    """The offender's side's first lead to a later trick."""
    leads = [each.plays[0] for each in hand.tricks] + list(hand.trick[:1])
    side = rules.side_of(offender)
    return next((lead for lead in leads if lead.trick > trick and rules.side_of(lead.seat) == side), None)


def reminders(state: State) -> tuple[Reason, ...]:
    """That the seat on lead is to lead the suit that was called, if it can."""
    hand, rules = state.hand, state.rules
    assert hand is not None
    assert rules is not None
    if hand.trick or state.turn is None:
        return ()
    return tuple(
        Reason(Code.SUIT_DUE, seat=state.turn, suit=call.suit, other=call.seat)
        for call in hand.suits_called
        if rules.side_of(call.seat) != rules.side_of(state.turn)
        and hand.trick_number > call.trick
        and _lead_after(rules, hand, state.turn, call.trick) is None
    )


def refused(state: State) -> list[Finding]:
    """Called suits that were not led although a card of them was held, as it showed later."""
    hand, rules = state.hand, state.rules
    assert hand is not None
    assert rules is not None
    assert hand.trump is not None
    found = []
    for call in hand.suits_called:
        lead = _lead_after(rules, hand, rules.seat_after(call.seat), call.trick)
        if lead is None or lead.card is None or suit_in(lead.card, hand.trump) is call.suit:
            continue
        shown = next((play for play in hand.plays if _shows(hand, play, lead, call.suit)), None)
        if shown is not None:
            text = Reason(
                Code.SUIT_REFUSED,
                seat=lead.seat,
                suit=call.suit,
                trick=lead.trick,
                card=lead.card,
                shown=shown.card,
                shown_in=shown.trick,
            )
            code = FindingCode.CALLED_SUIT_REFUSED
            found.append(finding(state, code, lead.seat, lead.trick, (lead, shown), text))
    return found


def _shows(hand: Hand, play: Play, lead: Play, suit: Suit) -> bool:
    assert hand.trump is not None
    is_later = play.seat == lead.seat and play.trick > lead.trick
    return is_later and play.card is not None and suit_in(play.card, hand.trump) is suit
