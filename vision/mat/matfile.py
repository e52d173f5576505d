"""A mat's description as JSON: for other programs' recordings, and to read other people's mats.

`pepper-table mat` writes it beside the print. What a mat is stands in `vision.mat.mats`; nothing is drawn here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.places import MIDDLE, Place, hand_place, play_zone
from vision.mat import tiles
from vision.mat.mats import FIRST_MARKER, Box, Mat, mat_named

DICTIONARY = "DICT_4X4_50"
"""OpenCV's name of the marker family that every mat uses."""


class MatFaulty(ValueError):
    """A file describes no mat."""


def description(mat: Mat, picture: str | None = None, px_per_mm: float | None = None) -> dict[str, Any]:
    """The mat as JSON values; `picture` names the file it is drawn in, `px_per_mm` that file's scale."""
    seats = {
        str(seat): {"play": list(mat.places[play_zone(seat)]), "hand": list(mat.places[hand_place(seat)])}
        for seat in range(1, mat.seats + 1)
    }
    told: dict[str, Any] = {
        "format": 1,
        "name": mat.name,
        "unit": "mm, from the mat's top left corner, x to the right, y down; boxes are x0, y0, x1, y1",
        "size": list(mat.size),
        "dictionary": DICTIONARY,
        "marker_side": mat.marker_side,
        "markers": {str(marker): list(corner) for marker, corner in mat.markers.items()},
        "seats": seats,
        "middle": list(mat.places[MIDDLE]),
        "spots": {spot.text: list(box) for spot, box in mat.spots.items()},
        "card": list(mat.card),
        "reach": mat.reach,
    }
    if picture is not None:
        told["picture"] = {"file": picture, "px_per_mm": px_per_mm}
    return told


def tiles_description() -> dict[str, Any]:
    """The bid tiles as JSON values: their markers, what each says, and where on the tile the marker is."""
    x, y, side = tiles.MARKER
    return {
        "format": 1,
        "unit": "mm, from the tile's top left corner",
        "size": list(tiles.SIZE),
        "dictionary": "DICT_5X5_50",
        "marker": {"x": x, "y": y, "side": side},
        "tiles": [
            {"marker": tile.marker, "kind": tile.kind.value, "says": tile.says, "words": dict(tile.words)}
            for tile in tiles.TILES
        ],
    }


def parse_mat(text: str, origin: str = "The description") -> Mat:
    """The mat that such JSON describes. Raises MatFaulty with `origin` and what is missing."""
    try:
        raw = json.loads(text)
        if not isinstance(raw, dict) or raw.get("format") != 1:
            raise ValueError("it has no format 1")
        if raw.get("dictionary", DICTIONARY) != DICTIONARY:
            raise ValueError(f"its markers are not of {DICTIONARY}")
        mat = _mat(raw)
    except KeyError as fault:
        raise MatFaulty(f"{origin} describes no mat: it has no {fault}.") from fault
    except (TypeError, ValueError, AttributeError) as fault:
        raise MatFaulty(f"{origin} describes no mat: {str(fault).rstrip('.')}.") from fault
    if len(mat.markers) < 2:
        raise MatFaulty(f"{origin} describes a mat of fewer than two markers: its place can't be found.")
    return mat


def _mat(raw: Mapping[str, Any]) -> Mat:
    places: dict[Place, Box] = {}
    for number, seat in raw["seats"].items():
        places[play_zone(int(number))] = _box(seat["play"])
    if set(places) != {play_zone(seat) for seat in range(1, len(places) + 1)} or len(places) < 2:
        raise ValueError("its seats are not numbered from 1")
    places[MIDDLE] = _box(raw["middle"])
    for number, seat in raw["seats"].items():
        places[hand_place(int(number))] = _box(seat["hand"])
    return Mat(
        name=str(raw["name"]),
        size=_pair(raw["size"]),
        marker_side=float(raw["marker_side"]),
        markers=MappingProxyType({int(marker): _pair(corner) for marker, corner in raw["markers"].items()}),
        places=MappingProxyType(places),
        spots=MappingProxyType({Place.parse(name): _box(box) for name, box in raw.get("spots", {}).items()}),
        card=_pair(raw.get("card", (63.0, 88.0))),
        reach=float(raw.get("reach", 45.0)),
    )


def _box(values: Any) -> Box:
    x0, y0, x1, y1 = (float(value) for value in values)
    if x1 <= x0 or y1 <= y0:
        raise ValueError(f"the box {values} is empty")
    return x0, y0, x1, y1


def _pair(values: Any) -> tuple[float, float]:
    x, y = (float(value) for value in values)
    return x, y


def find_mat(text: str, folder: Path | None = None) -> Mat:
    """A mat by its name, or by the path of its description (looked for in `folder`). Raises UnknownMat, MatFaulty."""
    if not re.search(r"\.json$", text, re.IGNORECASE):
        return mat_named(text)
    path = (folder / text) if folder is not None else Path(text)
    try:
        return parse_mat(path.read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as fault:
        raise MatFaulty(f"{path} can't be read: give a mat's name or the path of its description.") from fault


def seats_of_marker(marker: int) -> int | None:
    """For how many seats the printed mats are that carry this marker; None for one that no mat carries."""
    return next((seats for seats, first in FIRST_MARKER.items() if first <= marker < first + 4), None)
