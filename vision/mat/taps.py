"""A table without a mat: four taps on its picture say where a mat's corners would be.

The taps stand for the corners of a sheet of known size, such as a tablecloth's square or four coins laid out: places
follow from it as from a printed mat. A camera that moves has to be tapped anew; with a mat that costs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import cv2
import numpy as np

from vision.mat.mats import Mat
from vision.mat.registration import Registration

TAPS = "taps.json"
"""The file in the state folder that keeps the four taps."""
Corners = tuple[tuple[float, float], ...]


class TapsCode(Enum):
    """What can be wrong with four taps; in `types` the names and types of the fields that go with it."""

    types: Mapping[str, type]

    def __new__(cls, key: str, types: Mapping[str, type] | None = None) -> TapsCode:
        """`key` names the words in the catalogues."""
        member = object.__new__(cls)
        member._value_ = key
        member.types = types or {}
        return member

    COUNT = "taps_count", {"count": int}
    ORDER = "taps_order"
    BROKEN = "taps_broken", {"place": str, "reason": str}
    FORM = "taps_form"


@dataclass(frozen=True, slots=True)
class TapsTold:
    """What is wrong with four taps: a code, and the values of its fields."""

    code: TapsCode
    fields: Mapping[str, int | str]


class TapsFaulty(ValueError):
    """Four taps that are no corners of anything; its fact says why."""

    def __init__(self, code: TapsCode, **fields: int | str) -> None:
        super().__init__(f"{code.value}{fields or ''}")
        self.fact = TapsTold(code, fields)


def registration_by(taps: Corners, mat: Mat) -> Registration:
    """Where the mat's plane lies when its corners (clockwise from the top left, pixels) are at the taps.

    Raises TapsFaulty for taps that are not four, lie in a line, or cross.
    """
    if len(taps) != 4:
        raise TapsFaulty(TapsCode.COUNT, count=len(taps))
    points = np.array(taps, np.float64)
    hull = cv2.convexHull(points.astype(np.float32), clockwise=True)
    turns = [float(_cross(points[k - 1] - points[k - 2], points[k] - points[k - 1])) for k in range(4)]
    if len(hull) != 4 or min(turns) <= 0 or cv2.contourArea(hull) < 2500:
        raise TapsFaulty(TapsCode.ORDER)
    width, height = mat.size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    matrix = cv2.getPerspectiveTransform(points.astype(np.float32), corners.astype(np.float32))
    return Registration(np.asarray(matrix, np.float64), (), np.zeros((0, 4, 2)))


def _cross(a: np.ndarray, b: np.ndarray) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def save_taps(path: Path, taps: Corners, mat: Mat) -> None:
    """Keeps the taps for the next start, whole or not at all. Raises TapsFaulty, OSError."""
    registration_by(taps, mat)
    half = path.with_suffix(".half")
    half.write_text(json.dumps({"format": 1, "mat": mat.name, "taps": [list(tap) for tap in taps]}) + "\n", "utf-8")
    half.replace(path)


def load_taps(path: Path, mat: Mat) -> Registration | None:
    """The registration kept at `path` for this mat; None if there is none. Raises TapsFaulty for a damaged file."""
    if not path.is_file():
        return None
    try:
        raw = json.loads(path.read_text("utf-8"))
        if raw["mat"] != mat.name:
            return None
        return registration_by(tuple((float(x), float(y)) for x, y in raw["taps"]), mat)
    except (KeyError, TypeError, ValueError) as fault:
        if isinstance(fault, TapsFaulty):
            raise
        raise TapsFaulty(TapsCode.BROKEN, place=str(path), reason=str(fault)) from fault
