"""The bid tiles as pictures for recordings: what `pepper-table mat` prints, cut out, on paper of its own colour."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vision.mat.prints import to_picture
from vision.mat.tileprint import tile_page
from vision.mat.tiles import BY_MARKER
from vision.workshop.studio.print.ink import Picture
from vision.workshop.studio.print.printed_mat import PAPER, TONER

TILE_CORNER = 2.5
"""Radius in mm of a tile's corners, as the line to cut along has them."""


@lru_cache(maxsize=32)
def tile_picture(marker: int, language: str, px_per_mm: float) -> Picture:
    """The tile with this marker as RGB, printed black not quite black. Raises KeyError for no tile of the sheet."""
    printed = to_picture(tile_page(BY_MARKER[marker], language), px_per_mm).astype(np.float32) / 255
    paper, toner = np.array(PAPER, np.float32), np.array(TONER, np.float32)
    return np.asarray(np.rint(toner + (paper - toner) * printed), np.uint8)
