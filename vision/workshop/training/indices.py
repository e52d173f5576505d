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

from vision.workshop.training.art import Rng

Mask = NDArray[np.float32]

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
    """A stem from `top` down to the sign's foot: straight or flaring, its foot cut straight or hollow."""
    half, foot, flare = rng.uniform(1.5, 6), rng.uniform(7, 27), rng.uniform(0.8, 3.5)
    left, right = [], []
    for u in np.linspace(0, 1, 10):
        y, w = top + (122 - top) * u, half + (foot - half) * u**flare
        left.append((64 - w, y))
        right.append((64 + w, y))
    hollow = [(64.0, 122 - rng.uniform(0, 9))] if rng.random() < 0.4 else []
    _fill(left + hollow + right[::-1], canvas)


def _heart_outline(rng: Rng, height: float) -> list[tuple[float, float]]:
    """A heart `height` high around (0, 0), point down: slim to wide, lobes high or hanging, point blunt or sharp."""
    wide, droop, sharp = rng.uniform(0.8, 1.15), rng.uniform(-0.25, 0.35), rng.uniform(0.75, 1.3)
    raw = []
    for k in range(72):
        x, y = _heart(2 * math.pi * k / 72)
        y = y * sharp if y > 0 else y
        raw.append((x * wide, y + droop * (abs(x) / 16) ** 2 * 8 * (1 if y < 6 else 0)))
    ys = [y for _, y in raw]
    scale = min(height / (max(ys) - min(ys)), 60 / max(x for x, _ in raw))
    middle = (max(ys) + min(ys)) / 2
    return [(x * scale, (y - middle) * scale) for x, y in raw]


def _draw_diamond(canvas: NDArray[np.uint8], rng: Rng) -> None:
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


def _draw_spade(canvas: NDArray[np.uint8], rng: Rng) -> None:
    """The leaf takes 58 to 88 % of the height; the rest, and the notch between its lobes, is stem."""
    height = rng.uniform(0.58, 0.88) * 118
    _fill([(64 + x, 4 + height / 2 - y) for x, y in _heart_outline(rng, height)], canvas)
    _stem(canvas, rng, 4 + height * rng.uniform(0.6, 0.8))


def _draw_club(canvas: NDArray[np.uint8], rng: Rng) -> None:
    r = rng.uniform(21, 29)
    spread, low = r * rng.uniform(0.95, 1.25), 4 + r * rng.uniform(2.3, 2.75)
    for cx, cy in ((64, 4 + r), (64 - spread, low), (64 + spread, low)):
        cv2.circle(canvas, (round(cx), round(cy)), round(r), 255, -1, cv2.LINE_AA)
    if rng.random() < 0.7:
        w = r * rng.uniform(0.3, 0.6)
        _fill([(64 - w, 4 + r * 1.6), (64 + w, 4 + r * 1.6), (64 + w, low + r * 0.4), (64 - w, low + r * 0.4)], canvas)
    _stem(canvas, rng, 4 + r * 1.9)


def suit_mask(suit: str, rng: Rng) -> Mask:
    """A suit sign of random proportions: float ink in 0..1, cropped tight, 96 pixels high."""
    canvas = np.zeros((128, 128), np.uint8)
    if suit == "D":
        _draw_diamond(canvas, rng)
    elif suit == "H":
        _fill([(64 + x, 64 + y) for x, y in _heart_outline(rng, 116)], canvas)
    elif suit == "S":
        _draw_spade(canvas, rng)
    else:
        _draw_club(canvas, rng)
    rows, cols = np.where(canvas.max(1) > 90)[0], np.where(canvas.max(0) > 90)[0]
    tight = canvas[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    sized = cv2.resize(tight, (max(20, round(tight.shape[1] * 96 / tight.shape[0])), 96))
    return np.asarray(sized, np.float32) / np.float32(255)
