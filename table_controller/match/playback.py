"""A recording as the referee meets it: pictures and people's words in one order of time, every item numbered.

The numbers are what makes a replay safe against power cuts: the log says which items were taken, whatever the
speed. Nothing is decided here, and no picture is looked into.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from engine import wire
from engine.inputs import AnswerQuestion, Input, LoggedInput, NewMatch
from engine.play.state import State
from engine.rules.rulesets import Ruleset
from hardware.cameras.frames import RecordedFrames, RecordingFaulty
from hardware.facts import fact
from table_controller.match.first_edition import InTodaysWords
from table_controller.watching.facts import TableCode
from table_controller.watching.moments import Moment
from vision.mat.matfile import find_mat
from vision.mat.mats import A3_FOUR, Mat
from vision.reading.decks import BY_ITSELF

RATE = 10.0  # pictures a second, as a camera would give them: what holds still is given again and again


@dataclass(frozen=True, slots=True)
class Said:
    """A person's word in a recording."""

    t: float
    input: Input


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording folder, its words read and checked, its pictures not yet. `title` is for people.

    `letters` names the language of the index letters, where it is known.
    """

    folder: Path
    title: str
    rules: str
    said: tuple[Said, ...]
    mat: Mat = A3_FOUR
    letters: str = BY_ITSELF

    @property
    def source(self) -> str:
        """How logs refer to it: its name, and a digest that changes with anything that is decided on."""
        digest = hashlib.sha256((self.folder / "recording.json").read_bytes())
        digest.update(json.dumps([[said.t, wire.to_json(said.input)] for said in self.said]).encode())
        return f"{self.folder.resolve().name} {digest.hexdigest()[:12]}"

    @property
    def opens_match(self) -> bool:
        """Whether somebody in the recording begins the match."""
        return self.played_by is not None

    @property
    def played_by(self) -> Ruleset | str | None:
        """The rules of the match that somebody in the recording begins; None where nobody does."""
        return next((said.input.rules for said in self.said if isinstance(said.input, NewMatch)), None)

    def with_rules(self, rules: Ruleset | str) -> Recording:
        """The same, played by other rules."""
        said = tuple(
            replace(said, input=replace(said.input, rules=rules)) if isinstance(said.input, NewMatch) else said
            for said in self.said
        )
        return replace(self, said=said)

    def moments(self) -> Iterator[Moment]:
        """Everything in the order of time, numbered from 1; words before a picture of the same time."""
        frames = RecordedFrames(self.folder, rate=RATE)
        waiting = list(self.said)
        number = 0
        for frame in frames:
            while waiting and waiting[0].t <= frame.t:
                said = waiting.pop(0)
                yield Moment(said.t, number := number + 1, said=said.input)
            yield Moment(frame.t, number := number + 1, image=frame.image)
        for said in waiting:
            yield Moment(said.t, number := number + 1, said=said.input)


def as_asked_here(said: Input, state: State) -> Input:
    """A person's word with the mark that the one open question has here, if it answers a question by another mark.

    In a recording that was cut out of a match marks count anew.
    """
    marks = [question.mark for question in state.hand.questions] if state.hand is not None else []
    if not isinstance(said, AnswerQuestion) or said.mark in marks or len(marks) != 1:
        return said
    return replace(said, mark=marks[0])


def bundled(name: str) -> Path | None:
    """The folder of a recording that comes with the program."""
    folder = Path(str(resources.files("table_controller"))) / "recordings" / name
    return folder if (folder / "recording.json").is_file() else None


def load_recording(source: str | Path) -> Recording:
    """Reads a recording by its folder, or by the name of a bundled one; raises RecordingFaulty."""
    folder = Path(source)
    if not folder.is_dir():
        folder = bundled(str(source)) or folder
    if not folder.is_dir():
        raise RecordingFaulty(fact(TableCode.PLAY_NONE, source=str(source)))
    RecordedFrames(folder)  # refuses an empty or broken list at once
    facts = json.loads((folder / "recording.json").read_text("utf-8"))
    title, rules = str(facts.get("title", folder.name)), str(facts.get("rules", "iowa_standard"))
    try:
        mat = find_mat(str(facts.get("mat", A3_FOUR.name)), folder)
    except ValueError as fault:
        raise RecordingFaulty(
            fact(TableCode.PLAY_MAT, place=str(folder / "recording.json"), reason=str(fault))
        ) from fault
    letters = str(facts.get("letters", BY_ITSELF))
    return Recording(folder, title, rules, _read_said(folder / "inputs.jsonl"), mat, letters)


def _read_said(path: Path) -> tuple[Said, ...]:
    if not path.exists():
        return ()
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise RecordingFaulty(fact(TableCode.PLAY_UNREADABLE, place=str(path), reason=str(fault))) from fault
    said = [_parse_said(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    anew = InTodaysWords()
    return tuple(Said(t, word) for t, told in sorted(said, key=lambda each: each[0]) for word in anew(told))


def _parse_said(path: Path, number: int, line: str) -> tuple[float, LoggedInput]:
    try:
        fields = json.loads(line)
        word = wire.from_json(fields["input"])
        if not isinstance(word, LoggedInput):
            raise ValueError(f"{fields['input']['kind']} is nothing a person can say")
        return float(fields["t"]), word
    except KeyError as fault:
        raise RecordingFaulty(fact(TableCode.PLAY_LACKS, place=str(path), line=number, lacks=str(fault))) from fault
    except (TypeError, ValueError) as fault:
        reason = str(fault).rstrip(".")
        raise RecordingFaulty(fact(TableCode.PLAY_LINE, place=str(path), line=number, reason=reason)) from fault


def paced(
    moments: Iterator[Moment],
    speed: float,
    taken: int = 0,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], object] = time.sleep,
) -> Iterator[Moment]:
    """The same moments at the pace of play, `speed` times as fast; items up to `taken` come at once."""
    began: float | None = None
    for moment in moments:
        if (moment.item or 0) > taken:
            began = clock() - moment.at / speed if began is None else began
            early = began + moment.at / speed - clock()
            if early > 0:
                wait(early)
        yield moment
