"""The tables of the bench's `watch` part: mat, deck, ground, light, camera and manners of each hand, from a seed.

Usual ones are as a careful host sets them up. Unlike ones are as the program was never tuned on: a camera at a slant
or upside down, a dim and warm lamp, a picture full of noise, few pixels, calls laid as tiles that may stay.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.places import OUTSIDE
from vision.mat.mats import MATS, Mat
from vision.workshop.studio.people.landing import Manner
from vision.workshop.studio.people.plans import Plan, Tiles
from vision.workshop.studio.people.seats import seat_place
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.print.ink import Points
from vision.workshop.studio.recipes import overhead
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.film import Light, Sensor
from vision.workshop.studio.scene.grounds import GROUNDS
from vision.workshop.studio.scene.table import Stage
from vision.workshop.studio.scene.things import Cup

Rng = np.random.Generator
SLANTS = (20.0, 32.0, 42.0)
"""Degrees by which an unlike camera looks from aside."""
VIEWS = (((1280, 720), 1250.0), ((1920, 1080), 1900.0), ((1024, 768), 1000.0))
"""Sizes in pixels of its pictures, with the focal lengths."""


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


def _cups(mat: Mat, rng: Rng) -> tuple[Cup, ...]:
    """Cups beyond the mat's corners, where nobody plays."""
    width, height = mat.size
    corners = [(-115.0, -35.0), (width + 115.0, -35.0), (-115.0, height + 45.0), (width + 115.0, height + 45.0)]
    chosen = rng.permutation(4)[: int(rng.integers(0, 3))]
    free = [corners[k] for k in chosen if mat.place_at(*corners[k]) == OUTSIDE]
    return tuple(Cup(x, y, float(rng.uniform(30, 38)), float(rng.uniform(70, 120))) for x, y in free)


def _camera(mat: Mat, rng: Rng) -> Camera:
    above = overhead(mat, Camera())
    x, y, height = above.place
    place = x + float(rng.normal(0, 35)), y + float(rng.normal(0, 45)), height * float(rng.uniform(0.98, 1.06))
    return replace(above, place=place, roll_deg=float(rng.normal(0, 2)), barrel=float(rng.uniform(0, 0.03)))


def _light(rng: Rng) -> Light:
    cast = tuple(float(v) for v in rng.uniform(0.88, 1.1, 3))
    return Light(
        level=float(rng.uniform(0.6, 0.95)), lamp=(float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.9))),
        lamp_gain=float(rng.uniform(0.1, 0.5)), slope=(float(rng.normal(0, 0.1)), float(rng.normal(0, 0.1))),
        cast=(cast[0], cast[1], cast[2]), vignette=float(rng.uniform(0.1, 0.28)),
        shade=(float(rng.uniform(-0.7, 0.7)), float(rng.uniform(-0.7, 0.7))),
        gloss=float(rng.choice([0.0, 0.25, 0.45])), gloss_at=(float(rng.uniform(60, 360)), float(rng.uniform(40, 250))),
    )  # fmt: skip


# -- restless tables ------------------------------------------------------------------------------------------


def restless_table_of(number: int, seed: int, seats: int) -> tuple[Manner, Stage]:
    """A hand's table where nobody holds still: things that stand about, and a camera that may follow the light."""
    manner, stage = table_of(number, seed, seats)
    rng = np.random.default_rng((seed, number, 97))
    assert stage.mat is not None
    return replace(
        manner,
        rate=float(rng.choice([10.0, 10.0, 10.0, 10.0, 20.0, 5.0])),
        cups=_standing(stage.mat, rng),
        resting=False,
        auto_exposure=float(rng.choice([0.0, 0.0, 0.4, 0.8])),
        auto_balance=float(rng.choice([0.0, 0.0, 0.6])),
        afterglow=float(rng.choice([0.0, 0.0, 0.2, 0.4])),
    ), stage


def _standing(mat: Mat, rng: Rng) -> tuple[Cup, ...]:
    """A bowl and some stacks of chips beyond the mat's corners, where no trick is piled up."""
    width, height = mat.size
    corners = [(-100.0, -45.0), (width + 100.0, -45.0), (-100.0, height + 50.0), (width + 100.0, height + 50.0)]
    corners += [(x, y + (60.0 if y > 0 else -60.0)) for x, y in corners]
    piles = [seat_place(mat, seat, False).pile for seat in range(1, mat.seats + 1)]
    free = [
        corners[k]
        for k in rng.permutation(len(corners))
        if mat.place_at(*corners[k]) == OUTSIDE and all(math.dist(corners[k], pile) > 125 for pile in piles)
    ]
    made = [
        Cup(at[0], at[1], float(rng.uniform(52, 66)), 38.0, (206, 204, 198), (206, 162, 74))
        for at in free[:1]
        if rng.random() < 0.5
    ]
    beside = [at for at in free if math.dist(at, free[0]) > 130]
    for x, y in beside[:1] if rng.random() < 0.5 else ():
        for k in range(int(rng.integers(2, 6))):
            dx, dy = float(rng.normal(0, 7)) + 44 * (k % 3 - 1), float(rng.normal(0, 7)) + 44 * (k // 3 - 0.5)
            made.append(Cup(x + dx, y + dy, 19.5, float(rng.uniform(4, 30)), *CHIPS[int(rng.integers(len(CHIPS)))]))
    return tuple(made)


CHIPS = (((186, 44, 44), (214, 82, 76)), ((38, 66, 140), (74, 108, 186)), ((40, 40, 44), (84, 84, 90)))
"""Colours of chips: their rims and their middles."""


# -- unlike tables --------------------------------------------------------------------------------------------


def unlike_table_of(number: int, seed: int, seats: int) -> tuple[Manner, Stage]:
    """A hand's table made unlike the others in one way after another: slant, warm light, noise, few pixels."""
    manner, stage = table_of(number, seed, seats)
    _UNLIKE[number % len(_UNLIKE)](stage, np.random.default_rng((seed, number, 98)))
    return manner, stage


def with_tiles(plan: Plan, number: int) -> Plan:
    """Every second hand's calls laid as tiles, which stay on the table in every fourth."""
    if number % 2 == 0:
        return plan
    return replace(plan, tiles=Tiles(("en", "fr", "nl")[number % 3], stay=number % 4 == 1))


def _slanted(stage: Stage, rng: Rng) -> None:
    """The camera at a slant, upright, upside down or lying, as near as shows every hand's place."""
    mat = stage.mat
    assert mat is not None
    (width, height), focal = VIEWS[int(rng.integers(len(VIEWS)))]
    boxes = np.array(list(mat.places.values()))
    x0, y0, x1, y1 = (float(v) for v in (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0)))
    middle, corners = ((x0 + x1) / 2, (y0 + y1) / 2), np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    slant, way = math.radians(float(rng.choice(SLANTS))), float(rng.uniform(0, 2 * np.pi))
    roll = float(rng.choice((0.0, 90.0, 180.0, 270.0)) + rng.uniform(-8, 8))
    away = math.sin(slant) * math.cos(way), math.sin(slant) * math.sin(way), math.cos(slant)
    camera = replace(stage.camera, size=(width, height), focal=focal, target=middle)
    turned = (replace(camera, roll_deg=turn) for turn in (roll, roll + 90))
    stage.camera = min((_backed_off(each, away, corners) for each in turned), key=lambda each: each.place[2])


def _backed_off(camera: Camera, away: tuple[float, float, float], corners: Points) -> Camera:
    """The camera moved from its target along `away`, a unit vector, until it sees these corners (n, 2) in mm."""
    for far in range(500, 3000, 20):
        x, y = (at + far * step for at, step in zip(camera.target, away, strict=False))
        camera = replace(camera, place=(x, y, far * away[2]))
        seen = camera.project(corners) / camera.size
        if seen.min() > 0.02 and seen.max() < 0.98:
            break
    return camera


def _warm(stage: Stage, rng: Rng) -> None:
    """A dim lamp, as yellow as an old bulb to a camera balanced for daylight, that shines on glossy cards."""
    cast = rng.uniform((0.55, 0.8, 1.1), (0.75, 1.0, 1.4))
    stage.light = replace(
        stage.light,
        level=float(rng.uniform(0.25, 0.4)),
        cast=(float(cast[0]), float(cast[1]), float(cast[2])),
        slope=(float(rng.normal(0, 0.3)), float(rng.normal(0, 0.3))),
        vignette=0.45,
        gloss=0.6,
    )


def _noisy(stage: Stage, rng: Rng) -> None:
    """A cheap camera in poor light: blurred, noisy, pressed hard."""
    stage.sensor = replace(
        stage.sensor,
        blur=float(rng.uniform(1.3, 2.0)),
        noise=float(rng.uniform(4, 7)),
        quality=int(rng.integers(30, 50)),
    )


def _small(stage: Stage, rng: Rng) -> None:
    """Two thirds of the width and the height, and so less than half of the pixels."""
    stage.camera = stage.camera.scaled(float(rng.uniform(0.6, 0.75)))


def _warm_and_noisy(stage: Stage, rng: Rng) -> None:
    _warm(stage, rng)
    _noisy(stage, rng)


_UNLIKE: tuple[Callable[[Stage, Rng], None], ...] = (
    _slanted,
    _warm,
    _slanted,
    _noisy,
    _small,
    _slanted,
    _warm_and_noisy,
)
