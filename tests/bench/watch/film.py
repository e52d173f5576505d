"""The films of the bench's `watch` part: the pictures that a camera makes of a hand on its table.

Drawing takes thirty times as long as watching. So what was drawn may be kept in a folder, a file a hand, and a hand
whose film is there, made of the same shots, table and drawing code, is watched without being drawn anew.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine import wire
from engine.inputs import Input
from table_controller.match.playback import RATE
from table_controller.watching.moments import Moment
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.shots import Shot
from vision.workshop.studio.print.ink import Picture, Points
from vision.workshop.studio.recording import BUMP, composer_of
from vision.workshop.studio.scene.belongings import Fan, Head
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.film import Exposure, to_jpeg
from vision.workshop.studio.scene.table import Limb, Stage

DRAFT, FAST = 0.25, 4.0
"""Frames in which a hand or a card moves by more than FAST mm while the shutter is open are drawn at this scale."""
PLANNING = (
    "__main__",
    "bidding",
    "delivery",
    "fidgets",
    "incidents",
    "landing",
    "plans",
    "recording",
    "reel",
    "restless",
    "room_light",
    "script",
    "seats",
    "stills",
    "strokes",
)
"""The studio's modules that decide what is filmed, not how it looks: the shots say what came of them."""


def drawn(reel: Reel, stage: Stage) -> Iterator[bytes]:
    """Each shot as the JPEG file that the camera gives, one after the other; b"" where it gives the last one again."""
    home, light, first = stage.camera, stage.light, True
    draft = _draft(stage)
    manner = reel.landing.manner
    exposure, composer = Exposure(manner.auto_exposure), composer_of(stage, manner)
    for shot in reel.shots:
        if shot.doubled and not first:
            yield b""
            continue
        first = False
        camera = home.bumped(*BUMP) if shot.bumped else home
        stage.camera, draft.camera = camera, camera.scaled(DRAFT)
        stage.light = draft.light = replace(light, level=light.level * shot.light * exposure.gain)
        if shot.around is not None:
            yield to_jpeg(composer.photograph(shot.scene, shot.around), stage.sensor.quality)
            continue
        picture = _larger(draft.photograph(shot.scene), camera) if _is_fast(shot) else stage.photograph(shot.scene)
        exposure.follow(float(picture.mean()))
        yield to_jpeg(picture, stage.sensor.quality)
    stage.camera, stage.light = home, light


def kept(reel: Reel, stage: Stage, file: Path) -> Iterator[bytes]:
    """The same as `drawn`, taken from the file where it holds this very film, else drawn and kept there."""
    stamp = _stamp(reel, stage)
    if file.is_file():
        with zipfile.ZipFile(file) as archive:
            if archive.comment == stamp:
                yield from (archive.read(name) for name in sorted(archive.namelist()))
                return
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    with zipfile.ZipFile(part, "w") as archive:
        archive.comment = stamp
        for number, data in enumerate(drawn(reel, stage)):
            archive.writestr(f"{number:05}.jpg", data)
            yield data
    part.rename(file)  # only a whole film has the name


def moments_of(reel: Reel, pictures: Iterator[bytes]) -> Iterator[Moment]:
    """The reel as a camera gives it, words before a picture of the same time; what holds still is given again."""
    waiting, image = list(reel.inputs), None
    for k, (shot, data) in enumerate(zip(reel.shots, pictures, strict=True)):
        while waiting and waiting[0][0] <= shot.t:
            t, told = waiting.pop(0)
            yield Moment(t, said=said_in(told))
        if data:
            image = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        end = reel.shots[k + 1].t if k + 1 < len(reel.shots) else shot.t + 0.5
        for n in range(max(1, int((end - shot.t) * RATE + 1e-6))):
            yield Moment(shot.t + n / RATE, image=image)


def said_in(told: dict[str, Any]) -> Input:
    """A word of the reel, as the referee takes it."""
    word = wire.from_json(told)
    assert isinstance(word, Input)
    return word


def _stamp(reel: Reel, stage: Stage) -> bytes:
    """Changes with anything that a picture of this film could change with."""
    look = (stage.deck, stage.ground, stage.seed, stage.camera, stage.light, stage.sensor, stage.mat)
    manner = reel.landing.manner
    asked = repr((reel.shots, manner.auto_exposure, manner.auto_balance, manner.afterglow, look))
    return hashlib.sha256(_drawing_code() + asked.encode()).hexdigest().encode()


@cache
def _drawing_code() -> bytes:
    files = sorted(Path(str(resources.files("vision.workshop.studio"))).rglob("*.py"))
    return b"".join(file.read_bytes() for file in files if file.stem not in PLANNING)


def _draft(stage: Stage) -> Stage:
    """The same table for frames in which something moves fast: nobody reads those, they only have to differ."""
    sensor = replace(stage.sensor, blur=stage.sensor.blur * DRAFT)
    return Stage(stage.deck, stage.ground, stage.seed, stage.camera.scaled(DRAFT), stage.light, sensor, stage.mat)


def _is_fast(shot: Shot) -> bool:
    swings = [mover.swing for mover in shot.scene.moving] + [limb.swing for limb in shot.scene.limbs]
    return any(np.hypot(*swing) > FAST for swing in swings)


def out_of_sight(shot: Shot, camera: Camera) -> frozenset[int]:
    """Which of the shot's lying cards an idle arm or fan hides from the camera, as indices."""
    if shot.around is None:
        return frozenset()
    covers = [_seen_from(thing, camera) for thing in shot.around.over if isinstance(thing, Limb | Fan | Head)]
    middles = [np.array((item.card.x, item.card.y)) for item in shot.lying]
    return frozenset(
        k for k, at in enumerate(middles) if any(_away(at, near, far) < wide for near, far, wide in covers)
    )


ARM_HIDES, HEAD_HIDES = 75.0, 130.0
"""Millimetres from a card's middle to the middle of an arm (of a head) within which a part of the card is hidden: half
a card's diagonal and half of the arm, less a strip that no index stands on. Larger calls cards hidden that can be read.
"""


def _seen_from(thing: Limb | Fan | Head, camera: Camera) -> tuple[Points, Points, float]:
    """The points of the table behind both ends of an arm, of a fan's cards or of the shoulders, and its width; mm."""
    a, high = np.radians(thing.turn), thing.z if isinstance(thing, Fan) else thing.height
    long = {Limb: 600.0, Fan: -50.0, Head: 200.0}[type(thing)]
    way = np.array((-np.sin(a), np.cos(a))) * long
    foot, above = np.array(camera.place[:2]), camera.place[2]
    near = np.array((thing.x, thing.y))
    grown = above / (above - high)
    wide = HEAD_HIDES * grown if isinstance(thing, Head) else ARM_HIDES
    return foot + (near - foot) * grown, foot + (near + way - foot) * grown, wide


def _away(at: Points, a: Points, b: Points) -> float:
    """How far a point is from the line from a to b."""
    share = np.clip(float((at - a) @ (b - a)) / max(float((b - a) @ (b - a)), 1e-9), 0, 1)
    return float(np.linalg.norm(at - a - share * (b - a)))


def _larger(picture: Picture, camera: Camera) -> Picture:
    return np.asarray(cv2.resize(picture, camera.size, interpolation=cv2.INTER_LINEAR), np.uint8)
