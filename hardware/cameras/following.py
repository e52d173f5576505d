"""An open camera whose pictures are judged as they come: when the light it was locked in is gone, it says so and ends,
and is opened anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.exposure import Exposed, ExposureWatch
from hardware.cameras.frames import CameraLost, Picture
from hardware.cameras.kind import Source
from hardware.facts import CameraName, fact
from hardware.facts import HardwareCode as Code

_TILE = 16
"""Pixels of a side of the tiles whose mean is looked at, so that a sensor's noise is not movement: 3,600 tiles of
1280x720. Chosen, not measured. Raised, it costs the same and sees less."""
DARK = 40
"""Grey level up to which a tile is dark: white paper in a fiftieth of its light is 39 (by sRGB's curve). Raised, a dim
picture counts as black sooner."""
CLIPPED = 250
"""Grey level from which a tile is clipped: 255 less a JPEG's own error. Chosen, not measured."""
_MOVED = 12
"""Grey levels by which a tile differs that has changed. Chosen, not measured. Raised, a slow hand counts as rest."""
_BLACK_LEVEL = 0.003
"""Share of a full well below which a sensor's noise hides the light: grey level 10. Chosen, not measured."""
_GAMMA = 2.2
"""The power that stands for sRGB's curve: within a tenth of a stop of it above grey level 20."""

Grey = NDArray[np.float32]


class LightChanged(CameraLost):
    """The camera must be opened anew, because its locks were measured in another light. Nothing is wrong with it."""


class LockedSource(Source, Protocol):
    """A camera that sets itself and then holds what it has set."""

    @property
    def is_locked(self) -> bool:
        """Whether it holds it now; until then, or if it never can, the camera follows the light by itself."""


class LightFollower:
    """One camera's light, through all its openings: later pictures are judged by the first one of measured locks."""

    def __init__(self, name: CameraName, clock: Callable[[], float]) -> None:
        self._name, self._clock = name, clock
        self._watch = ExposureWatch()
        self._measured_by: Grey | None = None
        self._before: Grey | None = None

    @property
    def is_fit(self) -> bool:
        """Whether the locks fitted the last picture that was seen with them: else they are not worth keeping."""
        return self._watch.is_fit

    def measured(self) -> None:
        """The locks are new: the next picture is what they were measured by."""
        self._measured_by = None
        self._watch.measured()

    def see(self, picture: Picture) -> None:
        """Judges the next picture. Raises LightChanged in place of one that can't be read or is hard to read."""
        grey = tiles(picture)
        if self._measured_by is None:
            self._measured_by = self._before = grey
        moved = 1.0 if self._before is None else float((np.abs(grey - self._before) > _MOVED).mean())
        self._before = grey
        if self._watch.see(Exposed(stops(self._measured_by, grey), readable(grey), moved), self._clock()):
            raise LightChanged(fact(Code.CAMERA_STARTING, camera=self._name))


class FollowedSource:
    """A camera's pictures, until its light changes."""

    def __init__(self, source: LockedSource, follower: LightFollower) -> None:
        self._source, self._follower = source, follower

    def read(self) -> Picture:
        """The next picture. Raises LightChanged, or what the source raises."""
        picture = self._source.read()
        if self._source.is_locked:
            self._follower.see(picture)
        return picture

    def close(self) -> None:
        """Lets the camera go."""
        self._source.close()


def tiles(picture: Picture) -> Grey:
    """Mean grey level (0..255) of every tile of 16 x 16 pixels."""
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (width // _TILE, height // _TILE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def stops(before: Grey, now: Grey) -> float:
    """By how many stops the scene is brighter now: the median over its tiles, so that what lies or moves on less than
    half of it does not count."""
    return float(np.median(np.log2(_linear(now) / _linear(before))))


def _linear(grey: Grey) -> Grey:
    return np.asarray((grey / 255) ** _GAMMA + _BLACK_LEVEL, np.float32)


def readable(grey: Grey) -> bool:
    """Whether the picture is neither all dark nor mostly clipped."""
    return bool(np.percentile(grey, 99) > DARK and np.median(grey) < CLIPPED)
