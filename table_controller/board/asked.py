"""Who must speak now, and about what: the one answer that lamps, seat boxes, wall, table screen and phones all show.

What somebody may say besides (take a card back, call a suit, open the bidding while the last cards are dealt) makes
nobody wait, and is not here. What each surface makes of a task is its own: show.py for lamps, headlines.py for words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.inputs import AnswerClaim, AnswerDrop
from engine.layout import Seat
from engine.play.hand import Phase
from engine.play.options import options
from engine.play.state import State
from table_controller.watching.telling import Question


class Task(StrEnum):
    """What is waited for; its value ends the keys of the words for it."""

    DRAW = "draw"
    STRAIGHTEN = "straighten"
    DEAL = "deal"
    CALL = "call"
    TRUMP = "trump"
    PARTNER = "partner"
    CARD = "card"
    DROP = "drop"
    LEAD = "lead"
    PLAY = "play"
    CLAIM = "claim"
    WHICH = "which"
    WHOSE = "whose"


@dataclass(frozen=True, slots=True)
class Asked:
    """This seat must speak, about this."""

    seat: Seat
    task: Task


_CHOICES = {
    Phase.AUCTION: Task.CALL,
    Phase.TRUMP: Task.TRUMP,
    Phase.PARTNER: Task.PARTNER,
    Phase.CALL_CARD: Task.CARD,
}


def asked_now(state: State, whose: tuple[Question, ...] = ()) -> tuple[Asked, ...]:
    """Everybody who must speak, each once and about the most pressing: a card that nobody knows comes before a turn."""
    pressing: dict[Seat, Asked] = {}
    for each in (*_about_cards(state, whose), *due(state)):
        pressing.setdefault(each.seat, each)
    return tuple(pressing[seat] for seat in sorted(pressing))


def due(state: State) -> tuple[Asked, ...]:
    """Whom the game itself waits for, whatever is asked about single cards; nobody before a match and after it."""
    if state.rules is None or state.hand is None:
        return ()
    if state.phase is Phase.DEAL:
        return tuple(_before_the_deal(state))
    if state.phase is Phase.DROP:
        return _all(Task.DROP, _who_may(state, AnswerDrop))
    if state.phase is Phase.PLAY and state.hand.claim is not None:
        return _all(Task.CLAIM, _who_may(state, AnswerClaim))
    if state.turn is None or state.hand.ending or state.hand.claimed:
        return ()  # how a hand ended is for the whole table to say
    leads = Task.PLAY if state.hand.trick else Task.LEAD
    return (Asked(state.turn, _CHOICES.get(state.phase, leads)),)


def _about_cards(state: State, whose: tuple[Question, ...]) -> Iterator[Asked]:
    if state.rules is None or state.hand is None:
        return
    yield from (Asked(question.seat, Task.WHICH) for question in state.hand.questions)
    yield from (Asked(seat, Task.WHOSE) for question in whose for seat in (question.seat, question.other))


def _before_the_deal(state: State) -> Iterator[Asked]:
    """Those whom the draw for the deal waits for; once it is decided, or where none is made, the dealer."""
    assert state.hand is not None
    if state.draw is not None and (state.draw.unread or state.draw.again):
        yield from _all(Task.STRAIGHTEN, state.draw.unread)
        yield from _all(Task.DRAW, state.draw.again)
    else:
        yield Asked(state.hand.dealer, Task.DEAL)


def _who_may(state: State, kind: type[AnswerDrop] | type[AnswerClaim]) -> list[Seat]:
    """The seats from which the engine would take such a word, in their order."""
    offered = options(state)
    words = [*offered.irregular, *(word for words in offered.by_seat for word in words)]
    return sorted({word.seat for word in words if isinstance(word, kind)})


def _all(task: Task, seats: Iterable[Seat]) -> tuple[Asked, ...]:
    return tuple(Asked(seat, task) for seat in seats)
