"""A picture of the table judged: is there a picture, is it the right mat the right way round, light, focus.

A remark is a code with its fields; who tells it to people makes a sentence of it. For `calibrate`, the page and
`doctor`; nothing is remembered, and no card is read. A camera that is frozen notices it itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.places import play_zone
from vision.mat.matfile import seats_of_marker
from vision.mat.mats import MATS, Mat
from vision.mat.registration import LEAST_MARKERS, Registration, project, register
from vision.pictures import Image

BLACK, FLAT = 10.0, 4.0
"""Mean grey, and spread of grey, below which a picture shows nothing. Chosen, not measured. Raised, a dim table counts
as none."""
EMPTY_ROWS = 0.12
"""Share of the picture's rows, at its end, that are all alike when only half of it arrived. Chosen, not measured.
Lowered, a plain tablecloth at the picture's edge looks like a torn picture."""
DARK, BRIGHT, UNEVEN = 75.0, 250.0, 0.5
"""Grey of the paper in a zone that is too dark, washed out, or this much darker than the brightest zone's. Chosen, not
measured. DARK and UNEVEN raised, people are sent for a lamp by light that would do."""
SOFT = 0.17
"""Steepest edge of the markers, in shares of their contrast a pixel, below which the picture is out of focus. Chosen,
not measured. Raised, good but coarse pictures are called blurred."""
COARSE = 1.15
"""Pixels a mm below which an index is too small to be read surely. Chosen, not measured. Raised, cameras that read
well are told to hang lower."""
SLANTED = 1.7
"""How many times larger one end of the mat may look than the other. Chosen, not measured. Raised, cards at the far end
become too flat to be read before anybody is told."""


class Fault(Enum):
    """What can be wrong with a picture of the table."""

    BLACK = "black"
    HALF = "half"
    NO_MAT = "no mat"
    MIRRORED = "mirrored"
    TWO_MATS = "two mats"
    WRONG_MAT = "wrong mat"
    HIDDEN = "markers hidden"
    DARK = "dark"
    BRIGHT = "bright"
    UNEVEN = "uneven"
    FOCUS = "focus"
    FAR = "far"
    SLANTED = "slanted"
    CUT_OFF = "cut off"
    SCALE = "print scale"


LIGHT = (Fault.DARK, Fault.BRIGHT, Fault.UNEVEN, Fault.FOCUS)
"""What is told of light and focus, where the mat is in sight."""

_SEATS: Mapping[str, type] = {"seats": tuple}
_MARKERS: Mapping[str, type] = {"markers": tuple}


class MatCode(Enum):
    """What can be told of a picture of the table: its fault (None for what is good), and its fields' types.

    `seats` and `markers` are numbers from 1.
    """

    fault: Fault | None
    types: Mapping[str, type]

    def __new__(cls, key: str, fault: Fault | None = None, types: Mapping[str, type] | None = None) -> MatCode:
        """`key` names the words in the catalogues."""
        member = object.__new__(cls)
        member._value_ = key
        member.fault, member.types = fault, types or {}
        return member

    WELL = "mat_well"
    WELL_TAPPED = "mat_well_tapped"
    IN_SIGHT = "mat_in_sight"
    TAPPED = "mat_tapped"
    LOST = "mat_lost", Fault.NO_MAT
    BLACK = "picture_black", Fault.BLACK
    GREY = "picture_grey", Fault.BLACK
    HALF = "picture_half", Fault.HALF
    MIRRORED = "picture_mirrored", Fault.MIRRORED
    SOFT = "picture_soft", Fault.FOCUS
    NO_MARKER = "mat_no_marker", Fault.NO_MAT
    ONE_MARKER = "mat_one_marker", Fault.NO_MAT
    TWO_MATS = "mat_two", Fault.TWO_MATS
    SECOND_MAT = "mat_second", Fault.TWO_MATS, {"count": int}
    WRONG_MAT = "mat_wrong", Fault.WRONG_MAT, {"count": int, "game": int}
    MARKER_HIDDEN = "mat_marker_hidden", Fault.HIDDEN, _MARKERS
    MARKERS_HIDDEN = "mat_markers_hidden", Fault.HIDDEN, _MARKERS
    DARK = "mat_dark", Fault.DARK
    DARK_SIDE = "mat_dark_side", Fault.DARK, _SEATS
    BRIGHT = "mat_bright", Fault.BRIGHT
    BRIGHT_SIDE = "mat_bright_side", Fault.BRIGHT, _SEATS
    UNEVEN = "mat_uneven", Fault.UNEVEN, _SEATS
    FAR = "mat_far", Fault.FAR, {"pixels": float}
    SLANTED = "mat_slanted", Fault.SLANTED
    CUT_OFF = "mat_cut_off", Fault.CUT_OFF, _SEATS
    SCALE = "mat_scale", Fault.SCALE, {"percent": int, "height": float}


@dataclass(frozen=True, slots=True)
class Remark:
    """`stops`: nothing can be watched while this is so. `fields`: exactly those that the code has."""

    code: MatCode
    fields: Mapping[str, int | float | tuple[int, ...]] = field(default_factory=dict)
    stops: bool = False

    @property
    def fault(self) -> Fault | None:
        """What kind of thing is wrong; None where nothing is."""
        return self.code.fault


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is wrong with a picture, the gravest first; and where the mat lies in it, where that could be told."""

    remarks: tuple[Remark, ...] = ()
    registration: Registration | None = None


def remarks(picture: Image, mat: Mat, fixed: Registration | None = None) -> list[Remark]:
    """What is wrong with this BGR picture of a table with this mat, the gravest first; empty when all is well.

    `fixed`: where the table lies by four taps; then nothing is asked of the mat and its markers.
    """
    return list(judgement(picture, mat, fixed).remarks)


def judgement(picture: Image, mat: Mat, fixed: Registration | None = None) -> Judgement:
    """The same, with where the mat was found."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    blind = _blind(grey)
    if blind is not None:
        return Judgement((blind,), fixed)
    half = _half(grey)
    told = [half] if half is not None else []
    if fixed is not None:
        return Judgement((*told, *_view(grey.shape, fixed, mat), *_light(grey, fixed, mat, paper=False)), fixed)
    found = _marker_ids(grey)
    wrong = _wrong_mat(grey, found, mat)
    if wrong is not None:
        return Judgement((wrong,))
    registration = register(grey, mat)
    if registration is None:
        return Judgement(tuple(told) or (_no_mat(found, mat),))
    hidden = _hidden(registration, mat)
    told += [hidden] if hidden is not None else []
    told += _view(grey.shape, registration, mat) + _light(grey, registration, mat) + _focus(grey, registration)
    return Judgement(tuple(told), registration)


def mat_seen(registration: Registration | None, mat: Mat, tapped: bool = False) -> Remark:
    """What is seen of the mat; `tapped`: its corners were."""
    if registration is None:
        return Remark(MatCode.LOST)
    if tapped:
        return Remark(MatCode.TAPPED)
    return _hidden(registration, mat) or Remark(MatCode.IN_SIGHT)


def _blind(grey: Image) -> Remark | None:
    if float(grey.mean()) < BLACK:
        return Remark(MatCode.BLACK, stops=True)
    return Remark(MatCode.GREY, stops=True) if float(grey.std()) < FLAT else None


def _half(grey: Image) -> Remark | None:
    """Rows at the picture's end that are copies of one another, or plain: the rest did not arrive."""
    height = grey.shape[0]
    plain = (cv2.absdiff(grey[1:], grey[:-1]).mean(axis=1) < 0.05)[::-1]
    count = int(np.argmin(plain)) if not plain.all() else height
    if count < EMPTY_ROWS * height:
        return None
    return Remark(MatCode.HALF, stops=True)


def _marker_ids(grey: Image) -> Counter[int]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(grey)
    return Counter(int(i) for i in np.ravel(ids)) if ids is not None else Counter()


def _wrong_mat(grey: Image, found: Counter[int], mat: Mat) -> Remark | None:
    own = [marker for marker in found if marker in mat.markers]
    if any(found[marker] > 1 for marker in own):
        return Remark(MatCode.TWO_MATS, stops=True)
    others = Counter(seats for marker in found if marker not in mat.markers and (seats := seats_of_marker(marker)))
    if len(own) < LEAST_MARKERS and _is_mirrored(grey, mat):
        return Remark(MatCode.MIRRORED, stops=True)
    if mat.name not in MATS or not others:
        return None
    seats, count = others.most_common(1)[0]
    if count >= 2 and count >= len(own):
        return Remark(MatCode.WRONG_MAT, {"count": seats, "game": mat.seats}, stops=True)
    if count >= 2:
        return Remark(MatCode.SECOND_MAT, {"count": seats}, stops=True)
    return None


def _is_mirrored(grey: Image, mat: Mat) -> bool:
    turned = _marker_ids(np.ascontiguousarray(grey[:, ::-1]))
    return sum(marker in mat.markers for marker in turned) >= LEAST_MARKERS


def _no_mat(found: Counter[int], mat: Mat) -> Remark:
    own = any(marker in mat.markers for marker in found)
    return Remark(MatCode.ONE_MARKER if own else MatCode.NO_MARKER, stops=True)


def _hidden(registration: Registration, mat: Mat) -> Remark | None:
    missing = [number for number, marker in enumerate(mat.markers, start=1) if marker not in registration.markers]
    if not missing:
        return None
    code = MatCode.MARKER_HIDDEN if len(missing) == 1 else MatCode.MARKERS_HIDDEN
    return Remark(code, {"markers": tuple(missing)})


def _view(shape: tuple[int, ...], registration: Registration, mat: Mat) -> list[Remark]:
    """How large the mat is seen, from what side, and which seats' cards would lie outside the picture."""
    width, height = mat.size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    seen = project(registration.to_picture, corners)
    sides = [float(np.linalg.norm(seen[k] - seen[(k + 1) % 4])) / (width, height)[k % 2] for k in range(4)]
    told = []
    if float(np.mean(sides)) < COARSE:
        told.append(Remark(MatCode.FAR, {"pixels": float(np.mean(sides))}))
    if max(sides) / min(sides) > SLANTED:
        told.append(Remark(MatCode.SLANTED))
    cut = [place for place, box in mat.places.items() if not _inside(box, registration, shape)]
    seats = sorted({place.number for place in cut if place.number})
    if seats:
        told.append(Remark(MatCode.CUT_OFF, {"seats": tuple(seats)}))
    return told


def _inside(box: tuple[float, float, float, float], registration: Registration, shape: tuple[int, ...]) -> bool:
    x, y = project(registration.to_picture, np.array([[(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]]))[0]
    return bool(0 <= x < shape[1] and 0 <= y < shape[0])


def _light(grey: Image, registration: Registration, mat: Mat, paper: bool = True) -> list[Remark]:
    """How bright the paper is in each seat's zone: its brightest fifth, so that cards lying there matter little.

    Where there is no `paper` but a cloth of any colour, nobody can say how dark it ought to be.
    """
    level = _levels(grey, registration, mat)
    dark = [seat for seat, grade in level.items() if grade < DARK and paper]
    if dark:
        return [_of_seats(MatCode.DARK, MatCode.DARK_SIDE, dark, level)]
    bright = [seat for seat, grade in level.items() if grade >= BRIGHT]
    if bright:
        return [_of_seats(MatCode.BRIGHT, MatCode.BRIGHT_SIDE, bright, level)]
    most = max(level.values(), default=0.0)
    uneven = tuple(seat for seat, grade in level.items() if grade < UNEVEN * most)
    return [Remark(MatCode.UNEVEN, {"seats": uneven})] if uneven else []


def _of_seats(everywhere: MatCode, there: MatCode, seats: list[int], level: Mapping[int, float]) -> Remark:
    """The remark for all seats' zones that are seen, or for these."""
    return Remark(everywhere) if len(seats) == len(level) else Remark(there, {"seats": tuple(seats)})


def _levels(grey: Image, registration: Registration, mat: Mat) -> dict[int, float]:
    """Grey of the brightest fifth of each seat's zone, for the zones in the picture."""
    level = {}
    for seat in range(1, mat.seats + 1):
        x0, y0, x1, y1 = mat.places[play_zone(seat)]
        outline = project(registration.to_picture, np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))
        mask = np.zeros(grey.shape, np.uint8)
        cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 1)
        if mask.any():
            level[seat] = float(np.percentile(grey[mask > 0], 80))
    return level


def _focus(grey: Image, registration: Registration) -> list[Remark]:
    steepest = [_steepest(grey, corners) for corners in registration.corners]
    if not steepest or max(steepest) >= SOFT:
        return []
    return [Remark(MatCode.SOFT)]


def _steepest(grey: Image, corners: NDArray[np.float64]) -> float:
    """The steepest change from black to white in a marker, in shares of its contrast a pixel: 0.5 sharp, 0.1 soft."""
    (x0, y0), (x1, y1) = corners.min(0).astype(int) - 2, corners.max(0).astype(int) + 3
    part = grey[max(0, y0) : y1, max(0, x0) : x1].astype(np.float32)
    contrast = float(np.percentile(part, 95) - np.percentile(part, 5))
    if contrast < 10:
        return 0.0
    dx, dy = cv2.Sobel(part, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(part, cv2.CV_32F, 0, 1) / 8
    return float(np.percentile(np.hypot(dx, dy), 97)) / contrast
