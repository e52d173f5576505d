"""What the room's light does to one frame: shadows that pass, a television, lamps' flicker, sun through a door.

Light here is a gain, per place and colour, on top of the table's own light (film.Light). How it comes and goes with
time is the business of people.room_light; this file only knows how much falls where.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.workshop.studio.print.ink import Picture
from vision.workshop.studio.scene.camera import Field

Gains = tuple[float, float, float]
"""Gains of blue, green and red."""
COARSE = 8
"""Pixels of the picture to one of the coarse map that light is worked out on: no edge of a shadow is sharper."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """A soft band of shade across the picture: somebody between the lamp and the table.

    `x`, `y`: its middle in parts of the picture's width and height; `turn`: radians of the way it moves; `wide` and
    `soft` in parts of the width; `long`: how far it reaches across its way, the same; `depth`: the share of light that
    it takes.
    """

    x: float
    y: float
    turn: float
    wide: float
    long: float
    soft: float
    depth: float


@dataclass(frozen=True, slots=True)
class Sun:
    """A patch of light with straight edges that falls in through a door or a window. Units as for Shadow."""

    x: float
    y: float
    turn: float
    wide: float
    long: float
    soft: float
    gain: Gains  # what it adds


@dataclass(frozen=True, slots=True)
class Glow:
    """Light from one side, as a television throws it: `gain` is added in full at that side and fades across."""

    turn: float  # radians: the side that it comes from
    gain: Gains


@dataclass(frozen=True, slots=True)
class Bands:
    """What a rolling shutter makes of lamps on the mains: stripes along the rows."""

    count: float  # from the picture's top to its bottom
    phase: float  # radians
    depth: float


@dataclass(frozen=True, slots=True)
class RoomLight:
    """All light of one moment. `gain` is for the whole picture."""

    gain: Gains = (1.0, 1.0, 1.0)
    shadows: tuple[Shadow, ...] = ()
    suns: tuple[Sun, ...] = ()
    glows: tuple[Glow, ...] = ()
    bands: tuple[Bands, ...] = ()

    def coarse(self, size: tuple[int, int]) -> Field:
        """How bright a picture of (width, height) is lit, per colour, a point for COARSE pixels: around 1."""
        width, height = size
        columns, rows = coarse_size(size)
        x = ((np.arange(columns, dtype=np.float32) + 0.5) / columns)[None, :]
        y = ((np.arange(rows, dtype=np.float32) + 0.5) / rows)[:, None]
        level = np.ones((rows, columns, 3), np.float32) * np.array(self.gain, np.float32)
        aspect = height / width
        for glow in self.glows:
            level += _side(glow, x, y)[..., None] * np.array(glow.gain, np.float32)
        for sun in self.suns:
            level += _band(sun, x, y, aspect)[..., None] * np.array(sun.gain, np.float32)
        for shadow in self.shadows:
            level *= (1 - shadow.depth * _band(shadow, x, y, aspect))[..., None]
        for bands in self.bands:
            level *= (1 + bands.depth * _stripes(y * 2 * np.pi * bands.count + bands.phase))[..., None]
        return level


def coarse_size(size: tuple[int, int]) -> tuple[int, int]:
    """Width and height of the coarse map of a picture (width, height)."""
    return -(-size[0] // COARSE), -(-size[1] // COARSE)


BRIGHT, GLARE = 0.88, 0.2
"""Shares of full white. Light up to BRIGHT is as bright as it is; of what is above, at most GLARE is left: whoever
hangs a camera sees to it that cards in the sun are not burnt out. Without a bound pips were lost in the sun of a door.
"""


def without_glare(level: Field) -> Field:
    """The same light, softly held below BRIGHT + GLARE."""
    over = np.maximum(level - BRIGHT, 0)
    return np.asarray(np.minimum(level, BRIGHT) + GLARE * over / (over + GLARE), np.float32)


def _side(glow: Glow, x: Field, y: Field) -> Field:
    along = (x - 0.5) * np.cos(glow.turn) + (y - 0.5) * np.sin(glow.turn)
    return np.asarray(np.clip(0.55 + 0.75 * along, 0, None), np.float32)


def _band(shape: Shadow | Sun, x: Field, y: Field, aspect: float) -> Field:
    """1 inside the shape, 0 outside, soft between."""
    dx, dy = x - shape.x, (y - shape.y) * aspect
    along = np.abs(dx * np.cos(shape.turn) + dy * np.sin(shape.turn))
    across = np.abs(dy * np.cos(shape.turn) - dx * np.sin(shape.turn))
    soft = max(shape.soft, 0.004)
    inside = _smooth((shape.wide / 2 - along) / soft) * _smooth((shape.long / 2 - across) / soft)
    return np.asarray(inside, np.float32)


def _smooth(away: Field) -> Field:
    """From 0 at -1 to 1 at 1, with level ends."""
    part = np.clip(away * 0.5 + 0.5, 0, 1)
    return np.asarray(part * part * (3 - 2 * part), np.float32)


def _stripes(angle: Field) -> Field:
    """Of mean 0: lamps on the mains are dark for shorter than they are bright."""
    return np.asarray(np.abs(np.sin(angle)) - 2 / np.pi, np.float32)


class WhiteBalance:
    """A camera that pulls its pictures' mean colour towards what it first saw, late and in steps."""

    def __init__(self, strength: float, step: float = 0.02) -> None:
        self.strength = strength  # 0 is locked, 1 is always as grey as at first
        self.gains: Gains = (1.0, 1.0, 1.0)
        self._step = step
        self._first: Field | None = None
        self._aim = np.ones(3)

    def follow(self, picture: Picture) -> None:
        """Take in the last BGR picture and set the gains for the next."""
        blue, green, red, _ = cv2.mean(picture[::8, ::8])
        cast = np.array([blue, red]) / max(green, 1.0)
        if self._first is None:
            self._first = cast
        wanted = (self._first / np.maximum(cast, 1e-3)) ** self.strength
        now = np.array([self.gains[0], self.gains[2]])
        self._aim = now + 0.25 * (now * wanted - now)
        # A camera changes nothing until it is worth a step of its gains.
        moved = np.where(
            np.abs(self._aim - now) >= self._step * 0.5, np.round(self._aim / self._step) * self._step, now
        )
        kept = np.clip(moved, 0.5, 2.0)
        self.gains = (float(kept[0]), 1.0, float(kept[1]))
