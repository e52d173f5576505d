"""`python -m table_controller.bench_watch --hands N`: generated hands filmed and watched, as the bench's `watch` part.

Hand k of a seed is the same on every machine: its plan by bench_plans, its table, deck, light, camera and manners drawn
from the seed. Frames go from the studio to the eyes without touching the disk. Each hand's counts are a line of a
file, so that a run cut off goes on where it stopped, and several may share the work.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine import wire
from engine.cards import Card
from engine.events import CardPlayed, Event, FindingRaised, QuestionAsked
from engine.inputs import AnswerQuestion, Input
from table_controller.bench_plans import Broken, Due, Play, planned, plays_of
from table_controller.eventlog import EventLog
from table_controller.eyes import Eyes, copies_in
from table_controller.playback import RATE, Moment
from table_controller.referee import Referee, Wish
from vision.mat import MATS, Mat
from vision.reader import Reader
from vision.studio.camera import Camera
from vision.studio.decks import STYLES
from vision.studio.film import Exposure, Light, Sensor, to_jpeg
from vision.studio.grounds import GROUNDS
from vision.studio.ink import Picture
from vision.studio.landing import Manner
from vision.studio.recipes import overhead
from vision.studio.recording import BUMP
from vision.studio.reel import Reel
from vision.studio.script import film_hand
from vision.studio.shots import Shot
from vision.studio.table import Stage
from vision.studio.things import Cup

SEED = 20260
ANSWER_S = 2.0
"""Seconds after which somebody at the table answers a question that the camera has not settled itself."""
DRAFT, FAST = 0.25, 4.0
"""Frames in which a hand or a card moves by more than FAST mm while the shutter is open are drawn at this scale."""
RESULTS = Path("build/bench_watch.jsonl")


@dataclass(frozen=True, slots=True)
class Counted:
    """One hand: what was told against what was due. `late_s`: from a card at rest to its play told, at 10 a second."""

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


# -- the table it is played on --------------------------------------------------------------------------------


def table_of(number: int, seed: int, seats: int) -> tuple[Manner, Stage]:
    """Deck, ground, light, camera and manners of a hand, drawn from the seed."""
    rng = np.random.default_rng((seed, number, 7))
    mat = MATS[f"{'a3' if rng.random() < 0.75 else rng.choice(['a2', 'tabloid', 'letter'])}-{seats}"]
    decks = sorted(name for name, style in STYLES.items() if style.language == "english")
    manner = Manner(
        tilt=25.0,
        wild=float(rng.uniform(0.05, 0.3)),
        beyond=float(rng.choice([15.0, 30.0, 50.0])),
        overlap=float(rng.choice([0.3, 0.45, 0.6])),
        bend=float(rng.uniform(0, 4)),
        inwards=float(rng.uniform(5, 30)),
        stills=int(rng.integers(4, 7)),
        pause=float(rng.uniform(0.2, 0.5)),
        bump_after=int(rng.integers(1, 5)) if rng.random() < 0.3 else None,
        lamp_after=int(rng.integers(1, 5)) if rng.random() < 0.3 else None,
        cups=_cups(mat, rng),
        resting=bool(rng.random() < 0.25),
        rate=float(rng.choice([5.0, 10.0, 10.0, 10.0, 20.0, 30.0])),
        lost=float(rng.choice([0.0, 0.03, 0.08])),
        doubled=float(rng.choice([0.0, 0.03, 0.08])),
        auto_exposure=float(rng.choice([0.0, 0.0, 0.5, 0.8])),
    )
    stage = Stage(
        STYLES[str(rng.choice(decks))], str(rng.choice(sorted(GROUNDS))), int(rng.integers(1, 60)), _camera(mat, rng),
        _light(rng), Sensor(float(rng.uniform(0.6, 0.95)), float(rng.uniform(0.8, 2.4)), float(rng.uniform(0.5, 1.6)),
                            quality=int(rng.integers(60, 85))), mat,
    )  # fmt: skip
    return manner, stage


def _cups(mat: Mat, rng: np.random.Generator) -> tuple[Cup, ...]:
    """Cups beyond the mat's corners, where nobody plays."""
    width, height = mat.size
    corners = [(-115.0, -35.0), (width + 115.0, -35.0), (-115.0, height + 45.0), (width + 115.0, height + 45.0)]
    chosen = rng.permutation(4)[: int(rng.integers(0, 3))]
    free = [corners[k] for k in chosen if mat.place_at(*corners[k]) == "outside"]
    return tuple(Cup(x, y, float(rng.uniform(30, 38)), float(rng.uniform(70, 120))) for x, y in free)


def _camera(mat: Mat, rng: np.random.Generator) -> Camera:
    above = overhead(mat, Camera())
    x, y, height = above.place
    place = x + float(rng.normal(0, 35)), y + float(rng.normal(0, 45)), height * float(rng.uniform(0.98, 1.06))
    return replace(above, place=place, roll_deg=float(rng.normal(0, 2)), barrel=float(rng.uniform(0, 0.03)))


def _light(rng: np.random.Generator) -> Light:
    cast = tuple(float(v) for v in rng.uniform(0.88, 1.1, 3))
    return Light(
        level=float(rng.uniform(0.6, 0.95)), lamp=(float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.9))),
        lamp_gain=float(rng.uniform(0.1, 0.5)), slope=(float(rng.normal(0, 0.1)), float(rng.normal(0, 0.1))),
        cast=(cast[0], cast[1], cast[2]), vignette=float(rng.uniform(0.1, 0.28)),
        shade=(float(rng.uniform(-0.7, 0.7)), float(rng.uniform(-0.7, 0.7))),
        gloss=float(rng.choice([0.0, 0.25, 0.45])), gloss_at=(float(rng.uniform(60, 360)), float(rng.uniform(40, 250))),
    )  # fmt: skip


# -- film and watch -------------------------------------------------------------------------------------------


def moments_of(reel: Reel, stage: Stage) -> Iterator[Moment]:
    """The reel as a camera gives it, words before a picture of the same time; what holds still is given again."""
    home, light, waiting, image = stage.camera, stage.light, list(reel.inputs), None
    draft = _draft(stage)
    exposure = Exposure(reel.landing.manner.auto_exposure)
    for k, shot in enumerate(reel.shots):
        while waiting and waiting[0][0] <= shot.t:
            t, told = waiting.pop(0)
            yield Moment(t, said=_input(told))
        camera = home.bumped(*BUMP) if shot.bumped else home
        stage.camera, draft.camera = camera, camera.scaled(DRAFT)
        stage.light = draft.light = replace(light, level=light.level * shot.light * exposure.gain)
        if image is None or not shot.doubled:
            picture = _larger(draft.photograph(shot.scene), camera) if _is_fast(shot) else stage.photograph(shot.scene)
            exposure.follow(float(picture.mean()))
            data = np.frombuffer(to_jpeg(picture, stage.sensor.quality), np.uint8)
            image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        end = reel.shots[k + 1].t if k + 1 < len(reel.shots) else shot.t + 0.5
        for n in range(max(1, int((end - shot.t) * RATE + 1e-6))):
            yield Moment(shot.t + n / RATE, image=image)
    stage.camera, stage.light = home, light


def _draft(stage: Stage) -> Stage:
    """The same table for frames in which something moves fast: nobody reads those, they only have to differ."""
    sensor = replace(stage.sensor, blur=stage.sensor.blur * DRAFT)
    return Stage(stage.deck, stage.ground, stage.seed, stage.camera.scaled(DRAFT), stage.light, sensor, stage.mat)


def _is_fast(shot: Shot) -> bool:
    swings = [mover.swing for mover in shot.scene.moving] + [limb.swing for limb in shot.scene.limbs]
    return any(np.hypot(*swing) > FAST for swing in swings)


def _larger(picture: Picture, camera: Camera) -> Picture:
    return np.asarray(cv2.resize(picture, camera.size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _input(told: dict[str, Any]) -> Input:
    word = wire.from_json(told)
    assert isinstance(word, Input)
    return word


def watch_hand(number: int, seed: int, reader: Reader, note: Callable[[str], None] = lambda _: None) -> Counted:
    """Films hand `number` of the seed, watches it, and counts. `note` is told what was wrong, in words."""
    began = time.process_time()
    plan, due, slip = planned(number, seed)
    manner, stage = table_of(number, seed, len(plan.names))
    assert stage.mat is not None
    reel = film_hand(plan, stage.mat, manner, seed + number)
    eyes = Eyes(reader, stage.mat, copies=copies_in(plan.rules))
    watched = _Watched(due, reel)
    with tempfile.TemporaryDirectory() as folder, EventLog(Path(folder) / "match-0001.jsonl") as log:
        referee = Referee(log, eyes.look, lambda state, number: None, lambda: "")
        for moment in moments_of(reel, stage):
            for word in watched.answers(moment.at):
                referee.wishes.put(Wish(word))
            before = len(log.entries)
            started = time.process_time()
            referee.tick(moment)
            watched.told([e for entry in log.entries[before:] for e in entry.events], moment.at,
                         time.process_time() - started)  # fmt: skip
        plays = plays_of(referee.state)
    counted = watched.counted(number, seed, plan.rules, slip.value, plays, time.process_time() - began)
    for line in counted.wrong_what:
        note(f"hand {number} ({plan.rules}, {slip.value}): {line}")
    return counted


class _Watched:
    """Keeps what is told of one hand against what is due."""

    def __init__(self, due: Due, reel: Reel) -> None:
        self._due = due
        self._rate = reel.landing.manner.rate
        self._rests: list[tuple[float, str]] = []  # when a card newly came to rest, and its face
        lying: set[tuple[str, str]] = set()
        for shot in reel.shots:
            if not shot.moving:
                now = {(str(item.card.face), item.place) for item in shot.lying}
                self._rests += [(shot.t, face) for face, _ in now - lying]
                lying = now
        self._findings: Counter[Broken] = Counter()
        self._said: list[str] = []
        self._questions: list[tuple[float, QuestionAsked]] = []
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
                self._said.append(f"{at:.1f} s: asked about mark {event.mark} of seat {event.seat}, {event.place}")
            elif isinstance(event, CardPlayed):
                rest = [t for t, face in self._rests if face == event.card.text and t <= at]
                if rest and self._rate == RATE:
                    self._late.append(at + took - max(rest))

    def answers(self, at: float) -> list[Input]:
        """What a person at the table answers by now: which card an open question's play was."""
        due, self._questions = [q for t, q in self._questions if t <= at], [
            (t, q) for t, q in self._questions if t > at
        ]  # fmt: skip
        truth = {(seat, trick): card for seat, card, trick in self._due.plays}
        return [
            AnswerQuestion(q.mark, Card.parse(truth[q.seat, q.trick])) for q in due if (q.seat, q.trick) in truth
        ]  # fmt: skip

    def counted(self, number: int, seed: int, rules: str, slip: str, plays: tuple[Play, ...], cpu_s: float) -> Counted:
        due, told = Counter(self._due.plays), Counter(plays)
        wrong, lost = told - due, due - told
        missed, false = self._due.findings - self._findings, self._findings - self._due.findings
        what = [f"told {each}" for each in wrong.elements()] + [f"not told {each}" for each in lost.elements()]
        what += [f"missed {each}" for each in missed.elements()] + [f"false {each}" for each in false.elements()]
        asked = max(0, self._asked - self._due.questions)
        return Counted(
            number, seed, rules, slip, len(self._due.plays), max(wrong.total(), lost.total()), asked,
            self._due.questions, missed.total(), false.total(), tuple(round(s, 3) for s in self._late),
            tuple([*what, *self._said] if what or asked else ()), round(cpu_s, 1),
        )  # fmt: skip


# -- runs -----------------------------------------------------------------------------------------------------


def watch_hands(hands: range, seed: int, results: Path, progress: Callable[[Counted], None]) -> list[Counted]:
    """The counts of these hands: those in the results file already, and the others watched now and added to it."""
    known = {each.number: each for each in read_results(results) if each.seed == seed}
    reader: Reader | None = None
    results.parent.mkdir(parents=True, exist_ok=True)
    for number in hands:
        if number in known:
            continue
        reader = reader or Reader.load()
        counted = watch_hand(number, seed, reader)
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(counted)) + "\n")
        known[number] = counted
        progress(counted)
    return [known[number] for number in hands]


def read_results(path: Path) -> list[Counted]:
    """What earlier runs wrote; a line torn by a cut is left out."""
    found = []
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        try:
            raw = json.loads(line)
        except ValueError:
            continue
        found.append(Counted(**raw | {"late_s": tuple(raw["late_s"]), "wrong_what": tuple(raw["wrong_what"])}))
    return found


def figures(counts: list[Counted]) -> Iterator[tuple[str, float, str, str]]:
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


def report(each: Counted) -> None:
    """Says on stderr how a hand went, and what was wrong with it."""
    line = f"hand {each.number} {each.rules} {each.slip}: {each.plays} plays, {each.wrong} wrong, {each.asked} asked"
    print(f"{line}, {each.missed} missed, {each.false} false, {each.cpu_s} s", file=sys.stderr, flush=True)
    for what in each.wrong_what:
        print(f"    {what}", file=sys.stderr, flush=True)


def main() -> None:
    """Watches hands and prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m table_controller.bench_watch", description=__doc__)
    parser.add_argument("--hands", type=int, default=10, help="so many hands (300 for the whole proof)")
    parser.add_argument("--first", type=int, default=0, help="from this one on")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--results", type=Path, default=RESULTS)
    told = parser.parse_args()

    counts = watch_hands(range(told.first, told.first + told.hands), told.seed, told.results, report)
    for key, value, unit, _ in figures(counts):
        print(f"{key:32} {value:10.1f} {unit}")


if __name__ == "__main__":
    main()
