"""What each event changes in the state: one small function an event, and the table of them.

Only `state.apply` uses this. Events are trusted: nothing is judged, raised or worked out beyond what they say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import events as e
from engine.cards import Card
from engine.certainty import PROVED
from engine.findings import Finding, FindingCode, Play
from engine.play.hand import Call, Contract, Hand, Phase, Result, Sight, Trick, altered
from engine.play.match import State

Changes = dict[str, Any]


def _match_started(state: State, event: e.MatchStarted) -> Changes:
    return {
        "rules": event.rules,
        "names": event.names,
        "score": (0,) * event.rules.side_count,
        "hand": None,
        "phase": Phase.NO_MATCH,
        "turn": None,
        "won_by": None,
        "results": (),
        "lying": (),
        "misdeals": 0,
        "warnings": (),
        "draw": None,
        "past": None,
        "future": None,
        "decided": None,
    }


def _hand_begun(state: State, event: e.HandBegun) -> Changes:
    before = state.hand
    lying: tuple[Play, ...] = ()
    if before is not None:
        last = before.tricks[-1].plays if before.tricks else ()
        lying = (*last, *before.trick, *before.extras)
    again = before is not None and before.misdealt and before.dealer == event.dealer
    return {
        "hand": Hand(event.number, event.dealer, event.rough),
        "lying": lying,
        "misdeals": state.misdeals if again else 0,
    }


def _drawn(state: State, event: e.CardsDrawn) -> Changes:
    hand = _of(state)
    dealer = hand.dealer if event.dealer is None else event.dealer
    return {"draw": event, "names": event.names, "hand": Hand(hand.number, dealer, hand.rough)}


def _dealt(state: State, event: e.CardsDealt) -> Changes:
    return {**_hand(state, dealt=True), "draw": None}


def _called(state: State, event: e.CallMade) -> Changes:
    call = Call(event.seat, event.call, event.trump)
    return _hand(state, calls=(*_of(state).calls, call), insufficient=None)


def _contracted(state: State, event: e.ContractMade) -> Changes:
    assert state.rules is not None
    bid = state.rules.auction.bid(event.bid)
    assert bid is not None
    return _hand(state, contract=Contract(event.maker, bid, event.stuck))


def _thrown_in(state: State, event: e.HandThrownIn) -> Changes:
    return {**_hand(state, thrown_in=True), "results": (*state.results, _result(state, None))}


def _trump_named(state: State, event: e.TrumpNamed) -> Changes:
    return _hand(state, trump=event.denomination)


def _partner_chosen(state: State, event: e.PartnerChosen) -> Changes:
    return _hand(state, option=event.option)


def _card_called(state: State, event: e.CardCalled) -> Changes:
    return _hand(state, called=event.card)


def _drop_answered(state: State, event: e.DropAnswered) -> Changes:
    return _hand(state, answers=(*_of(state).answers, (event.seat, event.answer)))


def _surrendered(state: State, event: e.HandSurrendered) -> Changes:
    return _hand(state, surrendered=True)


def _play_began(state: State, event: e.PlayBegan) -> Changes:
    return _hand(state, active=event.active, leader=event.leader)


def _card_played(state: State, event: e.CardPlayed) -> Changes:
    play = Play(event.seat, event.card, event.trick, event.confidence, event.mark)
    return {"hand": altered(_of(state), laid(_of(state), play))}


def _corrected(state: State, event: e.PlayCorrected) -> Changes:
    hand = _of(state)
    changes = laid(hand, Play(event.seat, event.card, event.trick, 1.0, event.mark))
    if event.trick < hand.trick_number:
        # The trick is weighed anew; whoever has led since then has led.
        tricks = changes["tricks"]
        again = Trick(tricks[event.trick - 1].plays)
        changes["tricks"] = (*tricks[: event.trick - 1], again, *tricks[event.trick :])
        if event.trick == len(tricks) and not hand.trick:
            changes["leader"] = None
    return _hand(state, **changes)


def laid(hand: Hand, play: Play) -> Changes:
    """The play in its place: over the unknown card that it answers, or as the newest of the current trick.

    A card that nobody saw, of whoever was to lead, was led: it comes before those that were seen.
    """
    if play.trick < hand.trick_number:
        trick = hand.tricks[play.trick - 1]
        filled = Trick(_filled(trick.plays, play), trick.winner)
        return {"tricks": (*hand.tricks[: play.trick - 1], filled, *hand.tricks[play.trick :])}
    if hand.has_laid(play.seat):
        return {"trick": _filled(hand.trick, play)}
    is_unseen_lead = play.mark is not None and play.mark < 0 and play.seat == hand.leader
    plays = (play, *hand.trick) if is_unseen_lead else (*hand.trick, play)
    if len(plays) < len(hand.active):
        return {"trick": plays}
    return {"trick": (), "tricks": (*hand.tricks, Trick(plays)), "leader": None}


def _filled(plays: tuple[Play, ...], play: Play) -> tuple[Play, ...]:
    return tuple(play if each.seat == play.seat else each for each in plays)


def _partner_revealed(state: State, event: e.PartnerRevealed) -> Changes:
    return _hand(state, partner=event.seat)


def _trick_taken(state: State, event: e.TrickTaken) -> Changes:
    hand = _of(state)
    index = event.trick - 1
    tricks = (*hand.tricks[:index], Trick(hand.tricks[index].plays, event.seat), *hand.tricks[event.trick :])
    is_last = event.trick == len(hand.tricks)
    return _hand(state, tricks=tricks, leader=event.seat if is_last else hand.leader)


def _scored(state: State, event: e.HandScored) -> Changes:
    return {
        **_hand(state, scored=True),
        "score": event.score,
        "results": (*state.results, _result(state, event)),
    }


def _result(state: State, scored: e.HandScored | None) -> Result:
    hand = _of(state)
    assert state.rules is not None
    tricks = tuple(hand.tricks_of(seat) for seat in state.rules.seats)
    return Result(hand.number, hand.dealer, hand.contract, hand.trump, tricks, scored, hand.findings, hand, state.score)


def _won(state: State, event: e.MatchWon) -> Changes:
    return {"won_by": event.side}


def _found(state: State, event: e.FindingRaised) -> Changes:
    hand, finding = _of(state), event.finding
    changes: Changes = {"findings": (*hand.findings, finding)}
    if finding.code in _NO_PLAYS and finding.proof:
        changes["extras"] = (*hand.extras, finding.proof[-1])
    if finding.code in _SHOWN and finding.proof and finding.proof[-1].confidence >= PROVED:
        changes["sights"] = (*hand.sights, *_sights(hand, finding.seat, finding.proof[-1].card))
    if finding.code is FindingCode.EXPOSED_CARD:
        shown = [(play.seat, play.card) for play in finding.proof if play.card is not None]
        changes["exposed"] = (*hand.exposed, *(each for each in shown if each not in hand.exposed))
    if finding.code is FindingCode.INSUFFICIENT_BID:
        changes["insufficient"] = finding.seat
    return _hand(state, **changes)


# The last play in the proof of these is a card that is no play of the hand.
_NO_PLAYS = (
    FindingCode.EXTRA_CARD,
    FindingCode.CARD_SEEN_TWICE,
    FindingCode.FOREIGN_CARD,
    FindingCode.EXPOSED_CARD,
)


_SHOWN = (FindingCode.EXTRA_CARD, FindingCode.EXPOSED_CARD)
"""What shows a card of the seat that it still has."""


def _sights(hand: Hand, seat: int, *cards: Card | None) -> list[Sight]:
    """These cards as seen now in the seat's possession."""
    laid = sum(play.seat == seat for play in hand.plays)
    trick = hand.trick_number if hand.active else 0
    return [Sight(seat, card, laid, trick) for card in cards if card is not None]


def _withdrawn(state: State, event: e.FindingWithdrawn) -> Changes:
    gone = (event.code, event.seat, event.trick)
    kept = tuple(each for each in _of(state).findings if (each.code, each.seat, each.trick) != gone)
    return _hand(state, findings=kept)


def _asked(state: State, event: e.QuestionAsked) -> Changes:
    hand = _of(state)
    questions = (*hand.questions, event)
    if not event.trick:
        return _hand(state, questions=questions)
    placed = laid(hand, Play(event.seat, None, event.trick, 0.0, event.mark))
    return _hand(state, questions=questions, unclear=(*hand.unclear, event.trick), **placed)


def _answered(state: State, event: e.QuestionAnswered) -> Changes:
    hand = _of(state)
    return _hand(state, questions=tuple(each for each in hand.questions if each.mark != event.mark))


def _read(state: State, event: e.CardRead) -> Changes:
    return _hand(state, known=(*_of(state).known, (event.seat, event.card)))


def _taken_back(state: State, event: e.PlayTakenBack) -> Changes:
    """The newest trick without this play, open again if it had been complete."""
    hand = _of(state)
    tricks, plays = hand.tricks, hand.trick
    if event.trick < hand.trick_number:
        tricks, plays = tricks[:-1], tricks[-1].plays
    left = tuple(play for play in plays if play.seat != event.seat)
    gone = {"ignored": state.ignored | {event.mark}} if event.mark is not None else {}
    findings = tuple(each for each in hand.findings if not _rests_on(each, event))
    leader = plays[0].seat if event.trick < hand.trick_number else hand.leader
    exposed = (*hand.exposed, (event.seat, event.card))
    changes: Changes = {"tricks": tricks, "trick": left, "leader": leader, "exposed": exposed, "findings": findings}
    without = altered(hand, changes)
    changes["sights"] = (*hand.sights, *_sights(without, event.seat, event.card))
    return {**_hand(state, **changes), **gone}


def _rests_on(finding: Finding, event: e.PlayTakenBack) -> bool:
    """A revoke is put right by taking back the card that refused; the card that proved it proves it in the hand too."""
    if finding.code not in (FindingCode.REVOKE_CORRECTABLE, FindingCode.REVOKE) or not finding.proof:
        return False
    refusal = finding.proof[0]
    return (refusal.seat, refusal.trick, refusal.card) == (event.seat, event.trick, event.card)


def _exposed(state: State, event: e.CardExposed) -> Changes:
    hand = _of(state)
    exposed = (*hand.exposed, (event.seat, event.card))
    return _hand(state, exposed=exposed, sights=(*hand.sights, *_sights(hand, event.seat, event.card)))


def _counted(state: State, event: e.HandCounted) -> Changes:
    hand = _of(state)
    size = event.cards + sum(play.seat == event.seat for play in hand.plays)
    others = tuple(each for each in hand.counted if each[0] != event.seat)
    return _hand(state, counted=(*others, (event.seat, size)))


def _misdealt(state: State, event: e.MisdealDeclared) -> Changes:
    return {**_hand(state, misdealt=True), "misdeals": state.misdeals + 1}


def _swapped(state: State, event: e.CardsSwapped) -> Changes:
    return _hand(state, swapped=event.seat)


def _kitty_taken(state: State, event: e.KittyTaken) -> Changes:
    return _hand(state, kitty_taken=True)


def _laid_away(state: State, event: e.CardsLaidAway) -> Changes:
    return _hand(state, laid_away=event.cards)


def _suit_called(state: State, event: e.SuitCalled) -> Changes:
    return _hand(state, suits_called=(*_of(state).suits_called, event))


def _claimed(state: State, event: e.TricksClaimed) -> Changes:
    return _hand(state, claim=(event.seat, event.tricks), agreed=())


def _claim_answered(state: State, event: e.ClaimAnswered) -> Changes:
    hand, rules = _of(state), state.rules
    assert rules is not None
    assert hand.claim is not None
    seat, count = hand.claim
    if not event.agrees:
        return _hand(state, claim=None, agreed=())
    rest = rules.tricks - len(hand.tricks) - count
    side = rules.side_of(seat)
    other = next(each for each in hand.active if rules.side_of(each) != side)
    return _hand(state, claim=None, claimed=((seat, count), (other, rest)))


def _claim_agreed(state: State, event: e.ClaimAgreed) -> Changes:
    return _hand(state, agreed=(*_of(state).agreed, event.seat))


def _laid_down(state: State, event: e.HandLaidDown) -> Changes:
    hand = _of(state)
    exposed = (*hand.exposed, *((event.seat, card) for card in event.cards))
    return _hand(state, exposed=exposed, sights=(*hand.sights, *_sights(hand, event.seat, *event.cards)))


def _end_asked(state: State, event: e.HandEndAsked) -> Changes:
    return _hand(state, ending=True)


def _rest_given(state: State, event: e.RestGiven) -> Changes:
    return _hand(state, ending=False, claim=None, agreed=(), claimed=((event.seat, event.tricks),))


def _resumed(state: State, event: e.PlayResumed) -> Changes:
    return _hand(state, ending=False, claim=None, agreed=())


def _holder_told(state: State, event: e.HolderTold) -> Changes:
    return _hand(state, holder=event.seat)


def _suspected(state: State, event: e.RevokeSuspected) -> Changes:
    return _hand(state, suspected=(*_of(state).suspected, (event.seat, event.against, event.trick)))


def _warned(state: State, event: e.TalkWarned) -> Changes:
    return {"warnings": (*state.warnings, event.seat)}


def _ruled(state: State, event: e.RulingGiven) -> Changes:
    return {"score": event.score}


def _named(state: State, event: e.PlayersNamed) -> Changes:
    return {"names": event.names}


def _hand(state: State, **changes: Any) -> Changes:
    return {"hand": altered(_of(state), changes)}


def _of(state: State) -> Hand:
    assert state.hand is not None
    return state.hand


CHANGES: dict[type, Callable[[State, Any], Changes]] = {
    e.MatchStarted: _match_started,
    e.HandBegun: _hand_begun,
    e.CardsDrawn: _drawn,
    e.CardsDealt: _dealt,
    e.CallMade: _called,
    e.ContractMade: _contracted,
    e.HandThrownIn: _thrown_in,
    e.TrumpNamed: _trump_named,
    e.PartnerChosen: _partner_chosen,
    e.CardCalled: _card_called,
    e.DropAnswered: _drop_answered,
    e.HandSurrendered: _surrendered,
    e.PlayBegan: _play_began,
    e.CardPlayed: _card_played,
    e.PlayCorrected: _corrected,
    e.PartnerRevealed: _partner_revealed,
    e.TrickTaken: _trick_taken,
    e.HandScored: _scored,
    e.MatchWon: _won,
    e.FindingRaised: _found,
    e.FindingWithdrawn: _withdrawn,
    e.QuestionAsked: _asked,
    e.QuestionAnswered: _answered,
    e.CardRead: _read,
    e.PlayTakenBack: _taken_back,
    e.CardExposed: _exposed,
    e.HandCounted: _counted,
    e.MisdealDeclared: _misdealt,
    e.CardsSwapped: _swapped,
    e.KittyTaken: _kitty_taken,
    e.CardsLaidAway: _laid_away,
    e.SuitCalled: _suit_called,
    e.TricksClaimed: _claimed,
    e.ClaimAnswered: _claim_answered,
    e.ClaimAgreed: _claim_agreed,
    e.HandLaidDown: _laid_down,
    e.HandEndAsked: _end_asked,
    e.RestGiven: _rest_given,
    e.PlayResumed: _resumed,
    e.HolderTold: _holder_told,
    e.RevokeSuspected: _suspected,
    e.TalkWarned: _warned,
    e.RulingGiven: _ruled,
    e.PlayersNamed: _named,
}
