"""Cards without rank and suit for training: jokers in a deck's style, backs, cards of other games."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.training.art import CARD_H, CARD_W, Face, Image, IndexSpot, Rng, twin
from vision.workshop.training.indices import fonts, rank_mask
from vision.workshop.training.style import Style, scaled, stamp


def draw_joker(style: Style, art: Image, rng: Rng) -> Face | None:
    """A joker in the deck's style: the word down the side (letters stacked, or the word turned), a court as jester."""
    word = _joker_word(style, rng)
    if word is None:
        return None
    card = np.empty((CARD_H, CARD_W, 3), np.float32)
    card[:] = style.paper
    colour = tuple(int(v) for v in rng.uniform(0, 140, 3)) if rng.random() < 0.5 else style.colours["S"]
    if rng.random() < 0.8:
        inner = art[CARD_H // 5 : CARD_H * 4 // 5, CARD_W // 4 : CARD_W * 3 // 4]
        jester = cv2.flip(inner, 1) if rng.random() < 0.5 else inner
        size = (int(CARD_W * rng.uniform(0.4, 0.6)), int(CARD_H * rng.uniform(0.4, 0.75)))
        printed = cv2.resize(jester, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        x0, y0 = (CARD_W - size[0]) // 2, (CARD_H - size[1]) // 2
        card[y0 : y0 + size[1], x0 : x0 + size[0]] = printed
    cx = style.left * CARD_W + word.shape[1] / 2
    cy = style.top * CARD_H + word.shape[0] / 2
    for _ in range(2):
        stamp(card, word, cx, cy, colour)
        card = np.ascontiguousarray(card[::-1, ::-1])
    index = IndexSpot(cx / CARD_W, cy / CARD_H, word.shape[1] / CARD_W, word.shape[0] / CARD_H)
    return Face(np.clip(card, 0, 255).astype(np.uint8), "JOKER", "", (index, twin(index)))


def _joker_word(style: Style, rng: Rng) -> NDArray[np.float32] | None:
    letters = [rank_mask(c, style.font, style.squeeze, style.weight) for c in "JOKER"]
    if any(m is None for m in letters):
        return None
    high = CARD_H * float(rng.uniform(0.05, 0.09))
    stack = [scaled(m, high) for m in letters if m is not None]
    turned = rng.random() < 0.3
    wide = max(m.shape[1 - turned] if not turned else m.shape[0] for m in stack)
    gap = max(1, round(high * float(rng.uniform(0.08, 0.3))))
    total = sum(m.shape[1] if turned else m.shape[0] for m in stack) + gap * (len(stack) - 1)
    word = np.zeros((wide, total) if turned else (total, wide), np.float32)
    at = 0
    for m in stack:
        h, w = m.shape
        if turned:
            word[(wide - h) // 2 : (wide - h) // 2 + h, at : at + w] = m
            at += w + gap
        else:
            word[at : at + h, (wide - w) // 2 : (wide - w) // 2 + w] = m
            at += h + gap
    return np.ascontiguousarray(np.rot90(word, 1 if rng.random() < 0.5 else 3)) if turned else word


def draw_back(rng: Rng) -> Image:
    """A card back: a repeated pattern of two colours inside a border."""
    ys, xs = np.mgrid[0:CARD_H, 0:CARD_W].astype(np.float32)
    a, b = rng.uniform(0.12, 0.9, 2)
    kind = int(rng.integers(0, 5))
    waves = (
        np.sin(xs * a + ys * b) * np.sin(xs * a - ys * b),
        np.sin(xs * a) * np.sin(ys * b),
        np.sin(np.hypot(xs - CARD_W / 2, ys - CARD_H / 2) * a),
        np.sin(xs * a + 3 * np.sin(ys * b * 0.3)),
        np.zeros_like(xs),
    )[kind]
    t = (1 / (1 + np.exp(-waves * rng.uniform(2, 12))))[..., None]
    dark, light = rng.integers(0, 150, 3).astype(np.float32), rng.integers(120, 256, 3).astype(np.float32)
    back = dark * t + light * (1 - t)
    if rng.random() < 0.75:
        m = int(rng.uniform(0.02, 0.1) * CARD_W)
        frame = np.ones((CARD_H, CARD_W), bool)
        frame[m:-m, m:-m] = False
        back[frame] = rng.uniform(215, 255)
    return np.asarray(np.clip(back, 0, 255), np.uint8)


def draw_other(rng: Rng) -> Image:
    """A card of another game: a coloured face with a number or letter in its corners and no suit."""
    card = np.empty((CARD_H, CARD_W, 3), np.float32)
    card[:] = rng.uniform(20, 255, 3)
    if rng.random() < 0.5:
        margin = int(rng.uniform(0.03, 0.12) * CARD_W)
        card[margin:-margin, margin:-margin] = rng.uniform(20, 255, 3)
    letter = None
    while letter is None:
        letter = rank_mask(str(rng.choice(list("0123456789AKQJ+XBW"))), str(rng.choice(fonts())), 1.0, 0)
    colour = tuple(int(v) for v in rng.uniform(0, 255, 3))
    small = scaled(letter, rng.uniform(0.08, 0.2) * CARD_H)
    for _ in range(2):
        stamp(card, small, 0.14 * CARD_W, 0.14 * CARD_H, colour)
        card = np.ascontiguousarray(card[::-1, ::-1])
    stamp(card, scaled(letter, rng.uniform(0.25, 0.5) * CARD_H), CARD_W / 2, CARD_H / 2, colour)
    return np.asarray(np.clip(card, 0, 255), np.uint8)
