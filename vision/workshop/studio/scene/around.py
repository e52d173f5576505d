"""A frame of a table where nobody holds still: what is at rest drawn once, everything else composed over it.

Hands, fans, cups and light differ in every frame, the cards on the table seldom. So the resting table is kept as the
stage drew it, and what moves is put on as flat pictures in space: some 50 ms a frame instead of 200.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.workshop.studio.print.ink import Picture, oval, points
from vision.workshop.studio.scene.belongings import Carried, CupInHand, Head, Plane, Thing, seen_as
from vision.workshop.studio.scene.camera import Camera, Field, Matrix
from vision.workshop.studio.scene.film import Exposure, Grain, Light, light_field, lit, through_lens
from vision.workshop.studio.scene.light import RoomLight, WhiteBalance, coarse_size, without_glare
from vision.workshop.studio.scene.table import Limb, Scene, Stage
from vision.workshop.studio.scene.things import clipped_box

MOST_STEPS = 5  # samples while the shutter is open
HEADLESS = 0.3  # how much of a shadow a head casts: it is far from the table, and so its shadow is soft


@dataclass(frozen=True, slots=True)
class Around:
    """What people do beside the play in one frame: `under` is drawn below the players' arms, `over` above them."""

    under: tuple[Thing | CupInHand, ...] = ()
    over: tuple[Thing | CupInHand, ...] = ()
    room: RoomLight = field(default_factory=RoomLight)


class Composer:
    """Makes frames of one stage with a camera that may follow the light: `exposure` and `balance` from 0 (locked) to 1.

    `afterglow`: the share of the last frame that stays in the next, as with a slow shutter; 0 to 1.
    """

    def __init__(self, stage: Stage, exposure: float = 0.0, balance: float = 0.0, afterglow: float = 0.0) -> None:
        self.stage = stage
        self.afterglow = afterglow
        self._exposure, self._balance = Exposure(exposure), WhiteBalance(balance)
        self._grain: Grain | None = None
        self._last: Field | None = None

    def photograph(self, scene: Scene, around: Around) -> Picture:
        """The next frame in BGR."""
        stage = self.stage
        if self._grain is None:
            self._grain = Grain(stage.camera.size, stage.sensor, np.random.default_rng(stage.seed + 1))
        clean = through_lens(self.clean(scene, around), stage.camera, stage.sensor)
        bright = lit(clean, self._field(around.room))
        if self.afterglow and self._last is not None:
            bright = np.asarray(cv2.addWeighted(bright, 1 - self.afterglow, self._last, self.afterglow, 0), np.float32)
        self._last = bright
        picture = self._grain.exposed(bright)
        self._exposure.follow(float(picture[::4, ::4].mean()))
        self._balance.follow(picture)
        return picture

    def _field(self, room: RoomLight) -> Field:
        """The table's own light under the room's, as the camera takes it: (height, width, 3), around 1."""
        size = self.stage.camera.size
        own = light_field(coarse_size(size), self.stage.light)
        gains = np.array(self._balance.gains, np.float32) * np.float32(self._exposure.gain)
        level = without_glare(own * room.coarse(size) * gains)
        return np.asarray(cv2.resize(level, size, interpolation=cv2.INTER_LINEAR), np.float32)

    def clean(self, scene: Scene, around: Around) -> Picture:
        """The frame as a perfect camera in flat light would see it, in BGR."""
        picture = self.stage.settled(scene).copy()
        moving = (Carried(mover.card, mover.swing) for mover in scene.moving)
        arms: tuple[Thing | CupInHand, ...] = (*moving, *scene.limbs)
        for tile in scene.moving_tiles:
            self.stage.draw_moving(picture, tile)
        for things in (around.under, arms, around.over):
            self._cast(picture, things)
            for thing in things:
                self._put(picture, thing)
        return picture

    def _cast(self, picture: Picture, things: Sequence[Thing | CupInHand]) -> None:
        for thing in things:
            if isinstance(thing, CupInHand):
                continue
            sprite, plane = seen_as(thing, self.stage.deck)
            strength = HEADLESS if isinstance(thing, Head) else 0.42
            put_shadow(picture, self.stage.camera, sprite, plane, self.stage.light.shade, strength)

    def _put(self, picture: Picture, thing: Thing | CupInHand) -> None:
        if isinstance(thing, CupInHand):
            put_cup(picture, self.stage.camera, thing, self.stage.light)
            return
        sprite, plane = seen_as(thing, self.stage.deck)
        swing = thing.swing if isinstance(thing, Limb | Carried) else (0.0, 0.0)
        put_sprite(picture, self.stage.camera, sprite, plane, swing)


def put_sprite(
    picture: Picture, camera: Camera, sprite: Picture, plane: Plane, swing: tuple[float, float] = (0.0, 0.0)
) -> None:
    """Draw a premultiplied BGRA sprite, smeared along `swing`, mm while the shutter is open."""
    count = int(np.clip(np.hypot(*swing) / 3.0, 1, MOST_STEPS))
    parts = [0.0] if count == 1 else [k / (count - 1) - 0.5 for k in range(count)]
    warps = [plane.moved(swing[0] * part, swing[1] * part).homography(camera) for part in parts]
    x0, y0, x1, y1 = _box(picture, sprite, (warps[0], warps[-1]))
    if x0 >= x1 or y0 >= y1:
        return
    shift, size = np.array([[1.0, 0, -x0], [0, 1, -y0], [0, 0, 1]]), (x1 - x0, y1 - y0)
    seen = [cv2.warpPerspective(sprite, shift @ warp, size, flags=cv2.INTER_LINEAR) for warp in warps]
    laid = seen[0]
    for k, other in enumerate(seen[1:], start=1):
        laid = cv2.addWeighted(laid, k / (k + 1), other, 1 / (k + 1), 0)
    part = picture[y0:y1, x0:x1]
    clear = cv2.merge([cv2.bitwise_not(laid[..., 3])] * 3)
    np.copyto(part, cv2.add(cv2.multiply(part, clear, scale=1 / 255), laid[..., :3]))


def put_shadow(
    picture: Picture, camera: Camera, sprite: Picture, plane: Plane, shade: tuple[float, float], strength: float
) -> None:
    """Darken the table where the sprite takes its light: softer the higher it is."""
    warp = plane.cast(shade).homography(camera)
    # The softer a shadow, the fewer pixels it needs.
    soft, less = 12.0 + 0.2 * plane.high, 4 if plane.high < 40 else 8 if plane.high < 160 else 16
    x0, y0, x1, y1 = _box(picture, sprite, (warp,), round(2 * soft))
    if x0 >= x1 or y0 >= y1:
        return
    small = np.diag([1 / less, 1 / less, 1.0]) @ np.array([[1.0, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ warp
    size = (-(-(x1 - x0) // less), -(-(y1 - y0) // less))
    thrown = cv2.warpPerspective(_thin(sprite), small @ np.diag([4.0, 4.0, 1.0]), size, flags=cv2.INTER_LINEAR)
    thrown = cv2.GaussianBlur(thrown, (0, 0), soft / less)
    left = cv2.convertScaleAbs(thrown, alpha=-strength, beta=255)
    full = cv2.resize(left, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    part = picture[y0:y1, x0:x1]
    np.copyto(part, cv2.multiply(part, cv2.merge([full] * 3), scale=1 / 255))


def _thin(sprite: Picture) -> Picture:
    """Every fourth pixel of what the sprite covers."""
    return np.ascontiguousarray(sprite[::4, ::4, 3])


def _box(picture: Picture, sprite: Picture, warps: Sequence[Matrix], around: int = 0) -> tuple[int, int, int, int]:
    """The part of the picture that the sprite may fall on; empty when it is outside."""
    height, width = sprite.shape[:2]
    corners = points((0, 0), (width, 0), (width, height), (0, height))
    ends = np.concatenate([cv2.perspectiveTransform(corners[None], warp)[0] for warp in warps])
    return clipped_box(np.concatenate([ends - around, ends + around]), picture)


def put_cup(picture: Picture, camera: Camera, held: CupInHand, light: Light) -> None:
    """A cup from above, in the air or on the table: its side, the rim, the drink."""
    cup, lift = held.cup, held.lift
    high = lift + cup.height
    foot = camera.project(oval(cup.x, cup.y, cup.radius * 0.8, cup.radius * 0.8), lift)
    rim = camera.project(oval(cup.x, cup.y, cup.radius, cup.radius), high)
    side = lift + 0.6 * cup.height
    fallen = oval(cup.x + side * light.shade[0], cup.y + side * light.shade[1], cup.radius, cup.radius)
    _shade_hull(picture, np.concatenate([camera.project(fallen), foot if lift < 1 else camera.project(fallen)]))
    r, g, b = cup.colour
    hull = cv2.convexHull(np.round(np.concatenate([foot, rim])).astype(np.int32))
    cv2.fillConvexPoly(picture, hull, (b * 0.72, g * 0.72, r * 0.72), cv2.LINE_AA)
    for radius, shade in ((1.0, 1.0), (0.9, 0.8)):
        ring = camera.project(oval(cup.x, cup.y, cup.radius * radius, cup.radius * radius), high)
        cv2.fillConvexPoly(picture, np.round(ring).astype(np.int32), (b * shade, g * shade, r * shade), cv2.LINE_AA)
    drink = camera.project(oval(cup.x, cup.y, cup.radius * 0.86, cup.radius * 0.86), lift + cup.height * 0.8)
    r, g, b = cup.drink
    cv2.fillConvexPoly(picture, np.round(drink).astype(np.int32), (b, g, r), cv2.LINE_AA)


def _shade_hull(picture: Picture, around: Field) -> None:
    """A soft shadow of this outline (n, 2) in pixels."""
    x0, y0, x1, y1 = clipped_box(np.concatenate([around - 45, around + 45]), picture)
    if x0 >= x1 or y0 >= y1:
        return
    size = (-(-(x1 - x0) // 4), -(-(y1 - y0) // 4))
    dark = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(dark, cv2.convexHull(np.round((around - (x0, y0)) / 4).astype(np.int32)), 110)
    left = cv2.bitwise_not(cv2.GaussianBlur(dark, (0, 0), 3.5))
    full = cv2.resize(left, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    part = picture[y0:y1, x0:x1]
    np.copyto(part, cv2.multiply(part, cv2.merge([full] * 3), scale=1 / 255))
