"""Where the mat lies in the camera's picture: the homography from four printed ArUco markers.

The markers give plane and scale at every look, so a bumped camera costs nothing. Two markers are enough when the
others are covered. Written with `cv2.aruco`; nothing of it is our own but the bookkeeping.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import Mat
from vision.pictures import Image

Floats = NDArray[np.float64]

LEAST_MARKERS = 2
"""One marker's four corners fix the plane only roughly; two apart fix it to a millimetre."""
SAME_VIEW = 3.0
"""Mean grey levels by which the surroundings of every marker may differ while all lies where it lay.

Black against white: a shift of a pixel (0.6 mm) changes some of them by more, the noise of a camera in good light none.
"""


@dataclass(frozen=True, slots=True)
class Registration:
    """`to_mat`: 3 x 3, picture pixels to mat millimetres; `markers`: the ids it rests on; `corners`: their pixels.

    `views`: what the surroundings of each marker looked like, to tell at the next look whether anything moved.
    """

    to_mat: Floats
    markers: tuple[int, ...]
    corners: Floats
    views: tuple[Image, ...] = ()

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
    when they look as they did: a fraction of the time as long as nobody has moved the camera.
    """
    if near is not None and _unmoved(grey, near):
        return near
    found = _near(grey, mat, near) if near is not None else {}
    if near is None or len(found) < len(near.markers):
        found = {i: c for i, c in markers_in(grey).items() if i in mat.markers}
    if len(found) < LEAST_MARKERS:
        return None
    order = tuple(sorted(found))
    pixels = np.concatenate([found[i] for i in order])
    places = np.concatenate([np.asarray(mat.marker_corners(i)) for i in order])
    matrix, _ = cv2.findHomography(pixels, places)
    if matrix is None:
        return None
    views = tuple(_view(grey, found[i]).copy() for i in order)
    return Registration(np.asarray(matrix, np.float64), order, np.stack([found[i] for i in order]), views)


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


def _unmoved(grey: Image, near: Registration) -> bool:
    """Whether every marker of the earlier registration still looks exactly as it did, in the same place."""
    if not near.views:
        return False
    now = (_view(grey, corners) for corners in near.corners)
    pairs = zip(now, near.views, strict=True)
    return all(a.shape == b.shape and a.size and cv2.norm(a, b, cv2.NORM_L1) < SAME_VIEW * a.size for a, b in pairs)


def _near(grey: Image, mat: Mat, near: Registration) -> dict[int, Floats]:
    found: dict[int, Floats] = {}
    for marker in near.markers:
        corners = project(near.to_picture, np.asarray(mat.marker_corners(marker)))
        x0, y0, x1, y1 = _around(corners, 0.4, grey)
        if min(x1 - x0, y1 - y0) < 8:
            continue
        part = markers_in(np.ascontiguousarray(grey[y0:y1, x0:x1]), thorough=False)
        if marker in part:
            found[marker] = part[marker] + (x0, y0)
    return found
