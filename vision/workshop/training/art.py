"""Card art for training: the sheets of Debian's `gnome-cards-data`, rendered and measured.

A sheet has 13 columns (ace, 2 ... 10, jack, queen, king) and rows clubs, diamonds, hearts, spades. The place of the
index differs from deck to deck, so it is measured on each sheet's aces, whose corner holds nothing else. Art is
read from the installed packages at training time and is never copied into the project.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Rng = np.random.Generator

CARD_W, CARD_H = 200, 280
"""Size in pixels at which every training card is kept."""

SUITS = "CDHS"
ENGLISH = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
GERMAN = (*ENGLISH[:10], "B", "D", "K")
FRENCH = ("1", *ENGLISH[1:10], "V", "D", "R")
ITALIAN = (*ENGLISH[:10], "F", "D", "R")
# Cyrillic courts look like Latin letters of another meaning: only the numbers of those decks are used.
NUMBERS = ("", *ENGLISH[1:10], "", "", "")

SHEETS: dict[str, tuple[str, ...]] = {
    "ancient_french": FRENCH, "anglo": ENGLISH, "anglo_bitmap": ENGLISH, "anglo_modern": ENGLISH,
    "anglo_modern_4_color": ENGLISH, "anglo_poker": ENGLISH, "atlasnye": ENGLISH, "atlasnye_skat": GERMAN,
    "bellot": ENGLISH, "berlin": GERMAN, "dondorf": ENGLISH, "gnomangelo_bitmap": ENGLISH,
    "guyenne-classic": (*ENGLISH[:10], "", "", ""), "lattmann": GERMAN, "neoclassical": ENGLISH,
    "neoclassical_4_color": ENGLISH, "orell": ENGLISH, "ornamental": ENGLISH, "paris": ENGLISH,
    "plastic": ENGLISH, "rheinland": GERMAN, "slavic_costumes": NUMBERS, "tarocco": ITALIAN,
    "tigullio": ENGLISH, "tango": (*ENGLISH[:10], "", "", ""),
}  # fmt: skip
FOUR_INDICES = ("dondorf",)


@dataclass(frozen=True, slots=True)
class IndexSpot:
    """Where one index stands on a card, in fractions of its width and height; `flip`: printed upside down."""

    x: float
    y: float
    w: float
    h: float
    flip: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """One card's picture (CARD_H x CARD_W x 3, BGR), what its indices say and where they are."""

    picture: Image
    glyph: str
    suit: str
    indices: tuple[IndexSpot, ...]


def render_sheet(svg: Path, cache: Path) -> Image:
    """The sheet as BGR on white, 1800 pixels high; rendered once by rsvg-convert into `cache`."""
    png = cache / f"{svg.stem}.png"
    if not png.exists():
        cache.mkdir(parents=True, exist_ok=True)
        subprocess.run(["rsvg-convert", "-h", "1800", "-a", str(svg), "-o", str(png)], check=True)
    return flatten(png)


def flatten(png: Path) -> Image:
    """A picture with an alpha channel laid on white paper, BGR. Raises OSError for what is no picture."""
    picture = cv2.imdecode(np.fromfile(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise OSError(f"{png} is no picture with an alpha channel; delete it and run again")
    alpha = picture[..., 3:].astype(np.float32) / 255
    return (picture[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)


def cut(sheet: Image, row: int, column: int) -> Image:
    """One card of a sheet, its outermost pixels (the drawn border) trimmed, at training size."""
    h, w = sheet.shape[0] / 5, sheet.shape[1] / 13
    y0, x0 = int(row * h + h * 0.006), int(column * w + w * 0.008)
    card = sheet[y0 : int((row + 1) * h - h * 0.006), x0 : int((column + 1) * w - w * 0.008)]
    return cv2.resize(card, (CARD_W, CARD_H), interpolation=cv2.INTER_AREA).astype(np.uint8)


def ink(card: Image) -> NDArray[np.bool_]:
    """Printed pixels: those that differ clearly from the paper (the card's median colour)."""
    paper = np.median(card.reshape(-1, 3), axis=0)
    return np.asarray(np.abs(card.astype(np.float32) - paper).max(axis=2) > 60)


def measure_index(card: Image) -> IndexSpot:
    """The index in the top left corner: the leftmost column of ink blobs, the card's border left out.

    Raises ValueError when the corner is empty.
    """
    corner = ink(card)[: int(CARD_H * 0.40), : int(CARD_W * 0.30)].astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(corner, connectivity=8)
    blobs = [s for s in stats[1:count] if s[4] >= 12 and s[0] > 1 and s[1] > 1 and s[3] > 6]
    if not blobs:
        raise ValueError("no index found in the card's corner")
    first = min(blobs, key=lambda s: s[0] + s[1])
    centre = first[0] + first[2] / 2
    column = [s for s in blobs if abs(s[0] + s[2] / 2 - centre) < 0.07 * CARD_W]
    x0 = min(s[0] for s in column)
    y0 = min(s[1] for s in column)
    x1 = max(s[0] + s[2] for s in column)
    y1 = max(s[1] + s[3] for s in column)
    return IndexSpot((x0 + x1) / 2 / CARD_W, (y0 + y1) / 2 / CARD_H, (x1 - x0) / CARD_W, (y1 - y0) / CARD_H)


def twin(index: IndexSpot) -> IndexSpot:
    """The index diagonally opposite, printed upside down."""
    return IndexSpot(1 - index.x, 1 - index.y, index.w, index.h, not index.flip)


def sheet_faces(name: str, sheet: Image) -> list[Face]:
    """Every usable face of a sheet with its measured indices."""
    index = measure_index(cut(sheet, 0, 0))
    places = [index, twin(index)]
    if name in FOUR_INDICES:
        side = IndexSpot(1 - index.x, index.y, index.w, index.h)
        places += [side, twin(side)]
    faces = []
    for row, suit in enumerate(SUITS):
        for column, glyph in enumerate(SHEETS[name]):
            if glyph:
                faces.append(Face(cut(sheet, row, column), glyph, suit, tuple(places)))
    return faces
