"""The recordings that lie on this machine: the minutes kept when something was wrong, and those that were asked for.

Folders below the match logs, by name; no other path is ever opened or deleted. One recording at most is being made.
"""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.cameras.frames import Picture, read_list
from hardware.facts import Fact, HardwareCode, PartFailed, fact
from table_controller.match.filming import Ended, Film, Limits
from table_controller.match.recording_folder import RecordedTable, Told, free_folder
from table_controller.match.trouble import TROUBLE
from table_controller.watching.facts import TableCode

RECORDINGS = "recordings"
"""The folder, below the match logs, of recordings that were asked for."""
_NAME = re.compile(r"(trouble|recording)-[0-9]{3,6}")
_WITHIN = {"trouble": TROUBLE, "recording": RECORDINGS}


class NoSuchRecording(KeyError):
    """There is no recording of this name, or it has no such picture."""


class NothingToFilm(PartFailed, ValueError):
    """Nothing looks at the table."""


class InUse(PartFailed, ValueError):
    """The recording is being made, or another one is."""


@dataclass(frozen=True, slots=True)
class RecordingEntry:
    """A recording on the disk. `made` in seconds since 1970; `match`: the log of its match; `fault`: why it can't be
    played, empty where it can.
    """

    name: str
    folder: Path
    size: int
    pictures: int
    seconds: float
    made: float
    match: str = ""
    fault: Fact | None = None

    @property
    def is_trouble(self) -> bool:
        """Whether it was kept because something was wrong."""
        return self.name.startswith("trouble")


class RecordingsKept:
    """The recordings below one folder of logs. `source`: what a recording is made from; None where nothing looks."""

    def __init__(self, logs: Path, source: RecordedTable | None = None, limits: Limits | None = None) -> None:
        self.logs, self.source = logs, source
        self.film: Film | None = None
        self._limits = limits or Limits()
        self._one_at_a_time = threading.Lock()

    @property
    def folder(self) -> Path:
        """Where recordings that are asked for are written."""
        return self.logs / RECORDINGS

    @property
    def is_filming(self) -> bool:
        """Whether one is being made."""
        return self.film is not None and self.film.is_on

    def see(self, image: Picture, t: float) -> None:
        """Every picture of the table at time `t` in seconds, for the recording that is being made, if one is."""
        film = self.film
        if film is not None:
            film.see(image, t)

    def start(self, told: Callable[[float], Told]) -> Film:
        """Begins a recording. Raises InUse, NoRoom, OSError; NothingToFilm where nothing looks at the table."""
        if self.source is None:
            raise NothingToFilm(fact(TableCode.FILM_OF_NOTHING))
        with self._one_at_a_time:
            if self.is_filming:
                raise InUse(fact(TableCode.FILM_RUNS))
            self.film = Film(free_folder(self.folder, "recording"), self.source, told, self._limits)
            return self.film

    def stop(self) -> Ended | None:
        """Ends the recording; None where none is being made and none has ended by itself."""
        film = self.film
        return film.stop() if film is not None else None

    def all(self) -> tuple[RecordingEntry, ...]:
        """Every recording, the newest first; the one that is being made is left out. Raises OSError."""
        found = [
            self._entry(folder)
            for within in _WITHIN.values()
            if (self.logs / within).is_dir()
            for folder in (self.logs / within).iterdir()
            if self._is_one(folder) and not self._is_made(folder)
        ]
        return tuple(sorted(found, key=lambda each: (-each.made, each.name)))

    def at(self, name: str) -> Path:
        """The folder of that name. Raises NoSuchRecording, and InUse for the one that is being made."""
        found = _NAME.fullmatch(name)
        folder = self.logs / _WITHIN[found[1]] / name if found is not None else None
        if folder is None or not self._is_one(folder):
            raise NoSuchRecording(name)
        if self._is_made(folder):
            raise InUse(fact(TableCode.FILM_IS_THIS))
        return folder

    def delete(self, name: str) -> None:
        """Deletes a recording with everything in it. Raises NoSuchRecording, InUse, OSError."""
        with self._one_at_a_time:
            shutil.rmtree(self.at(name))

    def times(self, name: str) -> tuple[float, ...]:
        """When its pictures were taken, in seconds from the start. Raises NoSuchRecording, InUse, RecordingFaulty."""
        return tuple(each.t for each in read_list(self.at(name)))

    def picture(self, name: str, number: int) -> bytes:
        """Its picture of that number, from 1. Raises NoSuchRecording, InUse, RecordingFaulty, OSError."""
        folder = self.at(name)
        listed = read_list(folder)
        path = listed[number - 1].path if 1 <= number <= len(listed) else None
        if path is None or path.resolve().parent != folder.resolve():
            raise NoSuchRecording(name)
        return path.read_bytes()

    def _is_one(self, folder: Path) -> bool:
        return _NAME.fullmatch(folder.name) is not None and folder.is_dir() and not folder.is_symlink()

    def _is_made(self, folder: Path) -> bool:
        return self.is_filming and self.film is not None and self.film.folder == folder

    def _entry(self, folder: Path) -> RecordingEntry:
        size = sum(entry.stat().st_size for entry in folder.iterdir() if entry.is_file())
        made = folder.stat().st_mtime
        try:
            listed, about = read_list(folder), _about(folder)
        except (OSError, ValueError) as fault:
            told = fault.fact if isinstance(fault, PartFailed) else fact(HardwareCode.SYSTEM_SAYS, reason=str(fault))
            return RecordingEntry(folder.name, folder, size, 0, 0.0, made, fault=told)
        match = str(about.get("match", ""))
        return RecordingEntry(folder.name, folder, size, len(listed), listed[-1].t, made, match)


def _about(folder: Path) -> dict[str, Any]:
    about = json.loads((folder / "recording.json").read_text("utf-8"))
    return about if isinstance(about, dict) else {}
