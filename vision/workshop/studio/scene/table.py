"""The table top as a camera sees it: ground, mat, cards and tiles lying and moving, cups, arms.

`Stage` holds what stays for a whole recording and turns a `Scene` into a frame. What happens in a game, and when,
is the business of script; this file only knows what lies where.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.mat.mats import A3_FOUR, Mat
from vision.workshop.studio.print.decks import DeckStyle
from vision.workshop.studio.print.ink import Picture, points
from vision.workshop.studio.print.printed_mat import draw_mat
from vision.workshop.studio.scene import limbs
from vision.workshop.studio.scene.camera import Camera, Field, Matrix
from vision.workshop.studio.scene.film import Grain, Light, Sensor, light_field, lit, through_lens
from vision.workshop.studio.scene.grounds import draw_ground
from vision.workshop.studio.scene.things import (
    Cup,
    Lying,
    LyingTile,
    Sheet,
    area_of,
    clipped_box,
    darken,
    draw_cup,
    lay,
)

_AROUND = (330.0, 220.0)  # mm of table drawn beside the mat; further out it is mirrored
_GROUND_SCALE = 3.2
_REMEMBERED = 6  # pictures of earlier layouts: a trick's cards, and the table before it


@dataclass(frozen=True, slots=True)
class Moving:
    """A card on its way, with the stretch in mm that it travels while the shutter is open."""

    card: Lying
    swing: tuple[float, float]


@dataclass(frozen=True, slots=True)
class MovingTile:
    """The same of a bid tile."""

    card: LyingTile
    swing: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Limb:
    """An arm: whose, in which pose, where its grip is, and how it is turned (0 = it comes from below)."""

    person: limbs.Person
    pose: limbs.Pose
    x: float
    y: float
    turn: float
    swing: tuple[float, float] = (0.0, 0.0)
    height: float = 32.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on and over the table at one moment, in the order in which it lies; tiles lie under all cards."""

    lying: tuple[Lying, ...] = ()
    cups: tuple[Cup, ...] = ()
    resting: tuple[Limb, ...] = ()
    moving: tuple[Moving, ...] = ()
    limbs: tuple[Limb, ...] = ()
    tiles: tuple[LyingTile, ...] = ()
    moving_tiles: tuple[MovingTile, ...] = ()

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Tiles and cards that lie there, lowest first."""
        return (*self.tiles, *self.lying)


@dataclass(slots=True)
class Stage:
    """A table set up for pictures. Keeps the pictures of what did not change between frames."""

    deck: DeckStyle
    ground: str
    seed: int
    camera: Camera = field(default_factory=Camera)
    light: Light = field(default_factory=Light)
    sensor: Sensor = field(default_factory=Sensor)
    mat: Mat | None = A3_FOUR
    mat_turn: float = 0.0
    _bare: dict[Camera, Picture] = field(default_factory=dict)
    _fine: dict[object, Picture] = field(default_factory=dict)
    _still: tuple[object, Picture] | None = None
    _lit: tuple[object, Field] | None = None
    _grain: Grain | None = None

    def photograph(self, scene: Scene) -> Picture:
        """One frame in BGR, with light, lens and fresh noise."""
        if self._grain is None:
            self._grain = Grain(self.camera.size, self.sensor, np.random.default_rng(self.seed + 1))
        key = (self.camera, self.light, scene)
        if self._lit is None or self._lit[0] != key:
            clean = through_lens(self.clean(scene), self.camera, self.sensor)
            self._lit = (key, lit(clean, light_field(self.camera.size, self.light)))
        return self._grain.exposed(self._lit[1])

    def clean(self, scene: Scene) -> Picture:
        """The scene as a perfect pinhole camera in flat light would see it, in BGR."""
        picture = self.settled(scene).copy()
        movers: tuple[Moving | MovingTile, ...] = (*scene.moving, *scene.moving_tiles)
        for mover in movers:
            self.draw_moving(picture, mover)
        return self._with_limbs(picture, scene.limbs)

    def settled(self, scene: Scene) -> Picture:
        """The scene without what moves, as `clean` would show it. Not to be written to."""
        key = (self.camera, scene.sheets, scene.cups, scene.resting)
        if self._still is None or self._still[0] != key:
            picture = self._laid_out(self.camera.scaled(2.0), scene)
            small = cv2.resize(picture, self.camera.size, interpolation=cv2.INTER_AREA)
            self._still = (key, self._with_limbs(np.asarray(small, np.uint8), scene.resting))
        return self._still[1]

    def _laid_out(self, fine: Camera, scene: Scene) -> Picture:
        """Table, cups, tiles and cards at double size, from the latest picture that shows the lowest of these."""
        sheets = scene.sheets
        for count in range(len(sheets), -1, -1):
            known = self._fine.get((fine, scene.cups, sheets[:count]))
            if known is not None:
                picture = known.copy()
                break
        else:
            count, picture = 0, self._bare_table(fine).copy()
            for cup in scene.cups:
                draw_cup(picture, fine, cup, self.light)
        for card in sheets[count:]:
            lay(picture, fine, self.deck, card, self.light)
        self._fine[fine, scene.cups, sheets] = picture
        if len(self._fine) > _REMEMBERED:
            del self._fine[next(iter(self._fine))]
        return picture

    def _with_limbs(self, picture: Picture, arms: tuple[Limb, ...]) -> Picture:
        for limb in arms:
            self._draw_limb_shadow(picture, limb)
        for limb in arms:
            self._draw_limb(picture, limb)
        return picture

    def _bare_table(self, fine: Camera) -> Picture:
        """Ground and mat, seen at double size."""
        if fine not in self._bare:
            (wide, high), (x0, y0) = self.mat.size if self.mat else A3_FOUR.size, (-_AROUND[0], -_AROUND[1])
            # The height is rounded up so that the A3 table is 740 mm high.
            size = wide + 2 * _AROUND[0], float(np.ceil((high + 2 * _AROUND[1]) / 10) * 10)
            top = draw_ground(self.ground, *size, _GROUND_SCALE, self.seed)[..., ::-1]
            picture = _seen(np.ascontiguousarray(top), fine, _plane(x0, y0, 1 / _GROUND_SCALE))
            if self.mat is not None:
                self._put_mat(picture, fine, self.mat)
            self._bare[fine] = picture
        return self._bare[fine]

    def _put_mat(self, picture: Picture, fine: Camera, mat: Mat) -> None:
        scale = 6.0
        printed = np.ascontiguousarray(draw_mat(mat, scale)[..., ::-1])
        small = np.asarray(cv2.GaussianBlur(printed, (0, 0), 0.9), np.uint8)
        edge = points((0, 0), (mat.size[0], 0), mat.size, (0, mat.size[1]))
        shadow = np.zeros(picture.shape[:2], np.uint8)
        for spread, strength in ((5, 60), (2, 70)):
            aside = edge + np.array(self.light.shade) * spread * 0.5
            cv2.fillConvexPoly(shadow, np.round(fine.project(aside)).astype(np.int32), strength)
            shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), spread * 1.5), np.uint8)
        darken(picture, shadow.astype(np.float32) / 255)
        seen = _seen(small, fine, _plane(0, 0, 1 / scale))
        inside = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, np.round(fine.project(edge) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        share = inside[..., None].astype(np.float32) / 255
        np.copyto(picture, np.round(picture * (1 - share) + seen * share).astype(np.uint8))

    def draw_moving(self, picture: Picture, mover: Moving | MovingTile) -> None:
        """Draw a card or tile on its way into a picture that is seen by the stage's camera."""
        card, steps = mover.card, _steps(mover.swing)
        (dx, dy), x, y = mover.swing, card.x, card.y
        on_way: list[Sheet] = [replace(card, x=x + dx * p, y=y + dy * p) for p in steps]
        boxes = [area_of(picture, self.camera, moved) for moved in (on_way[0], on_way[-1])]
        x0, y0 = (min(box[k] for box in boxes) for k in (0, 1))
        x1, y1 = (max(box[k] for box in boxes) for k in (2, 3))
        if x0 >= x1 or y0 >= y1:
            return
        part = picture[y0:y1, x0:x1]
        before, total = part.copy(), np.zeros(part.shape, np.float32)
        for moved in on_way:
            np.copyto(part, before)
            lay(picture, self.camera, self.deck, moved, self.light)
            total += part
        np.copyto(part, np.round(total / len(steps)).astype(np.uint8))

    def _limb_warp(self, limb: Limb, part: float, height: float, aside: tuple[float, float]) -> Matrix:
        """Sprite pixels to picture pixels."""
        a = np.radians(limb.turn)
        x = limb.x + limb.swing[0] * part + aside[0]
        y = limb.y + limb.swing[1] * part + aside[1]
        place = np.array([[np.cos(a), -np.sin(a), x], [np.sin(a), np.cos(a), y], [0, 0, 1]])
        return np.asarray(
            self.camera.homography(height) @ place @ _plane(limbs.LEFT, limbs.TOP, 1 / limbs.SPRITE_SCALE)
        )

    def _draw_limb_shadow(self, picture: Picture, limb: Limb) -> None:
        alpha = limbs.sprite(limb.person, limb.pose)[::4, ::4, 3]
        size = (self.camera.size[0] // 4, self.camera.size[1] // 4)
        quarter = np.diag([0.25, 0.25, 1.0])
        aside = (limb.height * self.light.shade[0], limb.height * self.light.shade[1])
        warp = quarter @ self._limb_warp(limb, 0.0, 0.0, aside) @ np.diag([4.0, 4.0, 1.0])
        shadow = cv2.warpPerspective(np.ascontiguousarray(alpha), warp, size, flags=cv2.INTER_LINEAR)
        shadow = cv2.GaussianBlur(shadow, (0, 0), 4.0)
        full = cv2.resize(shadow, self.camera.size, interpolation=cv2.INTER_LINEAR)
        darken(picture, full.astype(np.float32) * (0.42 / 255))

    def _draw_limb(self, picture: Picture, limb: Limb) -> None:
        image = _premultiplied(limb.person, limb.pose)
        corners = points((0, 0), (image.shape[1], 0), (image.shape[1], image.shape[0]), (0, image.shape[0]))
        steps = _steps(limb.swing)
        warps = [self._limb_warp(limb, part, limb.height, (0.0, 0.0)) for part in steps]
        ends = np.concatenate([cv2.perspectiveTransform(corners[None], warp)[0] for warp in (warps[0], warps[-1])])
        x0, y0, x1, y1 = clipped_box(ends, picture)
        if x0 >= x1 or y0 >= y1:
            return
        total = np.zeros((y1 - y0, x1 - x0, 4), np.float32)
        for warp in warps:
            here = np.array([[1.0, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ warp
            total += cv2.warpPerspective(image, here, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        total /= len(warps)
        part = picture[y0:y1, x0:x1]
        np.copyto(part, np.round(part * (1 - total[..., 3:] / 255) + total[..., :3]).astype(np.uint8))


def _steps(swing: tuple[float, float]) -> list[float]:
    """Where in the shutter's opening the samples are taken: more for a longer way."""
    count = int(np.clip(np.hypot(*swing) / 2.5, 1, 10))
    return [0.0] if count == 1 else [k / (count - 1) - 0.5 for k in range(count)]


_LIMB_PICTURES: dict[tuple[limbs.Person, limbs.Pose], Picture] = {}


def _premultiplied(person: limbs.Person, pose: limbs.Pose) -> Picture:
    key = (person, pose)
    if key not in _LIMB_PICTURES:
        rgba = limbs.sprite(person, pose)
        colour = rgba[..., 2::-1].astype(np.float32) * (rgba[..., 3:].astype(np.float32) / 255)
        _LIMB_PICTURES[key] = np.dstack([np.round(colour).astype(np.uint8), rgba[..., 3]])
    return _LIMB_PICTURES[key]


def _plane(x: float, y: float, mm_per_px: float) -> Matrix:
    """Pixels of a flat picture to millimetres, its top left corner at (x, y)."""
    half = mm_per_px / 2
    return np.array([[mm_per_px, 0, x + half], [0, mm_per_px, y + half], [0, 0, 1]])


def _seen(picture: Picture, camera: Camera, to_mm: Matrix) -> Picture:
    warp = camera.homography() @ to_mm
    seen = cv2.warpPerspective(picture, warp, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.uint8)
