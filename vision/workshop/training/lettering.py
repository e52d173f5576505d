"""Print that is no index: numbers, letters and words without a suit sign, as on mats, clocks, boards and papers.

Hard negatives for the namer: a lone 2 beside a printed line is no two of clubs. Drawn where the finder would
take it for an index, upright and to size.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.cutting import IndexPose, cut_patch
from vision.workshop.training.art import Image, Rng
from vision.workshop.training.camera import through_camera
from vision.workshop.training.indices import fonts, rank_mask

SIDE = 128
SIGNS = (
    "A",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "J",
    "Q",
    "K",
    "B",
    "D",
    "V",
    "H",
    "R",
    "F",
    "1",
    "T",
    "0",
    "X",
)
WORDS = (
    "kitty",
    "deck",
    "middle",
    "seat",
    "play",
    "DEALER",
    "pass",
    "No 7",
    "12 cm",
    "MADE IN",
    "Pepper",
    "left",
    "A3",
)


def _text(rng: Rng) -> NDArray[np.float32]:
    """Ink of a sign, a word or a row of signs, a word often turned: any height."""
    mask = None
    while mask is None:
        word = str(rng.choice(WORDS)) if rng.random() < 0.4 else str(rng.choice(SIGNS))
        if rng.random() < 0.15:
            word = "".join(str(v) for v in rng.choice(list("abcdeghkmnoprstuvwxyzABDEGHKMNRS0123456789"), 5))
        mask = rank_mask(word, str(rng.choice(fonts())), float(rng.uniform(0.75, 1.2)), int(rng.integers(-2, 5)))
    if len(word) > 2 and rng.random() < 0.7:
        mask = np.ascontiguousarray(np.rot90(mask, int(rng.choice([1, 3]))))
    return mask


def _lines(picture: Image, rng: Rng, ink: tuple[int, ...]) -> None:
    """Printed lines beside the text: the rounded corner or the dashed edge of a field."""
    x, y = (int(v) for v in rng.integers(10, SIDE - 10, 2))
    thick = int(rng.integers(1, 4))
    if rng.random() < 0.5:
        r = int(rng.integers(6, 24))
        cv2.ellipse(picture, (x + r, y + r), (r, r), 0, 180, 270, ink, thick, cv2.LINE_AA)
        cv2.line(picture, (x + r, y), (SIDE, y), ink, thick, cv2.LINE_AA)
        cv2.line(picture, (x, y + r), (x, SIDE), ink, thick, cv2.LINE_AA)
    else:
        for k in range(0, SIDE, 14):
            cv2.line(picture, (k, y), (k + 8, y), ink, thick, cv2.LINE_AA)


def lettering(rng: Rng, ground: Image) -> Image:
    """One patch for the namer: print without a suit sign, on paper or on `ground` (at least SIDE square)."""
    if rng.random() < 0.7:
        paper = rng.uniform(150, 255) + rng.uniform(-20, 20, 3)
        picture = np.full((SIDE, SIDE, 3), np.clip(paper, 0, 255), np.uint8)
    else:
        picture = ground[:SIDE, :SIDE].copy()
    ink = tuple(
        int(v)
        for v in (rng.uniform(0, 170) + rng.uniform(-20, 20, 3) if rng.random() < 0.7 else rng.uniform(0, 255, 3))
    )
    for _ in range(int(rng.integers(0, 3))):
        _lines(picture, rng, ink)
    text = _text(rng)
    high = float(rng.uniform(14, 56))
    size = (max(4, round(text.shape[1] * high / text.shape[0])), round(high))
    small = cv2.resize(text, (min(size[0], SIDE), size[1]), interpolation=cv2.INTER_AREA)
    h, w = small.shape
    x0 = int(np.clip(SIDE / 2 - w / 2 + rng.normal(0, 5), 0, SIDE - w))
    y0 = int(np.clip(SIDE / 2 - h * rng.choice([0.5, 0.95]) + rng.normal(0, 4), 0, SIDE - h))
    part = picture[y0 : y0 + h, x0 : x0 + w]
    part[:] = (part * (1 - small[..., None]) + np.asarray(ink, np.float32) * small[..., None]).astype(np.uint8)
    height = float(rng.uniform(36, 72))
    seen = through_camera(picture, rng, height)
    return cut_patch(seen, IndexPose(SIDE / 2, SIDE / 2, 0.0, -1.0, height, float(np.exp(rng.normal(0, 0.2)))))
