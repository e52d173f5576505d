"""The auction: whose call it is, what may be called, and how it ends.

Everything is worked out from the calls made so far; nothing is remembered and nothing is raised.
"""

from __future__ import annotations

from engine.knobs import Bid, Ruleset
from engine.layout import Seat
from engine.play.hand import Call, Contract, Hand

PASS = "pass"
SURRENDER = "surrender"


def highest(rules: Ruleset, hand: Hand) -> tuple[Call, Bid] | None:
    """The last bid, which is the highest: every bid overcalls those before it."""
    for call in reversed(hand.calls):
        bid = rules.auction.bid(call.name)
        if bid is not None:
            return call, bid
    return None


def caller(rules: Ruleset, hand: Hand) -> Seat | None:
    """Whose call it is; None when the auction is over."""
    if not hand.calls:
        return rules.seat_after(hand.dealer)
    if _is_over(rules, hand):
        return None
    after = rules.seat_after(hand.calls[-1].seat)
    if rules.auction.form == "one_round" or not rules.auction.pass_is_final:
        return after
    passed = {call.seat for call in hand.calls if call.name == PASS}
    return next(seat for seat in rules.clockwise_from(after) if seat not in passed)


def _is_over(rules: Ruleset, hand: Hand) -> bool:
    calls = hand.calls
    if calls[-1].name == SURRENDER:
        return True
    if rules.auction.form == "one_round":
        return len(calls) >= rules.table.players
    since_bid = 0
    for call in reversed(calls):
        if call.name != PASS:
            break
        since_bid += 1
    if since_bid == len(calls):
        return since_bid >= rules.table.players
    passed = {call.seat for call in calls if call.name == PASS}
    is_alone = rules.auction.pass_is_final and len(passed) >= rules.table.players - 1
    return is_alone or since_bid >= rules.auction.passes_to_end


def is_stuck(rules: Ruleset, hand: Hand, seat: Seat) -> bool:
    """Whether this caller may not pass: a forced dealer after passes, or a bid that must be overcalled."""
    last = seat == hand.dealer and len(hand.calls) >= rules.table.players - 1
    if not last or rules.auction.form != "one_round":
        return False
    top = highest(rules, hand)
    if top is not None:
        return not top[1].final
    return rules.auction.all_pass != "throw_in"


def may_surrender(rules: Ruleset, hand: Hand, seat: Seat) -> bool:
    """Whether the stuck dealer may take the price of the smallest bid instead of bidding."""
    can = rules.auction.all_pass == "dealer_forced_or_surrender"
    return can and is_stuck(rules, hand, seat) and highest(rules, hand) is None


def legal_bids(rules: Ruleset, hand: Hand, seat: Seat) -> tuple[Bid, ...]:
    """The bids this seat may make now, lowest first."""
    top = highest(rules, hand)
    over = top[1].rank if top else 0
    stuck = is_stuck(rules, hand, seat)
    return tuple(
        bid
        for bid in rules.auction.ladder
        if bid.rank > over
        and (not bid.opening_only or (top is None and len(hand.calls) < 2))
        and (bid.final or not stuck)
    )


def legal_calls(rules: Ruleset, hand: Hand, seat: Seat) -> tuple[str, ...]:
    """The texts this seat may call now: `pass` first where it may pass."""
    calls = [bid.name for bid in legal_bids(rules, hand, seat)]
    if not is_stuck(rules, hand, seat):
        calls.insert(0, PASS)
    elif may_surrender(rules, hand, seat):
        calls.append(SURRENDER)
    return tuple(calls)


def result(rules: Ruleset, hand: Hand) -> Contract | None:
    """The contract of an auction that is over; None when everybody passed or the dealer surrendered."""
    top = highest(rules, hand)
    if top is None:
        return None
    call, bid = top
    others_passed = all(each.name == PASS for each in hand.calls if each.seat != call.seat)
    forced = rules.auction.all_pass != "throw_in"
    return Contract(call.seat, bid, forced and others_passed and call.seat == hand.dealer)
