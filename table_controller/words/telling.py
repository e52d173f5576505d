"""Events in the table's words, one sentence each, for the command line and the journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import events as e
from engine.play.draw import seated
from engine.play.state import State
from engine.reasons import Reason
from engine.wire import to_plain
from table_controller.words import phrases
from table_controller.words.reasons import say_finding, say_reason

_ANSWERS = {"play": "plays on", "drop": "drops out", "maybe": "says maybe"}
_OPTIONS = {
    "exchange": "exchanges a card with the partner",
    "with": "plays with the partner",
    "alone": "plays alone",
}


def event_in_words(event: e.Event, state: State) -> str:
    """What happened; `state` is the one after it, and only lends the names."""
    tell = _TELL.get(type(event))
    return tell(event, state) if tell is not None else _plainly(event)


def reason_in_words(reason: Reason | str, state: State) -> str:
    """A reason as the command line tells it: cards in letters."""
    return say_reason(reason, state, short=True)


def _begun(event: e.MatchStarted, state: State) -> str:
    return f"A match of {event.rules.title or event.rules.name} begins: {phrases.several(event.names)}."


def _hand(event: e.HandBegun, state: State) -> str:
    return f"Hand {event.number}: {state.who(event.dealer)} deals."


def _kitty(event: e.KittyTaken, state: State) -> str:
    return f"{state.who(event.seat)} takes the kitty."


def _away(event: e.CardsLaidAway, state: State) -> str:
    count = "" if event.cards == 1 else f"{event.cards} "  # one lies there, or several on each other
    return f"{state.who(event.seat)} lays {count}cards away."


def _call(event: e.CallMade, state: State) -> str:
    trump = f" in {phrases.trump_words(event.trump)}" if event.trump else ""
    return f"{state.who(event.seat)} {phrases.call_words(event.call)}{trump}."


def _contract(event: e.ContractMade, state: State) -> str:
    return f"{state.who(event.maker)} has the contract: {phrases.bid_words(event.bid)}."


def _trump(event: e.TrumpNamed, state: State) -> str:
    return f"{state.who(event.seat)} names {phrases.trump_words(event.denomination)}."


def _option(event: e.PartnerChosen, state: State) -> str:
    return f"{state.who(event.seat)} {_OPTIONS[event.option]}."


def _answer(event: e.DropAnswered, state: State) -> str:
    return f"{state.who(event.seat)} {_ANSWERS[event.answer]}."


def _play(event: e.PlayBegan, state: State) -> str:
    return f"{phrases.several([state.who(seat) for seat in event.active])} play; {state.who(event.leader)} leads."


def _played(event: e.CardPlayed, state: State) -> str:
    return f"{state.who(event.seat)} plays the {phrases.card_words(event.card)} to trick {event.trick}."


def _read(event: e.CardRead, state: State) -> str:
    return f"A card of {state.who(event.seat)} was read as it was dealt."  # which one, nobody is told


def _corrected(event: e.PlayCorrected, state: State) -> str:
    return f"The card of {state.who(event.seat)} in trick {event.trick} is put right."


def _taken_back(event: e.PlayTakenBack, state: State) -> str:
    return f"{state.who(event.seat)} takes the {phrases.card_words(event.card)} back."


def _misdeal(event: e.MisdealDeclared, state: State) -> str:
    return f"Misdeal: {reason_in_words(event.reason, state).rstrip('.')}."


def _claimed(event: e.TricksClaimed, state: State) -> str:
    return f"{state.who(event.seat)} claims {event.tricks} of the tricks left."


def _claim_answered(event: e.ClaimAnswered, state: State) -> str:
    return f"{state.who(event.seat)} {'agrees' if event.agrees else 'wants to play on'}."


def _laid_down(event: e.HandLaidDown, state: State) -> str:
    cards = phrases.several([phrases.card_words(card) for card in event.cards])
    return f"{state.who(event.seat)} lays the hand down{f': {cards}' if cards else ''}."


def _holder(event: e.HolderTold, state: State) -> str:
    return f"{state.who(event.seat)} holds the called card, or nobody else does."


def _suspected(event: e.RevokeSuspected, state: State) -> str:
    return f"{state.who(event.seat)} suspects {state.who(event.against)} of a revoke in trick {event.trick}."


def _warned(event: e.TalkWarned, state: State) -> str:
    return f"{state.who(event.seat)} is warned for table talk."


def _ruled(event: e.RulingGiven, state: State) -> str:
    return f"{reason_in_words(event.text, state).rstrip('.')}. {_score(event.score)}"


def _trick(event: e.TrickTaken, state: State) -> str:
    return f"{state.who(event.seat)} takes trick {event.trick} with the {phrases.card_words(event.card)}."


def _scored(event: e.HandScored, state: State) -> str:
    return f"{' '.join(reason_in_words(why, state) for why in event.why)} {_score(event.score)}"


def _score(score: tuple[float, ...]) -> str:
    return f"The score is {' to '.join(phrases.points(each) for each in score)}."


def _won(event: e.MatchWon, state: State) -> str:
    return f"{phrases.side_words(state, event.side)} won. {reason_in_words(event.why, state)}"


def _found(event: e.FindingRaised, state: State) -> str:
    return f"{say_finding(event.finding, state, short=True)} {reason_in_words(event.finding.ruling, state)}".strip()


def _asked(event: e.QuestionAsked, state: State) -> str:
    return f"Which card did {state.who(event.seat)} lay?"


def _answered(event: e.QuestionAnswered, state: State) -> str:
    return f"It is the {phrases.card_words(event.card)}, says the {event.by}."


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


_TELL: dict[type, Callable[[Any, State], str]] = {
    e.MatchStarted: _begun,
    e.HandBegun: _hand,
    e.CardsDrawn: _drawn,
    e.KittyTaken: _kitty,
    e.CardsLaidAway: _away,
    e.CardsDealt: lambda event, state: "The cards are dealt.",
    e.CallMade: _call,
    e.ContractMade: _contract,
    e.TrumpNamed: _trump,
    e.PartnerChosen: _option,
    e.DropAnswered: _answer,
    e.PlayBegan: _play,
    e.HandSurrendered: lambda event, state: "Nobody plays against it.",
    e.HandThrownIn: lambda event, state: "Nobody bid: the hand is thrown in.",
    e.CardPlayed: _played,
    e.CardRead: _read,
    e.PlayCorrected: _corrected,
    e.PlayTakenBack: _taken_back,
    e.MisdealDeclared: _misdeal,
    e.TricksClaimed: _claimed,
    e.ClaimAnswered: _claim_answered,
    e.ClaimAgreed: lambda event, state: f"{state.who(event.seat)} agrees.",
    e.HandLaidDown: _laid_down,
    e.HandEndAsked: lambda event, state: "Is this hand over?",
    e.RestGiven: lambda event, state: f"The rest goes to {state.who(event.seat)}: {event.tricks} of the tricks left.",
    e.PlayResumed: lambda event, state: "The hand goes on.",
    e.HolderTold: _holder,
    e.CardExposed: lambda event, state: f"{state.who(event.seat)} shows the {phrases.card_words(event.card)}.",
    e.HandCounted: lambda event, state: f"{state.who(event.seat)} has {event.cards} cards, as counted.",
    e.RevokeSuspected: _suspected,
    e.TalkWarned: _warned,
    e.RulingGiven: _ruled,
    e.TrickTaken: _trick,
    e.HandScored: _scored,
    e.MatchWon: _won,
    e.FindingRaised: _found,
    e.QuestionAsked: _asked,
    e.QuestionAnswered: _answered,
}
