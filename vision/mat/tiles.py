"""The bid tiles as data: which marker says what, how large a tile is, and its words in the table's language.

Tiles carry markers of another family than mats, so that neither is ever taken for the other. What a tile laid in
somebody's zone means in the game is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image

FAMILY = cv2.aruco.DICT_5X5_50
"""Any two of these markers differ in eight cells or more: a dirty or half-hidden one is unread, not misread."""
SIZE = (62.0, 36.0)
"""A tile's width and height in mm."""
MARKER = (5.0, 5.0, 26.0)
"""Where on the tile its marker is: x and y of the top left corner, and its side, in mm."""
SMALLEST = 8.0
"""Pixels of a marker's side below which nobody could read its cells. Chosen, not measured. Raised, tiles far from a
low camera are not heard."""
LANGUAGES = ("en", "nl", "fr")


class TileKind(Enum):
    """What a tile says: a call of the auction, a trump, how the maker plays, an answer."""

    CALL = "call"
    TRUMP = "trump"
    OPTION = "option"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Tile:
    """`says` is the engine's word for it; `words` what is printed, by language."""

    marker: int
    kind: TileKind
    says: str
    words: Mapping[str, str]


def _tile(marker: int, kind: TileKind, says: str, en: str, nl: str, fr: str) -> Tile:
    return Tile(marker, kind, says, MappingProxyType({"en": en, "nl": nl, "fr": fr}))


_NUMBERS = tuple(_tile(n, TileKind.CALL, str(n), str(n), str(n), str(n)) for n in range(1, 11))
TILES: tuple[Tile, ...] = (
    _tile(0, TileKind.CALL, "pass", "pass", "pas", "passe"),
    *_NUMBERS,
    _tile(11, TileKind.CALL, "little", "little", "little", "little"),
    _tile(12, TileKind.CALL, "big", "big", "big", "big"),
    _tile(13, TileKind.CALL, "pepper", "pepper", "pepper", "pepper"),
    _tile(14, TileKind.CALL, "say 3", "say 3", "zeg 3", "dis 3"),
    _tile(15, TileKind.CALL, "say 4", "say 4", "zeg 4", "dis 4"),
    _tile(20, TileKind.TRUMP, "C", "clubs", "klaveren", "trèfle"),
    _tile(21, TileKind.TRUMP, "D", "diamonds", "ruiten", "carreau"),
    _tile(22, TileKind.TRUMP, "H", "hearts", "harten", "cœur"),
    _tile(23, TileKind.TRUMP, "S", "spades", "schoppen", "pique"),
    _tile(24, TileKind.TRUMP, "NT", "no trump", "zonder troef", "sans atout"),
    _tile(30, TileKind.OPTION, "exchange", "exchange", "ruilen", "échange"),
    _tile(31, TileKind.OPTION, "with", "with partner", "met partner", "avec partenaire"),
    _tile(32, TileKind.OPTION, "alone", "alone", "alleen", "seul"),
    _tile(40, TileKind.ANSWER, "play", "yes", "ja", "oui"),
    _tile(41, TileKind.ANSWER, "drop", "no", "nee", "non"),
    _tile(42, TileKind.ANSWER, "maybe", "maybe", "misschien", "peut-être"),
)
"""Every tile of the sheet, in its order there."""
BY_MARKER: Mapping[int, Tile] = MappingProxyType({tile.marker: tile for tile in TILES})


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = 0.3
    # Seen straight down at a known scale, one threshold does; three are for pictures of unknown scale.
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = 13
    # A cell is four pixels wide, some of them blurred: its middle is told apart on a finer grid than four by four.
    parameters.perspectiveRemovePixelPerCell = 8
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(FAMILY), parameters)


def tiles_in(grey: Image, least: float = SMALLEST) -> list[tuple[Tile, NDArray[np.float64]]]:
    """The tiles in a grey picture, each with its marker's corners in pixels, 4 x 2, clockwise from the top left.

    Markers with sides below `least` pixels are not looked for, which saves a third of the time where courts lie.
    """
    detector = _detector()
    parameters = detector.getDetectorParameters()
    parameters.minMarkerPerimeterRate = 4 * least / max(grey.shape)
    detector.setDetectorParameters(parameters)
    corners, ids, _ = detector.detectMarkers(grey)
    if ids is None:
        return []
    # OpenCV 5 returns the ids flat, OpenCV 4 as a column.
    found = zip(np.ravel(ids), corners, strict=True)
    return [(BY_MARKER[int(i)], np.asarray(c, np.float64).reshape(4, 2)) for i, c in found if int(i) in BY_MARKER]


def outline_of(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The whole tile's corners, 4 x 2, from its marker's, in whatever unit those are."""
    x, y, side = MARKER
    right, down = (corners[1] - corners[0]) / side, (corners[3] - corners[0]) / side
    origin = corners[0] - x * right - y * down
    return np.array([origin, origin + SIZE[0] * right, origin + SIZE[0] * right + SIZE[1] * down,
                     origin + SIZE[1] * down])  # fmt: skip
