"""Trouble: the last minute kept as a folder when somebody says that something was wrong.

Off unless its owner asks for it: no picture is kept otherwise. What is kept is a folder as `replay` plays it, with what
people said and what the table told; a bug report is that folder. Nothing is judged here.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.facts import Fact, fact
from table_controller.match.eventlog import Entry
from table_controller.match.recording_folder import (
    TROUBLED,
    Heard,
    RecordedTable,
    Told,
    earlier,
    free_folder,
    write_trouble,
)
from table_controller.watching.facts import TableCode
from table_controller.watching.last_minute import JpegFrame, Ring

TROUBLE = "trouble"
"""The folder, below the match logs, in which trouble is kept."""


def keeping(seconds: float) -> Fact:
    """What is kept and for how long, for the page and `doctor`."""
    return fact(TableCode.KEPT_FOR, count=round(seconds)) if seconds > 0 else fact(TableCode.KEPT_NONE)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Keeps the last minute when somebody says that something was wrong: one folder each time, below `folder`."""

    ring: Ring
    folder: Path
    source: RecordedTable

    def keep(self, log: Path, entries: Sequence[Entry], heard: Sequence[Heard], since: float = 0.0) -> Path:
        """Writes what is known, with a copy of the match's log, and says where.

        `entries`: the log's decisions; `heard`: the last of them, with their times; `since`: when the match began, or
        its referee was started. Raises ValueError without pictures, and OSError when it can't be written: nothing is
        left behind then.
        """
        frames = _since(self.ring.frames, since)
        before = earlier(entries, heard, frames[0].t if frames else 0.0)
        folder = free_folder(self.folder, "trouble")
        try:
            write_trouble(folder, frames, self.source, Told(TROUBLED, before, tuple(heard), match=log.stem))
            (folder / "match.jsonl").write_bytes(log.read_bytes())
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return folder


def _since(frames: tuple[JpegFrame, ...], since: float) -> tuple[JpegFrame, ...]:
    """The frames from that time on, what lay there then first: what was shown before is another match's."""
    older, later = [each for each in frames if each.t < since], [each for each in frames if each.t >= since]
    return (*(JpegFrame(since, each.data) for each in older[-1:]), *later)
