"""Mock pins that are given back after each test, a clock that moves only when told, a fake rpicam-vid."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.cameras.kind import Wanted
from hardware.lamps.pins import mock_factory


class Clock:
    """Seconds, moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pins() -> Iterator[Any]:
    factory = mock_factory()
    yield factory
    factory.reset()


SMALL = Wanted(width=64, height=48, rate=10)

# A program in place of rpicam-vid: what it does stands in the file named by FAKE_RPICAM, one word or more a line.
FAKE = """#!{python}
import json, os, sys
plan = open(os.environ["FAKE_RPICAM"]).read().split()
words = sys.argv[1:]
with open(os.environ["FAKE_RPICAM"] + ".calls", "a") as calls:
    calls.write(" ".join(words) + "\\n")
if "--metadata" in words:
    note = [{{"ExposureTime": 8000, "AnalogueGain": 2.5, "ColourGains": [1.5, 2.25], "LensPosition": 1.25}}]
    open(words[words.index("--metadata") + 1], "w").write(json.dumps(note))
    sys.exit(0)
out = os.fdopen(1, "wb", buffering=0)
picture = open(os.environ["FAKE_RPICAM"] + ".jpg", "rb").read()
for word in plan:
    if word == "picture": out.write(picture)
    elif word == "half": out.write(picture[:len(picture) // 2])
    elif word == "die": sys.stderr.write("ERROR: *** no cameras available ***\\n"); sys.exit(1)
"""


@pytest.fixture
def rpicam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Puts a fake rpicam-vid on the path and returns a function that writes its plan."""
    program = tmp_path / "bin" / "rpicam-vid"
    program.parent.mkdir()
    program.write_text(FAKE.format(python=sys.executable))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    plan = tmp_path / "plan"
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("FAKE_RPICAM", str(plan))

    def write(words: str, size: tuple[int, int] = (64, 48)) -> Path:
        plan.write_text(words)
        cv2.imwrite(f"{plan}.jpg", np.full((size[1], size[0], 3), 90, np.uint8))
        return Path(f"{plan}.calls")

    return write
