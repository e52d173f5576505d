"""Single pictures of a few cards on any table, with labels: for measuring the reader on what it was not trained on.

labels.json lists every picture as `{"image", "width", "height", "cards": [{"card", "bbox", "difficult"}],
"face_down", "complete"}`; bbox is [x0, y0, x1, y1] in pixels of the whole card.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.cards import Card
from vision.mat.mats import A3_FOUR
from vision.workshop.studio.people.landing import normal_turn, shared
from vision.workshop.studio.people.seats import arm_turn
from vision.workshop.studio.print.decks import FULL_DECK, STYLES
from vision.workshop.studio.print.ink import Points
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.film import Light, Sensor, to_jpeg
from vision.workshop.studio.scene.grounds import GROUNDS
from vision.workshop.studio.scene.limbs import PEOPLE, Pose
from vision.workshop.studio.scene.table import Limb, Scene, Stage
from vision.workshop.studio.scene.things import Lying, outline

Generator = np.random.Generator


def write_stills(folder: Path, count: int, seed: int, most_cards: int = 6, deck: str | None = None) -> None:
    """`count` pictures and their labels.json in the folder, of any deck with English letters or of the one named.

    :raises OSError: when the folder can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    labels = []
    decks = [deck] if deck else sorted(name for name, style in STYLES.items() if style.language == "english")
    for number in range(1, count + 1):
        name = f"still_{number:04}.jpg"
        data, label = draw_still(np.random.default_rng((seed, number)), most_cards, decks)
        (folder / name).write_bytes(data)
        labels.append({"image": name, **label})
    (folder / "labels.json").write_text(json.dumps(labels, indent=1) + "\n")


def draw_still(rng: Generator, most_cards: int, decks: list[str]) -> tuple[bytes, dict[str, Any]]:
    """One JPEG and its label."""
    camera = _camera(rng)
    stage = Stage(
        STYLES[str(rng.choice(decks))],
        str(rng.choice(sorted(GROUNDS))),
        int(rng.integers(1, 60)),
        camera,
        _light(rng),
        Sensor(
            float(rng.uniform(0.4, 1.3)),
            float(rng.uniform(0.8, 4)),
            float(rng.uniform(0.3, 2)),
            quality=int(rng.integers(60, 92)),
        ),
        A3_FOUR if rng.random() < 0.4 else None,
    )
    cards = _thrown(rng, camera, int(rng.integers(1, most_cards + 1)))
    arms: tuple[Limb, ...] = ()
    if rng.random() < 0.25:
        grip = (camera.target[0] + float(rng.normal(0, 120)), camera.target[1] + float(rng.uniform(60, 140)))
        shoulder = (grip[0] + float(rng.normal(0, 150)), grip[1] + 500)
        arms = (Limb(PEOPLE[int(rng.integers(len(PEOPLE)))], Pose.FLAT, *grip, arm_turn(grip, shoulder)),)
    picture = stage.photograph(Scene(tuple(cards), limbs=arms))
    return to_jpeg(picture, stage.sensor.quality), label_of(camera, cards, bool(arms))


def _camera(rng: Generator) -> Camera:
    height = float(rng.uniform(330, 800))
    target = (210 + float(rng.normal(0, 40)), 150 + float(rng.normal(0, 30)))
    lean, way = height * float(rng.uniform(0, 0.55)), float(rng.uniform(0, 2 * np.pi))
    place = (target[0] + lean * float(np.cos(way)), target[1] + lean * float(np.sin(way)), height)
    return Camera((1280, 960), place, target, float(rng.uniform(-20, 20)), float(rng.uniform(1150, 1500)), 0.0)


def _light(rng: Generator) -> Light:
    warm = float(rng.normal(0, 0.07))
    return Light(
        level=float(rng.uniform(0.5, 0.92)),
        lamp=(float(rng.random()), float(rng.random())),
        lamp_gain=float(rng.uniform(0, 0.5)),
        slope=(float(rng.normal(0, 0.12)), float(rng.normal(0, 0.12))),
        cast=(1 - warm, 1.0, 1 + warm),
        shade=(float(rng.normal(0, 0.6)), float(rng.normal(0, 0.6))),
    )


def _thrown(rng: Generator, camera: Camera, count: int) -> list[Lying]:
    """Different cards, some on others, all at least partly in the picture; one in eight shows its back."""
    wide = camera.place[2] * camera.size[0] / camera.focal
    cards: list[Lying] = []
    deck = rng.permutation(len(FULL_DECK))
    for k in range(count):
        face: Card | None = FULL_DECK[int(deck[k])] if rng.random() > 0.12 else None
        for _ in range(60):
            x = camera.target[0] + float(rng.uniform(-0.38, 0.38)) * wide
            y = camera.target[1] + float(rng.uniform(-0.27, 0.27)) * wide
            spot = Lying(
                face, x, y, normal_turn(float(rng.uniform(-180, 180))), float(rng.uniform(0, 3)), 0.3 + 0.3 * k
            )
            if all(shared(spot, other) < 0.35 for other in cards):
                cards.append(spot)
                break
    return cards


def label_of(camera: Camera, cards: list[Lying], arm: bool) -> dict[str, Any]:
    """The label of a picture: which cards lie where; `difficult` where neither index of a card is free."""
    listed = []
    for k, card in enumerate(cards):
        if card.face is None:
            continue
        corners = camera.project(outline(card), card.lift)
        box = [round(float(v)) for v in (*corners.min(axis=0), *corners.max(axis=0))]
        listed.append({"card": str(card.face), "bbox": box, "difficult": _hard(camera, card, cards[k + 1 :], corners)})
    width, height = camera.size
    return {
        "width": width,
        "height": height,
        "cards": listed,
        "face_down": sum(card.face is None for card in cards),
        # An arm may cover an index: then count only what is read, not what is missed.
        "complete": not arm,
    }


def _hard(camera: Camera, card: Lying, above: list[Lying], corners: Points) -> bool:
    """Whether neither of the two indices lies free and inside the picture."""
    low, high = np.zeros(2), np.array(camera.size) - 1
    free = 0
    for corner in (0, 2):
        spot = outline(card)[corner] + (np.array([card.x, card.y]) - outline(card)[corner]) * 0.16
        inside = bool(np.all(corners[corner] > low) and np.all(corners[corner] < high))
        covered = any(
            cv2.pointPolygonTest(outline(o).astype(np.float32), (float(spot[0]), float(spot[1])), True) > -9
            for o in above
        )
        free += inside and not covered
    return free == 0
