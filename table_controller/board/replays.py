"""A finished hand once more, as the boards that hung while it was played, without what was taken back or put right.

Only hands that are over can be asked for: by then everything on these boards has lain on the table.
"""

from __future__ import annotations

from engine import events as e
from engine.after.retelling import Step, stand_of
from engine.play.consequences import consequence
from engine.play.state import State, apply, replay
from table_controller.board.board import Board, Shown
from table_controller.board.scoreboard import Languages, scoreboard_for
from table_controller.match.eventlog import LogText
from table_controller.words.tongues import Tongue


class HandReplay(Shown):
    """The boards of one hand, in order; the last one tells how it ended."""

    match: str
    hand: int
    hands: tuple[int, ...]
    boards: tuple[Board, ...]


def replay_hand(text: LogText, match: str, number: int, to: Tongue, letters: Tongue) -> HandReplay | None:
    """The hand with that number; None when there is none, or it is not over."""
    told = [(entry.input, entry.events) for entry in text.entries]
    now = replay(event for _, events in told for event in events)
    hands = tuple(result.number for result in now.results)
    if number not in hands:
        return None
    stand = stand_of(told).steps
    mine = [step for step in stand if step.hand == number]
    later = next((step.before for step in stand if step.hand > number), now)
    boards = _without_doubles([_drawn(state, match, number, to, letters) for state in _states(mine, later)])
    return HandReplay(match=match, hand=number, hands=hands, boards=boards)


def _states(mine: list[Step], later: State) -> list[State]:
    """What the hand looked like before each of its decisions, then its last trick, then its end."""
    return [*(step.before for step in mine), *(_last_trick(mine[-1]) if mine else ()), later]


def _last_trick(step: Step) -> list[State]:
    """The last trick, full and taken: in the match itself the hand's end follows at once."""
    state = apply(step.before, step.event)
    following = consequence(state)
    while following is not None and not isinstance(following, e.HandScored | e.HandBegun):
        state = apply(state, following)
        following = consequence(state)
    is_full = state.hand is not None and state.hand.tricks and not state.hand.trick
    return [state] if is_full else []


def _drawn(state: State, match: str, number: int, to: Tongue, letters: Tongue) -> Board:
    board = scoreboard_for(state, 0, match, languages=Languages(to, letters))
    is_over = board.last_hand is not None and board.last_hand.number == number
    return board.model_copy(update={"history": (), "last_hand": board.last_hand if is_over else None})


def _without_doubles(boards: list[Board]) -> tuple[Board, ...]:
    kept: list[Board] = []
    for board in boards:
        if not kept or board != kept[-1]:
            kept.append(board)
    return tuple(board.model_copy(update={"sequence": at}) for at, board in enumerate(kept))
