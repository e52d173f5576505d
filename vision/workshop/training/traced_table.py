"""A whole hand filmed by the path tracer: the studio's films in light that the studio does not draw.

`python -m vision.workshop.training.traced_table RECIPE --out DIR [--deck STYLE]` writes a recording as the studio
does, of the same plan: soft and hard shadows, reflections, arms as plain solids, another table. What is told of it is
measured by `tests.bench.watch.against_truth`. A still picture takes about a minute of one core.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.print.faces import card_picture
from vision.workshop.studio.print.ink import Picture
from vision.workshop.studio.print.printed_mat import draw_mat
from vision.workshop.studio.recipes import RECIPES
from vision.workshop.studio.recording import write_recording
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.film import Grain, through_lens
from vision.workshop.studio.scene.limbs import PEOPLE, Pose
from vision.workshop.studio.scene.table import Limb, Scene, Stage
from vision.workshop.studio.scene.things import Lying, outline
from vision.workshop.training.surfaces import surface
from vision.workshop.training.tracer import card_mesh, gloss, texture, tracer

SAMPLES, DRAFT = 24, 0.25
"""Rays a pixel; frames in which something moves are drawn at a quarter of the size, because nobody reads those."""
THICK = 0.35
"""Millimetres from one card to the one that lies on it."""
CARDS, ARMS = 32, 6
"""So many things are in every scene, or a multiple of so many cards."""
HIDDEN = Lying(None, 0.0, 0.0, 0.0)
NO_ARM = Limb(PEOPLE[0], Pose.FLAT, 0.0, 0.0, 0.0, height=-300.0)
BRIGHT = 0.62
"""White paper in the middle of the table comes out at this share of full white, before gamma."""


@dataclass(slots=True)
class TracedStage(Stage):
    """A stage whose pictures are path-traced. Its `ground` is one of the training's surfaces, by `seed`."""

    _tracer: Any = field(default_factory=tracer)
    _developed: tuple[object, Picture] | None = None
    _exposure: float = 0.0

    def photograph(self, scene: Scene) -> Picture:
        """One frame in BGR, traced anew where something changed, with fresh noise."""
        if self._grain is None:
            self._grain = Grain(self.camera.size, self.sensor, np.random.default_rng(self.seed + 1))
        key = (self.camera, self.light, scene)
        if self._developed is None or self._developed[0] != key:
            is_still = not scene.moving and not scene.limbs
            seen = self._traced(scene, self.camera if is_still else self.camera.scaled(DRAFT))
            full = cv2.resize(seen, self.camera.size, interpolation=cv2.INTER_LINEAR)
            clean = through_lens(np.asarray(full, np.uint8), self.camera, self.sensor)
            self._developed = key, clean
        return self._grain.exposed(self._developed[1].astype(np.float32))

    def _traced(self, scene: Scene, camera: Camera) -> Picture:
        mi = self._tracer
        world: dict[str, Any] = {"type": "scene", **self._room(), "camera": _camera(mi, camera)}
        # Always as many things, those not needed under the table: the tracer's program then need not be built anew.
        laid = [*scene.lying, *(mover.card for mover in scene.moving)]
        for n, card in enumerate([*laid, *[HIDDEN] * (-len(laid) % CARDS)]):
            height = -90.0 if card is HIDDEN else 0.5 + THICK * n + (25.0 if n >= len(scene.lying) else 0.0)
            mesh = card_mesh(mi, outline(card) * (1, -1), height, card.bend, f"card{n}")
            world[f"card{n}"] = mesh | {"print": gloss(mi, _printed(self, card), 0.16)}
        limbs = [*scene.resting, *scene.limbs]
        for n, limb in enumerate([*limbs, *[NO_ARM] * (ARMS - len(limbs))]):
            world |= _arm(limb, n)
        render = mi.render(mi.load_dict(world), integrator=mi.load_dict({"type": "path", "max_depth": 5}), spp=SAMPLES)
        light = np.asarray(np.array(render), np.float32)
        if not self._exposure:  # set once, on the first picture, and then left alone
            self._exposure = BRIGHT / float(np.percentile(light, 90))
        seen = np.clip(light * self._exposure * (self.light.level / 0.8), 0, 1) ** (1 / 2.2)
        return np.ascontiguousarray((seen[..., ::-1] * 255).astype(np.uint8))

    def _room(self) -> dict[str, Any]:
        """Table, mat, a sky of even light and two lamps, one large and one small."""
        mi, rng = self._tracer, np.random.default_rng((self.seed, 3))
        at = mi.ScalarTransform4f()
        wide, high = self.mat.size if self.mat is not None else (420.0, 297.0)
        middle = at.translate([wide / 2, -high / 2, 0.0])
        room: dict[str, Any] = {
            "sky": {"type": "constant", "radiance": {"type": "rgb", "value": [0.25, 0.26, 0.28]}},
            "table": {
                "type": "rectangle", "to_world": middle @ at.scale(1100),
                "cloth": gloss(mi, surface(rng, 1024), float(rng.uniform(0.2, 0.5))),
            },
        }  # fmt: skip
        if self.mat is not None:
            printed = np.ascontiguousarray(draw_mat(self.mat, 5.0)[..., ::-1])
            paper = {"type": "twosided", "material": {"type": "diffuse", "reflectance": texture(mi, printed)}}
            frame = middle @ at.translate([0, 0, 0.25]) @ at.scale([wide / 2, high / 2, 1])
            room["mat"] = {"type": "rectangle", "to_world": frame, "paper": paper}
        for n, side in enumerate((float(rng.uniform(150, 300)), float(rng.uniform(25, 60)))):
            turn, lean, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 0.9), rng.uniform(900, 1400)
            place = [
                wide / 2 + far * np.sin(lean) * np.cos(turn), -high / 2 + far * np.sin(lean) * np.sin(turn),
                far * np.cos(lean),
            ]  # fmt: skip
            power = (1.0, 0.45)[n] * 0.35 * far**2 / side**2
            facing = at.look_at(origin=place, target=[wide / 2, -high / 2, 0], up=[0.3, 0.9, 0.1])
            light = {"type": "area", "radiance": {"type": "rgb", "value": [power, power * 0.93, power * 0.8]}}
            room[f"lamp{n}"] = {"type": "rectangle", "to_world": facing @ at.scale(side), "light": light}
        return room


def _printed(stage: Stage, card: Lying) -> NDArray[np.uint8]:
    """What is to be seen of a card, in BGR; its rounded corners are left square."""
    picture = card_picture(stage.deck, card.face, 6.0)
    paper = np.array(stage.deck.paper, np.float32)
    share = picture[..., 3:].astype(np.float32) / 255
    return np.ascontiguousarray((picture[..., :3] * share + paper * (1 - share)).astype(np.uint8)[..., ::-1])


def _camera(mi: Any, camera: Camera) -> dict[str, Any]:
    """The studio's camera: there y points down and the table's picture is seen from above."""
    (x, y, z), (tx, ty), (width, height) = camera.place, camera.target, camera.size
    down = camera.axes()[1]
    facing = mi.ScalarTransform4f().look_at(
        origin=[x, -y, z], target=[tx, -ty, 0.0], up=[float(-down[0]), float(down[1]), float(-down[2])]
    )
    film = {"type": "hdrfilm", "width": width, "height": height, "pixel_format": "rgb", "rfilter": {"type": "box"}}
    return {
        "type": "perspective", "fov": float(np.degrees(2 * np.arctan(width / 2 / camera.focal))), "fov_axis": "x",
        "to_world": facing, "film": film, "sampler": {"type": "independent", "sample_count": SAMPLES},
    }  # fmt: skip


def _arm(limb: Limb, number: int) -> dict[str, Any]:
    """An arm as two solids: a hand over the grip and a forearm that leaves the table behind it."""
    a = np.radians(limb.turn)
    back = np.array([-np.sin(a), np.cos(a)])
    grip, wrist = np.array([limb.x, limb.y]) + 40 * back, np.array([limb.x, limb.y]) + 700 * back
    skin, sleeve = ([c / 255 for c in colour] for colour in (limb.person.skin, limb.person.sleeve))
    hand = [float(grip[0]), float(-grip[1]), limb.height + 6]
    elbow = [float(wrist[0]), float(-wrist[1]), limb.height + 110]
    cloth = {"type": "twosided", "cloth": {"type": "diffuse", "reflectance": {"type": "rgb", "value": sleeve}}}
    return {
        f"arm{number}": {"type": "cylinder", "p0": hand, "p1": elbow, "radius": 36.0, "cloth": cloth},
        f"hand{number}": {
            "type": "sphere", "center": hand, "radius": 42.0,
            "skin": {"type": "diffuse", "reflectance": {"type": "rgb", "value": skin}},
        },
    }  # fmt: skip


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recipe", choices=sorted(RECIPES))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--deck", choices=sorted(STYLES), help="another deck than the recipe's")
    parser.add_argument("--seed", type=int, help="another table and other lamps")
    parser.add_argument("--until", type=float, help="stop after so many seconds of play")
    a = parser.parse_args()
    recipe = RECIPES[a.recipe]
    recipe = replace(recipe, deck=a.deck or recipe.deck, seed=a.seed if a.seed is not None else recipe.seed)
    stage = TracedStage(
        STYLES[recipe.deck], "traced", recipe.seed, recipe.camera, recipe.light, recipe.sensor, recipe.mat
    )
    reel = recipe.reel()
    if a.until is not None:
        reel.shots = [shot for shot in reel.shots if shot.t <= a.until]
        reel.inputs = [(t, told) for t, told in reel.inputs if t <= a.until]
    write_recording(reel, stage, a.out, recipe.seed, lambda done, all_: print(f"{done} of {all_}", flush=True))


if __name__ == "__main__":
    main()
