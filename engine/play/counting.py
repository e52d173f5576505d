"""What counting proves from cards that everybody has seen: who must hold a card, and who held too many.

Nobody draws once play has begun, so a card that a seat must hold now it has held all along. Only faces that
were played are counted; what a reader knows of hidden hands is in `known` and never here.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from engine.cards import Card, Denomination, Suit
from engine.certainty import PROVED
from engine.findings import Finding, FindingCode, Play
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import public
from engine.play.hand import Hand
from engine.play.state import State
from engine.play.suspicion import (
    REVOKES,
    finding,
    is_called,
    is_known_refusal,
    refusals,
    revokes,
    still_shown,
    window_is_open,
)
from engine.play.tricks import follows, suit_in, suits_in
from engine.reasons import Code, Reason


def proved(state: State) -> list[Finding]:
    """The revokes, not yet said, of cards that nobody has shown: every other place for them is ruled out."""
    hand, rules = state.hand, state.rules
    assert hand is not None
    assert rules is not None
    if not hand.sights and not _may_be_certain(rules, hand, rules.deal.hand - len(hand.tricks)):
        return []
    told = {(each.seat, each.trick) for each in hand.findings if each.code in REVOKES}
    return [
        _revoke(state, rules, hand, refusal, lead)
        for seat in hand.active
        for refusal, lead in certain(rules, hand, seat)
        if (seat, refusal.trick) not in told and is_called(state, seat, refusal.trick)
    ]


def still_proves(state: State, finding: Finding) -> bool:
    """Whether this revoke is still proved, now that a card has become known or another."""
    hand, rules = state.hand, state.rules
    assert hand is not None
    assert rules is not None
    if finding.proof[-1].seat == finding.seat:
        return still_shown(rules, hand, finding)
    refusal, lead = finding.proof
    as_it_was = (refusal.card, lead.card)
    return any(
        (play.card, first.card) == as_it_was and play.trick == finding.trick and _is_proved(state, rules, play, first)
        for play, first in refusals(hand, finding.seat)
    )


def _is_proved(state: State, rules: Ruleset, play: Play, lead: Play) -> bool:
    hand = state.hand
    assert hand is not None
    counted = (play, lead) in certain(rules, hand, play.seat)
    return (
        counted or is_known_refusal(state, play, lead) or any(play == one for one, _ in revokes(rules, hand, play.seat))
    )


def certain(rules: Ruleset, hand: Hand, seat: Seat) -> list[tuple[Play, Play]]:
    """The refusals of this seat, each with the lead it refused, that counting shows to have been revokes.

    None at all while a card that counts was read uncertainly: the proof is all that lies or lay there.
    """
    left = public.left(rules, hand, seat)
    if not left:
        return []
    refused = refusals(hand, seat)
    if not refused or any(play.card is not None and play.confidence < PROVED for play in hand.plays):
        return []
    places = public.may_hold(rules, hand, seat)
    return [(play, lead) for play, lead in refused if _must_follow(hand, places, left, lead)]


def _must_follow(hand: Hand, places: list[Card], left: int, lead: Play) -> bool:
    assert lead.card is not None
    return sum(not follows(card, lead.card, _trump(hand)) for card in places) < left


def open_refusals(hand: Hand) -> list[Play]:
    """Refusals that nothing has proved wrong, in a hand that ends before all its cards are shown."""
    told = {(each.seat, each.trick) for each in hand.findings if each.code is FindingCode.REVOKE}
    refused = [play for seat in hand.active for play, _ in refusals(hand, seat)]
    return [play for play in refused if (play.seat, play.trick) not in told]


def cards_over(rules: Ruleset, hand: Hand, seat: Seat) -> list[Play]:
    """Cards that this seat showed beyond a whole hand's plays, and that nobody has played: it held too many."""
    plays = public.plays_of(hand, seat)
    seen = {sight.card: sight for sight in public.sights(rules, hand, seat)}
    if not seen or len(plays) < rules.deal.hand:
        return []
    held = [sight for sight in seen.values() if public.held(rules, hand, seat, len(plays), sight.card)]
    return [Play(seat, sight.card, sight.trick) for sight in held]


def _may_be_certain(rules: Ruleset, hand: Hand, left: int) -> bool:
    """Whether so few cards are unseen that one suit could fill a hand: nothing more need be counted before.

    Asked in every trick of every hand, and so in two steps: by number, then by suit.
    """
    totals = _suit_totals(rules.deck.pack, _trump(hand))
    unseen = len(rules.deck.pack) - len(hand.tricks) * len(hand.active) - len(hand.trick)
    if unseen >= left + max(totals.values()):
        return False
    suits = suits_in(_trump(hand))
    here = Counter([suits[play.card] for play in hand.plays if play.card is not None])
    return any(unseen - total + here[suit] < left for suit, total in totals.items())


@cache
def _suit_totals(pack: tuple[Card, ...], trump: Denomination) -> Counter[Suit | None]:
    suits = suits_in(trump)
    return Counter(suits[card] for card in pack)


def _revoke(state: State, rules: Ruleset, hand: Hand, refusal: Play, lead: Play) -> Finding:
    assert lead.card is not None
    suit = suit_in(lead.card, _trump(hand))
    assert suit is not None
    code = FindingCode.REVOKE_CORRECTABLE if window_is_open(rules, hand, refusal.trick) else FindingCode.REVOKE
    left = public.left(rules, hand, refusal.seat)
    refused: dict[str, object] = {
        "seat": refusal.seat,
        "suit": suit,
        "trick": refusal.trick,
        "card": refusal.card,
    }
    one = left == 1
    text = Reason(Code.REVOKE_COUNTED_ONE, **refused) if one else Reason(Code.REVOKE_COUNTED, **refused, left=left)
    return finding(state, code, refusal.seat, refusal.trick, (refusal, lead), text)


def _trump(hand: Hand) -> Denomination:
    assert hand.trump is not None
    return hand.trump
