"""What only the end of a hand shows: promises, duties, counting, and suspicions that can be cleared.

Asked once, just before the hand is scored.
"""

from __future__ import annotations

from engine.cards import Card, Denomination, Rank, Suit
from engine.findings import Finding, FindingCode, Play
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import calling, contract, counting, known_hands
from engine.play.hand import Call, Hand
from engine.play.state import State
from engine.play.suspicion import established, finding, revokes
from engine.play.tricks import follows, suit_in
from engine.reasons import Code, Reason


def findings(state: State) -> list[Finding]:
    """Every finding that the finished hand allows and that was not said before."""
    hand, rules = state.hand, state.rules
    if hand is None or rules is None or not hand.active:
        return []
    return [
        *established(state, at_end=True),
        *counting.proved(state),
        *_miscounted(state, rules, hand),
        *_promises(state, rules, hand),
        *_late_called_card(state, hand),
        *_own_card_called(state, hand),
        *calling.refused(state),
        *_cleared(state, rules, hand),
    ]


def _played_by(hand: Hand, seat: Seat) -> list[Play]:
    return [play for play in hand.plays if play.seat == seat]


def _miscounted(state: State, rules: Ruleset, hand: Hand) -> list[Finding]:
    """Hands that had a card too many, as far as it was shown."""
    found = []
    for seat in hand.active:
        over = counting.cards_over(rules, hand, seat)
        if over:
            cards = tuple(play.card for play in over)
            text = Reason(Code.COUNTED_OVER, seat=seat, count=rules.deal.hand, cards=cards)
            found.append(finding(state, FindingCode.CARD_COUNT, seat, None, tuple(over), text))
    return found


def is_complete(rules: Ruleset, hand: Hand, seat: Seat) -> bool:
    """Whether every card of this seat has been seen: then a revoke of it would have been proved."""
    plays = _played_by(hand, seat)
    return len(plays) == rules.deal.hand and all(play.card is not None for play in plays)


def _promises(state: State, rules: Ruleset, hand: Hand) -> list[Finding]:
    found = []
    for call in hand.calls:
        bid = rules.auction.bid(call.name)
        if bid is None or bid.promise == "none" or not _is_dealt_hand_seen(rules, hand, call.seat):
            continue
        cards = [play.card for play in _played_by(hand, call.seat) if play.card is not None]
        if not keeps(bid.promise, cards):
            found.append(_broken(state, hand, call, bid.promise))
    return found


def _is_dealt_hand_seen(rules: Ruleset, hand: Hand, seat: Seat) -> bool:
    return seat in hand.active and is_complete(rules, hand, seat) and not known_hands.unseen_discards(rules, hand, seat)


def keeps(promise: str, cards: list[Card]) -> bool:
    """Whether these cards are what the bid promises: an ace, or a jack of each colour (printed ranks)."""
    if promise == "ace":
        return any(card.rank is Rank.ACE for card in cards)
    jacks = {card.suit for card in cards if card.rank is Rank.JACK}
    return bool(jacks & {Suit.CLUBS, Suit.SPADES}) and bool(jacks & {Suit.DIAMONDS, Suit.HEARTS})


def _broken(state: State, hand: Hand, call: Call, promise: str) -> Finding:
    code = {"ace": Code.PROMISE_ACE, "jacks": Code.PROMISE_JACKS}[promise]
    text = Reason(code, seat=call.seat, call=call.name)
    return finding(state, FindingCode.PROMISE_FALSE, call.seat, None, tuple(_played_by(hand, call.seat)), text)


def _late_called_card(state: State, hand: Hand) -> list[Finding]:
    """The partner did not show the called card at the first legal chance, where the house wants that."""
    assert state.rules is not None
    if state.rules.partner.called_duty != "first_legal" or hand.partner is None or hand.called is None:
        return []
    plays = _played_by(hand, hand.partner)
    shown = next(play for play in plays if play.card == hand.called)
    missed = next((play for play in plays if play.card and play.trick < shown.trick and _was_chance(hand, play)), None)
    if missed is None:
        return []
    text = Reason(
        Code.CALLED_LATE,
        seat=hand.partner,
        trick=missed.trick,
        card=hand.called,
        shown=missed.card,
        shown_in=shown.trick,
    )
    proof = (missed, shown)
    return [finding(state, FindingCode.CALLED_CARD_LATE, hand.partner, missed.trick, proof, text)]


def _own_card_called(state: State, hand: Hand) -> list[Finding]:
    """The maker called a card that he held himself, where the house forbids that."""
    assert state.rules is not None
    maker = contract.contract_of(hand).maker
    own = tuple(play for play in _played_by(hand, maker) if play.card == hand.called)
    if state.rules.partner.call != "not_held_not_bower" or hand.called is None or not own:
        return []
    text = Reason(Code.CALLED_OWN, seat=maker, trick=own[0].trick, card=hand.called)
    return [finding(state, FindingCode.OWN_CARD_CALLED, maker, own[0].trick, own, text)]


def _was_chance(hand: Hand, play: Play) -> bool:
    """Whether the called card would have been legal there: on lead, in suit, or once the suit was refused."""
    first = hand.tricks[play.trick - 1].plays[0]
    assert hand.called is not None
    if first.seat == play.seat:
        return suit_in(hand.called, _trump(hand)) is not None
    if first.card is None or play.card is None:
        return False
    return follows(hand.called, first.card, _trump(hand)) or not follows(play.card, first.card, _trump(hand))


def _cleared(state: State, rules: Ruleset, hand: Hand) -> list[Finding]:
    """Suspicions that the hand has cleared, or that nothing can decide any more."""
    found = []
    for claimant, against, trick in hand.suspected:
        if any(refusal.trick == trick for refusal, _ in revokes(hand, against)):
            continue
        if is_complete(rules, hand, against):
            code, why = FindingCode.NO_REVOKE, Code.NO_REVOKE
        else:
            code, why = FindingCode.UNPROVED, Code.REVOKE_UNPROVED
        text = Reason(why, seat=against, trick=trick)
        found.append(finding(state, code, claimant, trick, (), text))
    return found


def _trump(hand: Hand) -> Denomination:
    assert hand.trump is not None
    return hand.trump
