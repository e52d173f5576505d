"""Drawn indices: a rank in any font above a suit sign of any shape.

Real decks differ more in their indices than the card art at hand does, so most training cards carry drawn ones.
Suit signs are drawn here by hand (four outlines bent by random numbers): fonts hold only one or two styles of them.
"""

from __future__ import annotations

import math
import subprocess
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pil
from PIL import ImageDraw, ImageFont

Mask = NDArray[np.float32]
Rng = np.random.Generator

_BAD_FONTS = ("Emoji", "Symbol", "Dingbats", "D050000L", "StandardSymbols", "Initials", "Keyboard", "Mono", "Z003")


@lru_cache(maxsize=1)
def fonts() -> tuple[str, ...]:
    """Font files of this machine that can be used for ranks, in a fixed order."""
    listed = subprocess.run(["fc-list", "--format", "%{file}\n"], capture_output=True, text=True, check=True).stdout
    files = sorted({line for line in listed.splitlines() if line.endswith((".ttf", ".otf"))})
    return tuple(f for f in files if not any(bad in Path(f).name for bad in _BAD_FONTS))


@lru_cache(maxsize=4096)
def _letter(font: str, text: str) -> Mask | None:
    """The text's ink, 96 pixels high, cropped tight; None when the font lacks it."""
    try:
        face = ImageFont.truetype(font, 140)
    except OSError:
        return None
    x0, y0, x1, y1 = face.getbbox(text)
    if x1 - x0 < 20 or y1 - y0 < 40:
        return None
    canvas = Pil.new("L", (int(x1 - x0) + 8, int(y1 - y0) + 8), 0)
    ImageDraw.Draw(canvas).text((4 - x0, 4 - y0), text, fill=255, font=face)
    mask = np.asarray(canvas, np.float32) / 255
    rows, cols = np.where(mask.max(1) > 0.3)[0], np.where(mask.max(0) > 0.3)[0]
    if len(rows) < 20 or len(cols) < 8:
        return None
    tight = mask[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    return cv2.resize(tight, (max(8, round(tight.shape[1] * 96 / tight.shape[0])), 96)).astype(np.float32)


def rank_mask(text: str, font: str, squeeze: float, weight: int) -> Mask | None:
    """The rank's ink: height 96; `squeeze` scales its width, `weight` thickens (+) or thins (-) strokes."""
    letter = _letter(font, text)
    if letter is None:
        return None
    if text == "10":
        squeeze *= 0.72
    mask = cv2.resize(letter, (max(10, int(letter.shape[1] * squeeze)), 96))
    if weight:
        kernel = np.ones((abs(weight) + 1, abs(weight) + 1), np.uint8)
        mask = cv2.dilate(mask, kernel) if weight > 0 else cv2.erode(mask, kernel)
    return np.asarray(mask, np.float32)


def _heart(t: float) -> tuple[float, float]:
    return 16 * math.sin(t) ** 3, -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t))


def _fill(points: list[tuple[float, float]], canvas: NDArray[np.uint8]) -> None:
    cv2.fillPoly(canvas, [np.array(points, np.float32).round().astype(np.int32)], 255, cv2.LINE_AA)


def _stem(canvas: NDArray[np.uint8], rng: Rng, top: float) -> None:
    half, foot = rng.uniform(2, 6), rng.uniform(9, 24)
    _fill([(64 - half, top), (64 + half, top), (64 + foot, 122), (64 - foot, 122)], canvas)


def suit_mask(suit: str, rng: Rng) -> Mask:
    """A suit sign of random proportions: float ink in 0..1, cropped tight, 96 pixels high."""
    canvas = np.zeros((128, 128), np.uint8)
    if suit == "D":
        half, bend = rng.uniform(30, 56), rng.uniform(-0.05, 0.22)
        corners = [(64.0, 4.0), (64 + half, 64.0), (64.0, 124.0), (64 - half, 64.0)]
        points = []
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            for k in range(12):
                u = k / 12
                pull = bend * 4 * u * (1 - u)
                x, y = ax + (bx - ax) * u, ay + (by - ay) * u
                points.append((x + (64 - x) * pull, y + (64 - y) * pull))
        _fill(points, canvas)
    elif suit in "HS":
        stretch, point = rng.uniform(0.85, 1.15), rng.uniform(0.8, 1.2)
        sign = 1 if suit == "H" else -1
        outline = []
        for k in range(60):
            x, y = _heart(2 * math.pi * k / 60)
            y = y * (point if y > 0 else 1)
            outline.append((64 + x * 3.5 * stretch, 64 + sign * (y - 2) * 3.3 - (0 if sign > 0 else 10)))
        _fill(outline, canvas)
        if suit == "S":
            _stem(canvas, rng, 66)
    else:
        r, spread = rng.uniform(22, 29), rng.uniform(24, 33)
        for cx, cy in ((64, 34), (64 - spread, 74), (64 + spread, 74)):
            cv2.circle(canvas, (int(cx), int(cy)), int(r), 255, -1, cv2.LINE_AA)
        if rng.random() < 0.7:
            _fill([(64 - 12, 50), (64 + 12, 50), (64 + 14, 84), (64 - 14, 84)], canvas)
        _stem(canvas, rng, 60)
    rows, cols = np.where(canvas.max(1) > 90)[0], np.where(canvas.max(0) > 90)[0]
    tight = canvas[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    sized = cv2.resize(tight, (max(20, round(tight.shape[1] * 96 / tight.shape[0])), 96))
    return np.asarray(sized, np.float32) / np.float32(255)
