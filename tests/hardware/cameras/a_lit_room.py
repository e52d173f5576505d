"""A room whose light a test turns up and down, and two cameras that look at it: a program in place of rpicam-vid and a
capture in place of cv2.VideoCapture. Both honour shutter and gain, or set them by themselves.

The room's light is a number; pictures are what a linear sensor of that much light gives, through sRGB's curve.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.frames import Picture
from hardware.cameras.kind import Wanted
from tests import ROOT

ROOM = Wanted(width=320, height=192, rate=10)
SHUTTER_US = (100.0, 66_000.0)  # what a camera module with a rolling shutter can set at ten pictures a second and more
GAIN = (1.0, 16.0)
START_S = 0.4
"""Seconds from a camera's start to its first picture. Assumed: no Pi was at hand."""
GREY = 0.18
"""The mean that automatic exposure aims at, of a full well."""


def table() -> NDArray[np.float64]:
    """What share of the light each point reflects: a wooden table, a mat of paper, a card with black on it."""
    scene = np.full((ROOM.height, ROOM.width), 0.15)
    scene[32:160, 64:256] = 0.75
    scene[64:128, 128:176] = 0.9
    scene[80:112, 144:160] = 0.03
    return scene


def exposed(scene: NDArray[np.float64], light: float, shutter: float, gain: float, number: int) -> Picture:
    """The picture with that shutter (microseconds) and gain; noise of two grey levels, another in every picture."""
    linear = np.clip(scene * light * shutter * gain, 0.0, 1.0)
    curve = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055)
    noise = np.random.default_rng(number).normal(0.0, 2.0, scene.shape)
    grey = np.clip(255 * curve + noise, 0, 255).astype(np.uint8)
    return np.repeat(grey[:, :, None], 3, axis=2)


def by_itself(scene: NDArray[np.float64], light: float) -> tuple[float, float]:
    """Shutter and gain that automatic exposure comes to; the shutter first."""
    wanted = GREY / max(float(scene.mean()) * light, 1e-12)
    shutter = float(np.clip(wanted, *SHUTTER_US))
    return shutter, float(np.clip(wanted / shutter, *GAIN))


_PROGRAM = """#!{python}
import json, os, sys
sys.path.insert(0, {root!r})
import cv2
from tests.hardware.cameras.a_lit_room import by_itself, exposed, table
folder, words, scene = {folder!r}, sys.argv[1:], table()
def light(): return float(open(folder + "/light").read())
def word(name): return float(words[words.index(name) + 1])
with open(folder + "/calls", "a") as calls:
    calls.write(" ".join(words) + "\\n")
if "--metadata" in words:
    shutter, gain = by_itself(scene, light())
    with open(words[words.index("--metadata") + 1], "w") as note:
        json.dump([{{"ExposureTime": shutter, "AnalogueGain": gain, "ColourGains": [1.5, 2.25]}}], note)
    sys.exit(0)
asked, number = os.open(folder + "/asked", os.O_RDWR), 0
while os.read(asked, 1):
    shutter, gain = (word("--shutter"), word("--gain")) if "--shutter" in words else by_itself(scene, light())
    number += 1
    os.write(1, cv2.imencode(".jpg", exposed(scene, light(), shutter, gain, number))[1].tobytes())
"""


class LitRoom:
    """The room, with `rpicam-vid` in its `bin`; a camera gives a picture each time that it is asked for one, so none
    outruns the light or the clock."""

    def __init__(self, folder: Path, light: float) -> None:
        self._folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir(parents=True)
        program = self.bin / "rpicam-vid"
        program.write_text(_PROGRAM.format(python=sys.executable, root=str(ROOT), folder=str(folder)))
        program.chmod(0o755)
        os.mkfifo(folder / "asked")
        self._asked = os.open(folder / "asked", os.O_RDWR)
        self.light = light
        self.usb = self._pictures = 0

    @property
    def light(self) -> float:
        """How bright it is: 1e-4 is a lit room, 1e-12 what comes through a cap."""
        return float((self._folder / "light").read_text())

    @light.setter
    def light(self, light: float) -> None:
        new = self._folder / "light.new"
        new.write_text(repr(light))
        new.replace(self._folder / "light")

    def ask(self) -> None:
        """Lets the camera give one picture."""
        self._pictures += 1
        os.write(self._asked, b".")

    def wait_until_asked(self) -> None:
        """What a camera within this process does before each picture."""
        os.read(self._asked, 1)

    def clock(self) -> float:
        """Seconds: a tenth for every picture asked for, and what starting and measuring take."""
        return self._pictures / ROOM.rate + sum(START_S + _timeout_s(run) for run in self.runs()) + self.usb * START_S

    def runs(self) -> list[str]:
        """What each run of the program was told, in order."""
        calls = self._folder / "calls"
        return calls.read_text().splitlines() if calls.exists() else []


def _timeout_s(run: str) -> float:
    words = run.split()
    return int(words[words.index("--timeout") + 1]) / 1000


class LitCapture:
    """A USB camera in that room. Like a real one it keeps its controls when it is closed."""

    def __init__(self, room: LitRoom) -> None:
        self._room, self._scene, self._number = room, table(), 0
        self._is_open = False
        self.controls: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 1,
            cv2.CAP_PROP_EXPOSURE: 1.0,
            cv2.CAP_PROP_GAIN: 1.0,
        }

    def __call__(self, device: str, way: int) -> LitCapture:
        self._is_open = True
        self._room.usb += 1
        return self

    def isOpened(self) -> bool:
        return self._is_open

    def set(self, what: int, value: float) -> bool:
        self.controls[what] = value
        return True

    def get(self, what: int) -> float:
        return self.controls.get(what, 0.0)

    def read(self) -> tuple[bool, Any]:
        self._room.wait_until_asked()
        if not self._is_open:
            return False, None
        if self.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == 3:
            shutter, gain = by_itself(self._scene, self._room.light)
            self.controls |= {cv2.CAP_PROP_EXPOSURE: shutter, cv2.CAP_PROP_GAIN: gain}
        self._number += 1
        shutter, gain = self.controls[cv2.CAP_PROP_EXPOSURE], self.controls[cv2.CAP_PROP_GAIN]
        return True, exposed(self._scene, self._room.light, shutter, gain, self._number)

    def release(self) -> None:
        self._is_open = False
