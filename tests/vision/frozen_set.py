"""The frozen pictures: every deck style of the studio under every condition, drawn once and never redrawn lightly.

`python -m tests.vision.frozen_set` draws them anew into tests/vision/frozen with their labels; with `--reads` it only
writes down what the reader makes of them (`test_frozen.py` holds it to that). The training knows none of these decks.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from tests import ROOT
from vision.pictures import load_picture
from vision.reading.reader import Reader
from vision.workshop.studio.print.decks import FULL_DECK, STYLES
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.film import Light, Sensor, to_jpeg
from vision.workshop.studio.scene.grounds import GROUNDS
from vision.workshop.studio.scene.table import Scene, Stage
from vision.workshop.studio.scene.things import Lying
from vision.workshop.studio.stills import label_of

FROZEN = ROOT / "tests" / "vision" / "frozen"
SIZE = (960, 720)
Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Condition:
    """How a picture is taken: camera (height and lean as a share of it), light, sensor, how the cards lie."""

    height: float = 430.0
    lean: float = 0.15
    focal: float = 900.0
    light: Light = field(default_factory=Light)
    sensor: Sensor = field(default_factory=lambda: Sensor(quality=82))
    lay: str = "apart"
    cards: int = 5
    afterwards: Callable[[Image], Image] | None = None


def _smeared(picture: Image) -> Image:
    """A hand-held camera that moved by seven pixels."""
    kernel = np.zeros((7, 7), np.float32)
    cv2.line(kernel, (0, 1), (6, 5), 1.0)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)


CONDITIONS: dict[str, Condition] = {
    "plain": Condition(),
    "dim": Condition(light=Light(level=0.28), sensor=Sensor(noise=3.0, quality=75)),
    "lamp": Condition(light=Light(level=0.6, cast=(0.72, 0.95, 1.15), lamp_gain=0.6, slope=(-0.3, 0.2))),
    "glare": Condition(light=Light(gloss=0.85, gloss_at=(215.0, 150.0), gloss_spread=55.0)),
    "soft": Condition(sensor=Sensor(blur=1.9, quality=80)),
    "noisy": Condition(light=Light(level=0.5), sensor=Sensor(noise=7.0, colour_noise=4.0, quality=60)),
    "low": Condition(height=300.0, lean=1.25),
    "far": Condition(height=1150.0, lean=0.1, cards=6),
    "near": Condition(height=170.0, lean=0.2, cards=1),
    "heap": Condition(lay="heap", cards=6),
    "fan": Condition(lay="fan", cards=6),
    "smeared": Condition(afterwards=_smeared, height=380.0),
}


def _camera(condition: Condition, rng: np.random.Generator) -> Camera:
    way = float(rng.uniform(0, 2 * np.pi))
    target = (210.0, 150.0)
    lean = condition.height * condition.lean
    place = (target[0] + lean * float(np.cos(way)), target[1] + lean * float(np.sin(way)), condition.height)
    return Camera(SIZE, place, target, float(rng.uniform(-180, 180)), condition.focal, 0.0)


def _laid(condition: Condition, rng: np.random.Generator) -> list[Lying]:
    faces: list[Card] = [FULL_DECK[int(k)] for k in rng.permutation(len(FULL_DECK))[: condition.cards]]
    turn = float(rng.uniform(-180, 180))
    lying = []
    for k, face in enumerate(faces):
        middle = k - (len(faces) - 1) / 2
        if condition.lay == "fan":
            angle = np.radians(turn + 13 * middle)
            x, y, t = 210 + 150 * np.sin(angle), 150 - 150 * np.cos(angle), turn + 13 * middle
            x, y = x - 150 * np.sin(np.radians(turn)), y + 150 * np.cos(np.radians(turn))
        elif condition.lay == "heap":
            x, y, t = 210 + 42 * middle, 150 + float(rng.uniform(-45, 45)), turn + float(rng.uniform(-70, 70))
        elif len(faces) == 1:
            x, y, t = 210.0, 150.0, turn
        else:
            x, y = 210 + 85 * (k % 3 - 1), 150 + 105 * (k // 3 - 0.5)
            t = turn + float(rng.uniform(-20, 20))
        lying.append(Lying(face, float(x), float(y), (float(t) + 180) % 360 - 180, 1.0, 0.3 + 0.3 * k))
    return lying


def draw(name: str, deck: str, seed: int) -> tuple[bytes, dict[str, Any]]:
    """One picture as JPEG, and its label."""
    rng, condition = np.random.default_rng(seed), CONDITIONS[name]
    camera, cards = _camera(condition, rng), _laid(condition, rng)
    ground = sorted(GROUNDS)[seed % len(GROUNDS)]
    light = replace(condition.light, slope=(condition.light.slope[0], float(rng.uniform(-0.1, 0.1))))
    stage = Stage(STYLES[deck], ground, seed, camera, light, condition.sensor, None)
    picture = stage.photograph(Scene(tuple(cards)))
    if condition.afterwards is not None:
        picture = condition.afterwards(picture)
    return to_jpeg(picture, condition.sensor.quality), label_of(camera, cards, arm=False)


def read_labelled(label: dict[str, Any]) -> list[str]:
    """The cards that the reader names in a picture of the set, in the letters of its deck."""
    picture = load_picture(FROZEN / label["image"])
    return sorted(c.card.text for c in _reader(label["deck"]).read_photo(picture).cards)


@lru_cache
def _reader(language: str) -> Reader:
    return Reader.load(deck=language)


def draw_all() -> None:
    """Draw every condition with two decks, so that every deck meets several."""
    FROZEN.mkdir(exist_ok=True)
    labels, decks = [], sorted(STYLES)
    for number, name in enumerate(CONDITIONS):
        for k in range(2):
            deck = decks[(2 * number + k) % len(decks)]
            data, label = draw(name, deck, 300 + 2 * number + k)
            image = f"{name}_{deck}.jpg"
            (FROZEN / image).write_bytes(data)
            labels.append({"image": image, "deck": STYLES[deck].language, **label})
    (FROZEN / "labels.json").write_text(json.dumps(labels, indent=1) + "\n")


def main() -> None:
    """Draw the pictures anew, or with --reads write down what the reader makes of them."""
    if "--reads" not in sys.argv:
        draw_all()
    labels = json.loads((FROZEN / "labels.json").read_text())
    told = {label["image"]: read_labelled(label) for label in labels}
    (FROZEN / "reads.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
