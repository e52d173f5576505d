"""How a hand gets from one spot to the next: smooth strokes, pauses of very unequal length, a little tremor.

A reach has the speed of least jerk (Flash and Hogan 1985: a bell), takes longer the farther it goes, and is followed by
a pause drawn from a log-normal distribution, as the gaps between people's movements are. Nothing repeats.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from vision.workshop.studio.people.seats import Spot
from vision.workshop.studio.scene.limbs import Pose

Generator = np.random.Generator


def smooth(part: float) -> float:
    """The share of its way that a movement of least jerk has gone when `part` of its time is over."""
    p = min(max(part, 0.0), 1.0)
    return p * p * p * (10 - 15 * p + 6 * p * p)


def pause(rng: Generator, median: float = 0.55, spread: float = 0.85, most: float = 6.0) -> float:
    """Seconds that somebody holds still: log-normal, so mostly short and at times very long."""
    return float(min(rng.lognormal(np.log(median), spread), most))


def reach_time(rng: Generator, mm: float) -> float:
    """Seconds that a reach of so many mm takes, unhurried."""
    return float((0.22 + 0.0019 * mm) * rng.uniform(0.75, 1.45))


@dataclass(frozen=True, slots=True)
class Posture:
    """Where a hand is: its grip in mm, its height over the table, how far it is turned out of the arm's line."""

    x: float
    y: float
    height: float = 22.0
    turn: float = 0.0
    tilt: float = 45.0  # of the cards it holds, degrees from flat
    spread: float = 8.0  # degrees from one of them to the next

    @property
    def spot(self) -> Spot:
        return self.x, self.y

    def beside(self, rng: Generator, mm: float, degrees: float = 6.0) -> Posture:
        """A posture near this one."""
        dx, dy = rng.normal(0, mm, 2)
        return replace(self, x=self.x + float(dx), y=self.y + float(dy), turn=self.turn + float(rng.normal(0, degrees)))

    def way_to(self, other: Posture) -> float:
        """Millimetres between two postures."""
        return float(np.linalg.norm([self.x - other.x, self.y - other.y, self.height - other.height]))


@dataclass(frozen=True, slots=True)
class Stroke:
    """A movement to a posture and the pause after it, in seconds; `thing`: what the hand carries meanwhile."""

    to: Posture
    seconds: float
    then: float
    pose: Pose = Pose.REST
    thing: str = ""


@dataclass(slots=True)
class Path:
    """One hand's strokes, one after the other. Time only goes forward."""

    rng: Generator
    at: Posture
    pose: Pose = Pose.REST
    thing: str = ""
    _waiting: deque[Stroke] = field(default_factory=deque)
    _start: Posture | None = None
    _began: float = 0.0
    _until: float = 0.0
    _stroke: Stroke | None = None

    @property
    def is_free(self) -> bool:
        """Whether it has nothing more to do."""
        return self._stroke is None and not self._waiting

    def is_moving(self, t: float) -> bool:
        """Whether it is on its way at time `t`, and not in a pause."""
        return self._stroke is not None and t < self._began + self._stroke.seconds

    def add(self, strokes: Iterable[Stroke]) -> None:
        self._waiting.extend(strokes)

    def drop(self, at: Posture, t: float) -> None:
        """Forget what was to be done: the hand has been used for something else and is there now."""
        self._waiting.clear()
        self._stroke, self.at, self.thing, self._until = None, at, "", t

    def hurry(self, t: float) -> None:
        """End the pause that it is in."""
        if self._stroke is not None and t >= self._began + self._stroke.seconds:
            self._until = t

    def advance(self, t: float) -> None:
        """Be where the hand is at time `t`."""
        while self._stroke is None or t >= self._until:
            if self._stroke is not None:
                self.at, self._stroke = self._stroke.to, None
            if not self._waiting:
                self._until = max(self._until, t)
                return
            stroke = self._waiting.popleft()
            self._start, self._began, self._stroke = self.at, self._until, stroke
            self._until += stroke.seconds + stroke.then
            self.pose, self.thing = stroke.pose, stroke.thing
        assert self._start is not None
        self.at = self._between(
            self._start, self._stroke.to, smooth((t - self._began) / max(self._stroke.seconds, 1e-3))
        )

    def _between(self, a: Posture, b: Posture, share: float) -> Posture:
        # An unsupported hand is never quite still: some tenths of a millimetre, more the higher it is held.
        shake = self.rng.normal(0, 0.15 + 0.004 * a.height, 2) if share < 1 or b.height > 40 else (0.0, 0.0)
        return Posture(
            a.x + (b.x - a.x) * share + float(shake[0]),
            a.y + (b.y - a.y) * share + float(shake[1]),
            a.height + (b.height - a.height) * share,
            a.turn + (b.turn - a.turn) * share,
            a.tilt + (b.tilt - a.tilt) * share,
            a.spread + (b.spread - a.spread) * share,
        )
