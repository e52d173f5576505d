"""`python -m tests.bench.watch --hands N`: generated hands filmed and watched, as the bench's `watch` part.

Hand k of a seed is the same on every machine: its plan by bench_plans, its table, deck, light, camera and manners by
bench_film. Each hand's counts are a line of a file, so that a run cut off goes on where it stopped, and several may
share the work. With --films what is drawn is kept, and the next run only has to watch.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path

from engine.cards import Card
from engine.events import CardPlayed, Event, FindingRaised, QuestionAsked
from engine.inputs import AnswerQuestion, Input
from engine.places import Place
from hardware.cameras.frames import Picture
from table_controller.match.eventlog import EventLog
from table_controller.match.playback import RATE
from table_controller.match.referee import CardIsOf, Look, Referee, Wish
from table_controller.watching.eyes import Eyes, copies_in
from table_controller.watching.moments import Moment
from table_controller.watching.telling import Question
from table_controller.watching.zones import Seen
from tests.bench.watch.film import drawn, kept, moments_of, out_of_sight
from tests.bench.watch.plans import Due, Play, planned, plays_of
from tests.bench.watch.slips import Broken, Slip
from tests.bench.watch.tables import restless_table_of, table_of, unlike_table_of, with_tiles
from vision.reading.reader import Reader
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.restless import film_restless
from vision.workshop.studio.people.script import film_hand
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.table import Stage

SEED = 20260
ANSWER_S = 2.0
"""Seconds after which somebody at the table answers a question that the camera has not settled itself."""
AFTER_S = 8.0
"""Seconds that pass after the last picture, so that what is in doubt is asked and answered."""
RESULTS = Path("build/bench_watch.jsonl")


class Kind(Enum):
    """What kind of tables and people are filmed; the value is the file that their counts are kept in."""

    USUAL = "bench_watch.jsonl"
    UNLIKE = "bench_unlike.jsonl"
    RESTLESS = "bench_restless.jsonl"


@dataclass(frozen=True, slots=True)
class HandCount:
    """One hand: what was told against what was due. `late_s`: from a card at rest to its play told, at 10 a second.

    `waited`: cards of which nobody knew for ANSWER_S whose they were, so that a person would have been needed.
    """

    number: int
    seed: int
    rules: str
    slip: str
    plays: int
    wrong: int
    asked: int
    due_questions: int
    missed: int
    false: int
    late_s: tuple[float, ...]
    wrong_what: tuple[str, ...]
    cpu_s: float
    waited: int = 0


# -- one hand -------------------------------------------------------------------------------------------------


def filmed(number: int, seed: int, kind: Kind) -> tuple[Reel, Stage, Due, Slip]:
    """Hand `number` of the seed as shots, the table to draw them on, what is due, and what goes wrong in it."""
    plan, due, slip = planned(number, seed)
    plan = with_tiles(plan, number) if kind is Kind.UNLIKE else plan
    manner, stage = TABLES[kind](number, seed, len(plan.names))
    assert stage.mat is not None
    film = film_restless if kind is Kind.RESTLESS else film_hand
    return film(plan, stage.mat, manner, seed + number), stage, due, slip


TABLES = {Kind.USUAL: table_of, Kind.UNLIKE: unlike_table_of, Kind.RESTLESS: restless_table_of}


@dataclass
class Notes:
    """What the eyes saw of one hand, picture by picture, and what people said; for whoever watches it once more."""

    looks: list[tuple[float, Seen | None]] = field(default_factory=list)
    said: list[tuple[float, Input]] = field(default_factory=list)

    def noting(self, look: Look) -> Look:
        """The same look, noted."""

        def noted(image: Picture, at: float) -> Seen | None:
            seen = look(image, at)
            self.looks.append((at, seen))
            return seen

        return noted


def watch_hand(
    number: int,
    seed: int,
    reader: Reader,
    films: Path | None = None,
    kind: Kind = Kind.USUAL,
    notes: Notes | None = None,
) -> HandCount:
    """Films hand `number` of the seed, or takes the film from the folder `films`, watches it, and counts."""
    began = time.process_time()
    reel, stage, due, slip = filmed(number, seed, kind)
    plan = reel.plan
    assert stage.mat is not None
    eyes = Eyes(reader, stage.mat, copies=copies_in(plan.rules))
    watched = Watched(due, slip, rests_of(reel, stage.camera), reel.landing.manner.rate)
    notes = notes or Notes()
    pictures = drawn(reel, stage) if films is None else kept(reel, stage, films / f"{seed}-{number:04}.zip")
    plays = refereed(notes.noting(eyes.look), moments_of(reel, pictures), watched, notes)
    return watched.counted(number, seed, plan.rules, plays, time.process_time() - began)


def refereed(look: Look, moments: Iterable[Moment], watched: Watched, notes: Notes) -> tuple[Play, ...]:
    """The moments given to a referee, with somebody who answers what it asks; the plays that it took in."""
    with tempfile.TemporaryDirectory() as folder, EventLog(Path(folder) / "match-0001.jsonl") as log:
        referee = Referee(log, look, lambda state, number: None, lambda: "")
        for moment in _and_time_to_answer(moments):
            notes.said += [(moment.at, moment.said)] if moment.said is not None else []
            for word in watched.answers(moment.at, notes.looks):
                referee.wishes.put(Wish(word))
            before = len(log.entries)
            started = time.process_time()
            referee.tick(moment)
            watched.told([e for entry in log.entries[before:] for e in entry.events], moment.at,
                         time.process_time() - started)  # fmt: skip
            watched.whose(referee.asking.whose, moment.at)
        return plays_of(referee.state)


def _and_time_to_answer(moments: Iterable[Moment]) -> Iterator[Moment]:
    """The moments, and time enough for what is in doubt to be asked and answered."""
    moment = None
    for moment in moments:
        yield moment
    if moment is not None:
        end = moment.at
        yield from (Moment(end + tenth / RATE) for tenth in range(1, int(AFTER_S * RATE)))


def rests_of(reel: Reel, camera: Camera) -> list[tuple[float, str]]:
    """When, in seconds, each card newly came to rest, and its face.

    A card that an idle hand hides rests, for those who watch, once it is seen.
    """
    rests: list[tuple[float, str]] = []
    lying: set[tuple[str, Place]] = set()
    for shot in reel.shots:
        if not shot.moving:
            hidden = out_of_sight(shot, camera)
            keys = [(str(item.card.face), item.place) for item in shot.lying]
            now = {key for k, key in enumerate(keys) if key in lying or k not in hidden}
            rests += [(shot.t, face) for face, _ in now - lying]
            lying = now
    return rests


class Watched:
    """Keeps what is told of one hand against what is due, and answers as somebody at the table would."""

    def __init__(self, due: Due, slip: Slip, rests: Sequence[tuple[float, str]], rate: float = RATE) -> None:
        """`rests`: when each face came to rest, in seconds; `rate`: pictures a second."""
        self._due, self._slip, self._rests, self._rate = due, slip, rests, rate
        self._findings: Counter[Broken] = Counter()
        self._said: list[str] = []
        self._questions: list[tuple[float, QuestionAsked]] = []
        self._whose: dict[int, tuple[float, Question]] = {}
        self._asked = 0
        self._late: list[float] = []

    def told(self, events: list[Event], at: float, took: float) -> None:
        """Take in the events of one tick at `at` seconds, which took so many seconds of CPU."""
        for event in events:
            if isinstance(event, FindingRaised):
                found = event.finding
                self._findings[found.code.value, found.seat, found.trick] += 1
                self._said.append(f"{at:.1f} s: {found.text}")
            elif isinstance(event, QuestionAsked):
                self._asked += 1
                self._questions.append((at + ANSWER_S, event))
                self._said.append(f"{at:.1f} s: asked about mark {event.mark} of seat {event.seat}")
            elif isinstance(event, CardPlayed):
                rest = [t for t, face in self._rests if face == event.card.text and t <= at]
                if rest and self._rate == RATE:
                    self._late.append(at + took - max(rest))

    def whose(self, questions: Sequence[Question], at: float) -> None:
        """Take in whose cards are asked about at `at` seconds; each counts once."""
        for each in questions:
            if each.mark not in self._whose:
                self._asked += 1
                self._said.append(f"{at:.1f} s: asked whose mark {each.mark} is: {each.seat} or {each.other}")
        known = self._whose
        self._whose = {each.mark: known.get(each.mark, (at + ANSWER_S, each)) for each in questions}

    def answers(self, at: float, looks: Sequence[tuple[float, Seen | None]]) -> Iterator[Input | CardIsOf]:
        """What a person at the table answers by now: which card an open question's play was, and whose one is."""
        due, self._questions = [q for t, q in self._questions if t <= at], [
            (t, q) for t, q in self._questions if t > at
        ]  # fmt: skip
        truth = {(seat, trick): card for seat, card, trick in self._due.plays}
        for question in due:
            if (question.seat, question.trick) in truth:
                yield AnswerQuestion(question.mark, Card.parse(truth[question.seat, question.trick]))
        for when, whose in self._whose.values():
            if when <= at:
                yield CardIsOf(whose.mark, self._true_seat(whose, looks))

    def _true_seat(self, question: Question, looks: Sequence[tuple[float, Seen | None]]) -> int:
        face = next((found for _, seen in reversed(looks) if seen and (found := _face_of(seen, question.mark))), "")
        seats = [seat for seat, card, _ in self._due.plays if card == face]
        return next((seat for seat in reversed(seats) if seat in (question.seat, question.other)), question.seat)

    def counted(self, number: int, seed: int, rules: str, plays: tuple[Play, ...], cpu_s: float) -> HandCount:
        """The counts, when the hand is over and these plays were taken in."""
        due, told = Counter(self._due.plays), Counter(plays)
        wrong, lost = told - due, due - told
        missed, false = self._due.findings - self._findings, self._findings - self._due.findings
        what = [f"told {each}" for each in wrong.elements()] + [f"not told {each}" for each in lost.elements()]
        what += [f"missed {each}" for each in missed.elements()] + [f"false {each}" for each in false.elements()]
        asked = max(0, self._asked - self._due.questions)
        return HandCount(
            number, seed, rules, self._slip.value, len(self._due.plays), max(wrong.total(), lost.total()), asked,
            self._due.questions, missed.total(), false.total(), tuple(round(s, 3) for s in self._late),
            tuple([*what, *self._said] if what or asked else ()), round(cpu_s, 1),
        )  # fmt: skip


def _face_of(seen: Seen, mark: int) -> str:
    return next((str(each.face) for each in seen.settled.sightings if each.mark == mark), "")


# -- runs -----------------------------------------------------------------------------------------------------


def watch_hands(
    hands: range,
    seed: int,
    results: Path,
    progress: Callable[[HandCount], None],
    films: Path | None = None,
    kind: Kind = Kind.USUAL,
) -> list[HandCount]:
    """The counts of these hands: those in the results file already, and the others watched now and added to it."""
    known = {each.number: each for each in read_results(results) if each.seed == seed}
    reader: Reader | None = None
    results.parent.mkdir(parents=True, exist_ok=True)
    for number in hands:
        if number in known:
            continue
        reader = reader or Reader.load()
        counted = watch_hand(number, seed, reader, films, kind)
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(counted)) + "\n")
        known[number] = counted
        progress(counted)
    return [known[number] for number in hands]


def read_results(path: Path) -> list[HandCount]:
    """What earlier runs wrote; a line torn by a cut is left out."""
    found = []
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        try:
            raw = json.loads(line)
        except ValueError:
            continue
        found.append(HandCount(**raw | {"late_s": tuple(raw["late_s"]), "wrong_what": tuple(raw["wrong_what"])}))
    return found


def figures(counts: list[HandCount]) -> Iterator[tuple[str, float, str, str]]:
    """The bench's figures of so many hands: key, value, unit, meaning."""
    late = sorted(seconds for each in counts for seconds in each.late_s)
    slips = sum(each.slip != "none" for each in counts)
    yield "watch.hands", len(counts), "", f"generated hands filmed and watched, {slips} with an irregularity"
    yield "watch.plays", sum(each.plays for each in counts), "", "cards played in them"
    yield "watch.wrong", sum(each.wrong for each in counts), "", "plays told otherwise, or not at all"
    yield "watch.asked", sum(each.asked for each in counts), "", "cards asked about without good ground (1 in 200)"
    yield "watch.findings_missed", sum(each.missed for each in counts), "", "broken rules not found"
    yield "watch.findings_false", sum(each.false for each in counts), "", "accusations without ground"
    if late:
        meaning = "a card at rest to its play told, 95th percentile, at 10 frames a second (budget 600)"
        yield "watch.rest_to_event_p95_ms", late[int(0.95 * (len(late) - 1))] * 1000, "ms", meaning


def report(each: HandCount) -> None:
    """Says on stderr how a hand went, and what was wrong with it."""
    line = f"hand {each.number} {each.rules} {each.slip}: {each.plays} plays, {each.wrong} wrong, {each.asked} asked"
    print(f"{line}, {each.missed} missed, {each.false} false, {each.cpu_s} s", file=sys.stderr, flush=True)
    for what in each.wrong_what:
        print(f"    {what}", file=sys.stderr, flush=True)


def main() -> None:
    """Watches hands and prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.watch", description=__doc__)
    parser.add_argument("--hands", type=int, default=10, help="so many hands (300 for the whole proof)")
    parser.add_argument("--first", type=int, default=0, help="from this one on")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--results", type=Path, help="the file that counts are kept in, to go on from")
    parser.add_argument("--films", type=Path, help="keep what is drawn in this folder (50 MB a hand)")
    parser.add_argument("--unlike", action="store_true", help="tables unlike those that the program was tuned on")
    parser.add_argument("--restless", action="store_true", help="people and light that never hold still")
    told = parser.parse_args()
    kind = Kind.UNLIKE if told.unlike else Kind.RESTLESS if told.restless else Kind.USUAL
    results = told.results or Path("build") / kind.value
    hands = range(told.first, told.first + told.hands)
    counts = watch_hands(hands, told.seed, results, report, told.films, kind)
    for key, value, unit, _ in figures(counts):
        print(f"{key:32} {value:10.1f} {unit}")
