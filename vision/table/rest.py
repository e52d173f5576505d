"""Rest is local: which parts of the table have been quiet, whatever goes on beside them, and what is out of sight.

Works on a small grey picture and keeps for each of its pixels since when it has been quiet, how it looked when it was
last read, and whether it has moved lately. A part is ripe to be read as soon as it has changed and all of it has come
to rest. Where something near it goes on moving, what of it stays quiet is read after a longer while; what moves is out
of sight, which is neither there nor gone. Light is not movement (`vision.table.light`). A frame that is the last one to
the bit says nothing: cameras and drivers send frames twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image
from vision.table.light import DARKEST, Floats, LightChange, logarithm

SMALL = (160, 90)
"""Size in pixels of the small picture; one of its pixels is 8 x 8 of a 1280 x 720 frame."""
MOVED = 7.0
"""Grey levels by which a small pixel differs when something moved there; noise of a poor webcam stays below 3."""
FEWEST = 3
"""Small pixels that must differ side by side (in 3 x 3): fewer is noise. A card's corner turned by a finger is five."""
STILL_FRAMES = 3
"""So many frames like each other make a part of the table at rest, if they were seen over STILL_S."""
STILL_S = 0.18
"""Seconds. A hand that reverses holds still for a tenth of one; at thirty frames a second that is three frames."""
HELD_S = 0.4
"""After so many seconds without a change a part is at rest, however few frames there were."""
BESIDE_S = 0.5
"""Seconds of quiet after which a part is read though something that touches it goes on moving. Less, and a card that a
hand still slides is read; more, and a card beside a fidgeting arm is told late (budget 0.6 s)."""
HANDLED_S = 1.0
"""Seconds after which the quiet part of what an arm reaches is read while that arm moves on: hands that shuffle or
hold cards keep some of them still for half a second. Larger, and a card under a fidgeting arm is told late."""
TOUCHED_S = 0.5
"""Seconds for which a thing must lie still that an arm still reaches: a card held in the air rests for two or three
tenths. Larger, and a card is told late while its player's hand stays on it."""
BESIDE = 5
"""Small pixels (odd; about 4.5 mm each) of a window about whatever moves, within which nothing is read meanwhile."""
FIRST_LOOK = 0.6
"""Share of the picture that must be quiet for the first look at a table."""

Mask = NDArray[np.bool_]
_SIDE = np.ones((3, 3), np.uint8)


@dataclass(slots=True)
class RestMap:
    """Fed every frame with its time. All masks are of the small picture, 90 x 160."""

    _light: LightChange = field(default_factory=lambda: LightChange(SMALL[::-1]))
    _raw: NDArray[np.uint8] | None = None  # the last small picture as it came
    _raw_read: NDArray[np.uint8] | None = None  # how each pixel came when it was last read
    _raw_first: NDArray[np.uint8] | None = None  # and when it came to rest
    _fitted: NDArray[np.uint8] | None = None  # the one whose light was last worked out
    _read: Floats | None = None  # logarithm of how each pixel looked when last read, all by one light
    _now: Floats | None = None  # grey levels of the last picture by that same light
    _first: Floats | None = None  # the same when the pixel came to rest: slow movement differs from it in the end
    _since: NDArray[np.float64] = field(default_factory=lambda: np.full(SMALL[::-1], -np.inf))
    _frames: NDArray[np.int32] = field(default_factory=lambda: np.zeros(SMALL[::-1], np.int32))
    _unread: Mask = field(default_factory=lambda: np.ones(SMALL[::-1], bool))
    _moved_at: NDArray[np.float64] = field(default_factory=lambda: np.full(SMALL[::-1], -np.inf))
    _changed: Mask = field(default_factory=lambda: np.ones(SMALL[::-1], bool))
    _t: float = 0.0

    def see(self, grey: Image, t: float) -> None:
        """Take in a grey frame of time `t` in seconds."""
        small = cv2.resize(grey, SMALL, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        if self._raw is None or self._fitted is None or t < self._t:
            self._begin(small, t)
        elif not np.array_equal(small, self._raw):
            self._raw = small
            self._frames += 1
            if int(cv2.absdiff(small, self._fitted).max()) >= MOVED / 2:
                self._compare(small, t)
        self._t = t

    def _begin(self, small: NDArray[np.uint8], t: float) -> None:
        self._raw = self._fitted = small
        self._raw_read, self._raw_first = small.copy(), small.copy()
        self._read = logarithm(small)
        self._now = small.astype(np.float32)
        self._first = self._now.copy()
        self._since[:] = t
        self._frames[:] = 0
        self._unread[:] = self._changed[:] = True

    def _compare(self, small: NDArray[np.uint8], t: float) -> None:
        """What moved since the last frame and since each pixel came to rest, and what looks unlike when it was read."""
        assert self._now is not None and self._first is not None and self._raw_first is not None
        assert self._fitted is not None
        last, self._now = self._now, self._by_one_light(small)
        since_last = _differs(self._now, last, small, self._fitted)
        since_first = _differs(self._now, self._first, small, self._raw_first)
        self._fitted = small
        moved = _together(since_last | since_first)
        if moved.any():
            self._moved_at[moved] = t
            restless = cv2.dilate(moved.view(np.uint8), _SIDE).view(bool)
            self._since[restless] = t
            self._frames[restless] = 0
            np.copyto(self._first, self._now, where=restless)
            np.copyto(self._raw_first, small, where=restless)
        self._note_changes()

    def _by_one_light(self, small: NDArray[np.uint8]) -> Floats:
        """Grey levels as they would be by the light of what was read."""
        assert self._read is not None
        now = logarithm(small)
        return np.asarray(np.exp(now - self._light.change(now, self._read, MOVED)) - DARKEST, np.float32)

    def _note_changes(self) -> None:
        assert self._now is not None and self._read is not None
        assert self._raw is not None and self._raw_read is not None
        was = np.exp(self._read) - np.float32(DARKEST)
        self._changed = self._unread | _together(_differs(self._now, was, self._raw, self._raw_read))

    @property
    def _quiet(self) -> Mask:
        rested = self._t - self._since + 1e-6
        return np.asarray(((self._frames >= STILL_FRAMES - 1) & (rested >= STILL_S)) | (rested >= HELD_S))

    @property
    def restless(self) -> Mask:
        """What moves, or has not been quiet long enough: out of sight."""
        return ~self._quiet

    def ripe(self) -> Mask:
        """What has changed and come to rest, and may be read now."""
        if not self._changed.any():
            return np.zeros(SMALL[::-1], bool)
        quiet, rested = self._quiet, self._t - self._since + 1e-6
        ready = self._changed & quiet
        if not ready.any():
            return ready
        if self._unread.all():
            return quiet & ~self._beside if quiet.mean() >= FIRST_LOOK else np.zeros(SMALL[::-1], bool)
        _, parts = cv2.connectedComponents(cv2.dilate((self._changed | ~quiet).view(np.uint8), _SIDE))
        restless, touched = _holding(parts, ~quiet), _holding(parts, _EDGE)
        alone = ~restless & (~touched | (rested >= TOUCHED_S))
        waited = rested >= np.where(touched, HANDLED_S, BESIDE_S)
        return np.asarray(ready & (alone | (waited & ~self._beside)))

    @property
    def _beside(self) -> Mask:
        """What is so near to something restless that it may be a part of it."""
        return cv2.dilate(self.restless.view(np.uint8), np.ones((BESIDE, BESIDE), np.uint8)).view(bool)

    def out_of_sight(self, read: Mask) -> Mask:
        """What a look that reads these parts does not see: what moves, and what has changed and is not read yet."""
        return self.restless | (self._changed & ~read)

    @property
    def is_anything_restless(self) -> bool:
        """Whether anything is out of sight."""
        return not self._quiet.all()

    def percentile(self, percent: float) -> float:
        """The grey level that so many per cent of the last small picture stay below. Raises ValueError before any."""
        if self._raw is None:
            raise ValueError("no frame has been seen yet")
        return float(np.percentile(self._raw, percent))

    def is_in_sight(self, part: Mask) -> bool:
        """Whether nothing of this part moves."""
        return not (part & self.restless).any()

    def rested_since(self, part: Mask) -> float:
        """When the last of this part came to rest, in seconds; of an empty part, when nothing moved any more."""
        since = self._since[part] if part.any() else self._since[self._quiet]
        return float(since.max()) if since.size else self._t

    def light(self, things: Mask) -> Floats:
        """Logarithm of the light now against when each pixel was last read, told from beside these things, 90 x 160."""
        assert self._raw is not None and self._read is not None
        return self._light.around(logarithm(self._raw), self._read, things)

    def take_as_read(self, part: Mask, light: Floats) -> None:
        """From now on this part looks as it was read by this `light`."""
        assert self._raw is not None and self._read is not None and self._raw_read is not None
        self._read = np.where(part, logarithm(self._raw) - light, self._read)
        np.copyto(self._raw_read, self._raw, where=part)
        self._unread &= ~part
        self._settle()

    def relight(self, light: Floats) -> None:
        """From now on compare by this light (logarithm, as of `light`)."""
        assert self._raw is not None and self._read is not None
        self._read = self._read + light
        self._settle()

    def _settle(self) -> None:
        """Works out anew how things look by one light, once that light or what was read has become another."""
        assert self._raw is not None
        self._now = self._by_one_light(self._raw)
        self._first, self._raw_first = self._now.copy(), self._raw.copy()
        self._note_changes()

    def forget(self) -> None:
        """Read everything anew, as at first."""
        if self._raw is not None:
            since, frames = self._since.copy(), self._frames.copy()
            self._begin(self._raw, self._t)
            self._since, self._frames = since, frames

    def trail(self, since: float) -> Mask:
        """Where anything moved after that time (seconds)."""
        return np.asarray(self._moved_at > since)


def _holding(parts: cv2.typing.MatLike, mask: Mask) -> Mask:
    """The numbered parts in which any pixel of the mask lies."""
    has = np.zeros(int(parts.max()) + 1, bool)
    has[np.unique(parts[mask])] = True
    return np.asarray(has[parts])


def _edge() -> Mask:
    edge = np.ones(SMALL[::-1], bool)
    edge[1:-1, 1:-1] = False
    return edge


def _differs(now: Floats, was: Floats, raw: NDArray[np.uint8], raw_was: NDArray[np.uint8]) -> Mask:
    """Where something is another than it was by one light, and as it came: what the light is told to be may waver."""
    return np.asarray((np.abs(now - was) >= MOVED) & (cv2.absdiff(raw, raw_was) >= MOVED / 2))


def _together(mask: Mask) -> Mask:
    """The pixels with enough others like them beside them: fewer are noise."""
    if not mask.any():
        return mask
    count = cv2.boxFilter(mask.view(np.uint8), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(mask & (count >= FEWEST))


_EDGE = _edge()
"""The rim of the picture: an arm comes in over it."""
