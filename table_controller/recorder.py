"""Frames kept so that trouble can be looked at again: a recording written while watching, and the last minute's ring.

Off unless its owner asks for it: no picture is kept otherwise. What is kept is a folder as `replay` plays it, with what
people said and what the table told; a bug report is that folder. Nothing is judged here.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
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

QUALITY = 80
MINUTE = 60.0
MOST_BYTES = 24_000_000
"""Of a minute's pictures no more is kept in memory than this; the oldest go first."""
ALIKE = 4.0
"""Grey levels of a small picture by which a frame must differ from the last one kept; others only last on."""
README = """Kept by Pepper Table when somebody said that something was wrong.

What is here: the pictures of the table camera of the last {seconds:.0f} seconds in which something changed, what people
said or pressed, and what the table told. Nothing else was kept, and nothing has left this machine.
It is kept until somebody deletes this folder. Look at the pictures before you send it to anybody.
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
    """The last frames in which something changed. `seconds` 0 keeps nothing."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self._kept: deque[Kept] = deque()
        self._bytes = 0
        self._small: NDArray[np.uint8] | None = None

    def see(self, image: Picture, t: float) -> None:
        """Take in a frame of time `t` in seconds."""
        if self.seconds <= 0:
            return
        small = cv2.resize(image, (80, 45), interpolation=cv2.INTER_AREA)
        if self._small is None or float(cv2.absdiff(small, self._small).max()) > ALIKE:
            done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            if done:
                self._small = np.asarray(small, np.uint8)
                self._kept.append(Kept(t, data.tobytes()))
                self._bytes += len(self._kept[-1].data)
        self._forget(t)

    def _forget(self, now: float) -> None:
        """All but what is needed: the last one before the span begins shows the table at its beginning."""
        while len(self._kept) > 1 and (self._kept[1].t < now - self.seconds or self._bytes > MOST_BYTES):
            self._bytes -= len(self._kept.popleft().data)

    @property
    def kept(self) -> tuple[Kept, ...]:
        """What is kept now, oldest first."""
        return tuple(self._kept)

    @property
    def size(self) -> int:
        """Bytes kept."""
        return self._bytes


@dataclass(frozen=True, slots=True)
class Heard:
    """An input and what it led to, at `t` seconds by the frames' clock."""

    t: float
    input: Input
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Trouble:
    """Keeps the last minute when somebody says that something was wrong: one folder each time, below `folder`."""

    ring: Ring
    folder: Path
    mat: str

    def keep(self, heard: Iterable[Heard], log: Path, rules: str) -> Path:
        """Writes what is known, with a copy of the match's log, and says where. Raises ValueError without pictures."""
        number = 1 + sum(1 for _ in self.folder.glob("trouble-*")) if self.folder.is_dir() else 1
        while (folder := self.folder / f"trouble-{number:03}").exists():
            number += 1
        write_trouble(folder, self.ring.kept, heard, self.mat, rules)
        (folder / "match.jsonl").write_bytes(log.read_bytes())
        return folder


def write_trouble(
    folder: Path, frames: Iterable[Kept], heard: Iterable[Heard], mat: str, rules: str, begun: NewMatch | None = None
) -> int:
    """Writes a recording of these frames; returns the bytes written. `begun` opens it, so that it can be replayed.

    Raises ValueError without a frame, and OSError when the folder can't be written.
    """
    kept = sorted(frames, key=lambda frame: frame.t)
    if not kept:
        raise ValueError("No picture has been kept: switch keeping on in the settings first.")
    folder.mkdir(parents=True, exist_ok=False)
    start, total = kept[0].t, 0
    listed = []
    for number, frame in enumerate(kept, start=1):
        name = f"{number:04}.jpg"
        (folder / name).write_bytes(frame.data)
        listed.append({"file": name, "t": round(frame.t - start, 3)})
        total += len(frame.data)
    said = [each for each in heard if each.t >= start and not isinstance(each.input, TableSeen)]
    rows: list[dict[str, Any]] = [{"t": 0.0, "input": wire.to_json(begun)}] if begun is not None else []
    rows += [{"t": round(each.t - start, 3), "input": wire.to_json(each.input)} for each in said]
    _write_lines(folder / "inputs.jsonl", rows)
    told = [event for each in heard if each.t >= start for event in each.events]
    _write_lines(folder / "told.jsonl", [wire.to_json(event) for event in told])
    about = {
        "format": 1,
        "title": "Something was wrong",
        "rules": rules,
        "mat": mat,
        "size": _size(kept[0]),
        "frames": listed,
    }
    (folder / "recording.json").write_text(json.dumps(about, indent=1) + "\n", "utf-8")
    (folder / "README").write_text(README.format(seconds=kept[-1].t - start), "utf-8")
    return total


def _size(frame: Kept) -> list[int]:
    image = cv2.imdecode(np.frombuffer(frame.data, np.uint8), cv2.IMREAD_COLOR)
    return [int(image.shape[1]), int(image.shape[0])] if image is not None else [0, 0]


def _write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
