"""Writes a recording: frames, the truth beside each, the inputs with their times, and recording.json.

The format is meant for strangers' programs too; FORMAT.md describes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.cards import Unseen
from vision.mat.matfile import description
from vision.mat.mats import MATS
from vision.mat.tiles import BY_MARKER
from vision.workshop.studio.people.landing import Manner
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.shots import Placed, PlacedTile, Shot
from vision.workshop.studio.scene.around import Composer
from vision.workshop.studio.scene.film import Exposure, to_jpeg
from vision.workshop.studio.scene.table import Stage

BUMP = (22.0, -17.0, 1.6)
"""How far a knock moves the camera: mm across, mm down, degrees."""

Progress = Callable[[int, int], None]


def truth_lines(shot: Shot) -> list[str]:
    """`moving` if anything moves, then a line a tile or card at rest: face, place, x, y in mm, turn in degrees."""
    tiles = [_tile_line(item) for item in shot.tiles]
    moves = shot.moving or shot.around is not None
    return (["moving"] if moves else []) + tiles + [_line(item) for item in shot.lying]


def _tile_line(item: PlacedTile) -> str:
    """A tile's face is what it says, one word long."""
    tile = item.tile
    says = BY_MARKER[tile.marker].says.replace(" ", "_")
    return f"tile:{says} {item.place} {tile.x:.1f} {tile.y:.1f} {tile.turn:.1f}"


def _line(item: Placed) -> str:
    card = item.card
    face = Unseen.BACK.value if card.face is None else str(card.face)
    return f"{face} {item.place} {card.x:.1f} {card.y:.1f} {card.turn:.1f}"


def composer_of(stage: Stage, manner: Manner) -> Composer:
    """What makes the frames in which nobody holds still, by a camera as this manner has it."""
    return Composer(stage, manner.auto_exposure, manner.auto_balance, manner.afterglow)


def write_recording(reel: Reel, stage: Stage, folder: Path, seed: int, progress: Progress | None = None) -> int:
    """Film the reel into the folder, replacing the frames of an earlier one there. Returns the bytes written.

    :raises OSError: when the folder can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("[0-9]*.jpg"), *folder.glob("[0-9]*.txt")):
        old.unlink()
    home, light, total, data = stage.camera, stage.light, 0, b""
    manner = reel.landing.manner
    exposure, composer = Exposure(manner.auto_exposure), composer_of(stage, manner)
    for number, shot in enumerate(reel.shots, start=1):
        stage.camera = home.bumped(*BUMP) if shot.bumped else home
        stage.light = replace(light, level=light.level * shot.light * exposure.gain)
        if not shot.doubled:
            if shot.around is not None:
                picture = composer.photograph(shot.scene, shot.around)
            else:
                picture = stage.photograph(shot.scene)
                exposure.follow(float(picture.mean()))
            data = to_jpeg(picture, stage.sensor.quality)
        (folder / f"{number:04}.jpg").write_bytes(data)
        (folder / f"{number:04}.txt").write_text("".join(f"{line}\n" for line in truth_lines(shot)))
        total += len(data)
        if progress is not None:
            progress(number, len(reel.shots))
    stage.camera, stage.light = home, light
    mat = reel.landing.mat
    if mat != MATS.get(mat.name):
        (folder / "mat.json").write_text(json.dumps(description(mat), indent=1) + "\n")
    _write_lines(folder / "inputs.jsonl", [{"t": t, "input": told} for t, told in reel.inputs])
    about = _about(reel, stage, seed)
    (folder / "recording.json").write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n")
    return total


def _about(reel: Reel, stage: Stage, seed: int) -> dict[str, Any]:
    tiles = reel.plan.tiles
    return {
        "format": 1,
        "title": reel.plan.title,
        "rules": reel.plan.rules,
        "mat": reel.landing.mat.name if reel.landing.mat == MATS.get(reel.landing.mat.name) else "mat.json",
        "deck": stage.deck.name,
        "letters": stage.deck.language,
        "ground": stage.ground,
        **({"tiles": tiles.language} if tiles is not None else {}),
        "seed": seed,
        "size": list(stage.camera.size),
        "frames": [{"file": f"{n:04}.jpg", "t": shot.t} for n, shot in enumerate(reel.shots, start=1)],
    }


def _write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
