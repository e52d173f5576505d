"""Where the mat lies in the camera's picture: the homography from four printed ArUco markers.

The markers give plane and scale at every look, so a bumped camera costs nothing. Two markers are enough when the
others are covered. Written with `cv2.aruco`; nothing of it is our own but the bookkeeping.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.mats import Mat
from vision.pictures import Image

Floats = NDArray[np.float64]

LEAST_MARKERS = 2
"""One marker's four corners fix the plane only roughly; two apart fix it to a millimetre. Raised, hands over the mat
stop the watching sooner."""
SHIFT, SPREAD = 0.8, 2.5
"""A camera has not moved where the markers' corners lie within so many pixels of where they lay: the first on the
whole, the second half of them each for itself. Corners of a marker that is partly covered are seen in wrong places, and
those of a blurred one come out one or two pixels off."""
STRAY = 2.0
"""A corner farther than this in mm from where the others say is no corner. Chosen, not measured. Raised, the corners
of half-covered markers bend the plane."""
SAME_VIEW = 3.0
"""Mean grey levels by which the surroundings of every marker may differ while all lies where it lay.

Black against white: a shift of a pixel (0.6 mm) changes some of them by more, the noise of a camera in good light none.
"""


@dataclass(frozen=True, slots=True)
class Registration:
    """`to_mat`: 3 x 3, picture pixels to mat millimetres; `markers`: the ids in sight; `corners`: their pixels.

    `views`: what the place of each of the mat's markers looked like, in sight or not, to tell at the next look whether
    anything moved; `rests_on`: how many markers the plane was told from.
    """

    to_mat: Floats
    markers: tuple[int, ...]
    corners: Floats
    views: tuple[Image, ...] = ()
    rests_on: int = 0

    @property
    def to_picture(self) -> Floats:
        """3 x 3, mat millimetres to picture pixels."""
        return np.asarray(np.linalg.inv(self.to_mat))

    def moved(self, other: Registration) -> float:
        """The largest distance in mm between where the two place the mat's corners they share; infinite if none."""
        shared = set(self.markers) & set(other.markers)
        if not shared:
            return float("inf")
        mine = np.concatenate([self.corners[self.markers.index(m)] for m in shared])
        theirs = np.concatenate([other.corners[other.markers.index(m)] for m in shared])
        return float(np.linalg.norm(project(self.to_mat, mine) - project(self.to_mat, theirs), axis=1).max())


@lru_cache(maxsize=2)
def _detector(thorough: bool = True) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    if not thorough:  # where a marker is expected one threshold does; three are for pictures of unknown scale
        parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = 23
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def project(matrix: Floats, points: Floats) -> Floats:
    """Map N x 2 points by a 3 x 3 homography."""
    mapped = cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), matrix)
    return np.asarray(mapped, np.float64).reshape(-1, 2)


def markers_in(grey: Image, thorough: bool = True) -> dict[int, Floats]:
    """Marker id to its 4 x 2 corners in pixels, for every marker in a grey picture."""
    corners, ids, _ = _detector(thorough).detectMarkers(grey)
    if ids is None:
        return {}
    # OpenCV 5 returns the ids flat, OpenCV 4 as a column.
    return {int(i): np.asarray(c, np.float64).reshape(4, 2) for i, c in zip(np.ravel(ids), corners, strict=True)}


def register(grey: Image, mat: Mat, near: Registration | None = None) -> Registration | None:
    """Find the mat in a grey picture; None with fewer than two of its markers in sight.

    With `near`, an earlier registration, only the surroundings of the mat's markers are searched, and not even those
    when they look as they did: a fraction of the time as long as nobody has moved the camera. As long as nobody has,
    that earlier plane stays, however few markers the hands leave to be seen.
    """
    if near is not None and _unmoved(grey, mat, near):
        return near
    if near is not None and _stands(found := _near(grey, mat, near), mat, near):
        return _seen(grey, mat, near.to_mat, tuple(sorted(found)), near.rests_on)
    found = {i: c for i, c in markers_in(grey).items() if i in mat.markers}
    if len(found) < LEAST_MARKERS:
        return None
    if near is not None and _stands(found, mat, near):
        return _seen(grey, mat, near.to_mat, tuple(sorted(found)), near.rests_on)
    order = tuple(sorted(found))
    pixels = np.concatenate([found[i] for i in order])
    matrix, _ = cv2.findHomography(pixels, _places(mat, order), cv2.RANSAC, STRAY)
    return None if matrix is None else _seen(grey, mat, np.asarray(matrix, np.float64), order, len(order))


def _places(mat: Mat, markers: Sequence[int]) -> Floats:
    """The corners of these markers in mm on the mat: n x 2."""
    return np.concatenate([np.asarray(mat.marker_corners(marker), np.float64) for marker in markers])


def _stands(found: Mapping[int, Floats], mat: Mat, near: Registration) -> bool:
    """Whether the markers found lie where the earlier registration has them: each of them, if they are more than it
    rests on.
    """
    if len(found) < LEAST_MARKERS:
        return False
    order = tuple(found)
    off = np.concatenate([found[i] for i in order]) - project(near.to_picture, _places(mat, order))
    apart = np.linalg.norm(off, axis=1)
    if len(order) > near.rests_on:
        return float(apart.max()) < SPREAD
    return float(np.linalg.norm(np.median(off, axis=0))) < SHIFT and float(np.median(apart)) < SPREAD


def _seen(grey: Image, mat: Mat, to_mat: Floats, markers: tuple[int, ...], rests_on: int) -> Registration:
    """A registration by this plane, with these markers in sight, as it looks now."""
    corners = _lying(to_mat, mat, markers)
    views = tuple(_view(grey, each).copy() for each in _lying(to_mat, mat, tuple(mat.markers)))
    return Registration(to_mat, markers, corners, views, rests_on)


def _lying(to_mat: Floats, mat: Mat, markers: Sequence[int]) -> Floats:
    """Where in the picture the corners of these markers lie by this plane: markers x 4 x 2."""
    return project(np.asarray(np.linalg.inv(to_mat)), _places(mat, markers)).reshape(-1, 4, 2)


def _around(corners: Floats, margin: float, grey: Image) -> tuple[int, int, int, int]:
    """The box around a marker's corners, widened by `margin` of its size, within the picture: x0, y0, x1, y1."""
    wide = margin * float(np.ptp(corners))
    height, width = grey.shape
    x0, y0 = (int(v) for v in np.maximum(corners.min(0) - wide, 0))
    x1, y1 = (int(v) for v in np.minimum(corners.max(0) + wide, (width, height)))
    return x0, y0, max(x0, x1), max(y0, y1)


def _view(grey: Image, corners: Floats) -> Image:
    x0, y0, x1, y1 = _around(corners, 0.1, grey)
    return grey[y0:y1, x0:x1]


def _unmoved(grey: Image, mat: Mat, near: Registration) -> bool:
    """Whether the place of every marker looks exactly as it did at the earlier registration, in the same place."""
    if not near.views:
        return False
    now = (_view(grey, corners) for corners in _lying(near.to_mat, mat, tuple(mat.markers)))
    pairs = zip(now, near.views, strict=True)
    return all(a.shape == b.shape and cv2.norm(a, b, cv2.NORM_L1) < SAME_VIEW * a.size for a, b in pairs if b.size)


def _near(grey: Image, mat: Mat, near: Registration) -> dict[int, Floats]:
    found: dict[int, Floats] = {}
    for marker in mat.markers:
        corners = project(near.to_picture, np.asarray(mat.marker_corners(marker)))
        x0, y0, x1, y1 = _around(corners, 0.4, grey)
        if min(x1 - x0, y1 - y0) < 8:
            continue
        part = markers_in(np.ascontiguousarray(grey[y0:y1, x0:x1]), thorough=False)
        if marker in part:
            found[marker] = part[marker] + (x0, y0)
    return found
