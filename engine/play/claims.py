"""How a hand ends before its last card: tricks claimed, hands laid down, thrown in, given to others by agreement.

A claim stands once every opponent who still plays has agreed for himself: silence is not assent, and who dropped out
has no say. Where nobody knows yet who holds the called card, that is told before the hand is scored.
"""

from __future__ import annotations

from engine import events as e
from engine import inputs as i
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import contract, public
from engine.play.hand import Hand, Phase
from engine.play.unfolding import NotNow, Story
from engine.reasons import Code


def asked(rules: Ruleset, hand: Hand) -> tuple[Seat, ...]:
    """Who has yet to answer the claim that stands."""
    if hand.claim is None:
        return ()
    claimant = hand.claim[0]
    return tuple(
        seat for seat in hand.active if not _are_partners(rules, hand, claimant, seat) and seat not in hand.agreed
    )


def _are_partners(rules: Ruleset, hand: Hand, one: Seat, other: Seat) -> bool:
    """Whether these two are known to play together, or are one."""
    if one == other or rules.in_teams:
        return rules.side_of(one) == rules.side_of(other)
    return hand.partner is not None and {one, other} == {contract.contract_of(hand).maker, hand.partner}


def tricks_left(rules: Ruleset, hand: Hand) -> int:
    return rules.tricks - len(hand.tricks)


def may_hold_called(hand: Hand) -> tuple[Seat, ...]:
    """Of whom one holds the called card, asked where the hand ends before it was played; nobody where that is known."""
    is_open = bool(hand.claimed) and hand.called is not None and hand.partner is None and hand.holder is None
    return hand.active if is_open else ()


def choices(rules: Ruleset, hand: Hand) -> tuple[i.Input, ...]:
    """What the table waits to be told before this hand can end or go on."""
    if hand.ending:
        return (*(i.GiveRest(seat) for seat in hand.active), i.PlayOn())
    held = tuple(i.NameHolder(seat) for seat in may_hold_called(hand))
    return held or tuple(i.AnswerClaim(seat, agrees) for seat in asked(rules, hand) for agrees in (True, False))


def claim_tricks(story: Story, told: i.ClaimTricks) -> None:
    """A claim of some of the tricks left, the others for the other side."""
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, Code.NOW_NO_CLAIM)
    left = tricks_left(story.rules, story.hand)
    _needs_open(story, told.seat)
    if not 0 <= told.tricks <= left:
        raise NotNow(Code.CLAIM_TOO_MANY, left=left, tricks=told.tricks)
    if not story.rules.in_teams and told.tricks != left:
        raise NotNow(Code.CLAIM_ALL)
    story.tell(e.TricksClaimed(told.seat, told.tricks))


def lay_down(story: Story, told: i.LayDown) -> None:
    """A claim of all tricks left, with the cards to prove it: none of them is a play."""
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, Code.NOW_NO_CLAIM)
    _needs_open(story, told.seat)
    hidden = public.may_hold(story.rules, story.hand, told.seat)
    for card in told.cards:
        if card not in hidden:
            raise NotNow(Code.NOT_HIDDEN, card=card)
        hidden.remove(card)
    story.add(e.TricksClaimed(told.seat, tricks_left(story.rules, story.hand)))
    story.tell(e.HandLaidDown(told.seat, told.cards))


def _needs_open(story: Story, seat: Seat) -> None:
    hand = story.hand
    if any(trick.winner is None for trick in hand.tricks):
        raise NotNow(Code.CLAIM_FIRST_READ)
    if seat not in hand.active:
        raise NotNow(Code.SITS_OUT, seat=seat)
    if hand.claimed:
        raise NotNow(Code.CLAIM_AGREED)


def answer_claim(story: Story, told: i.AnswerClaim) -> None:
    """One opponent's answer; the last to agree ends the hand."""
    story.needs_seat(told.seat)
    if story.state.phase is not Phase.PLAY or story.hand.claim is None:
        raise NotNow(Code.CLAIM_NONE)
    waiting = asked(story.rules, story.hand)
    if told.seat in story.hand.agreed and told.agrees:
        return
    if told.seat not in (*waiting, *story.hand.agreed):
        raise NotNow(Code.CLAIM_OTHER_SIDE)
    if told.agrees and waiting != (told.seat,):
        story.tell(e.ClaimAgreed(told.seat))
    else:
        story.tell(e.ClaimAnswered(told.seat, told.agrees))


def hand_over(story: Story, told: i.HandOver) -> None:
    """Cards thrown in, or dealt anew, while the hand is open: the table asks what was agreed."""
    story.needs(Phase.PLAY, Code.NOW_NO_CLAIM)
    if not story.hand.ending and not story.hand.claimed:
        story.tell(e.HandEndAsked())


def give_rest(story: Story, told: i.GiveRest) -> None:
    """What all agreed: that side takes the rest, and the hand is scored."""
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, Code.NOW_NO_CLAIM)
    _needs_open(story, told.seat)
    story.tell(e.RestGiven(told.seat, tricks_left(story.rules, story.hand)))


def play_on(story: Story, told: i.PlayOn) -> None:
    """Neither a claim nor an end: the cards are taken up again."""
    story.needs(Phase.PLAY, Code.NOW_NO_CLAIM)
    if not story.hand.ending and story.hand.claim is None:
        raise NotNow(Code.CLAIM_NONE)
    story.tell(e.PlayResumed())


def name_holder(story: Story, told: i.NameHolder) -> None:
    """Who holds the called card: the partner, for whom the claim counts as well."""
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, Code.NOW_NO_CLAIM)
    if told.seat not in may_hold_called(story.hand):
        raise NotNow(Code.HOLDER_NOT_ASKED)
    story.tell(e.HolderTold(told.seat))
