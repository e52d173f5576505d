"""A picture of the table judged in words: is there a picture, is it the right mat the right way round, light, focus.

One sentence a remark: what is wrong, a colon, and what to do about it. For `calibrate`, the page and `doctor`; nothing
is remembered, and no card is read. A camera that is frozen notices it itself.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
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
WELL = "All is well: the mat is seen, the light is even, the picture is sharp."
WELL_TAPPED = "All is well: the table lies by the four taps, and the light is even."
CORNERS = ("top left", "top right", "bottom right", "bottom left")


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


@dataclass(frozen=True, slots=True)
class Remark:
    """`stops`: nothing can be watched while this is so. `text`: one sentence."""

    fault: Fault
    text: str
    stops: bool = False


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


def mat_in_words(registration: Registration | None, mat: Mat, tapped: bool = False) -> str:
    """One sentence on what is seen of the mat; `tapped`: its corners were."""
    if registration is None:
        return "The mat is not in sight: at least two of its corner markers must be seen."
    if tapped:
        return "A table without a mat, by the four corners that were tapped."
    hidden = _hidden(registration, mat)
    return hidden.text if hidden is not None else "All four markers of the mat in sight."


def _blind(grey: Image) -> Remark | None:
    if float(grey.mean()) < BLACK:
        text = "The picture is black: take the cap off the lens, switch a light on, or check the camera's cable."
        return Remark(Fault.BLACK, text, stops=True)
    if float(grey.std()) < FLAT:
        text = "The picture is one even grey: take the cap off the lens, or check the camera's cable."
        return Remark(Fault.BLACK, text, stops=True)
    return None


def _half(grey: Image) -> Remark | None:
    """Rows at the picture's end that are copies of one another, or plain: the rest did not arrive."""
    height = grey.shape[0]
    plain = (cv2.absdiff(grey[1:], grey[:-1]).mean(axis=1) < 0.05)[::-1]
    count = int(np.argmin(plain)) if not plain.all() else height
    if count < EMPTY_ROWS * height:
        return None
    text = "Only part of the picture arrives: check the camera's cable, or choose a lower resolution."
    return Remark(Fault.HALF, text, stops=True)


def _marker_ids(grey: Image) -> Counter[int]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(grey)
    return Counter(int(i) for i in np.ravel(ids)) if ids is not None else Counter()


def _wrong_mat(grey: Image, found: Counter[int], mat: Mat) -> Remark | None:
    own = [marker for marker in found if marker in mat.markers]
    if any(found[marker] > 1 for marker in own):
        text = "Two mats are in sight: take one away, or only one of them is watched."
        return Remark(Fault.TWO_MATS, text, stops=True)
    others = Counter(seats for marker in found if marker not in mat.markers and (seats := seats_of_marker(marker)))
    if len(own) < LEAST_MARKERS and _is_mirrored(grey, mat):
        text = "The picture is mirrored: switch the camera's mirroring off (a front camera often has it on)."
        return Remark(Fault.MIRRORED, text, stops=True)
    if mat.name not in MATS or not others:
        return None
    seats, count = others.most_common(1)[0]
    if count >= 2 and count >= len(own):
        text = f"This mat is for {seats} seats, but the game is for {mat.seats}: lay the right mat, or change the game."
        return Remark(Fault.WRONG_MAT, text, stops=True)
    if count >= 2:
        return Remark(Fault.TWO_MATS, f"A second mat, for {seats} seats, is in sight: take it away.", stops=True)
    return None


def _is_mirrored(grey: Image, mat: Mat) -> bool:
    turned = _marker_ids(np.ascontiguousarray(grey[:, ::-1]))
    return sum(marker in mat.markers for marker in turned) >= LEAST_MARKERS


def _no_mat(found: Counter[int], mat: Mat) -> Remark:
    own = [marker for marker in found if marker in mat.markers]
    what = "only one of its corner markers is" if own else "none of its corner markers is"
    text = f"The mat is not in sight: {what} seen, and at least two must be. Cards can be entered by hand meanwhile."
    return Remark(Fault.NO_MAT, text, stops=True)


def _hidden(registration: Registration, mat: Mat) -> Remark | None:
    order = list(mat.markers)
    missing = [k for k, marker in enumerate(order) if marker not in registration.markers]
    if not missing:
        return None
    names = [f"{k + 1} ({CORNERS[k]})" if k < len(CORNERS) else str(k + 1) for k in missing]
    plural, verb = ("s", "are") if len(names) > 1 else ("", "is")
    return Remark(
        Fault.HIDDEN, f"Marker{plural} {' and '.join(names)} of the mat {verb} hidden; the others are enough."
    )


def _view(shape: tuple[int, ...], registration: Registration, mat: Mat) -> list[Remark]:
    """How large the mat is seen, from what side, and which seats' cards would lie outside the picture."""
    width, height = mat.size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    seen = project(registration.to_picture, corners)
    sides = [float(np.linalg.norm(seen[k] - seen[(k + 1) % 4])) / (width, height)[k % 2] for k in range(4)]
    told = []
    if float(np.mean(sides)) < COARSE:
        text = f"The mat is seen with {np.mean(sides):.1f} pixels a mm: hang the camera lower, or choose more pixels."
        told.append(Remark(Fault.FAR, text))
    if max(sides) / min(sides) > SLANTED:
        told.append(Remark(Fault.SLANTED, "The camera looks from the side: hang it nearer to above the mat's middle."))
    cut = [place for place, box in mat.places.items() if not _inside(box, registration, shape)]
    seats = sorted({place.number for place in cut if place.number})
    if seats:
        text = f"Cards of seat {_and(seats)} would lie outside the picture: turn or lift the camera."
        told.append(Remark(Fault.CUT_OFF, text))
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
    if dark and len(dark) == len(level):
        return [Remark(Fault.DARK, "It is too dark everywhere: switch a lamp on, or let the camera expose longer.")]
    if dark:
        return [Remark(Fault.DARK, f"Too dark on seat {_and(dark)}'s side: give it more light.")]
    bright = [seat for seat, grade in level.items() if grade >= BRIGHT]
    if bright:
        where = "everywhere" if len(bright) == len(level) else f"on seat {_and(bright)}'s side"
        return [Remark(Fault.BRIGHT, f"Too bright {where}: turn the lamp away, or let the camera expose less.")]
    most = max(level.values(), default=0.0)
    uneven = [seat for seat, grade in level.items() if grade < UNEVEN * most]
    text = f"Seat {_and(uneven)}'s side is much darker than the rest: turn a lamp that way."
    return [Remark(Fault.UNEVEN, text)] if uneven else []


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


def _and(seats: list[int]) -> str:
    return " and ".join(str(seat) for seat in seats)


def _focus(grey: Image, registration: Registration) -> list[Remark]:
    steepest = [_steepest(grey, corners) for corners in registration.corners]
    if not steepest or max(steepest) >= SOFT:
        return []
    return [Remark(Fault.FOCUS, "The picture is out of focus: turn the lens, or let the camera focus on the mat.")]


def _steepest(grey: Image, corners: NDArray[np.float64]) -> float:
    """The steepest change from black to white in a marker, in shares of its contrast a pixel: 0.5 sharp, 0.1 soft."""
    (x0, y0), (x1, y1) = corners.min(0).astype(int) - 2, corners.max(0).astype(int) + 3
    part = grey[max(0, y0) : y1, max(0, x0) : x1].astype(np.float32)
    contrast = float(np.percentile(part, 95) - np.percentile(part, 5))
    if contrast < 10:
        return 0.0
    dx, dy = cv2.Sobel(part, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(part, cv2.CV_32F, 0, 1) / 8
    return float(np.percentile(np.hypot(dx, dy), 97)) / contrast
