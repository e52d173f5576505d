"""The bank of training cards: faces of the art sheets as they are, drawn decks, and backs.

A drawn deck takes the middle of an art deck (pips, courts) and gets indices of its own: any font, size, place,
colour, language. The bank is one memory-mapped array, so that two trainings share it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.training.art import (
    CARD_H,
    CARD_W,
    SHEETS,
    Face,
    Image,
    IndexSpot,
    Rng,
    render_sheet,
    sheet_faces,
    twin,
)
from vision.workshop.training.extras import draw_back, draw_joker, draw_other
from vision.workshop.training.indices import rank_mask, suit_mask
from vision.workshop.training.packages import package_decks
from vision.workshop.training.style import Style, random_style, scaled, stamp


def draw_face(style: Style, rank: int, suit: str, art: Image, rng: Rng) -> Face | None:
    """One face of a drawn deck; `art` is the same card of an art deck. None when the font lacks a letter."""
    text = style.letters[rank]
    letter = rank_mask(text, style.font, style.squeeze, style.weight)
    if letter is None:
        return None
    card = np.empty((CARD_H, CARD_W, 3), np.float32)
    card[:] = style.paper
    letter = scaled(letter, style.rank_h * CARD_H)
    pip = scaled(suit_mask(suit, rng), style.suit_h * CARD_H)
    column = max(letter.shape[1], pip.shape[1])
    _draw_middle(card, style, art, column, suit, letter, pip)
    colour = style.colours[suit]
    cx = style.left * CARD_W + column / 2
    rank_y = style.top * CARD_H + letter.shape[0] / 2
    suit_y = rank_y + letter.shape[0] / 2 + style.gap * CARD_H + pip.shape[0] / 2
    _clear(card, style, cx, (rank_y + suit_y) / 2, column, suit_y + pip.shape[0] / 2)
    for _ in range(2):  # both ends, the card turned in between
        for x in (cx, CARD_W - cx) if style.four else (cx,):
            stamp(card, letter, x, rank_y, colour)
            stamp(card, pip, x, suit_y, colour)
        card = np.ascontiguousarray(card[::-1, ::-1])
    top, bottom = style.top * CARD_H, suit_y + pip.shape[0] / 2
    index = IndexSpot(cx / CARD_W, (top + bottom) / 2 / CARD_H, column / CARD_W, (bottom - top) / CARD_H)
    places = [index, twin(index)]
    if style.four:
        side = IndexSpot(1 - index.x, index.y, index.w, index.h)
        places += [side, twin(side)]
    return Face(np.clip(card, 0, 255).astype(np.uint8), text, suit, tuple(places))


def _clear(card: NDArray[np.float32], style: Style, cx: float, cy: float, column: int, bottom: float) -> None:
    """Paper under the index, where the middle's art would touch it, at both ends."""
    x1 = int(cx + column / 2 + 3)
    y1 = int(bottom + 3)
    for part in (card[:y1, :x1], card[CARD_H - y1 :, CARD_W - x1 :]):
        part[:] = style.paper
    if style.four:
        for part in (card[:y1, CARD_W - x1 :], card[CARD_H - y1 :, :x1]):
            part[:] = style.paper


def _draw_middle(
    card: NDArray[np.float32], style: Style, art: Image, column: int, suit: str,
    letter: NDArray[np.float32], pip: NDArray[np.float32],
) -> None:  # fmt: skip
    colour = style.colours[suit]
    if style.middle == "blank":  # nothing but the index tells the suit
        return
    if style.middle == "letter":
        stamp(card, scaled(letter, 0.4 * CARD_H), CARD_W / 2, CARD_H / 2, colour)
        return
    if style.middle == "pip":
        stamp(card, scaled(pip, 0.45 * CARD_H), CARD_W / 2, CARD_H / 2, colour)
        return
    inset = int(min(0.30 * CARD_W, (style.left * CARD_W + column) * 0.9))
    width, height = CARD_W - 2 * inset, int(CARD_H * 0.92 * style.art_scale)
    inner = art[int(CARD_H * 0.03) : int(CARD_H * 0.97), int(CARD_W * 0.16) : int(CARD_W * 0.84)]
    printed = cv2.resize(inner, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    tint = (90, 217, 242) if style.middle == "panel" else style.paper
    y0 = (CARD_H - height) // 2
    card[y0 : y0 + height, inset : inset + width] = printed * (np.asarray(tint, np.float32) / 255)


def sheet_decks(cards: Path, cache: Path) -> dict[str, list[Face]]:
    """All art decks from the folder of Debian's sheets (`/usr/share/aisleriot/cards`).

    Raises FileNotFoundError when the art package is not installed.
    """
    decks = {}
    for name in SHEETS:
        svg = cards / f"{name}.svgz"
        if not svg.exists():
            raise FileNotFoundError(f"{svg} is missing; install Debian's gnome-cards-data first")
        decks[name] = sheet_faces(name, render_sheet(svg, cache))
    return decks


def build_bank(cards: Path, out: Path, drawn: int, backs: int, seed: int, packages: Sequence[Path] = ()) -> None:
    """Write `faces.npy`, `halves.npy` and `faces.json` into `out`: art decks, `drawn` drawn decks, `backs` backs and
    as many cards of other games; `packages`: unpacked npm packages of card art, where they are at hand.
    """
    rng = np.random.default_rng(seed)
    decks = sheet_decks(cards, out / "sheets")
    originals = [d for d in decks.values() if len(d) == 52]
    for number in range(drawn):
        style = random_style(rng)
        base = originals[int(rng.integers(len(originals)))]
        faces = [draw_face(style, i % 13, f.suit, f.picture, rng) for i, f in enumerate(base)]
        faces += [draw_joker(style, base[int(rng.integers(len(base)))].picture, rng) for _ in range(2)]
        kept = [f for f in faces if f is not None]
        if len(kept) >= 40:
            decks[f"drawn{number}"] = kept
    for package in packages:
        decks |= package_decks(package, out / "sheets")
    decks["backs"] = [Face(draw_back(rng), "", "", ()) for _ in range(backs)]
    decks["others"] = [Face(draw_other(rng), "", "", ()) for _ in range(backs)]
    rows = [(name, face) for name, faces in decks.items() for face in faces]
    array = np.lib.format.open_memmap(
        out / "faces.npy", mode="w+", dtype=np.uint8, shape=(len(rows), CARD_H, CARD_W, 3)
    )
    for i, (_, face) in enumerate(rows):
        array[i] = face.picture
    array.flush()
    halves = np.lib.format.open_memmap(
        out / "halves.npy", mode="w+", dtype=np.uint8, shape=(len(rows), CARD_H // 2, CARD_W // 2, 3)
    )
    for i, (_, face) in enumerate(rows):
        halves[i] = cv2.resize(face.picture, (CARD_W // 2, CARD_H // 2), interpolation=cv2.INTER_AREA)
    halves.flush()
    meta = [
        {"deck": name, "glyph": f.glyph, "suit": f.suit, "indices": [asdict(i) for i in f.indices]} for name, f in rows
    ]
    (out / "faces.json").write_text(json.dumps(meta))
