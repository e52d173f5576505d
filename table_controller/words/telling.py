"""Events in the table's words, one sentence each, for the command line and the journal."""

from __future__ import annotations

from engine import events as e
from engine.play.draw import seated
from engine.play.state import State
from engine.wire import to_plain
from table_controller.words import phrases

_ANSWERS = {"play": "plays on", "drop": "drops out", "maybe": "says maybe"}
_OPTIONS = {
    "exchange": "exchanges a card with the partner",
    "with": "plays with the partner",
    "alone": "plays alone",
}


def event_in_words(event: e.Event, state: State) -> str:
    """What happened; `state` is the one after it, and only lends the names."""
    who = state.who
    match event:
        case e.MatchStarted(rules=rules, names=names):
            return f"A match of {rules.title or rules.name} begins: {phrases.several(names)}."
        case e.HandBegun(number=number, dealer=dealer):
            return f"Hand {number}: {who(dealer)} deals."
        case e.CardsDrawn():
            return _drawn(event, state)
        case e.KittyTaken(seat=seat):
            return f"{who(seat)} takes the kitty."
        case e.CardsLaidAway(seat=seat, cards=1):
            return f"{who(seat)} lays cards away."  # one lies there, or several on each other
        case e.CardsLaidAway(seat=seat, cards=cards):
            return f"{who(seat)} lays {cards} cards away."
        case e.CardsDealt():
            return "The cards are dealt."
        case e.CallMade(seat=seat, call=call, trump=trump):
            return f"{who(seat)} {phrases.call_words(call)}{f' in {phrases.trump_words(trump)}' if trump else ''}."
        case e.ContractMade(maker=maker, bid=bid):
            return f"{who(maker)} has the contract: {phrases.bid_words(bid)}."
        case e.TrumpNamed(seat=seat, denomination=denomination):
            return f"{who(seat)} names {phrases.trump_words(denomination)}."
        case e.PartnerChosen(seat=seat, option=option):
            return f"{who(seat)} {_OPTIONS[option]}."
        case e.DropAnswered(seat=seat, answer=answer):
            return f"{who(seat)} {_ANSWERS[answer]}."
        case e.PlayBegan(active=active, leader=leader):
            return f"{phrases.several([who(seat) for seat in active])} play; {who(leader)} leads."
        case e.HandSurrendered():
            return "Nobody plays against it."
        case e.HandThrownIn():
            return "Nobody bid: the hand is thrown in."
        case e.CardPlayed(seat=seat, card=card, trick=trick):
            return f"{who(seat)} plays the {phrases.card_words(card)} to trick {trick}."
        case e.CardRead(seat=seat):
            return f"A card of {who(seat)} was read as it was dealt."  # which one, nobody is told
        case e.PlayCorrected(seat=seat, trick=trick):
            return f"The card of {who(seat)} in trick {trick} is put right."
        case e.PlayTakenBack(seat=seat, card=card):
            return f"{who(seat)} takes the {phrases.card_words(card)} back."
        case e.MisdealDeclared(reason=reason):
            return f"Misdeal: {reason.rstrip('.')}."
        case e.TricksClaimed(seat=seat, tricks=tricks):
            return f"{who(seat)} claims {tricks} of the tricks left."
        case e.ClaimAnswered(seat=seat, agrees=agrees):
            return f"{who(seat)} {'agrees' if agrees else 'wants to play on'}."
        case e.RevokeSuspected(seat=seat, against=against, trick=trick):
            return f"{who(seat)} suspects {who(against)} of a revoke in trick {trick}."
        case e.TalkWarned(seat=seat):
            return f"{who(seat)} is warned for table talk."
        case e.RulingGiven(text=text, score=score):
            return f"{text.rstrip('.')}. The score is {' to '.join(phrases.points(each) for each in score)}."
        case e.TrickTaken(trick=trick, seat=seat, card=card):
            return f"{who(seat)} takes trick {trick} with the {phrases.card_words(card)}."
        case e.HandScored(why=why, score=score):
            return f"{' '.join(why)} The score is {' to '.join(phrases.points(each) for each in score)}."
        case e.MatchWon(side=side, why=why):
            return f"{phrases.side_words(state, side)} won. {why}"
        case e.FindingRaised(finding=finding):
            return f"{finding.text} {finding.ruling}".strip()
        case e.QuestionAsked(seat=seat):
            return f"Which card did {who(seat)} lay?"
        case e.QuestionAnswered(card=card, by=by):
            return f"It is the {phrases.card_words(card)}, says the {by}."
        case _:
            return _plainly(event)


def _drawn(event: e.CardsDrawn, state: State) -> str:
    sat = seated(event.names, event.moving)  # as they sat when they drew
    turned = ", ".join(f"{sat[seat - 1]} the {phrases.card_words(card)}" for seat, card in event.cards)
    if event.dealer is None:
        again = phrases.several([state.who(seat) for seat in event.again]) if event.again else ""
        return f"Drawn: {turned or 'nothing, after all'}.{f' {again} draw again.' if again else ''}"
    moving = phrases.several([state.who(seat) for seat in event.moving]) if event.moving else ""
    return f"Drawn: {turned}. {state.who(event.dealer)} deals.{f' {moving} change seats.' if moving else ''}"


def _plainly(event: e.Event) -> str:
    """Events that need no sentence of their own: `Hand surrendered`, `Undone (what: CallMade)`."""
    name = type(event).__name__
    spaced = name[0] + "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name[1:])
    told = ", ".join(f"{key}: {value}" for key, value in to_plain(event).items())
    return f"{spaced}{f' ({told})' if told else ''}."
