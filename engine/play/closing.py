"""What only the end of a hand shows: promises, duties, counting, and suspicions that can be cleared.

Asked once, just before the hand is scored.
"""

from __future__ import annotations

from itertools import combinations

from engine.cards import Card, Denomination, Rank, Suit
from engine.findings import Finding, FindingCode, Play
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import calling, contract, counting, public
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


def _promises(state: State, rules: Ruleset, hand: Hand) -> list[Finding]:
    found = []
    for call in hand.calls:
        bid = rules.auction.bid(call.name)
        if bid is not None and bid.promise != "none" and not _may_be_kept(rules, hand, call.seat, bid.promise):
            found.append(_broken(state, hand, call, bid.promise))
    return found


def _may_be_kept(rules: Ruleset, hand: Hand, seat: Seat, promise: str) -> bool:
    """Whether the seat may have been dealt what it promised: by cards it has shown, and others nobody else has."""
    own = public.known(rules, hand, seat)
    hidden = rules.deal.hand - len(own) + public.unseen_discards(rules, hand, seat)
    if hand.counted:
        hidden = rules.deal.hand
    pool = list(rules.deck.pack)
    for card in (*own, *public.elsewhere(rules, hand, seat)):
        if card in pool:
            pool.remove(card)
    more = combinations(pool, min(hidden, _MOST_NEEDED, len(pool))) if hidden > 0 else [()]
    return any(keeps(promise, [*own, *cards]) for cards in more)


_MOST_NEEDED = 2
"""Cards: the most that any promise is about, a jack of each colour. More would only lengthen the search."""


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
    """Whoever did not show the called card at the first legal chance, where the house wants that.

    The duty ends with the play that made somebody the partner; of a double deck another may have held it as well.
    """
    rules = state.rules
    assert rules is not None
    if rules.partner.called_duty != "first_legal" or hand.partner is None or hand.called is None:
        return []
    order = hand.plays
    shown = next(index for index, play in enumerate(order) if (play.seat, play.card) == (hand.partner, hand.called))
    maker = contract.contract_of(hand).maker
    found = []
    for seat in hand.active:
        mine = [play for play in order[:shown] if play.seat == seat]
        missed = next((play for laid, play in enumerate(mine) if _was_chance(rules, hand, play, laid)), None)
        if seat != maker and missed is not None:
            found.append(_called_late(state, hand, missed))
    return found


def _called_late(state: State, hand: Hand, missed: Play) -> Finding:
    """The card is shown by its holder's own play, or by his having been seen with it."""
    assert hand.called is not None
    own = [play for play in _played_by(hand, missed.seat) if play.card == hand.called]
    seen = [Play(each.seat, each.card, each.trick) for each in hand.sights if each.card == hand.called]
    shown = next(play for play in (*own, *seen) if play.seat == missed.seat)
    told: dict[str, object] = {"card": hand.called, "shown": missed.card, "shown_in": shown.trick}
    text = Reason(Code.CALLED_LATE, seat=missed.seat, trick=missed.trick, **told)
    return finding(state, FindingCode.CALLED_CARD_LATE, missed.seat, missed.trick, (missed, shown), text)


def _own_card_called(state: State, hand: Hand) -> list[Finding]:
    """The maker called a card that he held himself, where the house forbids that."""
    assert state.rules is not None
    maker = contract.contract_of(hand).maker
    own = tuple(play for play in _played_by(hand, maker) if play.card == hand.called)
    if state.rules.partner.call != "not_held_not_bower" or hand.called is None or not own:
        return []
    text = Reason(Code.CALLED_OWN, seat=maker, trick=own[0].trick, card=hand.called)
    return [finding(state, FindingCode.OWN_CARD_CALLED, maker, own[0].trick, own, text)]


def _was_chance(rules: Ruleset, hand: Hand, play: Play, laid: int) -> bool:
    """Whether the called card was held and legal there: on lead, in suit, or where the suit was refused by right."""
    called, trump = hand.called, _trump(hand)
    assert called is not None
    if play.card is None or not public.held(rules, hand, play.seat, laid + 1, called):
        return False
    first = (*(trick.plays for trick in hand.tricks), hand.trick)[play.trick - 1][0]
    if first.seat == play.seat:
        return suit_in(called, trump) is not None
    if first.card is None:
        return False
    if follows(called, first.card, trump):
        return True
    revoked = any(refusal == play for refusal, _ in revokes(rules, hand, play.seat))
    return not follows(play.card, first.card, trump) and not revoked


def _cleared(state: State, rules: Ruleset, hand: Hand) -> list[Finding]:
    """Suspicions that the hand has cleared, or that nothing can decide any more."""
    found = []
    for claimant, against, trick in hand.suspected:
        if any(refusal.trick == trick for refusal, _ in revokes(rules, hand, against)):
            continue
        if public.is_complete(rules, hand, against):
            code, why = FindingCode.NO_REVOKE, Code.NO_REVOKE
        else:
            code, why = FindingCode.UNPROVED, Code.REVOKE_UNPROVED
        text = Reason(why, seat=against, trick=trick)
        found.append(finding(state, code, claimant, trick, (), text))
    return found


def _trump(hand: Hand) -> Denomination:
    assert hand.trump is not None
    return hand.trump
