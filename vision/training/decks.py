"""The bank of training cards: faces of the art sheets as they are, drawn decks, and backs.

A drawn deck takes the middle of an art deck (pips, courts) and gets indices of its own: any font, size, place,
colour, language. The bank is one memory-mapped array, so that two trainings share it.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.art import (
    CARD_H,
    CARD_W,
    ENGLISH,
    SHEETS,
    SUITS,
    Face,
    Image,
    Index,
    Rng,
    flatten,
    measure_index,
    render_sheet,
    sheet_faces,
    twin,
)
from vision.training.indices import fonts, rank_mask, suit_mask

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


def _stamp(card: NDArray[np.float32], mask: NDArray[np.float32], cx: float, cy: float, colour: tuple[int, ...]) -> None:
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


def _scaled(mask: NDArray[np.float32], height: float) -> NDArray[np.float32]:
    h = max(4, round(height))
    size = (max(3, round(mask.shape[1] * h / mask.shape[0])), h)
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32)


def draw_face(style: Style, rank: int, suit: str, art: Image, rng: Rng) -> Face | None:
    """One face of a drawn deck; `art` is the same card of an art deck. None when the font lacks a letter."""
    text = style.letters[rank]
    letter = rank_mask(text, style.font, style.squeeze, style.weight)
    if letter is None:
        return None
    card = np.empty((CARD_H, CARD_W, 3), np.float32)
    card[:] = style.paper
    letter = _scaled(letter, style.rank_h * CARD_H)
    pip = _scaled(suit_mask(suit, rng), style.suit_h * CARD_H)
    column = max(letter.shape[1], pip.shape[1])
    _draw_middle(card, style, art, column, suit, letter, pip)
    colour = style.colours[suit]
    cx = style.left * CARD_W + column / 2
    rank_y = style.top * CARD_H + letter.shape[0] / 2
    suit_y = rank_y + letter.shape[0] / 2 + style.gap * CARD_H + pip.shape[0] / 2
    _clear(card, style, cx, (rank_y + suit_y) / 2, column, suit_y + pip.shape[0] / 2)
    for _ in range(2):  # both ends, the card turned in between
        for x in (cx, CARD_W - cx) if style.four else (cx,):
            _stamp(card, letter, x, rank_y, colour)
            _stamp(card, pip, x, suit_y, colour)
        card = np.ascontiguousarray(card[::-1, ::-1])
    top, bottom = style.top * CARD_H, suit_y + pip.shape[0] / 2
    index = Index(cx / CARD_W, (top + bottom) / 2 / CARD_H, column / CARD_W, (bottom - top) / CARD_H)
    places = [index, twin(index)]
    if style.four:
        side = Index(1 - index.x, index.y, index.w, index.h)
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
        _stamp(card, _scaled(letter, 0.4 * CARD_H), CARD_W / 2, CARD_H / 2, colour)
        return
    if style.middle == "pip":
        _stamp(card, _scaled(pip, 0.45 * CARD_H), CARD_W / 2, CARD_H / 2, colour)
        return
    inset = int(min(0.30 * CARD_W, (style.left * CARD_W + column) * 0.9))
    width, height = CARD_W - 2 * inset, int(CARD_H * 0.92 * style.art_scale)
    inner = art[int(CARD_H * 0.03) : int(CARD_H * 0.97), int(CARD_W * 0.16) : int(CARD_W * 0.84)]
    printed = cv2.resize(inner, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    tint = (90, 217, 242) if style.middle == "panel" else style.paper
    y0 = (CARD_H - height) // 2
    card[y0 : y0 + height, inset : inset + width] = printed * (np.asarray(tint, np.float32) / 255)


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
        _stamp(card, word, cx, cy, colour)
        card = np.ascontiguousarray(card[::-1, ::-1])
    index = Index(cx / CARD_W, cy / CARD_H, word.shape[1] / CARD_W, word.shape[0] / CARD_H)
    return Face(np.clip(card, 0, 255).astype(np.uint8), "JOKER", "", (index, twin(index)))


def _joker_word(style: Style, rng: Rng) -> NDArray[np.float32] | None:
    letters = [rank_mask(c, style.font, style.squeeze, style.weight) for c in "JOKER"]
    if any(m is None for m in letters):
        return None
    high = CARD_H * float(rng.uniform(0.05, 0.09))
    stack = [_scaled(m, high) for m in letters if m is not None]
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
    small = _scaled(letter, rng.uniform(0.08, 0.2) * CARD_H)
    for _ in range(2):
        _stamp(card, small, 0.14 * CARD_W, 0.14 * CARD_H, colour)
        card = np.ascontiguousarray(card[::-1, ::-1])
    _stamp(card, _scaled(letter, rng.uniform(0.25, 0.5) * CARD_H), CARD_W / 2, CARD_H / 2, colour)
    return np.asarray(np.clip(card, 0, 255), np.uint8)


def package_deck(folder: Path) -> list[Face]:
    """The 52 faces of the npm package `svg-cards`, from its folder of pictures (`png/2x`), indices measured."""
    ranks = ("1", *(str(n) for n in range(2, 11)), "jack", "queen", "king")
    names = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
    places: tuple[Index, ...] = ()
    faces = []
    for suit, name in names.items():
        for rank, glyph in zip(ranks, ENGLISH, strict=True):
            whole = flatten(folder / f"{name}_{rank}.png")
            card = np.asarray(cv2.resize(whole[3:-3, 3:-3], (CARD_W, CARD_H), interpolation=cv2.INTER_AREA), np.uint8)
            if not places:
                index = measure_index(card)
                places = (index, twin(index))
            faces.append(Face(card, glyph, suit, places))
    return faces


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


def vector_deck(folder: Path, cache: Path) -> list[Face]:
    """The faces of a folder of SVG cards named `AS.svg`, `TD.svg` (npm's react-playing-cards), indices measured."""
    cache.mkdir(parents=True, exist_ok=True)
    faces: list[Face] = []
    places: tuple[Index, ...] = ()
    for suit in SUITS:
        for rank, glyph in zip("A23456789TJQK", ENGLISH, strict=True):
            svg, png = folder / f"{rank}{suit}.svg", cache / f"{folder.name}-{rank}{suit}.png"
            if not png.exists():
                subprocess.run(["rsvg-convert", "-h", "560", "-a", str(svg), "-o", str(png)], check=True)
            whole = flatten(png)[4:-4, 4:-4]
            card = np.asarray(cv2.resize(whole, (CARD_W, CARD_H), interpolation=cv2.INTER_AREA), np.uint8)
            if not places:
                index = measure_index(card)
                places = (index, twin(index))
            faces.append(Face(card, glyph, suit, places))
    return faces


def _package_decks(package: Path, cache: Path) -> dict[str, list[Face]]:
    """What an unpacked npm package holds: `png/2x` of svg-cards, or folders of SVG cards."""
    if (package / "png/2x").is_dir():
        return {"svg-cards": package_deck(package / "png/2x")}
    folders = sorted(p.parent for p in package.rglob("AS.svg"))
    return {f"vector-{f.name}": vector_deck(f, cache) for f in folders}


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
        decks |= _package_decks(package, out / "sheets")
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
