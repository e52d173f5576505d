"""What was just decided, where everybody should hear of it: a misdeal, a claim's end, a ruling, a correction.

A card or a call is seen where it lies or stands, and needs no announcement; how a hand ended is told by its result.
"""

from __future__ import annotations

from engine import events as e
from engine.play.hand import Hand
from engine.play.state import State
from table_controller.words import phrases
from table_controller.words.tongues import Tongue

_SAID: dict[type[e.Event], str] = {
    e.MisdealDeclared: "news_misdeal",
    e.RulingGiven: "news_ruling",
    e.CorrectionDone: "news_corrected",
    e.PlayTakenBack: "news_card_back",
    e.PlayCorrected: "news_card_corrected",
    e.PlayersNamed: "news_names",
}


def news(state: State, to: Tongue = phrases.ENGLISH) -> str:
    """One sentence, or nothing."""
    if state.future is not None:
        return to.say("news_undone")
    if state.decided is e.ClaimAnswered:
        return _claim_news(state, to)
    key = _SAID.get(state.decided) if state.decided is not None else None
    return to.say(key) if key else ""


def _claim_news(state: State, to: Tongue) -> str:
    """Agreed to, or refused; while others have still to answer there is nothing to tell."""
    hand = _claimed_in(state)
    if hand is None or hand.claim is not None:
        return ""
    return to.say("news_claim_agreed" if hand.claimed else "news_claim_refused")


def _claimed_in(state: State) -> Hand | None:
    """The hand that the claim was made in: agreed to, it has ended it."""
    if state.hand is not None and state.hand.active:
        return state.hand
    return state.results[-1].hand if state.results else None
