from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.cameras.frames import CameraLost
from hardware.cameras.sources import RpicamSource, V4L2Source, locks_from
from tests import PATIENCE_S
from tests.hardware.conftest import SMALL
from tests.saying import refused


def test_pictures_come_through_the_pipe(rpicam: Callable[..., Path]) -> None:
    rpicam("picture picture")
    camera = RpicamSource(0, SMALL, lock=False)
    for _ in range(2):
        assert abs(int(camera.read().mean()) - 90) <= 1
    with refused(CameraLost, match=r"Pi camera 0: rpicam-vid has stopped\. It is started again by itself"):
        camera.read()
    camera.close()


def test_what_the_camera_set_itself_is_locked_for_the_real_run(rpicam: Callable[..., Path]) -> None:
    calls = rpicam("picture")
    camera = RpicamSource(1, SMALL)
    camera.read()
    camera.close()
    warm_up, run = calls.read_text().splitlines()
    assert "--timeout 2000" in warm_up and "--shutter" not in warm_up
    assert "--camera 1" in run and "--timeout 0" in run
    assert "--shutter 8000 --gain 2.500 --awbgains 1.500,2.250" in run
    assert "--autofocus-mode manual --lens-position 1.250" in run


def test_a_lens_that_cannot_focus_is_no_fault() -> None:
    assert locks_from({"ExposureTime": 1, "AnalogueGain": 1}) == ["--shutter", "1", "--gain", "1.000"]
    assert locks_from({}) == []


def test_half_a_picture_is_never_shown(rpicam: Callable[..., Path]) -> None:
    rpicam("picture half picture half")
    camera = RpicamSource(0, SMALL, lock=False)
    pictures = [camera.read(), camera.read()]
    assert all(int(picture.min()) > 80 for picture in pictures), "no grey lower half"
    with pytest.raises(CameraLost):
        camera.read()
    camera.close()


def test_a_process_that_hangs_in_a_dead_driver_is_left_behind(
    rpicam: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    rpicam("picture")
    camera = RpicamSource(0, SMALL, lock=False)
    camera.read()
    process = camera._process
    with monkeypatch.context() as hanging:
        hanging.setattr(process, "kill", lambda: None)  # what a kill does to a process in the driver
        hanging.setattr(process, "wait", lambda timeout: (_ for _ in ()).throw(TimeoutExpired("rpicam-vid", timeout)))
        camera.close()
    assert process.stdout is not None and not process.stdout.closed, "the reading thread may still be in there"
    camera.close()
    assert process.stdout.closed


def test_the_cameras_last_words_are_passed_on(rpicam: Callable[..., Path]) -> None:
    rpicam("die")
    camera = RpicamSource(0, SMALL, lock=False)
    with refused(CameraLost, match="no cameras available"):
        camera.read()
    camera.close()


def test_a_picture_of_another_size_is_refused(rpicam: Callable[..., Path]) -> None:
    rpicam("picture", (32, 24))
    camera = RpicamSource(0, SMALL, lock=False)
    with refused(CameraLost, match="Pi camera 0 gives 32x24 instead of 64x48"):
        camera.read()
    camera.close()


def test_without_the_program_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with refused(CameraLost, match="install the package rpicam-apps"):
        RpicamSource(0, SMALL, lock=False)


class Capture:
    """A cv2.VideoCapture of a camera that does not exist: gives so many pictures, then none."""

    def __init__(self, pictures: int, size: tuple[int, int] = (64, 48)) -> None:
        self.left = pictures
        self.size = size
        self.settings: list[tuple[int, float]] = []

    def __call__(self, device: str, way: int) -> Capture:
        assert way == cv2.CAP_V4L2
        return self

    def isOpened(self) -> bool:
        return self.left >= 0

    def set(self, what: int, value: float) -> bool:
        self.settings.append((what, value))
        return True

    def get(self, what: int) -> float:
        return 156.0 if what == cv2.CAP_PROP_EXPOSURE else 0.0

    def read(self) -> tuple[bool, Any]:
        self.left -= 1
        return (True, np.zeros((self.size[1], self.size[0], 3), np.uint8)) if self.left >= 0 else (False, None)

    def release(self) -> None:
        self.left = -1


def test_a_usb_camera_is_asked_for_its_size_and_locked_after_two_seconds() -> None:
    capture = Capture(30)
    camera = V4L2Source("/dev/video0", SMALL, capture)
    assert (cv2.CAP_PROP_FRAME_WIDTH, 64) in capture.settings
    for _ in range(19):
        camera.read()
    assert (cv2.CAP_PROP_AUTO_EXPOSURE, 1) not in capture.settings
    camera.read()
    assert capture.settings[-5:] == [
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1),
        (cv2.CAP_PROP_EXPOSURE, 156.0),
        (cv2.CAP_PROP_GAIN, capture.get(cv2.CAP_PROP_GAIN)),
        (cv2.CAP_PROP_AUTO_WB, 0),
        (cv2.CAP_PROP_AUTOFOCUS, 0),
    ]


def test_a_usb_camera_that_is_missing_vanishes_or_has_another_size_is_lost_in_words() -> None:
    with refused(CameraLost, match="can't be opened: look at its cable"):
        V4L2Source("/dev/video9", SMALL, Capture(-1))
    camera = V4L2Source("/dev/video0", SMALL, Capture(1))
    camera.read()
    with refused(CameraLost, match="gives no more pictures"):
        camera.read()
    with refused(CameraLost, match="gives 32x24 instead of 64x48"):
        V4L2Source("/dev/video0", SMALL, Capture(1, (32, 24))).read()


def test_a_device_is_never_let_go_under_a_reading() -> None:
    """OpenCV would crash: the reading that hangs in the driver lets it go itself, when it ends."""
    inside, end = threading.Event(), threading.Event()

    class Hanging(Capture):
        def read(self) -> tuple[bool, Any]:
            inside.set()
            end.wait(PATIENCE_S)
            return super().read()

    capture = Hanging(5)
    camera = V4L2Source("/dev/video0", SMALL, capture)
    lost = threading.Event()

    def read() -> None:
        with pytest.raises(CameraLost):
            camera.read()
        lost.set()

    thread = threading.Thread(target=read)
    thread.start()
    assert inside.wait(PATIENCE_S)
    camera.close()
    assert capture.left >= 0, "not yet let go"
    end.set()
    thread.join(PATIENCE_S)
    assert lost.is_set()
    assert capture.left == -1
