"""Fault by fault: page and `doctor` say the same, and the guide's table says it too. Each fault is really made."""

from __future__ import annotations

import errno
import re
import shutil
import time
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

import cv2
import numpy as np
import pytest

import hardware
from engine.inputs import NewMatch
from engine.play.decide import step
from engine.play.state import INITIAL
from firmware_bridge.fake import FakeBox
from firmware_bridge.link import Port, SeatBox
from firmware_bridge.wire import plug_into
from hardware.facts import Condition, fact
from hardware.machine.notify import Notifier
from table_controller.match.settings import Settings, parse_settings
from table_controller.service import doctor
from table_controller.service.health import TABLE, TableHealth, troubles
from table_controller.service.journal import Journal
from table_controller.service.machine_watch import MachineWatch
from table_controller.service.parts import camera_of, lamps_of
from table_controller.service.surfaces import Surfaces
from table_controller.service.watchdog import Watchdog
from table_controller.watching.facts import TableCode
from table_controller.web.bulletin import Bulletin
from table_controller.web.without_folders import without_folders
from table_controller.words.facts import sentence as in_words
from tests import PATIENCE_S
from tests.table_controller.a_camera import FakeCamera
from tests.table_controller.a_hand import NAMES
from tests.table_controller.faults import ROWS, table


def wrong(conditions: Iterable[Condition]) -> list[str]:
    return [in_words(each) for each in troubles(tuple(conditions)) if each.what != "Mat"]


def page_says(conditions: TableHealth, expected: str, tick: Callable[[float], None] = lambda now: None) -> list[str]:
    """The sentences on the board, as soon as the expected one is among them, or the time is up."""
    bulletin = Bulletin()
    surfaces = Surfaces(None, None, bulletin, Watchdog(conditions, Journal(lambda line: None, {}), Notifier({})))
    surfaces.show(step(INITIAL, NewMatch("iowa_standard", NAMES, 1))[1], 1)
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        tick(time.monotonic())
        surfaces.beat(time.monotonic(), fact(TableCode.BY_HAND))
        said = list(bulletin.board.surroundings.missing)
        if any(fits(expected, sentence) for sentence in said):
            return said
    return said


def fits(expected: str, sentence: str) -> bool:
    pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(expected))
    return re.fullmatch(pattern, sentence) is not None


def camera_says(settings: Settings, expected: str) -> tuple[list[str], list[str]]:
    camera = camera_of(settings.camera, settings.picture)
    assert camera is not None
    conditions = TableHealth(cameras={TABLE: camera})

    def look(now: float) -> None:
        frame = camera.look(0.02)
        if frame is not None:
            conditions.see(frame.image, now)

    page = page_says(conditions, expected, look)
    camera.close()
    return page, wrong(doctor.cameras(settings))


def scene(shade: int = 120, blur: float = 0.0, size: tuple[int, int] = (1280, 720)) -> np.ndarray:
    picture = np.full((size[1], size[0], 3), shade, np.uint8)
    for row in range(100, 300, 80):
        picture[row : row + 40, 100:500] = (shade + 135) % 256
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8) if blur else picture


@pytest.fixture
def pi_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeCamera:
    camera = FakeCamera(tmp_path / "camera")
    monkeypatch.setenv("PATH", camera.environment["PATH"])
    for name, picture in {
        "dark": scene(15), "bright": scene(250), "blurred": scene(blur=6), "small": scene(size=(640, 480)),
        "good": scene(),
    }.items():  # fmt: skip
        camera.scene(name, picture)
    return camera


PI = parse_settings({"camera": "pi"}, "the test")


@pytest.mark.parametrize(
    ("fault", "mode"),
    [
        ("no pi camera", "out"),
        ("wrong size", "scene small"),
        ("dark", "scene dark"),
        ("bright", "scene bright"),
        ("out of focus", "scene blurred"),
        ("frozen", "frozen good"),
        ("camera stalls", "stall-after good"),
    ],
)
def test_a_pi_camera(fault: str, mode: str, pi_camera: FakeCamera) -> None:
    pi_camera.mode(mode)
    expected = ROWS[fault][1]
    page, doctors = camera_says(PI, expected)
    assert fits(expected, page[0]) and len(page) == 1, page
    assert doctors == page


def test_without_rpicam_or_a_usb_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    page, doctors = camera_says(PI, ROWS["no rpicam"][1])
    assert page == doctors == [ROWS["no rpicam"][1]]
    if any(Path(place).exists() for place in ("/dev/video0", "/dev/v4l/by-id", "/dev/pepper-camera")):
        pytest.skip("this machine has a camera")
    usb = parse_settings({"camera": "usb"}, "the test")
    page, doctors = camera_says(usb, ROWS["no usb camera"][1])
    assert page == doctors == [ROWS["no usb camera"][1]]


def refuse(why: OSError) -> Callable[[str], Port]:
    def open_port(name: str) -> Port:
        raise why

    return open_port


def boxes() -> dict[str, Callable[[], SeatBox]]:
    old, mute = FakeBox(), FakeBox()
    old.misbehaviour.protocol = 9
    old.power_cycle()
    mute.misbehaviour.silent = True
    mute.outgoing.clear()
    ports = lambda: ["/dev/ttyUSB0"]  # noqa: E731
    return {
        "no box": lambda: SeatBox(lambda: []),
        "mute board": lambda: SeatBox(ports, plug_into(mute)[1]),
        "old firmware": lambda: SeatBox(ports, plug_into(old)[1]),
        "forbidden": lambda: SeatBox(ports, refuse(PermissionError(errno.EACCES, "Permission denied"))),
        "busy": lambda: SeatBox(ports, refuse(OSError(errno.EBUSY, "Device or resource busy"))),
    }


@pytest.mark.parametrize("fault", list(boxes()))
def test_the_seat_box(fault: str) -> None:
    expected = ROWS[fault][1]
    box = boxes()[fault]()
    page = page_says(TableHealth(box), expected, lambda now: void(box.poll(now)))
    box.close()
    assert len(page) == 1 and fits(expected, page[0]), page
    assert wrong(doctor.examine_box(boxes()[fault]())) == page


def void(_: object) -> None:
    """Thrown away."""


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins")
def test_lamps_without_pins() -> None:
    settings = parse_settings({"lamps": {"kind": "gpio"}}, "the test")
    page = page_says(TableHealth(lamps=lamps_of(settings.lamps)), ROWS["no pins"][1])
    assert len(page) == 1 and fits(ROWS["no pins"][1], page[0]), page
    assert wrong(doctor.lamps(settings, None)) == page


class Long(date):
    """A Pi that has never met a network."""

    @classmethod
    def today(cls) -> Long:
        return cls(1970, 1, 1)


def test_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vcgencmd = tmp_path / "bin" / "vcgencmd"
    vcgencmd.parent.mkdir()
    vcgencmd.write_text("#!/bin/sh\necho throttled=0x50005\n")
    vcgencmd.chmod(0o755)
    monkeypatch.setenv("PATH", str(vcgencmd.parent), prepend=":")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: (10**9, 10**9 - 50 * 2**20, 50 * 2**20))
    monkeypatch.setattr("table_controller.service.machine_watch.date", Long)
    monkeypatch.setattr("table_controller.service.doctor.date", Long)
    watch = MachineWatch(tmp_path)
    watch.start()
    page = page_says(TableHealth(machine=watch), ROWS["clock"][1])
    watch.close()
    settings = parse_settings({"state": {"folder": tmp_path}}, "the test")
    assert [without_folders(said) for said in wrong(doctor.machine(settings))] == page
    assert [fits(ROWS[fault][1], said) for fault, said in zip(("disk", "undervoltage", "clock"), page, strict=True)]


def test_the_guides_table_is_made_of_these_words() -> None:
    guide = (Path(hardware.__file__).parent / "makers" / "README.md").read_text()
    assert table() in guide
