"""The camera over the table: where it hangs, what it sees of a plane, and its lens.

Geometry only; light and noise are the business of film. The world is the mat's: x right, y down, in mm, and z up
from the table towards the camera.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.workshop.studio.print.ink import Points

Matrix = npt.NDArray[np.float64]
Field = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera with a slight barrel distortion.

    `place` in mm; `target` is the point of the table in the picture's middle; `roll_deg` turns the picture;
    `focal` in pixels; `barrel` is the share by which a corner of the picture is drawn inwards.
    """

    size: tuple[int, int] = (1280, 720)
    place: tuple[float, float, float] = (232.0, 190.0, 905.0)
    target: tuple[float, float] = (210.0, 150.0)
    roll_deg: float = 0.8
    focal: float = 1440.0
    barrel: float = 0.012

    def bumped(self, dx: float, dy: float, turn_deg: float) -> Camera:
        """The camera after somebody knocked against it: moved by (dx, dy) mm and turned a little."""
        x, y, z = self.place
        tx, ty = self.target
        return replace(
            self, place=(x + dx, y + dy, z), target=(tx + 0.7 * dx, ty + 0.7 * dy), roll_deg=self.roll_deg + turn_deg
        )

    def axes(self) -> Matrix:
        """Rows: the picture's right, its down and the way it looks, as unit vectors."""
        look = np.array([*self.target, 0.0]) - np.array(self.place)
        look /= np.linalg.norm(look)
        right = np.array([1.0, 0.0, 0.0])
        right -= look * (right @ look)
        right /= np.linalg.norm(right)
        down = np.array([0.0, 1.0, 0.0])
        down -= look * (down @ look) + right * (down @ right)
        down /= np.linalg.norm(down)
        a = np.radians(self.roll_deg)
        return np.array([right * np.cos(a) + down * np.sin(a), down * np.cos(a) - right * np.sin(a), look])

    def project(self, spots: Points, z: float = 0.0) -> Points:
        """Where points (n, 2) of the plane at height z fall in the picture, in pixels, the lens left out."""
        from_camera = np.column_stack([spots, np.full(len(spots), z)]) - np.array(self.place)
        seen = from_camera @ self.axes().T
        middle = np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + middle)

    def homography(self, z: float = 0.0) -> Matrix:
        """3 x 3, millimetres of the plane at height z to pixels."""
        axes, place = self.axes(), np.array(self.place)
        columns = [axes[:, 0], axes[:, 1], axes @ (np.array([0.0, 0.0, z]) - place)]
        lens = np.array(
            [
                [self.focal, 0, (self.size[0] - 1) / 2],
                [0, self.focal, (self.size[1] - 1) / 2],
                [0, 0, 1],
            ]
        )
        return np.asarray(lens @ np.column_stack(columns))

    def scaled(self, factor: float) -> Camera:
        """The same view with `factor` times as many pixels."""
        width, height = self.size
        # A pixel's middle stays where it was: (size - 1) / 2 is the optical axis at every scale.
        return replace(self, size=(round(width * factor), round(height * factor)), focal=self.focal * factor)


@lru_cache(maxsize=4)
def lens_maps(size: tuple[int, int], barrel: float) -> tuple[Field, Field]:
    """For every pixel of the real picture, where to find it in the pinhole picture (for cv2.remap)."""
    width, height = size
    x = np.arange(width, dtype=np.float32)[None, :] - (width - 1) / 2
    y = np.arange(height, dtype=np.float32)[:, None] - (height - 1) / 2
    corner = (width * width + height * height) / 4
    # 1 at a middle ring, so that the picture keeps its scale and its border stays filled.
    grow = 1 + barrel * ((x * x + y * y) / corner - 1)
    return (
        (x * grow + (width - 1) / 2).astype(np.float32),
        (y * grow + (height - 1) / 2).astype(np.float32),
    )
