"""The referee: one tick from a picture and people's words to what is on disk, and only then to what is shown.

This is the only place where the order of things matters. It reads no clock, opens nothing, and knows neither
cameras nor lamps nor browsers: it is given what it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from typing import TypeVar

from engine.events import QuestionAsked
from engine.inputs import Input, NewMatch
from engine.layout import Seat
from engine.play.decide import decide
from engine.play.state import State, apply, replay
from engine.play.unfolding import NotNow
from engine.reasons import Code
from engine.rules.rulesets import RulesFaulty
from hardware.cameras.frames import Picture
from table_controller.match.eventlog import Entry, EventLog, Unwritten
from table_controller.match.playback import as_asked_here
from table_controller.match.recording_folder import Heard
from table_controller.watching.before_play import word_before_play
from table_controller.watching.face_down import TableExchange
from table_controller.watching.moments import Moment
from table_controller.watching.telling import Asking, Question, Telling, Watching
from table_controller.watching.tile_words import TileWords
from table_controller.watching.turned_up import TableDraw
from table_controller.watching.why import Why
from table_controller.watching.zones import Seen

T = TypeVar("T")
Look = Callable[[Picture, float], Seen | None]
"""A picture and its time to what has newly come to rest on the table; None while nothing has."""

_RECENT = 400
"""So many of the last words are kept for a recording of the last minute. Chosen, not measured: more than a minute
holds."""
_LOOKS = 40  # a table is looked at again until it has nothing new to say; more often than this it never has


@dataclass(frozen=True, slots=True)
class CardIsOf:
    """A person says whose the card of this mark is, because the table asked."""

    mark: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Wish:
    """Something a person wants, from a page or a seat box; `answer` gets the log's number, or NotNow.

    `after`: the number of the decision that the person was looking at; a wish made of an older state is refused,
    because the same button may mean something else by now. None: whatever was shown. `by_referee`: also while play is
    stopped. `key`: what the person's program calls this word; a word of the same key is the same word, and counts once.
    """

    input: Input | CardIsOf
    after: int | None = None
    by_referee: bool = False
    key: str = ""
    answer: Future[int] = field(default_factory=Future)


class Undecidable(ValueError):
    """A word that the engine or the log could not take: nothing of it counts, and the match goes on."""


class Referee:
    """One match: its log, its state, and the tick."""

    def __init__(
        self,
        log: EventLog,
        look: Look,
        show: Callable[[State, int], None],
        stamp: Callable[[], str],
        wonder: Callable[[Asking], None] = lambda asking: None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Takes up the match where the log left it.

        `show` gets state and number after every change; before that `wonder` gets what is asked, if that has changed.
        `failed` is told of a fault in making out what was seen, which is then not looked at; without it that raises.
        """
        self.log = log
        self.state = replay(event for entry in log.entries for event in entry.events)
        self.wishes: SimpleQueue[Wish] = SimpleQueue()
        self.next_match: NewMatch | None = None
        self.begins: Wish | None = None
        """Who asked for the next match: whoever begins it answers, once it is on disk."""
        self.paused = False
        """Whether a person has stopped play: the table is not looked at, and only the referee is heard."""
        self.asking = Asking(why=_asked_in(log.entries))
        """What people are asked besides the engine's questions, and why. Replaced as a whole, so that any thread may
        read it."""
        self._look, self._show, self._stamp, self._wonder, self._failed = look, show, stamp, wonder, failed
        self._seen: Seen | None = None
        self._watching, self._tile_words = Watching(), TileWords()
        self._draw, self._exchange = TableDraw(), TableExchange()
        self.recent: tuple[Heard, ...] = ()
        """What was decided last, with its time by the pictures' clock; replaced as a whole, too."""
        self.since: float | None = None
        """The time of the first moment that this referee was given, by the pictures' clock."""
        self._whose: tuple[Question, ...] = ()
        self._heard: list[tuple[Wish, int]] = []
        self._now = 0.0
        self._taken = max((entry.item or 0 for entry in log.entries), default=0)
        self._fresh = True
        self._unwritten = False
        self._sequence_of = {entry.key: entry.seq for entry in log.entries if entry.key}

    @property
    def sequence(self) -> int:
        """The number of the last decision on disk."""
        return len(self.log.entries)

    @property
    def taken(self) -> int:
        """The last item of a recording that the log has dealt with."""
        return self._taken

    def begin(self, match: NewMatch) -> None:
        """Begins a match on an empty log. Raises RulesFaulty."""
        self._decide(match, None)

    def show(self) -> None:
        """Shows the state as it is on disk; also what a start begins with."""
        self._show(self.state, self.sequence)

    def tick(self, moment: Moment) -> None:
        """People's words, then what lies on the table; decide, log, apply; show once if anything changed.

        Whoever said something is answered once it is shown, so that whoever looks after the answer sees it.
        """
        try:
            self._tick(moment)
        finally:
            heard, self._heard = self._heard, []
            for wish, sequence in heard:
                wish.answer.set_result(sequence)

    def _tick(self, moment: Moment) -> None:
        self._now = moment.at
        self.since = moment.at if self.since is None else self.since
        seen = None if moment.image is None or self.paused else self._look(moment.image, moment.at)
        if moment.item is not None and moment.item <= self._taken:
            self._seen = seen or self._seen  # dealt with before a restart: only watched again
            return
        changed = self._take_up()
        self._seen = seen or self._seen
        changed = self._listen(moment) or changed
        if seen is not None or changed:
            changed = self._look_again(moment.item) or changed
        elif not self.paused:
            changed = self._tell(moment.item) or changed  # what was not sure enough may be worth a question by now
        changed = self._ask() or changed
        if changed:
            self.show()
        self._taken = moment.item or self._taken

    def _take_up(self) -> bool:
        """The first tick after a start: what lay there when the power went is looked at before all else."""
        if not self._fresh:
            return False
        self._fresh = False
        self._look_again(self._taken or None)
        return True

    def _listen(self, moment: Moment) -> bool:
        """People's words: those wished for, then the one that the recording holds."""
        changed = [self._hear(wish) for wish in self._wanted()]
        if moment.said is not None:
            said = as_asked_here(moment.said, self.state)
            changed.append(self._decide(said, moment.item, keep_refusal=True))
        return any(changed)

    def _wanted(self) -> Iterable[Wish]:
        while True:
            try:
                yield self.wishes.get_nowait()
            except Empty:
                return

    def _hear(self, wish: Wish) -> bool:
        if not wish.answer.set_running_or_notify_cancel():
            return False  # whoever asked has gone away
        if wish.key in self._sequence_of:
            wish.answer.set_result(self._sequence_of[wish.key])
            return False
        try:
            self._may_be_heard(wish)
            changed = self._begin_or_decide(wish)
        except (NotNow, RulesFaulty, Unwritten) as refusal:
            wish.answer.set_exception(refusal)
            return False
        except Exception as why:  # one word must not end the match for all
            wish.answer.set_exception(Undecidable(f"{type(why).__name__}: {why}"))
            return False
        if self.begins is not wish:
            self._heard.append((wish, self.sequence))
        return changed

    def _may_be_heard(self, wish: Wish) -> None:
        """Raises NotNow."""
        if self.paused and not wish.by_referee:
            raise NotNow(Code.NOW_PAUSED)
        if wish.after is not None and wish.after != self.sequence:
            raise NotNow(Code.MOVED_ON)

    def _begin_or_decide(self, wish: Wish) -> bool:
        """A new match belongs into a log of its own: it is checked here, and begun by whoever holds the logs."""
        word = wish.input
        if isinstance(word, CardIsOf):
            return self._give(word)
        if not isinstance(word, NewMatch) or not self.log.entries:
            return self._decide(word, None, key=wish.key)
        if self.begins is not None:
            raise NotNow(Code.MOVED_ON)
        decide(State(), word)
        self.next_match, self.begins = word, wish
        return False

    def _give(self, told: CardIsOf) -> bool:
        """A person says whose the card is that the table asked about: it is told with what else there is to tell."""
        question = next((each for each in self.asking.whose if each.mark == told.mark), None)
        if question is None or told.seat not in (question.seat, question.other):
            raise NotNow(Code.MOVED_ON)
        self._watching.answered(question, told.seat)
        return True

    def _ask(self) -> bool:
        """Tells what people are asked now; whether that has changed."""
        marks = {each.mark for each in self.state.hand.questions} if self.state.hand is not None else set()
        asking = Asking(self._whose, {mark: why for mark, why in self.asking.why.items() if mark in marks})
        if asking == self.asking:
            return False
        self.asking = asking
        self._wonder(asking)
        return True

    def _look_again(self, item: int | None) -> bool:
        """Whatever the table says now that the engine does not know yet; whether that was anything."""
        looks = 0
        try:
            while looks < _LOOKS and self._hear_beside(item):
                looks += 1
        except Unwritten as why:
            self._look_later(why)
            return looks > 0
        self._made_out(self._watch)
        return self._tell(item) or looks > 0

    def _watch(self, seen: Seen) -> None:
        self._watching.see(self._exchange.without_kitty(seen, self.state), self.state)

    def _look_later(self, why: Unwritten) -> None:
        """What was seen could not be written: it is not believed, told of once, and looked at again with every tick."""
        if self._failed is None:
            raise why
        if not self._unwritten:
            self._failed(why)
        self._unwritten = self._fresh = True

    def _tell(self, item: int | None) -> bool:
        """What is sure enough by now of what happened, act by act; whether anything was told."""
        told = 0
        try:
            while told < _LOOKS and self._tell_next(item):
                told += 1
        except Unwritten as why:
            self._look_later(why)
        else:
            self._unwritten = False
        return told > 0

    def _tell_next(self, item: int | None) -> bool:
        word = self._made_out(lambda _: self._watching.next_word(self.state, self._now))
        self._whose = (word,) if isinstance(word, Question) else ()
        if not isinstance(word, Telling) or not self._decide(word.input, item, why=word.why):
            return False
        self._watching.told(word, self.state)
        return True

    def _hear_beside(self, item: int | None) -> bool:
        """What is no play: bid tiles, cards turned up to draw for the deal, those that change hands, and what shows
        before play. What makes no sense now was said in vain."""
        for make_out in (self._word_of_tile, self._word_beside):
            word = self._made_out(make_out)
            with suppress(NotNow):
                if word is not None and self._decide(word, item, seen=True):
                    return True
        return False

    def _word_of_tile(self, seen: Seen) -> Input | None:
        return self._tile_words.next_word(seen, self.state)

    def _word_beside(self, seen: Seen) -> Input | None:
        state = self.state
        word = self._draw.next_word(seen, state) or self._exchange.next_word(seen, state)
        return word or word_before_play(self._exchange.without_kitty(seen, state), state)

    def _made_out(self, make_out: Callable[[Seen], T]) -> T | None:
        """What follows from what was seen last; a fault in making it out ends the looking, and not the match."""
        if self._seen is None:
            return None
        try:
            return make_out(self._seen)
        except Exception as why:
            if self._failed is None:
                raise
            self._seen = None
            self._failed(why)
            return None

    def _decide(
        self,
        wish: Input,
        item: int | None,
        keep_refusal: bool = False,
        key: str = "",
        why: Why | None = None,
        seen: bool = False,
    ) -> bool:
        """Decides, writes, and only then believes. Whether anything happened.

        `why`: why a camera's word was told; `seen`: whether it is one, and no person's.
        """
        try:
            events, refused = decide(self.state, wish), None
        except NotNow as refusal:
            if not keep_refusal:
                raise
            events, refused = (), refusal.why
        after = self.state
        for event in events:  # before it is written: what can't be believed must not be on disk
            after = apply(after, event)
        if events or keep_refusal:
            self.log.append(wish, events, t=self._stamp(), item=item, refused=refused, key=key, why=why)
        self.state = after
        if key and events:
            self._sequence_of[key] = self.sequence
        self._remember(Heard(self._now, wish, events, self.sequence, seen or why is not None), why)
        return bool(events)

    def _remember(self, heard: Heard, why: Why | None) -> None:
        if heard.events:
            self.recent = (*self.recent, heard)[-_RECENT:]
        if why is None:
            return
        asked = {each.mark: why for each in heard.events if isinstance(each, QuestionAsked)}
        if asked:
            self.asking = replace(self.asking, why={**self.asking.why, **asked})


def _asked_in(entries: Sequence[Entry]) -> dict[int, Why]:
    """Why the questions of a log were asked, by mark."""
    return {
        event.mark: entry.why
        for entry in entries
        if entry.why is not None
        for event in entry.events
        if isinstance(event, QuestionAsked)
    }
