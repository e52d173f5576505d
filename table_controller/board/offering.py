"""What seats may say now, as choices for their pages, and the screen beside the table for everybody."""

from __future__ import annotations

from engine.inputs import (
    AnswerClaim,
    CallCard,
    CallSuit,
    DealDone,
    GiveRest,
    Input,
    NameHolder,
    NewMatch,
    PlayCard,
    PlayOn,
    TakeBack,
)
from engine.layout import Seat
from engine.play.hand import Phase
from engine.play.options import Options, options
from engine.play.state import State
from engine.wire import to_json
from table_controller.board.asked import Asked, Task
from table_controller.board.board import ChoiceShown
from table_controller.board.notices import card_shown
from table_controller.words import phrases
from table_controller.words.tongues import Tongue

TABLE: Seat = 0
"""The seat number of the screen beside the table, which may act for whoever is asked."""


def choices_shown(state: State, asked: tuple[Asked, ...], to: Tongue, letters: Tongue) -> tuple[ChoiceShown, ...]:
    """What seats may say now, and the table at 0. In play only whose turn it is: the cards nobody has played."""
    offered = options(state)
    said = [*_at_the_seats(state, offered, asked), *_for_the_table(state, offered)]
    return tuple(
        ChoiceShown(
            seat=seat,
            text=_text(state, choice, to),
            input=to_json(choice),
            card=card_shown(choice.card, to, letters) if isinstance(choice, PlayCard | CallCard) else None,
        )
        for seat, choice in said
    )


def _at_the_seats(state: State, offered: Options, asked: tuple[Asked, ...]) -> list[tuple[Seat, Input]]:
    """Words of single seats. Whoever is asked about a card says that first: nothing else is offered beside it."""
    about_cards = {each.seat for each in asked if each.task in (Task.WHICH, Task.WHOSE)}
    dealing = [(each.seat, DealDone()) for each in asked if each.task is Task.DEAL and DealDone() in offered.anybody]
    if any(isinstance(choice, AnswerClaim) for choice in offered.irregular):
        seats: tuple[Seat | None, ...] = ()
    else:
        seats = (state.turn,) if state.phase is Phase.PLAY else tuple(range(1, len(offered.by_seat) + 1))
    said = [(seat, choice) for seat in seats if seat is not None for choice in offered.of(seat)]
    said += [(each.seat, each) for each in offered.irregular if isinstance(each, AnswerClaim | CallSuit)]
    return [(seat, choice) for seat, choice in (*dealing, *said) if seat not in about_cards]


def _for_the_table(state: State, offered: Options) -> list[tuple[Seat, Input]]:
    """A card taken back is a matter for the whole table; that the cards are dealt the dealer says."""
    said: list[tuple[Seat, Input]] = [(TABLE, each) for each in offered.irregular if isinstance(each, _OF_TABLE)]
    said += [(TABLE, choice) for choice in offered.anybody if not isinstance(choice, DealDone)]
    if state.phase is Phase.OVER and state.rules is not None:
        dealer = len(state.results) % state.rules.table.players + 1
        said.append((TABLE, NewMatch(state.rules, state.names, dealer)))
        if state.rules.in_teams:
            said.append((TABLE, NewMatch(state.rules, _rotated(state.names), dealer)))
    return said


_OF_TABLE = TakeBack | GiveRest | NameHolder | PlayOn
"""What is for the whole table to say: a card taken back, and how a hand ended."""


def _rotated(names: tuple[str, ...]) -> tuple[str, ...]:
    """Everybody but the first moves on by one seat: after as many turns everybody has sat opposite everybody."""
    first, *others = names
    return (first, *others[1:], others[0])


def _text(state: State, choice: Input, to: Tongue) -> str:
    if isinstance(choice, NewMatch) and choice.names != state.names:
        return to.say("rotate_partners")
    return phrases.choice_in_words(choice, to, _whose(state, choice))


def _whose(state: State, choice: Input) -> str:
    return state.who(choice.seat) if isinstance(choice, TakeBack | GiveRest | NameHolder) else ""
