"""Frames from a recording, a video file or a camera, behind one iteration: the loop can't tell live from
recorded.

Knows pictures and times only; what lies in a picture is vision's. Every source yields Frame; a live one
that stalls or vanishes raises CameraLost from `next`, and the next `next` tries to take it up again.
"""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.facts import HardwareCode as Code
from hardware.facts import PartFailed, fact

Picture = NDArray[np.uint8]
"""Shape (height, width, 3), blue-green-red, 0..255."""


class CameraLost(PartFailed, OSError):
    """A camera gives no more frames; its fact says which and why."""


class RecordingFaulty(PartFailed, ValueError):
    """A recording or video can't be played; its fact names the file."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. `t` in seconds since the source began, never falling; `number` counts from 0; `lap`
    counts a loop's rounds."""

    image: Picture
    t: float
    number: int
    lap: int = 0


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a recording's list: the picture's file and its time in seconds."""

    path: Path
    t: float


class RecordedFrames:
    """A recording folder (recording.json and its pictures) as frames, each at its time.

    `speed`: 1 is the pace of the table, 2 twice as fast, None or 0 as fast as asked. `loop`: begin again
    for ever; then `frame.t - frame.lap * duration` is the time within the recording. `rate`: repeat the
    frame that holds so many times a second, as a camera would, so that a paced loop never waits long.
    `clock` and `wait` let a test play without waiting. Raises RecordingFaulty at once for a folder that
    can't be played, and from `next` for a picture that can't be read.
    """

    def __init__(
        self,
        folder: Path | str,
        *,
        loop: bool = False,
        speed: float | None = None,
        rate: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.folder = Path(folder)
        self.listed = read_list(self.folder)
        self._loop = loop
        self._speed = speed or None
        self._rate = rate
        self._clock = clock
        self._wait = wait
        self._began: float | None = None
        self._frames = self._play()

    @property
    def duration(self) -> float:
        """Seconds of one lap. The last frame holds as long as the one before it, a second if it is alone."""
        times = [entry.t for entry in self.listed]
        return times[-1] + (times[-1] - times[-2] if len(times) > 1 else 1.0)

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        return next(self._frames)

    def _play(self) -> Iterator[Frame]:
        number = lap = 0
        while True:
            for index, entry in enumerate(self.listed):
                image = read_picture(entry.path)
                for t in self._moments(index):
                    at = lap * self.duration + t
                    self._pace(at)
                    yield Frame(image, at, number, lap)
                    number += 1
            if not self._loop:
                return
            lap += 1

    def _moments(self, index: int) -> list[float]:
        """When the frame at `index` is given: once, or, with a rate, until the next one takes over."""
        begin = self.listed[index].t
        if self._rate is None:
            return [begin]
        end = self.listed[index + 1].t if index + 1 < len(self.listed) else self.duration
        return [begin + n / self._rate for n in range(max(1, int((end - begin) * self._rate + 1e-6)))]

    def _pace(self, at: float) -> None:
        if self._speed is None:
            return
        now = self._clock()
        if self._began is None:
            self._began = now - at / self._speed
        early = self._began + at / self._speed - now
        if early > 0:
            self._wait(early)


def read_list(folder: Path) -> tuple[Listed, ...]:
    """The frames of a recording folder in order. Raises RecordingFaulty with the file and the fault."""
    path = folder / "recording.json"
    try:
        document: Any = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RecordingFaulty(fact(Code.RECORDING_NONE, place=str(folder))) from None
    except (OSError, ValueError) as why:
        raise RecordingFaulty(fact(Code.RECORDING_UNREADABLE, place=str(path), reason=str(why))) from why
    if not isinstance(document, dict) or document.get("format") != 1:
        raise RecordingFaulty(fact(Code.RECORDING_FORMAT, place=str(path)))
    frames = document.get("frames")
    if not isinstance(frames, list) or not frames:
        raise RecordingFaulty(fact(Code.RECORDING_EMPTY, place=str(path)))
    return _in_order(path, tuple(_listed(path, entry) for entry in frames))


def _listed(path: Path, entry: object) -> Listed:
    if isinstance(entry, dict):
        name, t = entry.get("file"), entry.get("t")
        if isinstance(name, str) and isinstance(t, int | float) and not isinstance(t, bool) and t >= 0:
            return Listed(path.parent / name, float(t))
    raise RecordingFaulty(fact(Code.RECORDING_FRAME, place=str(path), frame=json.dumps(entry)))


def _in_order(path: Path, listed: tuple[Listed, ...]) -> tuple[Listed, ...]:
    for before, after in itertools.pairwise(listed):
        if after.t <= before.t:
            raise RecordingFaulty(
                fact(Code.RECORDING_ORDER, place=str(path), late=after.path.name, early=before.path.name)
            )
    return listed


def read_picture(path: Path) -> Picture:
    """The picture in a file. Raises RecordingFaulty naming it, whether it is missing or no picture."""
    if not path.is_file():
        raise RecordingFaulty(fact(Code.PICTURE_MISSING, place=str(path)))
    image = decode(path.read_bytes())
    if image is None:
        raise RecordingFaulty(fact(Code.PICTURE_UNREADABLE, place=str(path)))
    return image


def decode(data: bytes) -> Picture | None:
    """A JPEG or PNG as a picture, None if it is damaged beyond reading."""
    if not data:
        return None
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image, np.uint8)


class VideoFrames:
    """A video file as frames, at the times the file gives. Raises RecordingFaulty for a file that can't be
    played."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise RecordingFaulty(fact(Code.VIDEO_MISSING, place=str(self.path)))
        self._capture = cv2.VideoCapture(str(self.path))
        self._number = 0
        if not self._capture.isOpened():
            raise RecordingFaulty(fact(Code.VIDEO_UNPLAYABLE, place=str(self.path)))

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        good, image = self._capture.read()
        t = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000  # of the frame just read
        if not good:
            self._capture.release()
            if self._number == 0:
                raise RecordingFaulty(fact(Code.VIDEO_EMPTY, place=str(self.path)))
            raise StopIteration
        self._number += 1
        return Frame(np.asarray(image, np.uint8), t, self._number - 1)
