"""What the house makes of broken rules: the ruling, and the points or tricks it costs.

The default only advises. Everything here is a knob of the group `irregular` (and `deal` for misdeals).
"""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Denomination
from engine.certainty import PROVED
from engine.findings import Finding, FindingCode
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import auction, contract
from engine.play.hand import Hand
from engine.play.scoring import Party, Score
from engine.play.state import State
from engine.reasons import Code, Reason


def ruling(rules: Ruleset, code: FindingCode) -> Reason:
    """What follows from such a finding under these rules."""
    house = rules.irregular
    if code is FindingCode.REVOKE:
        return _revoke_ruling(rules)
    if code is FindingCode.REVOKE_CORRECTABLE:
        return Reason(_UNTIL[house.revoke_correction])
    if code is FindingCode.BID_OUT_OF_TURN and house.bid_out_of_turn != "ignore":
        return Reason(_LOST_BIDS[house.bid_out_of_turn])
    if code is FindingCode.EXPOSED_CARD:
        return Reason(Code.RULE_EXPOSED)
    if code is FindingCode.LEAD_OUT_OF_TURN and house.lead_out_of_turn == "call_suit":
        return Reason(Code.RULE_CALL_SUIT)
    if code is FindingCode.CARD_COUNT:
        return Reason(_COUNTS[house.card_count])
    if code is FindingCode.NO_REVOKE and house.false_claim_penalty:
        return Reason(Code.RULE_FALSE_CLAIM, price=house.false_claim_penalty)
    return Reason(Code.RULE_SAID)


def _calls_out_of_turn(hand: Hand) -> list[Finding]:
    return [each for each in hand.findings if each.code is FindingCode.BID_OUT_OF_TURN]


def is_barred(rules: Ruleset, hand: Hand, seat: Seat) -> bool:
    """Whether the seat has lost its bid in this hand by calling out of turn."""
    if rules.irregular.bid_out_of_turn == "ignore" or auction.is_stuck(rules, hand, seat):
        return False
    return any(each.seat == seat for each in _calls_out_of_turn(hand))


def barred_trumps(rules: Ruleset, hand: Hand, seat: Seat) -> tuple[Denomination, ...]:
    """What this seat may not choose since its partner called out of turn: what that named, and no trump."""
    if rules.irregular.bid_out_of_turn != "lose_bid_and_restrict_partner" or not rules.in_teams:
        return ()
    calls = [each for each in _calls_out_of_turn(hand) if each.seat != seat]
    named = [each.named for each in calls if rules.side_of(each.seat) == rules.side_of(seat)]
    return (Denomination.NO_TRUMP, *(trump for trump in named if trump is not None)) if named else ()


def open_trumps(rules: Ruleset, hand: Hand, seat: Seat, choices: tuple[Denomination, ...]) -> tuple[Denomination, ...]:
    """These without what is barred to the seat; all of them where nothing else is left."""
    barred = barred_trumps(rules, hand, seat)
    return tuple(trump for trump in choices if trump not in barred) or choices


def legal_calls(rules: Ruleset, hand: Hand, seat: Seat) -> tuple[str, ...]:
    """What the seat may call, less what the house has taken from it or its partner."""
    if is_barred(rules, hand, seat):
        return (auction.PASS,)
    legal = auction.legal_calls(rules, hand, seat)
    if not barred_trumps(rules, hand, seat):
        return legal
    ladder = {bid.name: bid for bid in rules.auction.ladder}
    left = tuple(name for name in legal if name not in ladder or ladder[name].trump != "nt")
    return left or legal


_LOST_BIDS = {
    "lose_bid": Code.RULE_LOST_BID,
    "lose_bid_and_restrict_partner": Code.RULE_LOST_BID_PARTNER,
}

_COUNTS = {"play_on": Code.RULE_COUNT_PLAY, "redeal": Code.RULE_COUNT_REDEAL}

_UNTIL = {
    "until_next_lead": Code.RULE_UNTIL_LEAD,
    "until_trick_complete": Code.RULE_UNTIL_TRICK,
    "never": Code.RULE_UNTIL_NOTHING,
}


def _revoke_ruling(rules: Ruleset) -> Reason:
    house = rules.irregular
    if house.revoke == "award_hand":
        return Reason(Code.RULE_AWARD)
    if house.revoke == "fixed":
        return Reason(Code.RULE_FIXED, points=house.revoke_to_others, offender=-house.revoke_from_offender)
    if house.revoke == "transfer_tricks":
        return Reason(Code.RULE_TRANSFER, tricks=house.revoke_tricks)
    return Reason(Code.RULE_SAID)


def dealer_after_misdeal(state: State) -> Seat:
    """Who deals after a misdeal: the same player, unless the house or too many misdeals say the next."""
    rules, hand = state.rules, state.hand
    assert rules is not None
    assert hand is not None
    limit = rules.deal.misdeals_before_loss
    late = bool(hand.tricks) and rules.deal.late_misdeal == "next_dealer"
    passes_on = rules.deal.misdeal == "next_dealer" or late or (limit > 0 and state.misdeals >= limit)
    return rules.seat_after(hand.dealer) if passes_on else hand.dealer


def offences(state: State, parties: tuple[Party, ...]) -> dict[Party, int]:
    """How many proved revokes each party answers for; equal numbers of two sides cancel."""
    assert state.hand is not None
    assert state.rules is not None
    counts = {party: _count(party, state.hand.findings) for party in parties}
    if state.rules.in_teams:
        least = min(counts.values())
        counts = {party: count - least for party, count in counts.items()}
    return {party: count for party, count in counts.items() if count}


def _count(party: Party, findings: tuple[Finding, ...]) -> int:
    proved = [each for each in findings if each.code is FindingCode.REVOKE and each.certainty >= PROVED]
    return sum(each.seat in party.seats for each in proved)


def with_penalty_tricks(state: State, parties: tuple[Party, ...]) -> tuple[Party, ...]:
    """The tricks as they count after rulings that move them."""
    assert state.rules is not None
    kind = state.rules.irregular.revoke
    if kind not in ("award_hand", "transfer_tricks") or not state.rules.in_teams:
        return parties
    for offender, count in offences(state, parties).items():
        moved = _moved(state, offender, count)
        parties = tuple(
            replace(party, tricks=party.tricks + (-moved if party.seats == offender.seats else moved))
            for party in parties
        )
    return parties


def _moved(state: State, offender: Party, count: int) -> int:
    """How many of the offender's tricks go over: for `award_hand` enough to lose the hand."""
    assert state.rules is not None
    assert state.hand is not None
    if state.rules.irregular.revoke == "transfer_tricks":
        return min(offender.tricks, count * state.rules.irregular.revoke_tricks)
    if offender.role == "defender":
        return offender.tricks
    return max(0, offender.tricks - contract.contract_of(state.hand).bid.tricks + 1)


def with_penalty_points(state: State, parties: tuple[Party, ...], score: Score) -> Score:
    """The score with fixed penalties, and a reason for every ruling that counted."""
    assert state.rules is not None
    house = state.rules.irregular
    score = _with_false_claims(state, parties, score)
    found = offences(state, parties)
    if not found or house.revoke in ("off", "advise"):
        return score
    if house.revoke != "fixed":
        seats = tuple(seat for party in found for seat in party.seats)
        told = Reason(Code.REVOKE_BY, side=seats, ruling=_revoke_ruling(state.rules))
        return replace(score, why=(*score.why, told))
    delta, why = list(score.delta), list(score.why)
    for offender, count in found.items():
        times = count * (2 if house.revoke_double_for_lone and _is_lone(state) else 1)
        for index, party in enumerate(parties):
            own = party.seats == offender.seats
            delta[index] += times * (-house.revoke_from_offender if own else house.revoke_to_others)
        lost, won = -times * house.revoke_from_offender, times * house.revoke_to_others
        why.append(Reason(Code.REVOKE_PRICE, side=offender.seats, points=lost, others=won))
    return replace(score, delta=tuple(delta), why=tuple(why))


def _with_false_claims(state: State, parties: tuple[Party, ...], score: Score) -> Score:
    assert state.rules is not None
    assert state.hand is not None
    price = state.rules.irregular.false_claim_penalty
    claims = [each.seat for each in state.hand.findings if each.code is FindingCode.NO_REVOKE]
    if not price or not claims:
        return score
    delta = tuple(
        gain - price * sum(seat in party.seats for seat in claims)
        for gain, party in zip(score.delta, parties, strict=True)
    )
    told = tuple(Reason(Code.FALSE_CLAIM, seat=seat, points=-price) for seat in claims)
    return replace(score, delta=delta, why=(*score.why, *told))


def _is_lone(state: State) -> bool:
    assert state.rules is not None
    assert state.hand is not None
    return contract.option_of(state.rules, state.hand) in (contract.ALONE, contract.EXCHANGE)
