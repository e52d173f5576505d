"""A program in place of rpicam-vid that gives pictures, stalls, vanishes or returns as a test says.

Every picture has a little noise, as a real sensor's has.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import cv2
import numpy as np

from hardware.cameras.frames import Picture

_PROGRAM = """#!{python}
import itertools, json, os, pathlib, sys, time
here = pathlib.Path({folder!r})
words = sys.argv[1:]
if (here / "mode").read_text() == "out":
    sys.exit("ERROR: *** no cameras available ***")
if "--metadata" in words:
    note = [{{"ExposureTime": 8000, "AnalogueGain": 2.5, "ColourGains": [1.5, 2.25]}}]
    pathlib.Path(words[words.index("--metadata") + 1]).write_text(json.dumps(note))
    sys.exit(0)
out = os.fdopen(1, "wb", buffering=0)
for number in itertools.count():
    mode = (here / "mode").read_text()
    if mode == "out":
        sys.exit("ERROR: V4L2 device lost")
    kind, _, scene = mode.partition(" ")
    shown = 0 if kind == "frozen" else number % 4
    picture = (here / scene / ("%d.jpg" % shown)).read_bytes() if scene else b""
    if not scene or (kind == "stall-after" and number > 2):
        picture = b""
    out.write(picture)
    time.sleep(0.1)
"""


class FakeCamera:
    """`put` is what an `os.environ` needs, so that `rpicam-vid` is this one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "bin").mkdir(parents=True)
        program = folder / "bin" / "rpicam-vid"
        program.write_text(_PROGRAM.format(python=sys.executable, folder=str(folder)))
        program.chmod(0o755)
        self.mode("out")

    @property
    def environment(self) -> dict[str, str]:
        """The path on which it is found."""
        return {"PATH": f"{self._folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}

    def scene(self, name: str, picture: Picture) -> None:
        """A scene that it can be turned to: `show`."""
        (self._folder / name).mkdir()
        chance = np.random.default_rng(3)
        for number in range(4):
            noisy = picture.astype(np.int16) + chance.integers(-2, 3, picture.shape)
            cv2.imwrite(str(self._folder / name / f"{number}.jpg"), np.clip(noisy, 0, 255).astype(np.uint8))

    def show(self, name: str) -> None:
        """Plugged in, and looking at this scene."""
        self.mode(f"scene {name}")

    def mode(self, words: str) -> None:
        """`out`: unplugged; `stall`: it runs and says nothing; `scene NAME`; `frozen NAME`: always the same picture;
        `stall-after NAME`: three pictures, and no more."""
        new = self._folder / "mode.new"
        new.write_text(words)
        new.replace(self._folder / "mode")
