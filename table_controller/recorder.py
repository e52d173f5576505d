"""The last minute's frames, kept so that trouble can be looked at again.

Off unless its owner asks for it: no picture is kept otherwise. What is kept is a folder as `replay` plays it, with what
people said and what the table told; a bug report is that folder. Nothing is judged here.
"""

from __future__ import annotations

import shutil
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.frames import Picture
from table_controller.eventlog import Entry
from table_controller.recording_folder import Heard, Kept, Source, earlier, free_folder, write_trouble

TROUBLE = "trouble"
"""The folder, below the match logs, in which trouble is kept."""
QUALITY = 80
MOST_BYTES = 24_000_000
"""Of a minute's pictures no more is kept in memory than this; the oldest go first."""
ALIKE = 4.0
"""Grey levels of a small picture by which a frame must differ from the last one kept; others only last on."""


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
        small = made_small(image)
        if not is_alike(small, self._small):
            frame = packed(image, t)
            if frame is not None:
                self._small = small
                with self._guard:
                    self._kept.append(frame)
                    self._bytes += len(frame.data)
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
        last = packed(*latest)
        return kept if last is None else (*kept, last)

    @property
    def size(self) -> int:
        """Bytes kept."""
        return self._bytes


def packed(image: Picture, t: float) -> Kept | None:
    """The picture as it is kept; None for one that can't be packed."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return Kept(t, data.tobytes()) if done else None


def is_alike(small: NDArray[np.uint8], last: NDArray[np.uint8] | None) -> bool:
    """Whether a picture made small shows what the last one kept does."""
    return last is not None and float(cv2.absdiff(small, last).max()) <= ALIKE


def made_small(image: Picture) -> NDArray[np.uint8]:
    """A picture as it is compared with the last one kept."""
    return np.asarray(cv2.resize(image, (80, 45), interpolation=cv2.INTER_AREA), np.uint8)


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
        before = earlier(entries, heard, frames[0].t if frames else 0.0)
        folder = free_folder(self.folder, "trouble")
        try:
            write_trouble(folder, frames, heard, self.source, before, match=log.stem)
            (folder / "match.jsonl").write_bytes(log.read_bytes())
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return folder


def _since(frames: tuple[Kept, ...], since: float) -> tuple[Kept, ...]:
    """The frames from that time on, what lay there then first: what was shown before is another match's."""
    older, later = [each for each in frames if each.t < since], [each for each in frames if each.t >= since]
    return (*(Kept(since, each.data) for each in older[-1:]), *later)
