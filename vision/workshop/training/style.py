"""How a drawn deck looks: font, sizes, colours, language, all at random; and how ink is put on paper."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.training.art import CARD_H, CARD_W, ENGLISH, Rng
from vision.workshop.training.indices import fonts

LANGUAGES: tuple[tuple[float, tuple[str, ...]], ...] = (
    (0.55, ENGLISH),
    (0.07, (*ENGLISH[:9], "T", *ENGLISH[10:])),
    (0.13, (*ENGLISH[:10], "B", "D", "K")),  # German, Austrian
    (0.08, ("1", *ENGLISH[1:10], "V", "D", "R")),  # French
    (0.05, (*ENGLISH[:10], "V", "D", "R")),
    (0.12, (*ENGLISH[:10], "B", "V", "H")),  # Dutch
)
TWO_COLOURS = {"C": (25, 25, 25), "S": (25, 25, 25), "D": (40, 35, 205), "H": (40, 35, 205)}
FOUR_COLOURS = {"C": (50, 120, 30), "S": (25, 25, 25), "D": (190, 90, 30), "H": (40, 35, 205)}


@dataclass(frozen=True, slots=True)
class Style:
    """How a drawn deck looks; heights and margins in fractions of the card's height, widths of its width."""

    font: str
    squeeze: float
    weight: int
    rank_h: float
    suit_h: float
    gap: float
    left: float
    top: float
    paper: tuple[int, int, int]
    colours: dict[str, tuple[int, int, int]]
    letters: tuple[str, ...]
    four: bool
    art_scale: float
    middle: str


def _shifted(colour: tuple[int, int, int], rng: Rng) -> tuple[int, int, int]:
    b, g, r = (int(np.clip(v + rng.integers(-20, 35), 0, 255)) for v in colour)
    return b, g, r


def random_style(rng: Rng) -> Style:
    """A style at random; index sizes from small old continental (7 % of the height) to jumbo (19 %)."""
    rank_h = float(np.exp(rng.uniform(np.log(0.068), np.log(0.19))))
    letters = LANGUAGES[int(rng.choice(len(LANGUAGES), p=[p for p, _ in LANGUAGES]))][1]
    tint = [int(v) for v in rng.integers(0, 28, 3)]
    colours = FOUR_COLOURS if rng.random() < 0.12 else TWO_COLOURS
    shift = {s: _shifted(c, rng) for s, c in colours.items()}
    shift["S"], shift["H"] = (shift["C"], shift["D"]) if colours is TWO_COLOURS else (shift["S"], shift["H"])
    return Style(
        font=str(rng.choice(fonts())), squeeze=float(rng.uniform(0.72, 1.15)), weight=int(rng.integers(-3, 6)),
        rank_h=rank_h, suit_h=rank_h * float(rng.uniform(0.5, 1.0)), gap=float(rng.uniform(0.006, 0.03)),
        left=float(rng.uniform(0.025, 0.07)), top=float(rng.uniform(0.02, 0.06)),
        paper=(255 - tint[0], 255 - tint[1], 255 - tint[2]), colours=shift, letters=letters, four=rng.random() < 0.08,
        art_scale=float(rng.uniform(0.8, 1.0)),
        middle=str(rng.choice(["art", "panel", "letter", "pip", "blank"], p=[0.66, 0.08, 0.06, 0.08, 0.12])),
    )  # fmt: skip


def stamp(card: NDArray[np.float32], mask: NDArray[np.float32], cx: float, cy: float, colour: tuple[int, ...]) -> None:
    """Ink `mask` onto `card` with its centre at (cx, cy) pixels; what lies beyond the card is cut off."""
    h, w = mask.shape
    x0, y0 = round(cx - w / 2), round(cy - h / 2)
    sx, sy = max(0, -x0), max(0, -y0)
    ex, ey = min(w, CARD_W - x0), min(h, CARD_H - y0)
    if ex <= sx or ey <= sy:
        return
    part = card[y0 + sy : y0 + ey, x0 + sx : x0 + ex]
    ink = mask[sy:ey, sx:ex, None]
    part *= 1 - ink
    part += ink * np.asarray(colour, np.float32)


def scaled(mask: NDArray[np.float32], height: float) -> NDArray[np.float32]:
    h = max(4, round(height))
    size = (max(3, round(mask.shape[1] * h / mask.shape[0])), h)
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32)
