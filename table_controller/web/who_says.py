"""Which word of the game is whose to say: one table. What a word means and whether it makes sense is the engine's.

A word is a seat's own if it is about that seat: it names it, or the card that it names was played or is asked there.
"""

from __future__ import annotations

from enum import Flag, auto
from typing import Any

from engine import inputs as i
from engine.layout import Seat
from engine.play.state import State
from table_controller.board.scoreboard import TABLE

REFEREE: Seat = -1
"""Stands for the referee among the seats."""


class Speaker(Flag):
    """Who may say a word on a page. A word that is nobody's comes from a machine, or from another address."""

    NOBODY = 0
    OWN_SEAT = auto()
    """The seat that the word is about."""
    TABLE = auto()
    """The screen beside the table, which speaks for every seat."""
    REFEREE = auto()


_NOBODY = Speaker.NOBODY
_REFEREE = Speaker.REFEREE
_SEAT = Speaker.OWN_SEAT | Speaker.TABLE | Speaker.REFEREE
_TABLE = Speaker.TABLE | Speaker.REFEREE

WHO_SAYS: dict[type[Any], Speaker] = {
    i.AnswerQuestion: _SEAT,
    i.MakeCall: _SEAT,
    i.NameTrump: _SEAT,
    i.ChoosePartner: _SEAT,
    i.CallCard: _SEAT,
    i.AnswerDrop: _SEAT,
    i.PlayCard: _SEAT,
    i.TakeBack: _SEAT,
    i.ClaimTricks: _SEAT,
    i.AnswerClaim: _SEAT,
    i.CardShown: _SEAT,
    i.LayDown: _SEAT,
    i.HandOver: _TABLE,
    i.GiveRest: _TABLE,
    i.PlayOn: _TABLE,
    i.NameHolder: _TABLE,
    i.SuspectRevoke: _SEAT,
    i.CallSuit: _SEAT,
    i.SwapCards: _SEAT,
    i.NewMatch: _TABLE,
    i.DealDone: _SEAT,
    i.DeclareMisdeal: _TABLE,
    i.Undo: _TABLE,
    i.Redo: _TABLE,
    i.DrawCards: _REFEREE,
    i.CountHand: _REFEREE,
    i.TakeKitty: _REFEREE,
    i.LayAway: _REFEREE,
    i.WarnTalk: _REFEREE,
    i.GiveRuling: _REFEREE,
    i.NamePlayers: _REFEREE,
    i.SeeCard: _NOBODY,
    i.ReadMark: _NOBODY,
    i.ReadCard: _NOBODY,
    i.Correct: _NOBODY,
}
"""Every input of the engine -> who may say it on a page."""


def may_say(who: Seat, word: object, state: State) -> bool:
    """Whether this seat, the table's screen (TABLE) or the referee (REFEREE) may say this as the match stands.

    What is no input of the engine is nobody's.
    """
    speakers = WHO_SAYS.get(type(word), Speaker.NOBODY)
    if who == REFEREE:
        return Speaker.REFEREE in speakers
    if who == TABLE:
        return Speaker.TABLE in speakers
    return Speaker.OWN_SEAT in speakers and who in seats_meant(word, state)


def seats_meant(word: object, state: State) -> frozenset[Seat]:
    """The seats that a word is about: those it names, or of the card that it names; none for a card nobody knows.

    That the cards are dealt is the dealer's to say.
    """
    if isinstance(word, i.DealDone):
        return frozenset() if state.hand is None else frozenset({state.hand.dealer})
    if isinstance(word, i.AnswerQuestion):
        return seats_of_card(word.mark, state)
    seat = getattr(word, "seat", None)
    return frozenset() if seat is None else frozenset({seat})


def seats_of_card(mark: int, state: State) -> frozenset[Seat]:
    """The seats that played the card of this mark, or are asked about it."""
    if state.hand is None:
        return frozenset()
    played = {play.seat for play in state.hand.plays if play.mark == mark}
    return frozenset(played | {question.seat for question in state.hand.questions if question.mark == mark})
