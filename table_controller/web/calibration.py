"""The calibration view's look at the table: the newest picture judged, and where everything lies in it.

It looks only when somebody asks, beside the tick, and at most once a LOOK_S for all who ask together. What is found is
plain values in pixels of that picture; words are made elsewhere. Four taps take the mat's place from here.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from engine.places import Place
from hardware.cameras.frames import Picture
from hardware.facts import Condition, Grade
from table_controller.watching.eyes import Eyes
from table_controller.web.newest_picture import NewestPicture
from vision.mat.judging import Fault, Judgement, Remark, judgement
from vision.mat.mats import Box, Mat
from vision.mat.print_scale import card_height
from vision.mat.registration import Floats, Registration, project
from vision.mat.taps import Corners, registration_by, save_taps
from vision.mat.tiles import SIZE as TILE
from vision.table.sighting import Settled

LOOK_S = 0.8
"""Seconds from one look for the page to the next, for all who ask: it costs time beside the tick. Chosen, not
measured."""
WIDEST, MOST_BYTES = 1280, 200_000
"""The picture that is sent is no wider in pixels and no larger than this."""
RING: Floats = np.array(
    [(math.cos(k * math.pi / 8) * TILE[1] / 2, math.sin(k * math.pi / 8) * TILE[1] / 2) for k in range(16)]
)
"""Points round a tile's middle, in mm."""
KEPT = 3
"""Looks kept, so that a page still gets the picture of the one before."""
Outline = tuple[tuple[float, float], ...]
"""Corners in pixels of the picture, clockwise from the top left."""


@dataclass(frozen=True, slots=True)
class Marker:
    """One of the mat's markers: its number from 1, where it is or ought to be, and whether it is seen."""

    number: int
    outline: Outline
    is_seen: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """The mat's edge and its places, as they lie in the picture."""

    edge: Outline
    places: dict[Place, Outline]


@dataclass(frozen=True, slots=True)
class Look:
    """One look. `remarks`: the gravest first; `camera`: how the camera itself does, where something is wrong with it.

    `settled` is what came to rest last, `lying` the outlines of its cards and then of its tiles.
    """

    number: int
    at: float
    size: tuple[int, int] = (0, 0)
    jpeg: bytes = b""
    camera: tuple[Condition, ...] = ()
    remarks: tuple[Remark, ...] = ()
    markers: tuple[Marker, ...] = ()
    grid: Grid | None = None
    settled: Settled | None = None
    lying: tuple[Outline, ...] = ()


class Calibration:
    """Looks at one table, and keeps its four taps in the file `taps`. `camera` tells how camera and picture do.

    `moved` is told when the table is taken to lie elsewhere.
    """

    def __init__(
        self,
        glance: NewestPicture,
        eyes: Eyes,
        taps: Path,
        camera: Callable[[], Sequence[Condition]] = tuple,
        moved: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._glance, self._eyes, self._taps, self._camera, self._clock = glance, eyes, taps, camera, clock
        self._moved = moved
        self._one_at_a_time = threading.Lock()
        self._looks: list[Look] = []
        self._bare: Picture | None = None

    @property
    def mat(self) -> Mat:
        """The mat that is looked for, or whose places the taps stand for."""
        return self._eyes.mat

    @property
    def taps(self) -> Outline | None:
        """Where the table's corners were tapped; None where the mat's markers say."""
        fixed = self._eyes.fixed
        return None if fixed is None else _seen(_corners((0.0, 0.0, *self.mat.size)), fixed)

    def look(self) -> Look:
        """The newest look; a new one if the last is old. From any thread: whoever comes second waits for the first."""
        with self._one_at_a_time:
            if not self._looks or self._clock() - self._looks[-1].at >= LOOK_S:
                self._looks = [*self._looks[-KEPT + 1 :], self._look()]
            return self._looks[-1]

    def jpeg(self, number: int) -> bytes | None:
        """The picture of that look; None when it is not kept any more."""
        return next((look.jpeg for look in self._looks if look.number == number), None) or None

    def _look(self) -> Look:
        number, newest = (self._looks[-1].number + 1 if self._looks else 1), self._glance.newest
        wrong = tuple(each for each in self._camera() if each.grade is not Grade.OK)
        if newest is None:
            return Look(number, self._clock(), camera=wrong)
        picture, fixed = newest[0], self._eyes.fixed
        told = judgement(picture, self.mat, fixed)
        look = Look(
            number,
            self._clock(),
            (picture.shape[1], picture.shape[0]),
            small_jpeg(picture),
            _not_said_twice(wrong, told),
            told.remarks,
        )
        return look if told.registration is None else self._with_places(look, told.registration, fixed is not None)

    def _with_places(self, look: Look, where: Registration, by_taps: bool) -> Look:
        """The look with what lies where, in a picture in which the table was found."""
        settled = self._eyes.settled
        return replace(
            look,
            markers=() if by_taps else _markers(where, self.mat),
            grid=grid_of(where, self.mat),
            settled=settled,
            lying=_lying(settled, where, self.mat) if settled is not None else (),
        )

    def preview(self, taps: Corners) -> Grid:
        """The grid that these taps would give. Raises TapsFaulty."""
        return grid_of(registration_by(taps, self.mat), self.mat)

    def keep(self, taps: Corners) -> None:
        """The table lies where it was tapped, from now on and after the next start. Raises TapsFaulty, OSError."""
        fixed = registration_by(taps, self.mat)
        save_taps(self._taps, taps, self.mat)
        self._use(fixed)

    def forget(self) -> None:
        """The mat's markers say where the table lies again. Raises OSError."""
        self._taps.unlink(missing_ok=True)
        self._use(None)

    def _use(self, fixed: Registration | None) -> None:
        self._eyes.fix(fixed)
        self._moved()
        with self._one_at_a_time:
            self._looks = [Look(look.number, -math.inf, look.size, look.jpeg) for look in self._looks]

    def remember_bare(self) -> bool:
        """Keeps the newest picture as the one without the card to be measured; False when there is none."""
        newest = self._glance.newest
        self._bare = newest[0] if newest is not None else None
        return newest is not None

    def measure(self) -> float | None:
        """The height in mm of the card laid into the middle since `remember_bare`; None where none can be measured."""
        newest, bare = self._glance.newest, self._bare
        if newest is None or bare is None or newest[0].shape != bare.shape:
            return None
        return card_height(bare, newest[0], self.mat)


def small_jpeg(picture: Picture) -> bytes:
    """The picture for a page: WIDEST pixels at most, and MOST_BYTES unless it is all noise; empty for no picture."""
    wide = picture.shape[1]
    if wide > WIDEST:
        size = WIDEST, round(picture.shape[0] * WIDEST / wide)
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    packed = b""
    for quality in (75, 55, 35):
        good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        packed = data.tobytes() if good else b""
        if len(packed) <= MOST_BYTES:
            break
    return packed


def grid_of(where: Registration, mat: Mat) -> Grid:
    """The mat's edge, places and spots in the picture."""
    boxes = {**mat.places, **mat.spots}
    edge = _seen(_corners((0.0, 0.0, *mat.size)), where)
    return Grid(edge, {place: _seen(_corners(box), where) for place, box in boxes.items()})


def _not_said_twice(wrong: tuple[Condition, ...], told: Judgement) -> tuple[Condition, ...]:
    """The camera's findings without light and focus where the picture's own remarks, or its markers, tell of them."""
    where = told.registration
    is_black = any(remark.fault is Fault.BLACK for remark in told.remarks)
    if is_black or (where is not None and where.markers):
        return tuple(each for each in wrong if each.what not in ("Light", "Focus"))
    return wrong


def _markers(where: Registration, mat: Mat) -> tuple[Marker, ...]:
    return tuple(
        Marker(number, _seen(np.array(mat.marker_corners(marker)), where), marker in where.markers)
        for number, marker in enumerate(mat.markers, start=1)
    )


def _lying(settled: Settled, where: Registration, mat: Mat) -> tuple[Outline, ...]:
    """The outlines of the cards, turned as they lie, and rings round the tiles: how those are turned is not told."""
    cards = [_seen(_turned((seen.x, seen.y), mat.card, seen.turn), where) for seen in settled.sightings]
    tiles = [_seen(RING + np.array([seen.x, seen.y]), where) for seen in settled.tiles]
    return (*cards, *tiles)


def _turned(middle: tuple[float, float], size: tuple[float, float], turn: float) -> Floats:
    a = math.radians(turn)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    turned = half @ np.array([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]]) + np.array(middle)
    return np.asarray(turned, np.float64)


def _corners(box: Box) -> Floats:
    x0, y0, x1, y1 = box
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)


def _seen(millimetres: Floats, where: Registration) -> Outline:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in project(where.to_picture, millimetres))
