"""`python -m tests.bench.watch.told_anew DIR --hands N --seed S`: what happened in filmed hands, told by stories.

Beside what the service told when the hands were filmed, on the same looks, which are kept in DIR. Somebody answers each
question after a while, with what lies there or was played in the end.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine import inputs as i
from engine.cards import Card
from engine.events import CardPlayed, Event, FindingRaised, QuestionAsked
from engine.play import unexplained
from engine.play.decide import NotNow, decide
from engine.play.hand import Phase
from engine.play.state import INITIAL, State, apply
from table_controller.match.playback import as_asked_here
from table_controller.watching.face_down import TableExchange
from table_controller.watching.telling import Question, Telling, Watching
from table_controller.watching.tile_words import TileWords
from table_controller.watching.zones import Seen, layout_from
from tests.bench.watch.hands import ANSWER_S, SEED, HandCount, Kind, figures, report
from tests.bench.watch.looks import KeptHand, kept_hands
from tests.bench.watch.plans import Play, plays_of
from tests.bench.watch.slips import Slip
from vision.table.sighting import Settled

AFTER_S = 8.0
"""Seconds that pass after the last look, so that what waits is told or asked."""
WORDS = 20
"""So many words one look may bring. Only keeps a fault from running for ever."""
REPLACING = (Slip.TWICE, Slip.FOREIGN, Slip.TAKE_BACK, Slip.EXTRA)
"""Slips in which another card lies there than is played in the end: whoever is asked then says which."""


@dataclass
class _Anew:
    """One hand's looks told by stories, to the real engine, with somebody who answers after ANSWER_S."""

    hand: KeptHand
    state: State = INITIAL
    watching: Watching = field(default_factory=Watching)
    findings: Counter[tuple[str, int, int | None]] = field(default_factory=Counter)
    asked: int = 0
    said: list[str] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    _tiles: TileWords = field(default_factory=TileWords)
    _exchange: TableExchange = field(default_factory=TableExchange)
    _open: list[tuple[float, QuestionAsked]] = field(default_factory=list)
    _whose: dict[int, tuple[float, Question]] = field(default_factory=dict)
    _seen: Seen | None = None

    def run(self) -> HandCount:
        """What was told against what was due."""
        words = list(self.hand.said)
        for at, settled in self._ticks():
            while words and words[0][0] <= at:
                self._hear(as_asked_here(words.pop(0)[1], self.state), at)
            self._answer(at)
            if settled is not None:
                self._see(Seen(settled, self.hand.mat), at)
            self._tell(at)
        return self._counted()

    def _ticks(self) -> Iterator[tuple[float, Settled | None]]:
        yield from self.hand.looks
        end = self.hand.looks[-1][0]
        yield from ((end + tenth / 10, None) for tenth in range(1, int(AFTER_S * 10)))

    def _see(self, seen: Seen, at: float) -> None:
        self._seen = seen
        layout = layout_from(seen.settled, seen.mat.seats)
        if self.state.phase is Phase.DEAL and unexplained.deal_is_done(self.state, layout):
            self._hear(i.DealDone(), at)
        for _ in range(WORDS):
            word = self._tiles.next_word(seen, self.state) or self._exchange.next_word(seen, self.state)
            if word is None or not self._hear(word, at):
                break
        plain = self._exchange.without_kitty(seen, self.state)
        assert isinstance(plain, Seen)
        self.watching.see(plain, self.state)

    def _tell(self, at: float) -> None:
        for _ in range(WORDS):
            word = self.watching.next_word(self.state, at)
            if isinstance(word, Question):
                self._wonder(word, at)
                return
            if not isinstance(word, Telling) or not self._hear(word.input, at):
                return
            self.watching.told(word, self.state)

    def _wonder(self, question: Question, at: float) -> None:
        if question.mark not in self._whose:
            self._whose[question.mark] = (at + ANSWER_S, question)
            self.asked += 1
            self.said.append(f"{at:.1f} s: asked whose mark {question.mark} is: {question.seat} or {question.other}")

    def _hear(self, word: i.Input, at: float) -> bool:
        try:
            events = decide(self.state, word)
        except NotNow:
            return False
        for event in events:
            self.state = apply(self.state, event)
            self._note(event, at)
        return bool(events)

    def _note(self, event: Event, at: float) -> None:
        if isinstance(event, FindingRaised):
            found = event.finding
            self.findings[found.code.value, found.seat, found.trick] += 1
            self.said.append(f"{at:.1f} s: {found.text}")
        elif isinstance(event, QuestionAsked):
            self.asked += 1
            self._open.append((at + ANSWER_S, event))
            self.said.append(f"{at:.1f} s: asked about mark {event.mark} of seat {event.seat}")
        elif isinstance(event, CardPlayed):
            rests = [t for t, face in self.hand.rests if face == event.card.text and t <= at]
            self.late += [at - max(rests)] if rests else []

    def _answer(self, at: float) -> None:
        due, self._open = [q for t, q in self._open if t <= at], [(t, q) for t, q in self._open if t > at]
        for question in due:
            card = self._true_card(question)
            if card is not None and self.state.phase is Phase.PLAY:
                self._hear(i.AnswerQuestion(question.mark, Card.parse(card)), at)
        for mark, (when, whose) in list(self._whose.items()):
            if when <= at < when + 0.2:
                self.watching.answered(whose, self._true_seat(mark, whose))

    def _true_card(self, question: QuestionAsked) -> str | None:
        """What a person says: the card that lies there, or that was played in the end."""
        truth = {(seat, trick): card for seat, card, trick in self.hand.due.plays}.get((question.seat, question.trick))
        sightings = self._seen.settled.sightings if self._seen is not None else ()
        lies = any(each.mark == question.mark for each in sightings)
        if not lies or self.hand.slip not in REPLACING:
            return truth
        first = next(t for t, s in self.hand.looks if s and any(each.mark == question.mark for each in s.sightings))
        faces = [face for face, seat in self._lying(first) if seat == question.seat and face not in ("??", "back")]
        return faces[-1] if faces else truth

    def _lying(self, at: float) -> tuple[tuple[str, int], ...]:
        return next((faces for t, faces in reversed(self.hand.lying) if t <= at), ())

    def _true_seat(self, mark: int, question: Question) -> int:
        sightings = self._seen.settled.sightings if self._seen is not None else ()
        face = next((str(each.face) for each in sightings if each.mark == mark), "")
        seats = [seat for seat, card, _ in self.hand.due.plays if card == face]
        return next((seat for seat in reversed(seats) if seat in (question.seat, question.other)), question.seat)

    def _counted(self) -> HandCount:
        due, told = Counter(self.hand.due.plays), Counter[Play](plays_of(self.state))
        wrong, lost = told - due, due - told
        missed, false = self.hand.due.findings - self.findings, self.findings - self.hand.due.findings
        what = [f"told {each}" for each in wrong.elements()] + [f"not told {each}" for each in lost.elements()]
        what += [f"missed {each}" for each in missed.elements()] + [f"false {each}" for each in false.elements()]
        old = self.hand.counted
        asked = max(0, self.asked - self.hand.due.questions)
        return HandCount(
            old.number, old.seed, old.rules, old.slip, old.plays, max(wrong.total(), lost.total()), asked,
            self.hand.due.questions, missed.total(), false.total(), tuple(self.late),
            tuple([*what, *self.said] if what or asked else ()), 0.0,
        )  # fmt: skip


def told_anew(hand: KeptHand) -> HandCount:
    """One hand's looks told by stories, counted as the service's are."""
    return _Anew(hand).run()


def main() -> None:
    """Tells the hands anew and prints both counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.watch.told_anew", description=__doc__)
    parser.add_argument("folder", type=Path, help="where looks are kept")
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--kind", choices=[kind.name.lower() for kind in Kind], default="usual")
    told = parser.parse_args()
    old, new = [], []
    numbers = range(told.first, told.first + told.hands)
    for hand in kept_hands(told.folder, numbers, told.seed, Kind[told.kind.upper()]):
        old.append(hand.counted)
        new.append(told_anew(hand))
        report(new[-1])
    for name, counts in (("service", old), ("stories", new)):
        print(name)
        for key, value, unit, _ in figures(counts):
            print(f"  {key:32} {value:10.1f} {unit}")


if __name__ == "__main__":
    main()
