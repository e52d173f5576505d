"""Broken rules and open questions in plain words, with their proof. What is a finding the engine says, not this."""

from __future__ import annotations

from engine.cards import Card
from engine.findings import Finding, FindingCode, Play
from engine.hand import Hand, Phase
from engine.options import options
from engine.state import State
from table_controller import words
from table_controller.board import CardShown, FindingShown, QuestionShown

_TITLES = {
    FindingCode.REVOKE: "Revoke by {who}",
    FindingCode.LEAD_OUT_OF_TURN: "{who} led out of turn",
    FindingCode.PLAY_OUT_OF_TURN: "{who} played out of turn",
    FindingCode.BID_OUT_OF_TURN: "{who} bid out of turn",
    FindingCode.INSUFFICIENT_BID: "{who} bid too little",
    FindingCode.CARD_SEEN_TWICE: "The same card twice",
    FindingCode.EXTRA_CARD: "One card too many",
    FindingCode.FOREIGN_CARD: "A card that is not in this pack",
    FindingCode.REVOKE_CORRECTABLE: "{who} may still follow suit",
    FindingCode.EXPOSED_CARD: "{who} showed a card",
    FindingCode.CALLED_CARD_LATE: "{who} played the called card late",
    FindingCode.OWN_CARD_CALLED: "{who} holds the called card",
    FindingCode.JOKER_LED: "{who} led the joker too early",
    FindingCode.PROMISE_FALSE: "{who} bid without what the bid promises",
    FindingCode.MISDEAL: "Misdeal",
    FindingCode.NO_REVOKE: "No revoke by {who}",
    FindingCode.UNPROVED: "No proof against {who}",
}
_DOUBTFUL = 0.98  # below this certainty a proof also says how sure its readings are


def findings_shown(state: State, hand: Hand) -> tuple[FindingShown, ...]:
    """The findings that people are talking about now."""
    return tuple(_finding_shown(state, finding) for finding in _findings_now(state, hand))


def _findings_now(state: State, hand: Hand) -> tuple[Finding, ...]:
    """This hand's; between two hands those of the last one, which people are then talking about."""
    if state.phase in (Phase.DEAL, Phase.OVER) and not hand.findings and state.results:
        return state.results[-1].findings
    return hand.findings


def _finding_shown(state: State, finding: Finding) -> FindingShown:
    proof = [_proof(state, play) for play in finding.proof]
    if proof and finding.certainty < _DOUBTFUL:
        proof.append(f"the cards were read with {finding.certainty:.0%} certainty")
    return FindingShown(
        id=f"{finding.code.value}-{finding.seat}-{finding.trick}-{len(finding.proof)}",
        title=_TITLES.get(finding.code, "{who}: a word from the referee").format(who=state.who(finding.seat)),
        text=finding.text,
        proof=tuple(proof),
        ruling=finding.ruling,
    )


def _proof(state: State, play: Play) -> str:
    where = f"trick {play.trick}" if play.trick else "on the table"
    return f"{where}: {state.who(play.seat)}, {words.card_words(play.card)}"


def questions_shown(state: State, hand: Hand) -> tuple[QuestionShown, ...]:
    """What the table asks people now."""
    possible = options(state).cards if hand.questions else ()
    return tuple(
        QuestionShown(
            mark=question.mark,
            seat=question.seat,
            text=f"Which card did {state.who(question.seat)} lay?",
            likeliest=tuple(shown for card in question.likeliest[:3] if (shown := card_shown(card))),
            others=tuple(
                shown for card in possible if card not in question.likeliest[:3] and (shown := card_shown(card))
            ),
        )
        for question in hand.questions
    )


def _shown(cards: tuple[Card, ...]) -> tuple[CardShown, ...]:
    return tuple(shown for card in cards if (shown := card_shown(card)) is not None)


def card_shown(card: Card | None) -> CardShown | None:
    """The card as the page draws it; None for one that nobody could read."""
    if card is None:
        return None
    suit = card.suit.value if card.suit else ""
    return CardShown(text=card.text, rank=words.corner(card), suit=suit, words=words.card_words(card))
