"""Ways to a live camera, each a thing that is read until it fails: the Pi's own through `rpicam-vid`, USB
through V4L2.

`hardware/cameras/live.py` reads them in a thread of its own. A reading may wait; a failure is a
CameraLost with its fact. Exposure, white balance and focus are left to the camera for a moment, then locked: a light
that breathes would look like cards that move.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.cameras.frames import CameraLost, Picture, decode
from hardware.cameras.jpegs import JpegCutter
from hardware.cameras.kind import Wanted
from hardware.facts import CameraName, Fact, fact
from hardware.facts import HardwareCode as Code

END_WITHIN_S = 0.5
"""Seconds that a process has to end by itself before it is killed. Raised, closing a hanging camera takes longer."""
WARM_UP_S = 2.0
"""How long the camera may set itself before what it found is locked."""


def rpicam_command(number: int, wanted: Wanted, locks: list[str]) -> list[str]:
    """The command that writes a Pi camera's pictures to its standard output."""
    return [
        "rpicam-vid", "--timeout", "0", "--nopreview", "--verbose", "0", "--camera", str(number),
        "--codec", "mjpeg", "--quality", "93", "--flush", "--width", str(wanted.width), "--height", str(wanted.height),
        "--framerate", str(wanted.rate), *locks, "--output", "-",
    ]  # fmt: skip


def locks_from(metadata: dict[str, Any]) -> list[str]:
    """The options that hold what the camera set itself, from the metadata it wrote with a picture. What it
    lacks (a lens that can't focus) is left out."""
    options: list[str] = []
    if "ExposureTime" in metadata and "AnalogueGain" in metadata:
        options += ["--shutter", str(int(metadata["ExposureTime"])), "--gain", f"{metadata['AnalogueGain']:.3f}"]
    if "ColourGains" in metadata:
        red, blue = metadata["ColourGains"]
        options += ["--awbgains", f"{red:.3f},{blue:.3f}"]
    if "LensPosition" in metadata:
        options += ["--autofocus-mode", "manual", "--lens-position", f"{metadata['LensPosition']:.3f}"]
    return options


class RpicamSource:
    """A Pi camera: a process that writes JPEGs into a pipe, so no Python binding and no clash of numpy
    versions."""

    def __init__(
        self, number: int = 0, wanted: Wanted | None = None, *, lock: bool = True, locks: list[str] | None = None
    ) -> None:
        """`locks`: what an earlier run has found, so that a camera that returns need not set itself anew."""
        self._wanted = wanted or Wanted()
        self._number = number
        self._cutter = JpegCutter()
        self._ready: deque[bytes] = deque()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the camera
        self.locks = locks or (self._find_locks() if lock else [])
        self._process = self._start(self.locks)

    def _find_locks(self) -> list[str]:
        """Runs the camera for a moment on its own and takes what it set. Nothing to lock is no fault."""
        with tempfile.TemporaryDirectory() as folder:
            note = Path(folder) / "metadata.json"
            command = rpicam_command(self._number, self._wanted, ["--metadata", str(note)])
            command[command.index("--timeout") + 1] = str(int(WARM_UP_S * 1000))
            try:
                subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=self._log,
                    timeout=WARM_UP_S + 10,
                    check=False,
                )
                frames = json.loads(note.read_text())
            except (OSError, ValueError, subprocess.TimeoutExpired):
                return []
            return locks_from(frames[-1]) if isinstance(frames, list) and frames else []

    def _start(self, locks: list[str]) -> subprocess.Popen[bytes]:
        command = rpicam_command(self._number, self._wanted, locks)
        try:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._log)
        except FileNotFoundError:
            self._log.close()
            raise CameraLost(fact(Code.PI_NO_PROGRAM)) from None

    def read(self) -> Picture:
        """The next picture."""
        while not self._ready:
            assert self._process.stdout is not None
            data = self._process.stdout.read1(1 << 16)  # type: ignore[attr-defined]
            if not data:
                raise CameraLost(self._why_stopped())
            self._ready += self._cutter.feed(data)
        picture = decode(self._ready.popleft())
        if picture is None:
            raise CameraLost(fact(Code.PI_UNREADABLE))
        return checked(picture, self._wanted, Code.CAMERA_SIZE, camera=self._name)

    def _why_stopped(self) -> Fact:
        self._log.seek(0)
        lines = self._log.read().decode(errors="replace").strip().splitlines()
        if any("no cameras available" in line for line in lines):
            return fact(Code.PI_NOT_FOUND, number=self._number)
        if lines:
            return fact(Code.PI_STOPPED_WHY, camera=self._name, reason=lines[-1].strip(" ."))
        return fact(Code.PI_STOPPED, camera=self._name)

    @property
    def is_locked(self) -> bool:
        """Whether it holds what it set itself: not if it could not be asked for that."""
        return bool(self.locks)

    @property
    def _name(self) -> CameraName:
        return CameraName("pi", str(self._number))

    def close(self) -> None:
        """Ends the process. One that hangs in a dead driver is left behind: whoever closes must not hang with it."""
        self._process.kill()
        try:
            self._process.wait(END_WITHIN_S)
        except subprocess.TimeoutExpired:
            return
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._log.close()


class V4L2Source:
    """A USB camera. `capture` is cv2.VideoCapture, replaced in tests: no camera is plugged into a test
    machine."""

    def __init__(
        self,
        device: str = "/dev/video0",
        wanted: Wanted | None = None,
        capture: Callable[[str, int], Any] = cv2.VideoCapture,
    ) -> None:
        self._device = device
        self._wanted = wanted or Wanted()
        self._capture = capture(device, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise CameraLost(fact(Code.USB_NOT_OPENED, place=device))
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._wanted.width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._wanted.height)
        self._capture.set(cv2.CAP_PROP_FPS, self._wanted.rate)
        self._set_itself()
        self._to_warm_up = round(WARM_UP_S * self._wanted.rate)
        self._in_use = threading.Lock()
        self._closed = False

    def read(self) -> Picture:
        """The next picture."""
        with self._in_use:
            good, image = (False, None) if self._closed else self._capture.read()
            if self._closed:
                self._capture.release()
                raise CameraLost(fact(Code.USB_LET_GO, place=self._device))
        if not good or image is None:
            raise CameraLost(fact(Code.USB_NO_MORE, place=self._device))
        if self._to_warm_up:
            self._to_warm_up -= 1
            if self._to_warm_up == 0:
                self._lock()
        return checked(np.asarray(image, np.uint8), self._wanted, Code.USB_SIZE, place=self._device)

    @property
    def is_locked(self) -> bool:
        """Whether it holds what it set itself."""
        return self._to_warm_up == 0

    def _set_itself(self) -> None:
        """Lets the camera set itself: it keeps what an earlier opening locked, in whatever light that was."""
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 3)  # V4L2_EXPOSURE_APERTURE_PRIORITY
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)

    def _lock(self) -> None:
        """Holds what the camera has set itself; one that can't simply goes on."""
        found = {what: self._capture.get(what) for what in (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN)}
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)  # V4L2_EXPOSURE_MANUAL
        for what, value in found.items():
            self._capture.set(what, value)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def close(self) -> None:
        """Lets the device go: at once, or, while a reading waits in the driver, as soon as that ends.

        OpenCV's device must not be released under a reading.
        """
        self._closed = True
        if self._in_use.acquire(blocking=False):
            self._capture.release()
            self._in_use.release()


def checked(picture: Picture, wanted: Wanted, otherwise: Code, **which: Any) -> Picture:
    """The picture, if it has the size that was asked for. Raises CameraLost: `otherwise`, of `which` camera."""
    height, width = picture.shape[:2]
    if (width, height) != (wanted.width, wanted.height):
        told = {"size": f"{width}x{height}", "wanted": f"{wanted.width}x{wanted.height}"}
        raise CameraLost(fact(otherwise, **which, **told))
    return picture
