"""A match as the words that led to it, decision by decision: what a correction of the past changes, and tells again.

Worked out from what a log holds, undo and redo included. Cards that a camera saw become words like those of a person:
what is told again was decided once, and marks of cards are no part of it. Pure; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, get_args

from engine import events as e
from engine import inputs as i
from engine.play.decide import step
from engine.play.state import INITIAL, State, apply
from engine.play.unfolding import NotNow
from engine.reasons import Code

Told = tuple[i.LoggedInput, tuple[e.Event, ...]]


@dataclass(frozen=True, slots=True)
class Step:
    """One decision that stands, or (`weight` 0) a fact beside it that has to be told again all the same.

    `word` tells it again; None where another step's word has it in it. `mark`: the camera's number of its card.
    """

    before: State
    event: e.Event
    word: i.Word | None
    weight: int = 1
    mark: int | None = None

    @property
    def hand(self) -> int:
        """The number of the hand it belongs to."""
        return self.before.hand.number if self.before.hand is not None else 0


@dataclass(frozen=True, slots=True)
class Stand:
    """The decisions that stand, oldest first. `past` are the same one undo ago, two undos ago, …, the latest last."""

    steps: tuple[Step, ...]
    past: tuple[tuple[Step, ...], ...]

    def way_back(self, at: int) -> tuple[int, int]:
        """How many undos lead to a time that all of the first `at` steps follow or stand at, and how many of them do.

        Decisions that an earlier correction told anew are no undo each: the correction is one.
        """
        for back, then in enumerate(reversed(self.past), start=1):
            if len(then) <= at and all(mine.event is its.event for mine, its in zip(self.steps, then, strict=False)):
                return back, len(then)
        raise NotNow(Code.NOT_SO_MUCH)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a correction would lead to. `dropped` are words that make no sense any more."""

    state: State
    dropped: tuple[i.Word, ...]


def stand_of(told: Iterable[Told]) -> Stand:
    """The decisions that stand after all this."""
    telling = _Telling()
    for word, events in told:
        telling.hear(word, events)
    return telling.stand


def correction(stand: Stand, at: int, instead: i.Word | None) -> i.Correct:
    """The correction that puts `instead` in the place of the step with that index; None leaves it out.

    :raises NotNow: when no undo leads there.
    """
    back, first = stand.way_back(at)
    told_anew = stand.steps[first:]
    anew = {each.mark for each in told_anew if isinstance(each.event, e.CardPlayed | e.QuestionAsked)}
    words = [
        instead if index == at else each.word
        for index, each in enumerate(told_anew, start=first)
        if index == at or not _is_within(each, anew)
    ]
    return i.Correct(back, tuple(word for word in words if word is not None))


def _is_within(answer: Step, anew: set[int | None]) -> bool:
    """Whether this says which card a play is that is told anew: then that play has the right card already."""
    return isinstance(answer.event, e.QuestionAnswered | e.PlayCorrected) and answer.mark in anew


def outcome(state: State, wanted: i.Correct) -> Outcome:
    """What it would lead to; nothing is changed by asking. Raises NotNow."""
    after = step(state, wanted)[1]
    for _ in range(wanted.back):
        assert state.past is not None  # `step` has checked it
        state = state.past
    dropped = []
    for word in wanted.words:
        try:
            state = step(state, word)[1]
        except NotNow:
            dropped.append(word)
    return Outcome(after, tuple(dropped))


class _Telling:
    """Follows a log; `now` are the steps that stand."""

    def __init__(self) -> None:
        self.now: tuple[Step, ...] = ()
        self._state = INITIAL
        self._told: e.Event | None = None
        self._past: tuple[tuple[Step, ...], ...] = ()
        self._future: tuple[tuple[tuple[Step, ...], ...], ...] = ()
        self._origin: tuple[tuple[Step, ...], tuple[tuple[Step, ...], ...]] = ((), ())

    @property
    def stand(self) -> Stand:
        """What stands, and what stood."""
        return Stand(self.now, self._past)

    def hear(self, word: i.LoggedInput, events: tuple[e.Event, ...]) -> None:
        decided = False
        for event in events:
            before, self._state = self._state, apply(self._state, event)
            decided = self._follow(event, before) or decided
            self._told = event
        if events and not decided and isinstance(word, get_args(i.Word)):
            # A void bid, a card too many: no decision, but it was said, and would be missed.
            self.now = (*self.now, Step(self._state, events[0], word, weight=0))

    def _follow(self, event: e.Event, before: State) -> bool:
        match event:
            case e.MatchStarted():
                self.now, self._past, self._future = (), (), ()
            case e.Undone():
                self._future = ((*self._past, self.now), *self._future)
                self.now, self._past = self._past[-1], self._past[:-1]
            case e.Redone():
                newest, *self_future = self._future
                self._past, self.now, self._future = newest[:-1], newest[-1], tuple(self_future)
            case e.CorrectionBegun(back=back):
                self._origin = self.now, self._past
                self.now, self._past = (*self._past, self.now)[-back - 1], self._past[:-back]
            case e.CorrectionDone():
                steps_before, past_before = self._origin
                self._past, self._future = (*past_before, steps_before), ()
            case _:
                return self._decision(event, before)
        return True

    def _decision(self, event: e.Event, before: State) -> bool:
        if self._state.past is not before:
            return self._fact(event, before)
        self._past, self._future = (*self._past, self.now), ()
        mark = getattr(event, "mark", None)
        if isinstance(event, e.PlayCorrected):
            self._put_right(event)
        # What a second warning costs follows from the warning, and so does a correction from its answer.
        follows = isinstance(event, e.RulingGiven) and isinstance(self._told, e.TalkWarned)
        self.now = (*self.now, Step(before, event, None if follows else _word(event), mark=mark))
        return True

    def _fact(self, event: e.Event, before: State) -> bool:
        if isinstance(event, e.CardRead):
            self.now = (*self.now, Step(before, event, i.ReadCard(event.seat, event.card), weight=0))
            return True
        if isinstance(event, e.CardPlayed):  # the answer to a question: the play that was asked about
            played = i.PlayCard(event.seat, event.card)
            self.now = tuple(replace(each, word=played) if _asks_about(each, event.mark) else each for each in self.now)
        return False

    def _put_right(self, event: e.PlayCorrected) -> None:
        wrong, right = i.PlayCard(event.seat, event.was), i.PlayCard(event.seat, event.card)
        at = max((at for at, each in enumerate(self.now) if each.word == wrong), default=None)
        if at is not None:
            self.now = (*self.now[:at], replace(self.now[at], word=right), *self.now[at + 1 :])


def _word(event: e.Event) -> i.Word | None:
    """The word that leads to this decision."""
    same: dict[type, Any] = _SAME
    if type(event) in same:
        kind = same[type(event)]
        return kind(**{name: getattr(event, name) for name in kind.__dataclass_fields__})  # type: ignore[no-any-return]
    if isinstance(event, e.QuestionAnswered | e.PlayCorrected) and event.mark is not None:
        return i.AnswerQuestion(event.mark, event.card)
    return i.DealDone() if isinstance(event, e.CardsDealt) else None


def _asks_about(each: Step, mark: int | None) -> bool:
    return isinstance(each.event, e.QuestionAsked) and mark is not None and each.mark == mark


_SAME: dict[type, type] = {
    e.CallMade: i.MakeCall,
    e.TrumpNamed: i.NameTrump,
    e.PartnerChosen: i.ChoosePartner,
    e.CardCalled: i.CallCard,
    e.DropAnswered: i.AnswerDrop,
    e.CardPlayed: i.PlayCard,
    e.PlayTakenBack: i.TakeBack,
    e.MisdealDeclared: i.DeclareMisdeal,
    e.CardsSwapped: i.SwapCards,
    e.SuitCalled: i.CallSuit,
    e.TricksClaimed: i.ClaimTricks,
    e.ClaimAnswered: i.AnswerClaim,
    e.RevokeSuspected: i.SuspectRevoke,
    e.TalkWarned: i.WarnTalk,
    e.RulingGiven: i.GiveRuling,
    e.PlayersNamed: i.NamePlayers,
}
"""Each has a word with fields of the same names."""
