"""The recordings that belong to the project, as recipes: plan, deck, table, light, camera and seed of each.

A recipe and its seed give the same recording again. New recordings are new entries here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.mat.mats import A3_FOUR, MATS, Mat
from vision.workshop.studio.people.landing import Manner
from vision.workshop.studio.people.plans import bundled_plans, parse_plan
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.script import film_hand
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.film import Light, Sensor
from vision.workshop.studio.scene.table import Stage
from vision.workshop.studio.scene.things import Cup


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that makes one recording."""

    plan: str
    deck: str
    ground: str
    seed: int
    manner: Manner = field(default_factory=Manner)
    camera: Camera = field(default_factory=Camera)
    light: Light = field(default_factory=Light)
    sensor: Sensor = field(default_factory=Sensor)
    mat: Mat = field(default=A3_FOUR)

    def reel(self) -> Reel:
        """The hand as shots, nothing drawn yet."""
        plan = parse_plan(bundled_plans()[self.plan].read_text(encoding="utf-8"))
        return film_hand(plan, self.mat, self.manner, self.seed)

    def stage(self) -> Stage:
        """The table to film it on."""
        return Stage(STYLES[self.deck], self.ground, self.seed, self.camera, self.light, self.sensor, self.mat)


def overhead(mat: Mat, camera: Camera) -> Camera:
    """The camera moved over the middle of a mat, as high as it must hang to see the place of every hand."""
    boxes = list(mat.places.values())
    x0, y0 = (min(box[k] for box in boxes) for k in (0, 1))
    x1, y1 = (max(box[k] for box in boxes) for k in (2, 3))
    height = camera.focal * max((x1 - x0) / camera.size[0], (y1 - y0) / camera.size[1]) * 1.05
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    return replace(camera, place=(middle[0] + 18, middle[1] + 24, height), target=middle)


RECIPES: dict[str, Recipe] = {
    "iowa_hand": Recipe(
        "iowa", "classic", "oak", seed=5, manner=Manner(cups=(Cup(560, -30),)), sensor=Sensor(blur=0.62, quality=60),
        light=Light(gloss=0.25, gloss_at=(150.0, 120.0), gloss_spread=80.0),
    ),
    "exchange_hand": Recipe(
        "exchange",
        "parlour",
        "checked",
        seed=23,
        manner=Manner(
            tilt=25.0, wild=0.3, beyond=22.0, overlap=0.2, bend=4.0, stills=3, pause=0.5, bump_after=3, lamp_after=4,
            cups=(Cup(-130, 345, 33, 110, (150, 60, 50), (214, 180, 92)), Cup(566, 330)),
        ),
        camera=Camera(place=(150.0, 235.0, 960.0), target=(205.0, 152.0), roll_deg=-2.4, focal=1500.0, barrel=0.02),
        light=Light(
            level=0.72, lamp=(0.2, 0.75), lamp_gain=0.5, slope=(0.16, -0.1), cast=(0.8, 0.98, 1.12), vignette=0.24,
            shade=(0.7, -0.5), gloss=0.5, gloss_at=(120.0, 215.0),
        ),
        sensor=Sensor(blur=0.85, noise=1.4, colour_noise=0.9, quality=55),
    ),
    "restless_hand": Recipe(
        "restless",
        "modern",
        "walnut",
        seed=41,
        manner=Manner(
            tilt=25.0, wild=0.35, beyond=42.0, overlap=0.5, bend=5.0, inwards=34.0, stills=4, pause=0.3, bump_after=2,
            lamp_after=3,
            cups=(Cup(-120, -20, 36, 95, (40, 70, 120), (70, 40, 24)), Cup(548, 335, 32, 130, (206, 214, 214))),
            resting=True, rate=20.0, lost=0.05, doubled=0.04, auto_exposure=0.7,
        ),
        camera=Camera(place=(265.0, 95.0, 870.0), target=(212.0, 146.0), roll_deg=3.1, focal=1370.0, barrel=0.03),
        light=Light(
            level=0.72, lamp=(0.75, 0.8), lamp_gain=0.35, slope=(0.1, 0.12), cast=(1.06, 1.0, 0.93), vignette=0.22,
            shade=(-0.3, -0.7), gloss=0.4, gloss_at=(280.0, 230.0), gloss_spread=60.0,
        ),
        sensor=Sensor(blur=0.8, noise=2.2, colour_noise=1.4, quality=70),
    ),
    "three_hand": Recipe(
        "three", "modern", "felt", seed=7, mat=MATS["tabloid-3"], camera=overhead(MATS["tabloid-3"], Camera()),
        manner=Manner(tilt=18.0, overlap=0.2, stills=2, pause=0.5, rate=5.0),
        light=Light(level=0.76, lamp=(0.3, 0.4), cast=(1.02, 1.0, 0.97), shade=(0.4, 0.5)),
        sensor=Sensor(blur=0.7, noise=0.9, colour_noise=0.5, quality=60),
    ),
    "five_hand": Recipe(
        "five", "continental", "linen", seed=13, mat=MATS["a3-5"], camera=overhead(MATS["a3-5"], Camera(roll_deg=-1.6)),
        manner=Manner(
            tilt=22.0, wild=0.25, beyond=20.0, overlap=0.2, bend=3.0, stills=2, pause=0.5, rate=5.0, lamp_after=4,
            auto_exposure=0.5,
        ),
        light=Light(level=0.7, lamp=(0.7, 0.25), lamp_gain=0.4, cast=(0.86, 0.99, 1.1), shade=(-0.6, -0.3), gloss=0.3),
        sensor=Sensor(blur=0.55, noise=0.9, colour_noise=0.5, quality=62),
    ),
    "six_hand": Recipe(
        "six", "fourcolour", "pine", seed=31, mat=MATS["a3-6"], camera=overhead(MATS["a3-6"], Camera(roll_deg=1.9)),
        manner=Manner(
            tilt=25.0, wild=0.2, beyond=25.0, overlap=0.3, bend=2.5, stills=2, pause=0.5, rate=5.0, bump_after=1,
            cups=(Cup(-112, -32, 34, 90, (60, 90, 80)),),
        ),
        light=Light(level=0.8, lamp=(0.45, 0.6), slope=(0.1, -0.06), cast=(0.95, 1.0, 1.04), shade=(0.5, -0.6)),
        sensor=Sensor(blur=0.65, noise=1.0, colour_noise=0.5, quality=56),
    ),
}  # fmt: skip
