"""Decks out of unpacked npm packages of card art, indices measured; nothing of them is copied."""

from __future__ import annotations

import subprocess
from pathlib import Path

import cv2
import numpy as np

from vision.workshop.training.art import CARD_H, CARD_W, ENGLISH, SUITS, Face, IndexSpot, flatten, measure_index, twin


def package_deck(folder: Path) -> list[Face]:
    """The 52 faces of the npm package `svg-cards`, from its folder of pictures (`png/2x`), indices measured."""
    ranks = ("1", *(str(n) for n in range(2, 11)), "jack", "queen", "king")
    names = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
    places: tuple[IndexSpot, ...] = ()
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


def vector_deck(folder: Path, cache: Path) -> list[Face]:
    """The faces of a folder of SVG cards named `AS.svg`, `TD.svg` (npm's react-playing-cards), indices measured."""
    cache.mkdir(parents=True, exist_ok=True)
    faces: list[Face] = []
    places: tuple[IndexSpot, ...] = ()
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


def package_decks(package: Path, cache: Path) -> dict[str, list[Face]]:
    """What an unpacked npm package holds: `png/2x` of svg-cards, or folders of SVG cards."""
    if (package / "png/2x").is_dir():
        return {"svg-cards": package_deck(package / "png/2x")}
    folders = sorted(p.parent for p in package.rglob("AS.svg"))
    return {f"vector-{f.name}": vector_deck(f, cache) for f in folders}
