"""When something is told, when it is asked, and when to wait: one rule with three costs.

A story's next act is told when what all stories that disagree with it weigh, times what a wrong word costs, is less
than the cost of waiting so far, and asked when waiting has cost as much as a question does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from engine.cards import Card
from engine.events import FindingRaised
from engine.inputs import Input, ReadMark, SeeCard
from engine.layout import Seat
from engine.play.decide import NotNow, step
from engine.play.hand import Phase
from engine.play.state import State
from table_controller.watching.evidence import Onlooker, TableLook
from table_controller.watching.explain import begun, explain, pruned
from table_controller.watching.happenings import OF_THE_PACK, SAID, Explanation, TableAct, retold, still_due
from table_controller.watching.odds import Happened, Odds, counted
from table_controller.watching.why import Why, why_of
from table_controller.watching.zones import Seen

WRONG, ACCUSED, ASKED, SECOND = 1000.0, 20000.0, 5.0, 1.0
"""What a wrong word costs, a wrong accusation, a question, and a second's delay. Chosen by what people at a table say
that they would rather have; raised against the others, each is met less often."""


class QuestionKind(Enum):
    """What a question is about."""

    WHICH = "which"
    WHOSE = "whose"


@dataclass(frozen=True, slots=True)
class Question:
    """The one question whose answer parts the two best stories: whose is the card of `mark`, `seat`'s or `other`'s."""

    kind: QuestionKind
    mark: int
    seat: Seat
    other: Seat
    why: Why


@dataclass(frozen=True, slots=True)
class Asking:
    """What people are asked: whose a card is, and by mark why the engine asks which one is."""

    whose: tuple[Question, ...] = ()
    why: Mapping[int, Why] = field(default_factory=dict)


NOTHING_ASKED = Asking()


@dataclass(frozen=True, slots=True)
class Telling:
    """An act to tell the engine: how sure (0..1), and the act of the story that it beat, if one is near."""

    act: TableAct
    input: Input
    sure: float
    beaten: TableAct | None

    @property
    def why(self) -> Why:
        """Why it is told."""
        return why_of(self.act, self.sure, self.beaten)


class Watching:
    """What is believed of the table, and what of it is to be told next."""

    def __init__(self, odds: Odds | None = None) -> None:
        self._odds = odds or counted()
        self._witness = Onlooker(self._odds)
        self._look: TableLook | None = None
        self._stories: Sequence[Explanation] = ()
        self._state: State | None = None
        self._began = math.inf

    def see(self, seen: Seen, state: State) -> None:
        """Takes in what has come to rest."""
        before = self._look
        self._look = self._witness.look(seen)
        if state.phase is not Phase.PLAY:
            self._began = math.inf
        elif self._began == math.inf:
            self._began = before.at if before is not None else -math.inf
        self._keep_to(state)
        if state.phase is Phase.PLAY:
            self._stories = explain(self._stories, self._look, self._odds, self._began)

    def next_word(self, state: State, at: float) -> Telling | Question | None:
        """What is to be told or asked at `at` seconds; None while it is better to wait."""
        if state.phase is not Phase.PLAY or self._look is None:
            self._began = math.inf
            return None
        if state.hand is not None and (state.hand.ending or state.hand.claimed):
            return None  # whatever lies there now is no play of this hand: people say first how it ended
        if self._began == math.inf:
            self._began = self._look.at
        if self._keep_to(state):
            self._stories = explain(self._stories, self._look, self._odds, self._began)
        ranked = self._ranked(at)
        best = ranked[0][1] if ranked else None
        if best is None or not best.acts:
            return None
        return self._weighed(state, best, ranked, at)

    def told(self, word: Telling, state: State) -> None:
        """The engine has taken this in: stories that do not begin with it are none any more."""
        after = [each for story in self._stories for each in _after(story, word, state, self._odds)]
        self._stories = pruned(after) or begun(state, self._odds)
        self._state = state

    def answered(self, question: Question, seat: Seat) -> None:
        """A person says whose the card is: stories that say otherwise are none any more."""
        kept = tuple(story for story in self._stories if _seat_of(story, question.mark) == seat)
        self._stories = kept or self._stories

    def _keep_to(self, state: State) -> bool:
        """Begins anew from what the engine knows when a person has told it something; whether that was so."""
        if state is self._state:
            return False
        self._state = state
        known = state.marks if state.phase is Phase.PLAY else frozenset()
        kept = tuple(after for story in self._stories for after in _rebased(story, state, known, self._odds))
        self._stories = pruned(kept) if kept and state.phase is Phase.PLAY else begun(state, self._odds)
        return True

    def _ranked(self, at: float) -> list[tuple[float, Explanation]]:
        """The stories with their shares of belief, the likeliest first."""
        logs = [(story.weight(self._odds, at), story) for story in self._stories]
        most = max((log for log, _ in logs), default=0.0)
        weights = [(math.exp(log - most), story) for log, story in logs]
        whole = sum(weight for weight, _ in weights)
        return sorted(((weight / whole, story) for weight, story in weights), key=lambda each: -each[0])

    def _weighed(
        self, state: State, best: Explanation, ranked: list[tuple[float, Explanation]], at: float
    ) -> Telling | Question | None:
        """The first of the best story's acts to be told or asked; names wait for nobody, plays for each other."""
        for act in (*(act for act in best.acts if not act.is_in_order), *_next_in_order(best)):
            word = self._of_act(state, act, best, ranked, at)
            if word is not None:
                return word
        return None

    def _of_act(
        self, state: State, act: TableAct, best: Explanation, ranked: list[tuple[float, Explanation]], at: float
    ) -> Telling | Question | None:
        cost = ACCUSED if _accuses(state, act.input) else WRONG
        agreeing = [(weight, story) for weight, story in ranked if _begins_with(story, act)]
        agreed = sum(weight for weight, _ in agreeing)
        waited = (at - act.at) * SECOND
        beaten = next((_rival(story, act) for _, story in ranked if not _begins_with(story, act)), None)
        allowed = min(ASKED, SECOND * self._odds.patience(waited))
        stands = agreed * WRONG if act.what is Happened.READ_WRONGLY else 0.0  # what was told is wrong, then
        if (1 - agreed) * cost > max(allowed, stands if waited >= ASKED else 0.0):
            if waited < ASKED or not act.is_in_order:
                return None
            asked = _question(act, beaten, agreed)
            unasked = Telling(act, act.input, agreed, beaten)  # nothing to ask would part them, and silence costs, too
            return asked or (unasked if (1 - agreed) * cost <= waited else None)
        if not isinstance(act.input, SeeCard):
            return Telling(act, act.input, agreed, beaten)
        return self._by_name(act, agreeing, agreed, cost, waited, beaten)

    def _by_name(
        self,
        act: TableAct,
        agreeing: list[tuple[float, Explanation]],
        agreed: float,
        cost: float,
        waited: float,
        beaten: TableAct | None,
    ) -> Telling | None:
        """The act with the card's name, if that is sure enough; unread once waiting for it has cost a question."""
        assert isinstance(act.input, SeeCard)
        names: dict[Card | None, float] = {}
        for weight, story in agreeing:
            told = _same(story, act).input
            assert isinstance(told, SeeCard)
            names[told.card] = names.get(told.card, 0.0) + weight / agreed
        name = max(names, key=lambda card: names[card])
        if name is not None and (1 - names[name]) * cost <= ASKED:
            same = next(each for each in (_same(story, act) for _, story in agreeing) if _card(each) == name)
            return Telling(same, same.input, agreed * names[name], beaten)
        if self._odds.patience(waited) < ASKED:
            return None
        unread = replace(act.input, card=None, confidence=0.0, guesses=tuple(_likely(names)))
        return Telling(act, unread, agreed, beaten)


def _next_in_order(story: Explanation) -> tuple[TableAct, ...]:
    return tuple(act for act in story.acts if act.is_in_order)[:1]


def _begins_with(story: Explanation, act: TableAct) -> bool:
    """Whether this is what the story would have told next; a name may be told at any time."""
    if not act.is_in_order:
        return any(each.gist == act.gist for each in story.acts)
    return any(each.gist == act.gist for each in _next_in_order(story))


def _same(story: Explanation, act: TableAct) -> TableAct:
    return next(each for each in story.acts if each.gist == act.gist)


def _rival(story: Explanation, act: TableAct) -> TableAct | None:
    """What a story that does not tell this tells instead; None if nothing."""
    if act.is_in_order:
        return next(iter(_next_in_order(story)), None)
    return next((each for each in story.acts if each.mark == act.mark), None)


def _likely(names: dict[Card | None, float]) -> Iterable[Card]:
    return (card for card in sorted(names, key=lambda each: -names[each]) if card is not None)


def _card(act: TableAct) -> Card | None:
    return act.input.card if isinstance(act.input, SeeCard) else None


def _question(act: TableAct, beaten: TableAct | None, sure: float) -> Question | Telling | None:
    """The question that parts the two stories: whose a card is, what was laid unseen, or which card it is."""
    mine, other = act.input, beaten.input if beaten is not None else None
    if isinstance(mine, SeeCard) and isinstance(other, SeeCard) and mine.mark == other.mark:
        return Question(QuestionKind.WHOSE, mine.mark, mine.seat, other.seat, why_of(act, sure, beaten))
    if not isinstance(mine, SeeCard):
        return None
    named = (mine.card,) if mine.card is not None else ()
    return Telling(act, replace(mine, card=None, confidence=0.0, guesses=named or mine.guesses), 0.5, beaten)


def _seat_of(story: Explanation, mark: int) -> Seat | None:
    return next((a.input.seat for a in story.acts if isinstance(a.input, SeeCard) and a.input.mark == mark), None)


def _accuses(state: State, told: Input) -> bool:
    try:
        events, _ = step(state, told)
    except NotNow:
        return False
    return any(isinstance(each, FindingRaised) and each.finding.code not in OF_THE_PACK for each in events)


def _after(story: Explanation, word: Telling, state: State, odds: Odds) -> Iterable[Explanation]:
    """The story without the act that was told, on the engine's own state; nothing if it does not begin with it."""
    if not _begins_with(story, word.act):
        return
    same = _same(story, word.act)
    first, told, acts = same.input, word.input, tuple(each for each in story.acts if each is not same)
    if isinstance(first, SeeCard) and isinstance(told, SeeCard) and first.card != told.card:
        if told.card is not None:
            return  # it was named otherwise
        assert first.card is not None
        mark = first.mark
        acts = (TableAct(ReadMark(mark, first.card, first.confidence), Happened.NAMED, mark, same.at), *acts)
    acts = still_due(story, state, acts)
    yield from retold(replace(story, base=state, acts=(), since=max(story.since, same.at)), acts, odds)


def _rebased(story: Explanation, state: State, known: frozenset[int], odds: Odds) -> Iterable[Explanation]:
    """The story on a state in which a person has said something: nothing where that says otherwise."""
    if story.state.phase is not Phase.PLAY or state.hand is None:
        return
    if state.hand.number != story.hand.number:
        return
    plays = {play.mark: play.card for play in state.hand.plays}
    named = {
        mark: replace(story.taken[mark], card=play.card, doubt=SAID)
        for play in state.hand.plays
        if (mark := play.mark) is not None and mark in story.taken and play.card is not None and play.confidence == 1.0
    }
    entered = {(play.seat, play.card) for play in state.hand.trick if play.mark is None}
    acts = []
    for act in story.acts:
        told = act.input
        if isinstance(told, ReadMark) and plays.get(told.mark) is not None:
            if plays[told.mark] is not told.card:
                return
        elif not isinstance(told, SeeCard) or (told.mark not in known and (told.seat, told.card) not in entered):
            acts.append(act)
    yield from retold(
        replace(story, base=state, acts=(), taken={**story.taken, **named}), still_due(story, state, acts), odds
    )
