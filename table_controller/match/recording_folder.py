"""How a recording's folder is written, as `replay` plays it: pictures, what people said, what the table told.

Used for the last minute and for recordings that are made while watching; when and why is decided there. The format is
told in docs/recordings.md.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine import wire
from engine.events import Event
from engine.inputs import Input, NewMatch
from table_controller.match.eventlog import Entry
from table_controller.match.first_edition import in_todays_words
from table_controller.match.whole_files import write_whole
from table_controller.watching.last_minute import JpegFrame
from vision.mat.matfile import description
from vision.mat.mats import MATS, Mat
from vision.mat.taps import TAPS
from vision.reading.decks import DECKS

README = """Kept by Pepper Table {occasion}.

What is here: the pictures of the table camera of {seconds:.0f} seconds in which something changed, what people said or
pressed, how the match stood before, and what the table told. Nothing else was kept, and nothing has left this machine.
It is kept until somebody deletes this folder. Look at the pictures before you send it to anybody.

`pepper-table replay` with the path of this folder plays it again. Answers to the table's questions are not repeated.
"""


@dataclass(frozen=True, slots=True)
class Heard:
    """An input and what it led to, at `t` seconds by the frames' clock; `number` is the log's for it, 0 for none.

    `seen`: the camera told it, and no person.
    """

    t: float
    input: Input
    events: tuple[Event, ...] = ()
    number: int = 0
    seen: bool = False


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """Where the frames come from, as far as a replay has to know: the mat, the deck's letters, the four taps if any."""

    mat: Mat
    deck: str = ""
    taps: Path | None = None

    def facts(self, folder: Path) -> dict[str, str]:
        """What recording.json says of it; what is nobody else's is laid beside. Raises OSError."""
        known = MATS.get(self.mat.name) == self.mat
        if not known:
            (folder / "mat.json").write_text(json.dumps(description(self.mat), indent=1) + "\n", "utf-8")
        if self.taps is not None and self.taps.is_file():
            shutil.copyfile(self.taps, folder / TAPS)
        letters = {"letters": self.deck} if self.deck in DECKS else {}
        return {"mat": self.mat.name if known else "mat.json", **letters}


@dataclass(frozen=True, slots=True)
class Told:
    """What goes with a recording's pictures. `occasion`: its title, and why it was kept.

    `before`: what was put in before the first frame, so that a replay begins where the match stood; without it
    `rules` is the preset that a replay is played by. `match`: the name of its log.
    """

    occasion: tuple[str, str]
    before: tuple[Input, ...] = ()
    heard: tuple[Heard, ...] = ()
    rules: str = ""
    match: str = ""


TROUBLED = "Something was wrong", "when somebody said that something was wrong"
ASKED_FOR = "A recording of the table", "because somebody asked for a recording"


def free_folder(within: Path, kind: str) -> Path:
    """The first folder of this kind that is not there yet, as in `trouble-001`."""
    number = 1
    while (folder := within / f"{kind}-{number:03}").exists():
        number += 1
    return folder


def earlier(entries: Sequence[Entry], heard: Sequence[Heard], start: float) -> tuple[Input, ...]:
    """What the log holds of the time before `start` seconds; `heard` are the last of its decisions."""
    shown = next((each.number for each in heard if each.t >= start), len(entries) + 1)
    return tuple(in_todays_words(entry.input for entry in entries[: shown - 1]))


def write_trouble(folder: Path, frames: Iterable[JpegFrame], source: RecordedTable, told: Told) -> int:
    """Writes a recording of these frames; returns the bytes of its pictures.

    Raises ValueError without a frame, FileExistsError when the folder is there, and OSError when it can't be written.
    """
    kept = sorted(frames, key=lambda frame: frame.t)
    if not kept:
        raise ValueError("No picture has been kept: switch keeping on in the settings first.")
    folder.mkdir(parents=True, exist_ok=False)
    listed = [write_frame(folder, number, frame, kept[0].t) for number, frame in enumerate(kept, start=1)]
    write_about(folder, listed, _size(kept[0]), kept[0].t, told, source)
    return sum(len(frame.data) for frame in kept)


def write_frame(folder: Path, number: int, frame: JpegFrame, start: float) -> dict[str, Any]:
    """Writes one picture; its line in the recording's list. Raises OSError."""
    name = f"{number:04}.jpg"
    (folder / name).write_bytes(frame.data)
    return {"file": name, "t": round(frame.t - start, 3)}


def write_about(
    folder: Path, listed: Sequence[dict[str, Any]], size: Sequence[int], start: float, told: Told, source: RecordedTable
) -> None:
    """Writes all but the pictures: what was said, what was told, and the list, in place of what was written before.

    Raises OSError.
    """
    shown = [each for each in told.heard if each.t >= start]
    said = [each for each in shown if not each.seen]  # what lies there the pictures tell
    rows = [{"t": 0.0, "input": wire.to_json(word)} for word in told.before]
    rows += [{"t": round(each.t - start, 3), "input": wire.to_json(each.input)} for each in said]
    _write_lines(folder / "inputs.jsonl", rows)
    _write_lines(folder / "told.jsonl", [wire.to_json(event) for each in shown for event in each.events])
    title, occasion = told.occasion
    about = {
        "format": 1,
        "title": title,
        "rules": _rules_named([*told.before, *(each.input for each in said)]) or told.rules or "iowa_standard",
        **source.facts(folder),
        **({"match": told.match} if told.match else {}),
        "size": list(size),
        "frames": list(listed),
    }
    write_whole(folder / "recording.json", json.dumps(about, indent=1) + "\n")
    seconds = listed[-1]["t"] if listed else 0.0
    write_whole(folder / "README", README.format(occasion=occasion, seconds=seconds))


def _rules_named(words: Sequence[Input]) -> str:
    """The name of the rules of the last match begun in these words; empty where none begins."""
    begun = next((word for word in reversed(words) if isinstance(word, NewMatch)), None)
    if begun is None:
        return ""
    return begun.rules if isinstance(begun.rules, str) else begun.rules.name


def _size(frame: JpegFrame) -> list[int]:
    image = cv2.imdecode(np.frombuffer(frame.data, np.uint8), cv2.IMREAD_COLOR)
    return [int(image.shape[1]), int(image.shape[0])] if image is not None else [0, 0]


def _write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    write_whole(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
