"""What light and the sensor do to a clean picture: uneven light, cast, vignette, blur, noise, JPEG.

Works on whole pictures in BGR, as OpenCV has them; knows nothing of cards or tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.workshop.studio.print.ink import Picture
from vision.workshop.studio.scene.camera import Camera, Field, lens_maps


@dataclass(frozen=True, slots=True)
class Light:
    """The room's light. Shares are of full white; `lamp` is a spot in parts of the picture's width and height."""

    level: float = 0.8
    lamp: tuple[float, float] = (0.62, 0.3)
    lamp_gain: float = 0.22
    lamp_spread: float = 0.42
    slope: tuple[float, float] = (-0.1, 0.06)  # brighter to the right, to the bottom
    cast: tuple[float, float, float] = (0.93, 1.0, 1.05)  # blue, green, red
    vignette: float = 0.16
    shade: tuple[float, float] = (-0.42, 0.6)  # where shadows fall: mm aside for a mm of height
    gloss: float = 0.0  # how white the lamp's reflection on a varnished card is, 0 to 1
    gloss_at: tuple[float, float] = (300.0, 90.0)  # where on the table it shines, mm
    gloss_spread: float = 70.0  # mm


@dataclass(frozen=True, slots=True)
class Sensor:
    """The camera's own faults: blur in pixels, noise in grey steps at mid grey, flicker as a share, JPEG quality."""

    blur: float = 0.75
    noise: float = 1.4
    colour_noise: float = 0.8
    flicker: float = 0.004
    quality: int = 70


@lru_cache(maxsize=4)
def light_field(size: tuple[int, int], light: Light) -> Field:
    """How bright each pixel is lit, per colour: shape (height, width, 3), around 1."""
    width, height = size
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    aspect = height / width
    spot = (x - light.lamp[0]) ** 2 + ((y - light.lamp[1]) * aspect) ** 2
    level = 1 + light.lamp_gain * np.exp(-spot / light.lamp_spread**2)
    level += light.slope[0] * (x - 0.5) + light.slope[1] * (y - 0.5)
    radius = ((x - 0.5) ** 2 + ((y - 0.5) * aspect) ** 2) / (0.25 * (1 + aspect**2))
    level *= light.level * (1 - light.vignette * radius**1.5)
    return np.asarray(level[..., None] * np.array(light.cast, np.float32), np.float32)


def through_lens(picture: Picture, camera: Camera, sensor: Sensor) -> Picture:
    """The lens's distortion and softness."""
    bent = cv2.remap(picture, *lens_maps(camera.size, camera.barrel), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(bent, (0, 0), sensor.blur) if sensor.blur > 0.3 else bent, np.uint8)


def lit(picture: Picture, field: Field) -> Field:
    """The picture under this light, as floats; bright parts are rolled off as a camera does, not cut."""
    bright = np.multiply(picture, field, dtype=np.float32)
    hot = bright > 225.0
    bright[hot] = 225.0 + 28.0 * (1 - np.exp((225.0 - bright[hot]) / 28.0))
    return bright


class Grain:
    """Sensor noise: one large field drawn at the start, cut at another place for each frame."""

    def __init__(self, size: tuple[int, int], sensor: Sensor, rng: np.random.Generator) -> None:
        self.rng = rng
        width, height = size
        self.size = size
        self.flicker = sensor.flicker
        grain = rng.standard_normal((height + 64, width + 64, 1), dtype=np.float32)
        tint = rng.standard_normal((height // 2 + 33, width // 2 + 33, 3), dtype=np.float32)
        # A camera's own noise filter leaves the noise of its colours in soft patches.
        soft = cv2.resize(tint, (width + 64, height + 64), interpolation=cv2.INTER_LINEAR)
        self.grain = grain * np.float32(sensor.noise)
        self.tint: Field = np.asarray(soft * np.float32(sensor.colour_noise), np.float32)

    def exposed(self, picture: Field) -> Picture:
        """The picture with this frame's noise, as bytes."""
        width, height = self.size
        x, y = (int(v) for v in self.rng.integers(0, 64, 2))
        flip = 1 if self.rng.random() < 0.5 else -1
        grain = self.grain[y : y + height, x : x + width][:, ::flip]
        tint = self.tint[y : y + height, x : x + width][::flip]
        # Shot noise: dark parts are noisier once a camera has brightened them.
        strength = 1.25 - picture[..., 1:2] * (0.6 / 255)
        noise = np.add(grain, tint)
        noise *= strength
        flickered = np.multiply(picture, 1 + self.rng.normal(0, self.flicker), dtype=np.float32)
        return np.asarray(cv2.add(flickered, noise, dtype=cv2.CV_8U), np.uint8)


class Exposure:
    """A camera that follows the mean brightness of its pictures, a little late, to what it first saw."""

    def __init__(self, strength: float) -> None:
        self.strength = strength  # 0 is locked, 1 is always as bright as at first
        self.gain = 1.0
        self._first: float | None = None

    def follow(self, mean: float) -> None:
        """Take in the last picture's mean (0 to 255) and set the gain for the next, in steps as cameras do."""
        if self._first is None:
            self._first = mean
        aim = self.gain * (self._first / max(mean, 1.0)) ** self.strength
        self.gain = round(self.gain + 0.3 * (aim - self.gain), 2)


def to_jpeg(picture: Picture, quality: int) -> bytes:
    """A frame as a camera delivers it."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
    if not done:
        raise OSError("OpenCV could not write a JPEG.")
    return bytes(data.tobytes())
