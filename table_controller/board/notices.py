"""Broken rules, open questions and doubts in plain words, with their proof.

What is a finding the engine says, whose a card may be the watching: not this.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.cards import Card
from engine.findings import Finding, Play
from engine.play.hand import Hand, Phase
from engine.play.options import options
from engine.play.state import State
from table_controller.board.board import CardShown, DoubtShown, FindingShown, QuestionShown
from table_controller.watching.telling import Question
from table_controller.watching.why import Why
from table_controller.words import phrases
from table_controller.words.reasons import say_finding, say_reason
from table_controller.words.tongues import Tongue
from table_controller.words.whys import why_asked_which, why_asked_whose

NO_WHYS: Mapping[int, Why] = MappingProxyType({})
_DOUBTFUL = 0.98  # below this certainty a proof also says how sure its readings are


def findings_shown(state: State, hand: Hand, to: Tongue = phrases.ENGLISH) -> tuple[FindingShown, ...]:
    """The findings that people are talking about now."""
    return tuple(finding_shown(state, finding, to) for finding in _findings_now(state, hand))


def _findings_now(state: State, hand: Hand) -> tuple[Finding, ...]:
    """This hand's; between two hands those of the last one, which people are then talking about."""
    if state.phase in (Phase.DEAL, Phase.OVER) and not hand.findings and state.results:
        return state.results[-1].findings
    return hand.findings


def finding_shown(state: State, finding: Finding, to: Tongue) -> FindingShown:
    """One finding with its proof, in that language."""
    proof = [_proof(state, play, to) for play in finding.proof]
    if proof and finding.certainty < _DOUBTFUL:
        proof.append(to.say("certainty", percent=f"{finding.certainty:.0%}"))
    key = f"finding_{finding.code.value}"
    return FindingShown(
        id=f"{finding.code.value}-{finding.seat}-{finding.trick}-{len(finding.proof)}",
        title=to.say(key if key in to.phrases["say"] else "finding_other", who=state.who(finding.seat)),
        text=say_finding(finding, state, to),
        proof=tuple(proof),
        ruling=say_reason(finding.ruling, state, to),
    )


def _proof(state: State, play: Play, to: Tongue) -> str:
    where = to.say("in_trick", trick=play.trick) if play.trick else to.say("on_table")
    return to.say("proof", where=where, who=state.who(play.seat), card=phrases.card_words(play.card, to))


def questions_shown(
    state: State,
    hand: Hand,
    to: Tongue = phrases.ENGLISH,
    letters: Tongue = phrases.ENGLISH,
    why: Mapping[int, Why] = NO_WHYS,
) -> tuple[QuestionShown, ...]:
    """What the table asks people now; `why`: by mark why it does, where that is known."""
    possible = options(state).cards if hand.questions else ()
    return tuple(
        QuestionShown(
            mark=question.mark,
            seat=question.seat,
            text=to.say("which_did_lay", who=state.who(question.seat)),
            why=why_asked_which(why[question.mark], state, to) if question.mark in why else "",
            likeliest=cards_shown(question.likeliest[:3], to, letters),
            others=cards_shown(tuple(card for card in possible if card not in question.likeliest[:3]), to, letters),
        )
        for question in hand.questions
    )


def doubts_shown(state: State, whose: tuple[Question, ...], to: Tongue = phrases.ENGLISH) -> tuple[DoubtShown, ...]:
    """Whose cards the table asks people about now."""
    return tuple(
        DoubtShown(
            mark=doubt.mark,
            text=to.say("whose_card", who=state.who(doubt.seat), other=state.who(doubt.other)),
            why=why_asked_whose(doubt.why, state, to),
            seats=(doubt.seat, doubt.other),
        )
        for doubt in whose
    )


def cards_shown(cards: tuple[Card, ...], to: Tongue, letters: Tongue) -> tuple[CardShown, ...]:
    """The same for several cards."""
    return tuple(shown for card in cards if (shown := card_shown(card, to, letters)) is not None)


def card_shown(card: Card | None, to: Tongue = phrases.ENGLISH, letters: Tongue = phrases.ENGLISH) -> CardShown | None:
    """The card as the page draws it, with the letters of its deck; None for one that nobody could read."""
    if card is None:
        return None
    suit = card.suit.value if card.suit else ""
    return CardShown(text=card.text, rank=phrases.corner(card, letters), suit=suit, words=phrases.card_words(card, to))
