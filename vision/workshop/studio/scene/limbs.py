"""Hands and sleeves seen from above: soft shapes of a few bones each, shaded by their own height.

A sprite's origin is where the fingers grip; the arm runs down (+y) from there, out of the picture. Where an arm
reaches and when is not known here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import cv2
import numpy as np

from vision.workshop.studio.print.ink import Colour, Picture
from vision.workshop.studio.scene.camera import Field

SPRITE_SCALE = 2.0  # pixels a millimetre
LEFT, TOP, WIDTH, LENGTH = -95.0, -30.0, 200.0, 940.0  # the sprite's box in mm around the grip


class Pose(Enum):
    """How the hand is held: gripping a card's edge, flat on the table, or as idle hands are."""

    GRIP = "grip"
    FLAT = "flat"
    REST = "rest"  # loosely curled
    TAP = "tap"  # the same with the index finger up
    DRUM = "drum"  # the same with middle and ring finger up
    SPREAD = "spread"  # the fingers wide apart
    POINT = "point"
    ROUND = "round"  # about a cup or a packet
    HOLD = "hold"  # behind a fan of cards; its thumb is drawn before them
    THUMB = "thumb"  # that thumb alone


class Weave(Enum):
    """The sleeve's cloth."""

    PLAIN = "plain"
    STRIPED = "striped"
    CHECKED = "checked"
    KNIT = "knit"
    BARE = "bare"  # rolled up: a bare forearm


@dataclass(frozen=True, slots=True)
class Person:
    """How one player's arm looks. A left arm is the mirrored right one."""

    skin: Colour
    sleeve: Colour
    weave: Weave
    left: bool = False
    cuff: float = 150.0  # where the sleeve begins, mm from the grip


PEOPLE: tuple[Person, ...] = (
    Person((214, 164, 136), (58, 78, 120), Weave.KNIT),
    Person((156, 108, 80), (232, 228, 220), Weave.STRIPED),
    Person((228, 182, 156), (128, 44, 50), Weave.CHECKED, left=True),
    Person((196, 146, 116), (64, 68, 66), Weave.PLAIN, cuff=190.0),
    Person((110, 74, 56), (196, 170, 84), Weave.PLAIN),
    Person((220, 172, 144), (0, 0, 0), Weave.BARE, left=True),
)

Bone = tuple[float, float, float, float, float, float]  # from (x, y, radius) to (x, y, radius)

_FINGERS: dict[Pose, tuple[tuple[tuple[float, float], ...], ...]] = {
    # joints of thumb, index, middle, ring and little finger, from the knuckle to the tip
    Pose.GRIP: (
        ((-18, 92), (-30, 58), (-22, 22), (-14, 8)),
        ((-6, 62), (-11, 30), (-4, 4)),
        ((10, 58), (9, 22), (10, 0)),
        ((25, 62), (27, 30), (23, 8)),
        ((38, 70), (41, 46), (35, 26)),
    ),
    Pose.FLAT: (
        ((-16, 98), (-42, 72), (-56, 44)),
        ((-10, 60), (-18, 26), (-23, -4)),
        ((8, 56), (6, 18), (5, -16)),
        ((25, 60), (29, 24), (32, -8)),
        ((39, 70), (50, 42), (57, 18)),
    ),
    Pose.REST: (
        ((-16, 98), (-36, 76), (-41, 50)),
        ((-9, 62), (-16, 34), (-15, 14)),
        ((9, 57), (8, 27), (7, 5)),
        ((25, 62), (29, 34), (28, 13)),
        ((38, 70), (45, 48), (46, 32)),
    ),
    Pose.TAP: (
        ((-16, 98), (-36, 76), (-41, 50)),
        ((-9, 62), (-19, 32), (-23, 2)),
        ((9, 57), (8, 27), (7, 5)),
        ((25, 62), (29, 34), (28, 13)),
        ((38, 70), (45, 48), (46, 32)),
    ),
    Pose.DRUM: (
        ((-16, 98), (-37, 78), (-44, 53)),
        ((-9, 62), (-16, 35), (-14, 16)),
        ((9, 57), (7, 23), (5, -8)),
        ((25, 62), (31, 30), (33, 3)),
        ((38, 70), (45, 48), (46, 32)),
    ),
    Pose.SPREAD: (
        ((-16, 98), (-46, 78), (-68, 58)),
        ((-10, 61), (-26, 26), (-36, -4)),
        ((8, 56), (5, 16), (2, -20)),
        ((25, 60), (34, 23), (42, -10)),
        ((39, 70), (58, 44), (72, 22)),
    ),
    Pose.POINT: (
        ((-16, 96), (-25, 68), (-13, 52)),
        ((-8, 60), (-13, 20), (-16, -24)),
        ((10, 58), (13, 36), (8, 30)),
        ((25, 62), (29, 42), (23, 36)),
        ((38, 70), (42, 54), (36, 46)),
    ),
    Pose.ROUND: (
        ((-16, 98), (-42, 74), (-47, 42), (-40, 18)),
        ((0, 60), (22, 38), (36, 8), (30, -14)),
        ((13, 60), (32, 42), (44, 14), (39, -4)),
        ((26, 64), (42, 48), (51, 24)),
        ((38, 72), (50, 58), (55, 40)),
    ),
    Pose.HOLD: (
        (),
        ((-8, 62), (-24, 34), (-38, 14)),
        ((9, 58), (4, 26), (-4, 2)),
        ((25, 62), (26, 32), (22, 8)),
        ((38, 70), (43, 46), (42, 26)),
    ),
    Pose.THUMB: (
        ((-8, 92), (-24, 66), (-20, 34), (-9, 14)),
        (),
        (),
        (),
        (),
    ),
}
_THICK = (10.0, 9.0, 9.4, 8.8, 7.6)


def _fingers(pose: Pose) -> list[tuple[tuple[tuple[float, float], ...], float]]:
    """The joints of each finger that shows, with its radius in mm."""
    return [(joints, thick) for joints, thick in zip(_FINGERS[pose], _THICK, strict=True) if joints]


def _bones(pose: Pose) -> list[Bone]:
    bones: list[Bone] = []
    for joints, thick in _fingers(pose):
        radii = np.linspace(thick * 1.1, thick * 0.84, len(joints))
        for k in range(len(joints) - 1):
            (ax, ay), (bx, by) = joints[k], joints[k + 1]
            bones.append((ax, ay, float(radii[k]), bx, by, float(radii[k + 1])))
    if pose is Pose.THUMB:
        return bones
    for x, y in ((-6, 66), (10, 62), (24, 66), (36, 74)):
        bones.append((x, y, 11.5, 12 + 0.35 * x, 120, 16.0))
    bones.append((-14, 96, 13.0, 8, 122, 17.0))
    bones.append((13, 122, 24.0, 15, 165, 25.5))
    bones.append((15, 165, 25.5, 24, 420, 38.0))
    return bones


def _height(bones: list[Bone], x: Field, y: Field) -> Field:
    """The rounded surface over the bones in mm; 0 or less is outside. Soft where bones meet."""
    total = np.zeros(np.broadcast_shapes(x.shape, y.shape), np.float32)
    for ax, ay, ra, bx, by, rb in bones:
        dx, dy = bx - ax, by - ay
        along = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
        apart = (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2
        radius = ra + (rb - ra) * along
        total += np.exp(np.clip(4.0 * (1 - apart / radius**2), -30, 4.5))
    # The soft maximum of all bones: 0 on the edge of the outermost.
    return np.asarray(np.log(np.maximum(total, 1e-9)) / 4.0, np.float32)


def _shaded(height: Field, thickness: float) -> Field:
    """Brightness of a rounded surface lit from the upper left, around 1."""
    rounded = np.sqrt(np.clip(height, 0, 1.2)) * thickness * SPRITE_SCALE
    dome = cv2.GaussianBlur(rounded, (0, 0), 2.0)
    gx, gy = cv2.Sobel(dome, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(dome, cv2.CV_32F, 0, 1, scale=0.125)
    facing = (0.45 * gx + 0.6 * gy + 1.0) / np.sqrt(gx**2 + gy**2 + 1) / 1.25
    return np.asarray(0.5 + 0.55 * np.clip(facing, 0, 1.4), np.float32)


@lru_cache(maxsize=24)
def sprite(person: Person, pose: Pose) -> Picture:
    """The arm as RGBA, straight alpha, SPRITE_SCALE pixels a mm; the box is LEFT, TOP, WIDTH, LENGTH in mm."""
    x = (LEFT + (np.arange(round(WIDTH * SPRITE_SCALE), dtype=np.float32) + 0.5) / SPRITE_SCALE)[None, :]
    y = (TOP + (np.arange(round(LENGTH * SPRITE_SCALE), dtype=np.float32) + 0.5) / SPRITE_SCALE)[:, None]
    if person.left:
        x = -x
    rows = round((440 - TOP) * SPRITE_SCALE)
    height = np.full((y.shape[0], x.shape[1]), -1, np.float32)
    height[:rows] = _height(_bones(pose), x, y[:rows])
    if person.weave is Weave.BARE and pose is not Pose.THUMB:
        height[rows - 40 :] = _height([(24, 380, 36.0, 40, 980, 52.0)], x, y[rows - 40 :])
    picture = _skin(person, pose, x, y, height)
    alpha = np.clip(height * 8 + 0.5, 0, 1)
    if person.weave is not Weave.BARE and pose is not Pose.THUMB:
        _dress(person, x, y, picture, alpha)
    return np.dstack([np.clip(picture, 0, 255), alpha * 255]).astype(np.uint8)


def _skin(person: Person, pose: Pose, x: Field, y: Field, height: Field) -> Field:
    rng = np.random.default_rng(7)
    mottle = cv2.resize(
        rng.uniform(-1, 1, (240, 50)).astype(np.float32),
        (height.shape[1], height.shape[0]),
        interpolation=cv2.INTER_CUBIC,
    )
    tone = np.array(person.skin, np.float32) * (1 + 0.035 * mottle[..., None])
    red = np.zeros_like(height)
    creases = np.ones_like(height)
    for joints, thick in _fingers(pose):
        for jx, jy in joints:
            red += np.exp(-((x - jx) ** 2 + (y - jy) ** 2) / 90)
        for jx, jy in joints[1:-1]:
            for gap in (-1.6, 1.2):
                creases -= 0.12 * np.exp(-((x - jx) ** 2) / 22 - (y - jy - gap) ** 2 / 0.8)
        (ax, ay), (bx, by) = joints[-2:]
        if pose is Pose.FLAT or joints is not _FINGERS[pose][0]:
            _nail(tone, person, x, y, (bx, by), (bx - ax, by - ay), thick)
    tone += np.clip(red, 0, 1)[..., None] * np.array((10, -8, -6), np.float32)
    return np.asarray(tone * (_shaded(height, 9.0) * creases)[..., None], np.float32)


def _nail(
    tone: Field, person: Person, x: Field, y: Field, tip: tuple[float, float], way: tuple[float, float], thick: float
) -> None:
    length = float(np.hypot(*way))
    ux, uy = way[0] / length, way[1] / length
    along = (x - tip[0]) * ux + (y - tip[1]) * uy - thick * 0.2
    aside = (x - tip[0]) * uy - (y - tip[1]) * ux
    inside = np.clip(1.25 - (along / (thick * 0.55)) ** 2 - (aside / (thick * 0.44)) ** 2, 0, 0.25)[..., None] * 4
    pale = np.array(person.skin, np.float32) * 0.55 + np.array((244, 208, 200), np.float32) * 0.45
    tone += (pale - tone) * inside * 0.8


def _dress(person: Person, x: Field, y: Field, picture: Field, alpha: Field) -> None:
    """Draw the sleeve over the forearm, from the cuff on."""
    start = person.cuff
    first = round((start - 12 - TOP) * SPRITE_SCALE)
    rows = y[first:]
    sleeve = _height([(15, start + 34, 35.0, 20, start + 70, 37.0), (20, start + 70, 37.0, 44, 990, 60.0)], x, rows)
    share = np.clip(sleeve * 8 + 0.5, 0, 1) * np.clip((rows - start - 0.04 * (x - 15) ** 2 * 0.2) * 2, 0, 1)
    cloth = _cloth(person, x, rows) * _shaded(sleeve, 22.0)[..., None]
    folds = np.sin(rows * 0.11 + np.sin(x * 0.06 + rows * 0.017) * 2.2) * 0.06 + 1
    cuff = 1 - 0.3 * np.exp(-((rows - start - 24) ** 2) / 3) - 0.25 * np.exp(-((rows - start) ** 2) / 6)
    cloth *= (folds * cuff)[..., None]
    part = picture[first:]
    # The shadow of the cuff on the wrist.
    part *= (1 - 0.35 * np.exp(-np.clip(start - rows, 0, None) / 5))[..., None] * np.ones_like(x)[..., None]
    part += (cloth - part) * share[..., None]
    alpha[first:] = np.maximum(alpha[first:] * (rows < start + 60), share)


def _cloth(person: Person, x: Field, y: Field) -> Field:
    base = np.array(person.sleeve, np.float32)
    flat = np.ones(np.broadcast_shapes(x.shape, y.shape), np.float32)
    if person.weave is Weave.STRIPED:
        flat = 1 - 0.32 * (np.sin(x * 1.05 + 0 * y) > 0.55)
    elif person.weave is Weave.CHECKED:
        flat = 1 - 0.3 * (np.sin(x * 0.42 + 0 * y) > 0.2) - 0.25 * (np.sin(y * 0.42 + 0 * x) > 0.2)
    elif person.weave is Weave.KNIT:
        flat = 1 + 0.1 * np.sin(x * 2.1 + 0 * y) * np.sin(y * 1.6 + np.sin(x * 2.1))
    return np.asarray(flat[..., None] * base, np.float32)
