"""How the light of a lived-in room changes while people play: who passes the lamp, what is on television, the sun.

A room is drawn from a seed: some have a television, some a door to the garden, some lamps that flicker. Every change
has its own onset, length and strength; no two are alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from vision.workshop.studio.people.strokes import Generator, pause, smooth
from vision.workshop.studio.scene.light import Bands, Gains, Glow, RoomLight, Shadow, Sun


@dataclass(slots=True)
class Wander:
    """A value that goes from one level to the next and stays there for a while. Levels by `draw`."""

    rng: Generator
    draw: Callable[[], float]
    go: tuple[float, float]  # seconds that a change takes, from, to
    stay: float  # median seconds between two changes
    value: float = 0.0
    _from: float = 0.0
    _to: float = 0.0
    _began: float = 0.0
    _seconds: float = 0.0
    _until: float = 0.0

    def at(self, t: float) -> float:
        """The value at time `t`, which only goes forward."""
        if t >= self._until:
            self._from, self._to, self._began = self.value, self.draw(), t
            self._seconds = float(self.rng.uniform(*self.go))
            self._until = t + self._seconds + pause(self.rng, self.stay, 0.7, 8 * self.stay)
        share = smooth((t - self._began) / max(self._seconds, 1e-3))
        self.value = self._from + (self._to - self._from) * share
        return self.value


class Passers:
    """People between a lamp and the table: each goes across, some stop half way."""

    def __init__(self, rng: Generator, often: float) -> None:
        self._rng, self._often = rng, often
        self._next = pause(rng, often, 0.8, 40)
        self._shape: Shadow | None = None
        self._way: tuple[tuple[float, float], ...] = ()
        self._times: tuple[float, ...] = ()

    def shadows(self, t: float) -> tuple[Shadow, ...]:
        if self._shape is None and t >= self._next:
            self._begin(t)
        if self._shape is None:
            return ()
        if t >= self._times[-1]:
            self._shape, self._next = None, t + pause(self._rng, self._often, 0.8, 40)
            return ()
        k = max(k for k, time in enumerate(self._times[:-1]) if t >= time)
        share = smooth((t - self._times[k]) / (self._times[k + 1] - self._times[k]))
        (ax, ay), (bx, by) = self._way[k], self._way[k + 1]
        return (replace(self._shape, x=ax + (bx - ax) * share, y=ay + (by - ay) * share),)

    def _begin(self, t: float) -> None:
        rng = self._rng
        turn, wide = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.12, 0.55))
        self._shape = Shadow(
            0, 0, turn, wide, float(rng.choice([0.5, 0.9, 3.0])), float(rng.uniform(0.03, 0.22)),
            float(rng.uniform(0.08, 0.42)),
        )  # fmt: skip
        far = 0.75 + wide / 2 + self._shape.soft
        off = float(rng.uniform(-0.25, 0.25))
        ends = [
            (0.5 + s * far * np.cos(turn) - off * np.sin(turn), 0.5 + s * 1.4 * far * np.sin(turn) + off)
            for s in (-1, 1)
        ]
        middle = tuple(a + (b - a) * float(rng.uniform(0.3, 0.6)) for a, b in zip(*ends, strict=True))
        if rng.random() < 0.4:  # stops, and goes on or back
            end = ends[1] if rng.random() < 0.5 else ends[0]
            self._way = (ends[0], (middle[0], middle[1]), (middle[0] + 0.015, middle[1]), end)
            seconds = [rng.uniform(0.4, 1.2), pause(rng, 0.9), rng.uniform(0.4, 1.2)]
        else:
            self._way, seconds = (ends[0], ends[1]), [rng.uniform(0.6, 2.4)]
        self._times = tuple(float(v) for v in t + np.concatenate([[0.0], np.cumsum(seconds)]))


class RoomLife:
    """The light of one room over time, from a seed. Time only goes forward."""

    def __init__(self, rng: Generator, seconds: float) -> None:
        """`seconds`: how long the film is; some things happen once in it."""
        self._rng = rng
        has = {name: bool(rng.random() < share) for name, share in _SHARES.items()}
        self._cloud = Wander(rng, lambda: float(rng.normal(0, 0.05)), (0.8, 3.0), 2.0)
        self._passers = Passers(rng, float(rng.uniform(2.5, 9))) if has["passers"] else None
        self._screen = _Screen(rng) if has["screen"] else None
        self._mains = _Mains(rng) if has["mains"] else None
        self._door = _Door(rng, seconds) if has["door"] else None
        self._curtain = _Curtain(rng) if has["curtain"] else None
        self._lamp = _Lamp(rng, seconds) if has["lamp"] else None
        self.names = tuple(name for name, present in has.items() if present)

    def at(self, t: float) -> RoomLight:
        """All light at time `t` in seconds."""
        level = 1 + self._cloud.at(t)
        gain = np.full(3, level)
        if self._lamp is not None:
            gain *= np.array(self._lamp.gain(t))
        suns = (self._door.suns(t) if self._door else ()) + (self._curtain.suns(t) if self._curtain else ())
        return RoomLight(
            (float(gain[0]), float(gain[1]), float(gain[2])),
            self._passers.shadows(t) if self._passers else (),
            suns,
            (self._screen.glow(t),) if self._screen else (),
            (self._mains.bands(t),) if self._mains else (),
        )


_SHARES = {"passers": 0.75, "screen": 0.3, "mains": 0.5, "door": 0.25, "curtain": 0.25, "lamp": 0.3}
"""How many rooms in a hundred have what. By judgement, not counted anywhere: every kind is met in a few films."""


class _Screen:
    """A television beside the table: a cut every second or two, and movement within each shot of it."""

    def __init__(self, rng: Generator) -> None:
        self._rng = rng
        self._turn = float(rng.uniform(0, 2 * np.pi))
        self._most = float(rng.uniform(0.03, 0.16))
        self._next, self._gain, self._shake = 0.0, np.zeros(3), 0.0

    def glow(self, t: float) -> Glow:
        if t >= self._next:
            self._next = t + pause(self._rng, 1.3, 0.8, 9)
            bright = float(self._rng.beta(1.3, 1.6))
            self._gain = self._most * bright * self._rng.uniform((0.9, 0.7, 0.4), (1.6, 1.2, 1.2))
        self._shake += 0.3 * (float(self._rng.normal(0, 0.3)) - self._shake)
        blue, green, red = (float(v) for v in np.clip(self._gain * (1 + self._shake), 0, 1))
        return Glow(self._turn, (blue, green, red))


class _Mains:
    """Lamps on mains of 50 or 60 Hz under a rolling shutter: stripes that drift as the two clocks drift apart."""

    def __init__(self, rng: Generator) -> None:
        self._rng = rng
        self._hertz = float(rng.choice([100.0, 120.0])) * float(rng.normal(1, 3e-4))
        self._count = self._hertz * float(rng.uniform(0.012, 0.033)) / 2
        self._depth = float(rng.uniform(0.008, 0.05))

    def bands(self, t: float) -> Bands:
        late = float(self._rng.normal(0, 2e-4))  # no camera takes its frames to the tenth of a millisecond
        return Bands(self._count, float(np.pi * self._hertz * (t + late) % (2 * np.pi)), self._depth)


class _Door:
    """A door that opens to the sun and closes again, some times in a film."""

    def __init__(self, rng: Generator, seconds: float) -> None:
        count = int(rng.integers(1, 4))
        self._opens = sorted(float(v) for v in rng.uniform(2, max(seconds - 4, 3), count))
        self._stays = [float(rng.uniform(2, 12)) for _ in self._opens]
        self._speed = [(float(rng.uniform(0.4, 1.4)), float(rng.uniform(0.4, 2.0))) for _ in self._opens]
        self._turn = float(rng.uniform(0, np.pi))
        self._at = float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.9))
        self._wide = float(rng.uniform(0.2, 0.7))
        self._soft = float(rng.uniform(0.006, 0.05))
        self._bright = float(rng.uniform(0.25, 0.9))

    def suns(self, t: float) -> tuple[Sun, ...]:
        opened = 0.0
        for start, stay, (up, down) in zip(self._opens, self._stays, self._speed, strict=True):
            opened = max(opened, min(smooth((t - start) / up), 1 - smooth((t - start - up - stay) / down)))
        if opened < 0.01:
            return ()
        bright = self._bright * (0.3 + 0.7 * opened)
        gain: Gains = (0.78 * bright, 0.95 * bright, 1.05 * bright)
        return (Sun(*self._at, self._turn, self._wide * opened, 1.6, self._soft, gain),)


class _Curtain:
    """Sun between curtains that a draught moves."""

    def __init__(self, rng: Generator) -> None:
        self._turn = float(rng.uniform(0, np.pi))
        self._strips = [
            (float(rng.uniform(0, 1)), float(rng.uniform(0.04, 0.16))) for _ in range(int(rng.integers(1, 4)))
        ]
        self._bright = float(rng.uniform(0.1, 0.4))
        self._moves = [Wander(rng, lambda: float(rng.normal(0, 0.04)), (0.5, 2.2), 0.5) for _ in self._strips]
        self._opens = [Wander(rng, lambda: float(rng.uniform(0.3, 1.2)), (0.6, 2.0), 0.7) for _ in self._strips]

    def suns(self, t: float) -> tuple[Sun, ...]:
        made = []
        for (at, wide), moves, opens in zip(self._strips, self._moves, self._opens, strict=True):
            away, share = at - 0.5 + moves.at(t), opens.at(t)
            gain: Gains = (0.8 * self._bright, 0.95 * self._bright, 1.05 * self._bright)
            x, y = 0.5 + away * np.cos(self._turn), 0.5 + away * np.sin(self._turn)
            made.append(Sun(float(x), float(y), self._turn, wide * share, 3.0, 0.03, gain))
        return tuple(made)


class _Lamp:
    """A lamp beside the table, switched off and on; a tube blinks before it burns."""

    def __init__(self, rng: Generator, seconds: float) -> None:
        self._rng = rng
        self._flips = sorted(float(v) for v in rng.uniform(1.5, max(seconds, 4), int(rng.integers(2, 7))))
        self._dark = rng.uniform(0.4, 0.8) * rng.uniform((1.0, 0.97, 0.9), (1.12, 1.02, 1.0))
        self._blinks = bool(rng.random() < 0.3)
        self._rise = float(rng.uniform(0.05, 0.35))

    def gain(self, t: float) -> Gains:
        flips = [at for at in self._flips if at <= t]
        is_off = len(flips) % 2 == 1
        since = t - flips[-1] if flips else 99.0
        share = smooth(since / self._rise)
        if not is_off and self._blinks and since < 1.1:
            share = float(self._rng.random() < 0.25 + 0.6 * since)
        burning = 1 - share if is_off else share
        blue, green, red = (float(v) for v in self._dark + (1 - self._dark) * burning)
        return blue, green, red
