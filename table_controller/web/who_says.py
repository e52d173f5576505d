"""Which word of the game is whose to say: one table. What a word means and whether it makes sense is the engine's."""

from __future__ import annotations

from enum import Flag, auto
from typing import Any

from engine import inputs as i
from engine.layout import Seat
from table_controller.board.scoreboard import TABLE

REFEREE: Seat = -1
"""Stands for the referee among the seats."""


class Speaker(Flag):
    """Who may say a word on a page. A word that is nobody's comes from a machine, or from another address."""

    NOBODY = 0
    OWN_SEAT = auto()
    """The seat that the word names."""
    ANY_SEAT = auto()
    TABLE = auto()
    """The screen beside the table, which speaks for every seat."""
    REFEREE = auto()


_NOBODY = Speaker.NOBODY
_REFEREE = Speaker.REFEREE
_SEAT = Speaker.OWN_SEAT | Speaker.TABLE | Speaker.REFEREE
_TABLE = Speaker.TABLE | Speaker.REFEREE
_ALL = Speaker.ANY_SEAT | Speaker.TABLE | Speaker.REFEREE

WHO_SAYS: dict[type[Any], Speaker] = {
    i.AnswerQuestion: _ALL,
    i.MakeCall: _SEAT,
    i.NameTrump: _SEAT,
    i.ChoosePartner: _SEAT,
    i.CallCard: _SEAT,
    i.AnswerDrop: _SEAT,
    i.PlayCard: _SEAT,
    i.TakeBack: _SEAT,
    i.ClaimTricks: _SEAT,
    i.AnswerClaim: _SEAT,
    i.SuspectRevoke: _SEAT,
    i.CallSuit: _SEAT,
    i.SwapCards: _SEAT,
    i.NewMatch: _TABLE,
    i.DealDone: _TABLE,
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
    i.TableSeen: _NOBODY,
    i.ReadCard: _NOBODY,
    i.Correct: _NOBODY,
}
"""Every input of the engine -> who may say it on a page."""


def may_say(who: Seat, word: object) -> bool:
    """Whether this seat, the table's screen (TABLE) or the referee (REFEREE) may say this.

    What is no input of the engine is nobody's.
    """
    speakers = WHO_SAYS.get(type(word), Speaker.NOBODY)
    if who == REFEREE:
        return Speaker.REFEREE in speakers
    if who == TABLE:
        return Speaker.TABLE in speakers
    return Speaker.ANY_SEAT in speakers or (Speaker.OWN_SEAT in speakers and getattr(word, "seat", None) == who)
