"""Pictures without a card, to count the cards that are read in them all the same.

`python -m vision.workshop.training.negatives [--models DIR] [--count 500]` prints every false card. The pictures are
surfaces of other random numbers than the training's: cloth, wood, tiles, print, keyboards, coloured shapes, boards of
other games.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.reading.networks import MODELS
from vision.reading.reader import Reader
from vision.workshop.training.art import Image, Rng
from vision.workshop.training.camera import through_camera
from vision.workshop.training.surfaces import surface

SIZE = 640


def _board(picture: Image, rng: Rng) -> None:
    """A board of another game in place: fields in two colours, round men on some of them, letters along the edge."""
    pitch = int(rng.integers(40, 90))
    dark, light, men = (rng.uniform(0, 255, 3) for _ in range(3))
    for row in range(SIZE // pitch):
        for column in range(SIZE // pitch):
            x, y = column * pitch, row * pitch
            colour = dark if (row + column) % 2 else light
            cv2.rectangle(picture, (x, y), (x + pitch, y + pitch), tuple(float(v) for v in colour), -1)
            if rng.random() < 0.3:
                middle = (x + pitch // 2, y + pitch // 2)
                cv2.circle(picture, middle, pitch // 3, tuple(float(v) for v in men), -1, cv2.LINE_AA)
        cv2.putText(picture, "ABCDEFGHJK"[row % 10] + str(row), (3, row * pitch + 18), 0, 0.6, (20, 20, 20), 2)


def _clock(picture: Image, rng: Rng) -> None:
    """A clock face in place: twelve numbers in a ring on white."""
    cx, cy, r = (int(v) for v in (*rng.uniform(150, SIZE - 150, 2), rng.uniform(70, 150)))
    cv2.circle(picture, (cx, cy), r, (245, 245, 245), -1, cv2.LINE_AA)
    for hour in range(1, 13):
        a = np.pi * hour / 6
        at = (round(cx + 0.8 * r * np.sin(a)) - r // 12, round(cy - 0.8 * r * np.cos(a)) + r // 12)
        cv2.putText(picture, str(hour), at, int(rng.integers(0, 5)), r / 160, (10, 10, 10), 2, cv2.LINE_AA)


def empty_pictures(count: int, seed: int) -> Iterator[Image]:
    """`count` pictures of SIZE x SIZE without a card; the same seed gives the same pictures."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        picture = np.ascontiguousarray(surface(rng, SIZE))
        if number % 8 == 1:
            _board(picture, rng)
        elif number % 8 == 5:
            _clock(picture, rng)
        yield through_camera(picture, rng)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=4711)
    a = parser.parse_args()
    reader, false = Reader.load(a.models), 0
    for number, picture in enumerate(empty_pictures(a.count, a.seed)):
        for card in reader.read_photo(picture).cards:
            false += 1
            print(f"picture {number}: {card.card} {card.confidence:.2f} ({len(card.indices)} indices)")
    print(f"{false} false cards in {a.count} pictures")


if __name__ == "__main__":
    main()
