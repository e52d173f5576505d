"""Scenes rendered by a path tracer: bent cards on a table under lamps, light and shadows as in the real world.

`python -m vision.workshop.training.traced --bank DIR --out DIR --count 40` writes numbered `.npz` files, each a scene
as `vision.workshop.training.scenes` has them; started again it goes on where it stopped. Rendering is Mitsuba's (an
extra of training); here stands only what lies on the table. They serve as the test nearest to photographs, and for
training.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.cutting import IndexPose
from vision.workshop.training.art import Image, Rng
from vision.workshop.training.camera import lens
from vision.workshop.training.scenes import (
    COVERED,
    HELD_OUT,
    NO_DECKS,
    Bank,
    LaidFace,
    SeenIndex,
    TrainingScene,
    choose,
    fan,
    locate,
    scatter,
    strip,
)
from vision.workshop.training.surfaces import surface
from vision.workshop.training.tracer import card_mesh, gloss, tracer

WIDTH, HEIGHT = 768, 768
SAMPLES = 48
"""Rays a pixel: what noise remains is less than that of a camera indoors."""
CARD_MM = (63.0, 88.0)
ARM_MM = 16.0
"""What lies higher than this over the table is no card."""


@dataclass(frozen=True, slots=True)
class TracedCamera:
    """A camera: where it stands and looks, in mm, the table's plane being z = 0; `field` in degrees."""

    origin: tuple[float, float, float]
    target: tuple[float, float, float]
    up: tuple[float, float, float]
    field: float

    def pixels(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """Points in mm (N x 3) as they appear in the picture (N x 2)."""
        ahead = _unit(np.subtract(self.target, self.origin))
        right = _unit(np.cross(ahead, self.up))
        over = np.cross(right, ahead)
        rel = points - np.asarray(self.origin)
        scale = WIDTH / 2 / np.tan(np.radians(self.field) / 2) / (rel @ ahead)
        return np.stack([WIDTH / 2 + rel @ right * scale, HEIGHT / 2 - rel @ over * scale], 1).astype(np.float32)


def _unit(v: NDArray[Any]) -> NDArray[np.float64]:
    return np.asarray(v / np.linalg.norm(v), np.float64)


def _view(rng: Rng) -> TracedCamera:
    """From straight above to as low as people sit; as far away as fills the picture with a table's middle."""
    lean, turn = np.radians(rng.uniform(0, 58)), rng.uniform(0, 2 * np.pi)
    far, field = rng.uniform(300, 900), rng.uniform(24, 50)
    x, y = (float(v) for v in rng.normal(0, 40, 2))
    origin = (
        x + far * np.sin(lean) * np.cos(turn), y + far * np.sin(lean) * np.sin(turn), far * np.cos(lean)
    )  # fmt: skip
    roll = rng.uniform(0, 2 * np.pi)
    up = (float(np.cos(roll)), float(np.sin(roll)), 0.0) if lean < 0.25 else (0.0, 0.0, 1.0)
    return TracedCamera(tuple(float(v) for v in origin), (x, y, 0.0), up, float(field))  # type: ignore[arg-type]


def _lay_out(rng: Rng, bank: Bank) -> list[tuple[int, NDArray[np.float64]]]:
    """Which cards lie where: number in the bank, and the four corners in mm (clockwise from the index's)."""
    n = int(rng.integers(2, 13))
    lay = (scatter, fan, strip)[int(rng.choice(3, p=[0.5, 0.25, 0.25]))]
    quads = lay(rng, n, CARD_MM[0], 420)
    # Scenes are laid out with y downwards, as pictures have it; on the table y points away.
    laid = [np.asarray((q - 210) * (1, -1), np.float64) for q in quads]
    return list(zip(choose(rng, bank, n), laid, strict=True))


def _lamps(mi: Any, rng: Rng) -> dict[str, Any]:
    """A sky of even light and one or two lamps: large and soft, or small and hard."""
    lamps: dict[str, Any] = {
        "sky": {"type": "constant", "radiance": {"type": "rgb", "value": [float(rng.uniform(0.05, 0.5))] * 3}}
    }
    for k in range(int(rng.integers(1, 3))):
        turn, lean = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 1.1)
        far = rng.uniform(700, 1500)
        at = [far * np.sin(lean) * np.cos(turn), far * np.sin(lean) * np.sin(turn), far * np.cos(lean)]
        side = float(np.exp(rng.uniform(np.log(15), np.log(350))))
        warm = rng.uniform(0.5, 1.0)
        power = rng.uniform(0.6, 2.2) * 0.35 * far**2 / side**2
        colour = [power, power * (0.6 + 0.4 * warm), power * warm]
        frame = mi.ScalarTransform4f().look_at(origin=at, target=[0, 0, 0], up=[0.3, 0.9, 0.1])
        lamps[f"lamp{k}"] = {
            "type": "rectangle", "to_world": frame @ mi.ScalarTransform4f().scale(side),
            "light": {"type": "area", "radiance": {"type": "rgb", "value": colour}},
        }  # fmt: skip
    return lamps


def _arm(mi: Any, rng: Rng) -> dict[str, Any]:
    """A forearm that reaches in from outside, as a skin-coloured cylinder with a round end."""
    turn = rng.uniform(0, 2 * np.pi)
    tip = rng.uniform(-120, 120, 2)
    out = tip + 600 * np.array([np.cos(turn), np.sin(turn)])
    skin = {
        "type": "diffuse",
        "reflectance": {"type": "rgb", "value": [float(v) for v in rng.uniform((0.3, 0.18, 0.1), (0.85, 0.6, 0.5))]},
    }
    both_sides = {"type": "twosided", "s": skin}
    thick = float(rng.uniform(22, 38))
    ends = [[float(tip[0]), float(tip[1]), thick + 4], [float(out[0]), float(out[1]), 150.0]]
    return {
        "arm": {"type": "cylinder", "p0": ends[0], "p1": ends[1], "radius": thick, "skin": both_sides},
        "hand": {"type": "sphere", "center": ends[0], "radius": thick * 1.15, "skin": skin},
    }  # fmt: skip


def render(mi: Any, bank: Bank, rng: Rng) -> TrainingScene:
    """One scene of HEIGHT x WIDTH pixels with its truth."""
    view, cards = _view(rng), _lay_out(rng, bank)
    world: dict[str, Any] = {"type": "scene", **_lamps(mi, rng)}
    ground = gloss(mi, surface(rng, 512), float(rng.uniform(0.15, 0.6)))
    world["table"] = {"type": "rectangle", "to_world": mi.ScalarTransform4f().scale(900), "cloth": ground}
    rough = float(rng.uniform(0.08, 0.35))
    for n, (face, corners) in enumerate(cards):
        bend = float(rng.choice([0, rng.uniform(0, 5)]))
        print_ = gloss(mi, bank.pictures[face], rough)
        world[f"card{n}"] = card_mesh(mi, corners, 0.5 + 0.6 * n, bend, f"card{n}") | {"print": print_}
    if rng.random() < 0.3:
        world |= _arm(mi, rng)
    world["camera"] = {
        "type": "perspective", "fov": view.field, "fov_axis": "x",
        "to_world": mi.ScalarTransform4f().look_at(origin=view.origin, target=view.target, up=view.up),
        "film": {
            "type": "hdrfilm", "width": WIDTH, "height": HEIGHT, "pixel_format": "rgb", "rfilter": {"type": "box"},
        },
        "sampler": {"type": "independent", "sample_count": SAMPLES},
    }  # fmt: skip
    scene = mi.load_dict(world)
    picture = _developed(
        np.array(mi.render(scene, integrator=mi.load_dict({"type": "path", "max_depth": 5}), spp=SAMPLES)), rng
    )
    owner = _owners(mi, scene, cards)
    placed = [
        LaidFace(face, view.pixels(np.column_stack([c, np.full(4, 0.5 + 0.6 * n)])))
        for n, (face, c) in enumerate(cards)
    ]
    backs = tuple(bank.meta[face]["deck"] == "backs" for face, _ in cards)
    return TrainingScene(picture, locate(bank, placed, owner), owner, backs)


def _developed(light: NDArray[np.float32], rng: Rng) -> Image:
    """The rendered light as a camera delivers it: exposed for the middle greys, gamma, then the lens's faults."""
    exposure = 0.45 / max(1e-4, float(np.median(light))) * rng.uniform(0.5, 1.3)
    seen = np.clip(light * exposure, 0, 1) ** (1 / 2.2)
    picture = np.ascontiguousarray((seen[..., ::-1] * 255).astype(np.uint8))
    return lens(picture, rng, 22.0)


def _owners(mi: Any, scene: Any, cards: list[tuple[int, NDArray[np.float64]]]) -> NDArray[np.uint8]:
    """Which card is seen at each pixel (0 table, 1.. card number, COVERED anything else), by one ray a pixel.

    The point that a ray meets tells it: by its height whether it is table, card or arm, and which card by the
    uppermost one that lies there.
    """
    integrator = mi.load_dict({"type": "aov", "aovs": "at:position"})
    at = np.array(mi.render(scene, integrator=integrator, spp=1))[..., -3:]
    owner = np.zeros(at.shape[:2], np.uint8)
    where = at[..., :2].reshape(-1, 2).astype(np.float32)
    for number, (_, corners) in enumerate(cards, 1):
        across, along = corners[1] - corners[0], corners[3] - corners[0]
        inside = np.linalg.solve(np.stack([across, along], 1), (where - corners[0]).T)
        on = ((inside >= 0) & (inside <= 1)).all(0).reshape(owner.shape)
        owner[on & (at[..., 2] > 0.25)] = number
    owner[at[..., 2] > ARM_MM] = COVERED
    return owner


def save(scene: TrainingScene, path: Path) -> None:
    """Write a scene as one compressed file."""
    rows = [
        [i.place.x, i.place.y, i.place.ux, i.place.uy, i.place.height, i.place.aspect, i.place.shear, i.visible]
        for i in scene.indices
    ]
    _, png = cv2.imencode(".png", scene.picture)
    names = [f"{i.glyph}/{i.suit}" for i in scene.indices]
    np.savez_compressed(
        path, png=png, owner=scene.owner, backs=np.array(scene.backs), rows=np.array(rows, np.float32).reshape(-1, 8),
        names=np.array(names, dtype="U16"),
    )  # fmt: skip


def load(path: Path) -> TrainingScene:
    """A scene as `save` wrote it."""
    with np.load(path) as stored:
        picture = np.asarray(cv2.imdecode(stored["png"], cv2.IMREAD_COLOR), np.uint8)
        names = [str(n).split("/") for n in stored["names"]]
        told = zip(stored["rows"].tolist(), names, strict=True)
        indices = tuple(SeenIndex(IndexPose(*row[:7]), row[7], glyph, suit) for row, (glyph, suit) in told)
        return TrainingScene(picture, indices, stored["owner"], tuple(bool(b) for b in stored["backs"]))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--first", type=int, default=0, help="number of the first scene to make here")
    parser.add_argument("--every", type=int, default=1, help="make every n-th scene, others make the rest")
    parser.add_argument("--held-out", action="store_true", help="only decks kept out of training, to judge by")
    a = parser.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    mi, bank = tracer(), Bank.load(a.bank, 2, a.seed, frozenset() if a.held_out else HELD_OUT)
    if a.held_out:
        bank.decks = {name: cards for name, cards in bank.decks.items() if name in HELD_OUT | set(NO_DECKS)}
    for number in range(a.first, a.count, a.every):
        path = a.out / f"{number:04d}.npz"
        if not path.exists():
            save(render(mi, bank, np.random.default_rng([a.seed, number])), path)
            print(f"{number + 1} of {a.count}", flush=True)


if __name__ == "__main__":
    main()
