"""The films of the bench's `watch` part: on which table each hand is played, and the pictures a camera makes of it.

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
from table_controller.playback import RATE, Moment
from vision.mat import MATS, Mat
from vision.studio.camera import Camera
from vision.studio.decks import STYLES
from vision.studio.film import Exposure, Light, Sensor, to_jpeg
from vision.studio.grounds import GROUNDS
from vision.studio.ink import Picture
from vision.studio.landing import Manner
from vision.studio.recipes import overhead
from vision.studio.recording import BUMP
from vision.studio.reel import Reel
from vision.studio.shots import Shot
from vision.studio.table import Stage
from vision.studio.things import Cup

DRAFT, FAST = 0.25, 4.0
"""Frames in which a hand or a card moves by more than FAST mm while the shutter is open are drawn at this scale."""
PLANNING = (
    "__main__",
    "bidding",
    "delivery",
    "incidents",
    "landing",
    "plans",
    "recording",
    "reel",
    "script",
    "seats",
    "stills",
)
"""The studio's modules that decide what is filmed, not how it looks: the shots say what came of them."""


# -- the table it is played on --------------------------------------------------------------------------------


def table_of(number: int, seed: int, seats: int) -> tuple[Manner, Stage]:
    """Deck, ground, light, camera and manners of a hand, drawn from the seed."""
    rng = np.random.default_rng((seed, number, 7))
    mat = MATS[f"{'a3' if rng.random() < 0.75 else rng.choice(['a2', 'tabloid', 'letter'])}-{seats}"]
    decks = sorted(name for name, style in STYLES.items() if style.language == "english")
    manner = Manner(
        tilt=25.0,
        wild=float(rng.uniform(0.05, 0.3)),
        beyond=float(rng.choice([15.0, 30.0, 50.0])),
        overlap=float(rng.choice([0.3, 0.45, 0.6])),
        bend=float(rng.uniform(0, 4)),
        inwards=float(rng.uniform(5, 30)),
        stills=int(rng.integers(4, 7)),
        pause=float(rng.uniform(0.2, 0.5)),
        bump_after=int(rng.integers(1, 5)) if rng.random() < 0.3 else None,
        lamp_after=int(rng.integers(1, 5)) if rng.random() < 0.3 else None,
        cups=_cups(mat, rng),
        resting=bool(rng.random() < 0.25),
        rate=float(rng.choice([5.0, 10.0, 10.0, 10.0, 20.0, 30.0])),
        lost=float(rng.choice([0.0, 0.03, 0.08])),
        doubled=float(rng.choice([0.0, 0.03, 0.08])),
        auto_exposure=float(rng.choice([0.0, 0.0, 0.5, 0.8])),
    )
    stage = Stage(
        STYLES[str(rng.choice(decks))], str(rng.choice(sorted(GROUNDS))), int(rng.integers(1, 60)), _camera(mat, rng),
        _light(rng), Sensor(float(rng.uniform(0.6, 0.95)), float(rng.uniform(0.8, 2.4)), float(rng.uniform(0.5, 1.6)),
                            quality=int(rng.integers(60, 85))), mat,
    )  # fmt: skip
    return manner, stage


def _cups(mat: Mat, rng: np.random.Generator) -> tuple[Cup, ...]:
    """Cups beyond the mat's corners, where nobody plays."""
    width, height = mat.size
    corners = [(-115.0, -35.0), (width + 115.0, -35.0), (-115.0, height + 45.0), (width + 115.0, height + 45.0)]
    chosen = rng.permutation(4)[: int(rng.integers(0, 3))]
    free = [corners[k] for k in chosen if mat.place_at(*corners[k]) == "outside"]
    return tuple(Cup(x, y, float(rng.uniform(30, 38)), float(rng.uniform(70, 120))) for x, y in free)


def _camera(mat: Mat, rng: np.random.Generator) -> Camera:
    above = overhead(mat, Camera())
    x, y, height = above.place
    place = x + float(rng.normal(0, 35)), y + float(rng.normal(0, 45)), height * float(rng.uniform(0.98, 1.06))
    return replace(above, place=place, roll_deg=float(rng.normal(0, 2)), barrel=float(rng.uniform(0, 0.03)))


def _light(rng: np.random.Generator) -> Light:
    cast = tuple(float(v) for v in rng.uniform(0.88, 1.1, 3))
    return Light(
        level=float(rng.uniform(0.6, 0.95)), lamp=(float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.9))),
        lamp_gain=float(rng.uniform(0.1, 0.5)), slope=(float(rng.normal(0, 0.1)), float(rng.normal(0, 0.1))),
        cast=(cast[0], cast[1], cast[2]), vignette=float(rng.uniform(0.1, 0.28)),
        shade=(float(rng.uniform(-0.7, 0.7)), float(rng.uniform(-0.7, 0.7))),
        gloss=float(rng.choice([0.0, 0.25, 0.45])), gloss_at=(float(rng.uniform(60, 360)), float(rng.uniform(40, 250))),
    )  # fmt: skip


# -- its film -------------------------------------------------------------------------------------------------


def drawn(reel: Reel, stage: Stage) -> Iterator[bytes]:
    """Each shot as the JPEG file that the camera gives, one after the other; b"" where it gives the last one again."""
    home, light, first = stage.camera, stage.light, True
    draft = _draft(stage)
    exposure = Exposure(reel.landing.manner.auto_exposure)
    for shot in reel.shots:
        if shot.doubled and not first:
            yield b""
            continue
        first = False
        camera = home.bumped(*BUMP) if shot.bumped else home
        stage.camera, draft.camera = camera, camera.scaled(DRAFT)
        stage.light = draft.light = replace(light, level=light.level * shot.light * exposure.gain)
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
    asked = repr((reel.shots, reel.landing.manner.auto_exposure, look))
    return hashlib.sha256(_drawing_code() + asked.encode()).hexdigest().encode()


@cache
def _drawing_code() -> bytes:
    files = sorted(Path(str(resources.files("vision.studio"))).glob("*.py"))
    return b"".join(file.read_bytes() for file in files if file.stem not in PLANNING)


def _draft(stage: Stage) -> Stage:
    """The same table for frames in which something moves fast: nobody reads those, they only have to differ."""
    sensor = replace(stage.sensor, blur=stage.sensor.blur * DRAFT)
    return Stage(stage.deck, stage.ground, stage.seed, stage.camera.scaled(DRAFT), stage.light, sensor, stage.mat)


def _is_fast(shot: Shot) -> bool:
    swings = [mover.swing for mover in shot.scene.moving] + [limb.swing for limb in shot.scene.limbs]
    return any(np.hypot(*swing) > FAST for swing in swings)


def _larger(picture: Picture, camera: Camera) -> Picture:
    return np.asarray(cv2.resize(picture, camera.size, interpolation=cv2.INTER_LINEAR), np.uint8)
