from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras.frames import CameraLost, RecordingFaulty
from hardware.cameras.kind import Source, Wanted
from hardware.cameras.kinds import camera_named, kind_of
from hardware.cameras.played import PlayedSource
from hardware.cameras.usb_camera import usb_device
from tests.hardware.conftest import SMALL
from tests.saying import refused


def opener(word: str, wanted: Wanted | None = None) -> Callable[[], Source]:
    """What opens the camera that the word means, again and again."""
    name = camera_named(word)
    return kind_of(name).opener(name.which, wanted or Wanted())


def film(folder: Path, times: list[float]) -> Path:
    """A recording's folder: one grey picture a time, each a little lighter."""
    folder.mkdir()
    frames = [{"file": f"{number:04d}.png", "t": t} for number, t in enumerate(times, start=1)]
    for number, frame in enumerate(frames, start=1):
        cv2.imwrite(str(folder / str(frame["file"])), np.full((48, 64, 3), 10 * number, np.uint8))
    (folder / "recording.json").write_text(json.dumps({"format": 1, "frames": frames}))
    return folder


def test_a_film_is_played_at_its_pace_and_its_last_picture_stays(tmp_path: Path) -> None:
    began = time.monotonic()
    source = PlayedSource(film(tmp_path / "film", [0.0, 0.2, 0.4]))
    shades = [int(source.read()[0, 0, 0]) for _ in range(9)]
    assert shades == [10, 10, 20, 20, 30, 30, 30, 30, 30], "ten pictures a second, then the last for ever"
    assert time.monotonic() - began > 0.5
    source.close()
    with pytest.raises(CameraLost):
        source.read()


def test_a_video_file_is_played_as_well(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for shade in (50, 100, 150):
        writer.write(np.full((48, 64, 3), shade, np.uint8))
    writer.release()
    source = opener(str(path))()
    assert [abs(int(source.read().mean()) - shade) <= 3 for shade in (50, 100, 150, 150)] == [True] * 4
    source.close()


def test_a_film_that_is_missing_is_said(tmp_path: Path) -> None:
    with refused(RecordingFaulty, match="does not exist"):
        opener(f"{tmp_path}/none.mp4")()


def test_a_usb_camera_is_looked_for_anew_at_every_try(tmp_path: Path) -> None:
    searched = (str(tmp_path / "pepper-camera"), str(tmp_path / "by-id"), str(tmp_path / "video0"))
    with refused(CameraLost, match="No USB camera is plugged in"):
        usb_device(searched=searched)
    (tmp_path / "video0").touch()
    assert usb_device(searched=searched) == searched[2]
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-id" / "usb-Some_Camera-video-index0").touch()
    assert usb_device(searched=searched).endswith("usb-Some_Camera-video-index0")
    (tmp_path / "pepper-camera").touch()
    assert usb_device(searched=searched) == searched[0]
    with refused(CameraLost, match=r"No camera is plugged in at /dev/video77: look at its cable"):
        usb_device("/dev/video77")


def test_a_pi_camera_that_returns_soon_takes_up_the_exposure_it_had(rpicam: Callable[..., Path]) -> None:
    calls = rpicam("picture")
    open_it = opener("pi:1", SMALL)
    for _ in range(2):
        source = open_it()
        source.read()
        source.close()
    warm_up, first, second = calls.read_text().splitlines()
    assert "--metadata" in warm_up
    assert first == second and "--shutter 8000" in second


def test_every_camera_is_asked_for_the_wanted_size(rpicam: Callable[..., Path]) -> None:
    rpicam("picture")
    source = opener("pi", Wanted(1280, 720))()
    with refused(CameraLost, match="gives 64x48 instead of 1280x720: set a size that it has"):
        source.read()
    source.close()
