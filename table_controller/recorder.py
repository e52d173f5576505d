"""Frames kept so that trouble can be looked at again: a recording written while watching, and the last minute's ring.

Off unless its owner asks for it: no picture is kept otherwise. What is kept is a folder as `replay` plays it, with what
people said and what the table told; a bug report is that folder. Nothing is judged here.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import wire
from engine.events import Event
from engine.inputs import Input, NewMatch, TableSeen
from hardware.cameras import Picture
from table_controller.eventlog import Entry
from vision.decks import DECKS
from vision.mat import MATS, Mat
from vision.matfile import description
from vision.taps import TAPS

TROUBLE = "trouble"
"""The folder, below the match logs, in which trouble is kept."""
QUALITY = 80
MOST_BYTES = 24_000_000
"""Of a minute's pictures no more is kept in memory than this; the oldest go first."""
ALIKE = 4.0
"""Grey levels of a small picture by which a frame must differ from the last one kept; others only last on."""
README = """Kept by Pepper Table when somebody said that something was wrong.

What is here: the pictures of the table camera of the last {seconds:.0f} seconds in which something changed, what people
said or pressed, how the match stood before, and what the table told. Nothing else was kept, and nothing has left this
machine. It is kept until somebody deletes this folder. Look at the pictures before you send it to anybody.

`pepper-table replay` with the path of this folder plays it again. Answers to the table's questions are not repeated.
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """A JPEG and its time in seconds."""

    t: float
    data: bytes


def keeping(seconds: float) -> str:
    """What is kept and for how long, in words, for the page and `doctor`."""
    if seconds <= 0:
        return "No picture is kept."
    return (
        f"The pictures of the last {seconds:.0f} seconds are kept in memory, and written to this machine's disk only "
        "when somebody says that something was wrong; they stay there until deleted, and go nowhere."
    )


class Ring:
    """The last frames in which something changed. `seconds` 0 keeps nothing. Filled by one thread, read by any."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self._guard = threading.Lock()
        self._kept: deque[Kept] = deque()
        self._bytes = 0
        self._small: NDArray[np.uint8] | None = None
        self._latest: tuple[Picture, float] | None = None

    def see(self, image: Picture, t: float) -> None:
        """Take in a frame of time `t` in seconds."""
        if self.seconds <= 0:
            return
        self._latest = image, t
        small = cv2.resize(image, (80, 45), interpolation=cv2.INTER_AREA)
        if self._small is None or float(cv2.absdiff(small, self._small).max()) > ALIKE:
            packed = _packed(image, t)
            if packed is not None:
                self._small = np.asarray(small, np.uint8)
                with self._guard:
                    self._kept.append(packed)
                    self._bytes += len(packed.data)
        with self._guard:
            self._forget(t)

    def _forget(self, now: float) -> None:
        """All but what is needed: the last one before the span begins shows the table at its beginning."""
        while len(self._kept) > 1 and (self._kept[1].t < now - self.seconds or self._bytes > MOST_BYTES):
            self._bytes -= len(self._kept.popleft().data)

    @property
    def kept(self) -> tuple[Kept, ...]:
        """What is kept now, oldest first."""
        with self._guard:
            return tuple(self._kept)

    @property
    def frames(self) -> tuple[Kept, ...]:
        """The same with the frame seen last, as a recording needs it: how long the table has rested since."""
        kept, latest = self.kept, self._latest
        if not kept or latest is None or latest[1] <= kept[-1].t:
            return kept
        packed = _packed(*latest)
        return kept if packed is None else (*kept, packed)

    @property
    def size(self) -> int:
        """Bytes kept."""
        return self._bytes


def _packed(image: Picture, t: float) -> Kept | None:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return Kept(t, data.tobytes()) if done else None


@dataclass(frozen=True, slots=True)
class Heard:
    """An input and what it led to, at `t` seconds by the frames' clock; `number` is the log's for it, 0 for none."""

    t: float
    input: Input
    events: tuple[Event, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class Source:
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
class Trouble:
    """Keeps the last minute when somebody says that something was wrong: one folder each time, below `folder`."""

    ring: Ring
    folder: Path
    source: Source

    def keep(self, log: Path, entries: Sequence[Entry], heard: Sequence[Heard], since: float = 0.0) -> Path:
        """Writes what is known, with a copy of the match's log, and says where.

        `entries`: the log's decisions; `heard`: the last of them, with their times; `since`: when the match began, or
        its referee was started. Raises ValueError without pictures, and OSError when it can't be written: nothing is
        left behind then.
        """
        frames = _since(self.ring.frames, since)
        shown = [each for each in heard if frames and each.t >= frames[0].t]
        first = shown[0].number if shown else len(entries) + 1
        before = [entry.input for entry in entries[: first - 1]]
        folder = self._free_folder()
        try:
            write_trouble(folder, frames, shown, self.source, before)
            (folder / "match.jsonl").write_bytes(log.read_bytes())
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return folder

    def _free_folder(self) -> Path:
        number = 1
        while (folder := self.folder / f"trouble-{number:03}").exists():
            number += 1
        return folder


def _since(frames: tuple[Kept, ...], since: float) -> tuple[Kept, ...]:
    """The frames from that time on, what lay there then first: what was shown before is another match's."""
    earlier, later = [each for each in frames if each.t < since], [each for each in frames if each.t >= since]
    return (*(Kept(since, each.data) for each in earlier[-1:]), *later)


def write_trouble(
    folder: Path,
    frames: Iterable[Kept],
    heard: Iterable[Heard],
    source: Source,
    before: Iterable[Input] = (),
    rules: str = "",
) -> int:
    """Writes a recording of these frames; returns the bytes of its pictures.

    `before`: what was put in before the first frame, so that a replay begins where the match stood; without it
    `rules` is the preset that a replay is played by. Raises ValueError without a frame, FileExistsError when the folder
    is there, and OSError when it can't be written.
    """
    kept = sorted(frames, key=lambda frame: frame.t)
    if not kept:
        raise ValueError("No picture has been kept: switch keeping on in the settings first.")
    folder.mkdir(parents=True, exist_ok=False)
    start, earlier = kept[0].t, list(before)
    shown = [each for each in heard if each.t >= start]
    listed = _write_frames(folder, kept)
    said = [each for each in shown if not isinstance(each.input, TableSeen)]  # what lies there the pictures tell
    rows = [{"t": 0.0, "input": wire.to_json(word)} for word in earlier]
    rows += [{"t": round(each.t - start, 3), "input": wire.to_json(each.input)} for each in said]
    _write_lines(folder / "inputs.jsonl", rows)
    _write_lines(folder / "told.jsonl", [wire.to_json(event) for each in shown for event in each.events])
    about = {
        "format": 1,
        "title": "Something was wrong",
        "rules": _rules_named([*earlier, *(each.input for each in said)]) or rules or "iowa_standard",
        **source.facts(folder),
        "size": _size(kept[0]),
        "frames": listed,
    }
    (folder / "recording.json").write_text(json.dumps(about, indent=1) + "\n", "utf-8")
    (folder / "README").write_text(README.format(seconds=kept[-1].t - start), "utf-8")
    return sum(len(frame.data) for frame in kept)


def _write_frames(folder: Path, kept: Sequence[Kept]) -> list[dict[str, Any]]:
    listed = []
    for number, frame in enumerate(kept, start=1):
        name = f"{number:04}.jpg"
        (folder / name).write_bytes(frame.data)
        listed.append({"file": name, "t": round(frame.t - kept[0].t, 3)})
    return listed


def _rules_named(words: Sequence[Input]) -> str:
    """The name of the rules of the last match begun in these words; empty where none begins."""
    begun = next((word for word in reversed(words) if isinstance(word, NewMatch)), None)
    if begun is None:
        return ""
    return begun.rules if isinstance(begun.rules, str) else begun.rules.name


def _size(frame: Kept) -> list[int]:
    image = cv2.imdecode(np.frombuffer(frame.data, np.uint8), cv2.IMREAD_COLOR)
    return [int(image.shape[1]), int(image.shape[0])] if image is not None else [0, 0]


def _write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
