"""What was decided, as a list that people choose from, and what a correction would change: values and words only.

Works on what a log holds; hands in nothing. Cards that only a reader at the shoe has seen are never in the list.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from engine import inputs as i
from engine.after.retelling import Outcome, Step
from engine.play.options import options
from engine.play.state import State
from engine.wire import to_json
from table_controller.board.headlines import headline
from table_controller.words import phrases
from table_controller.words.reasons import say_finding
from table_controller.words.tongues import Tongue


class Instead(BaseModel):
    """Something that a decision may have been, as the input that says it."""

    text: str
    input: dict[str, Any]


class Decision(BaseModel):
    """One decision that stands. `at` names it; `instead` is what it may be put right to, besides leaving it out."""

    at: int
    hand: int
    text: str
    instead: tuple[Instead, ...] = ()


class Change(BaseModel):
    """One thing that a correction changes, in words."""

    what: str
    before: str
    after: str


class Preview(BaseModel):
    """What a correction would change: nothing has happened yet. `dropped` are words that would no longer fit."""

    sequence: int
    changes: tuple[Change, ...]
    dropped: tuple[str, ...] = ()


def decisions(stand: tuple[Step, ...], state: State, to: Tongue, most: int) -> tuple[Decision, ...]:
    """The newest `most` of them, newest first."""
    found: list[Decision] = []
    for at in range(len(stand) - 1, -1, -1):
        step = stand[at]
        if step.word is None or (step.weight == 0 and isinstance(step.word, i.ReadCard)):
            continue
        found.append(Decision(at=at, hand=step.hand, text=said(state, step.word, to), instead=instead(step, state, to)))
        if len(found) == most:
            break
    return tuple(found)


def said(state: State, word: i.Input, to: Tongue) -> str:
    """`Ann: 4`; without a name what the whole table says."""
    seat = getattr(word, "seat", None)
    what = phrases.choice_in_words(word, to, state.who(seat) if seat else "")
    return to.say("said_by", who=state.who(seat), what=what) if seat and not isinstance(word, i.TakeBack) else what


def instead(step: Step, state: State, to: Tongue) -> tuple[Instead, ...]:
    """What else might have been said in its place: the same kind of word, by the same seat."""
    kind, seat = type(step.word), getattr(step.word, "seat", None)
    if seat is None or kind is i.ReadCard:
        return ()
    offered = options(step.before)
    mine = offered.of(seat) if len(offered.by_seat) >= seat else ()
    return tuple(
        Instead(text=phrases.choice_in_words(word, to), input=to_json(word))
        for word in mine
        if type(word) is kind and word != step.word
    )


def preview(before: State, outcome: Outcome, sequence: int, to: Tongue) -> Preview:
    """The differences between what stands and what would."""
    after = outcome.state
    pairs = [*_scores(before, after, to), *_hand(before, after, to)]
    changes = tuple(Change(what=what, before=one, after=other) for what, one, other in pairs if one != other)
    return Preview(
        sequence=sequence, changes=changes, dropped=tuple(said(before, word, to) for word in outcome.dropped)
    )


Pair = tuple[str, str, str]


def _scores(before: State, after: State, to: Tongue) -> list[Pair]:
    names = [phrases.side_words(before, side, to) for side in range(len(before.score))]
    return [
        (to.say("score_of", who=name), phrases.points(one), phrases.points(other))
        for name, one, other in zip(names, before.score, after.score, strict=True)
    ]


def _hand(before: State, after: State, to: Tongue) -> list[Pair]:
    nobody = to.say("nothing")
    told: list[Pair] = [(to.say("contract"), _contract(before, to), _contract(after, to))]
    assert before.hand is not None and after.hand is not None and before.rules is not None
    if before.hand.number == after.hand.number:
        for side in range(before.rules.side_count):
            who = phrases.side_words(before, side, to)
            taken = [
                str(sum(state.hand.tricks_of(seat) for seat in phrases.seats_of(before.rules, side)))
                for state in (before, after)
                if state.hand is not None
            ]
            told.append((to.say("tricks_of", who=who), taken[0], taken[1]))
    findings = [
        "; ".join(say_finding(each, state, to) for each in state.hand.findings) or nobody
        for state in (before, after)
        if state.hand is not None
    ]
    told.append((to.say("finding"), findings[0], findings[1]))
    told.append((to.say("winner"), _winner(before, to), _winner(after, to)))
    told.append((to.say("next"), _next(before, to), _next(after, to)))
    return told


def _contract(state: State, to: Tongue) -> str:
    hand = state.hand
    if hand is None or hand.contract is None:
        return to.say("nothing")
    contract = phrases.contract_words(hand.contract.bid, hand.trump, to)
    return to.say("makers_contract", who=state.who(hand.contract.maker), contract=contract)


def _winner(state: State, to: Tongue) -> str:
    return to.say("nothing") if state.won_by is None else phrases.side_words(state, state.won_by, to)


def _next(state: State, to: Tongue) -> str:
    assert state.rules is not None and state.hand is not None
    return headline(state, state.rules, state.hand, to)[0]
