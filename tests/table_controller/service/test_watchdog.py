"""Signs of life: the real page asked over HTTP, and systemd's end of the socket held by the test."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.cameras.frames import CameraLost
from hardware.cameras.live import LiveCamera
from hardware.cameras.watched import WatchedCamera
from hardware.facts import CameraName
from hardware.machine.notify import Notifier
from table_controller.service.health import TABLE, TableHealth
from table_controller.service.journal import Journal
from table_controller.service.watchdog import SILENT_AFTER_S, PagePulse, Watchdog
from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from tests.saying import plain


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[tuple[socket.socket, Notifier]]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(str(tmp_path / "notify"))
        end.setblocking(False)
        yield end, Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "10000000"})


def heard(end: socket.socket) -> list[str]:
    lines: list[str] = []
    while True:
        try:
            lines.append(end.recv(1000).decode())
        except BlockingIOError:
            return lines


def no_camera() -> WatchedCamera:
    def fails() -> None:
        raise CameraLost(plain("No camera is plugged in."))

    return WatchedCamera(LiveCamera(CameraName(""), fails, clock=lambda: 0.0), lambda: 0.0, lambda _: None)  # type: ignore[arg-type]


def test_systemd_is_fed_and_told_what_is_wrong(systemd: tuple[socket.socket, Notifier]) -> None:
    end, notifier = systemd
    camera = no_camera()
    lines: list[str] = []
    vitals = Watchdog(TableHealth(cameras={TABLE: camera}), Journal(lines.append, {}), notifier)
    vitals.beat(0.0)
    camera.look(1.0)
    vitals.beat(1.0)
    vitals.beat(6.0)
    assert heard(end) == [
        "STATUS=The camera has not given a picture yet.", "WATCHDOG=1",
        "STATUS=No camera is plugged in.", "WATCHDOG=1",
    ]  # fmt: skip
    assert lines == ["camera.starting The camera has not given a picture yet.", "camera.lost No camera is plugged in."]


def test_systemd_is_not_fed_while_the_page_or_a_camera_is_dead(systemd: tuple[socket.socket, Notifier]) -> None:
    end, notifier = systemd
    page, camera = [False], [True]

    class Cameras(TableHealth):
        @property
        def is_alive(self) -> bool:
            return camera[0]

    vitals = Watchdog(Cameras(), Journal(lambda line: None, {}), notifier, lambda: page[0])
    vitals.beat(0.0)
    page[0], camera[0] = True, False
    vitals.beat(20.0)
    assert "WATCHDOG=1" not in heard(end)
    camera[0] = True
    vitals.beat(20.1)
    assert heard(end) == ["WATCHDOG=1"]


def test_the_page_is_alive_while_it_answers() -> None:
    now = [0.0]
    server = WebServer(Bulletin(), listen("127.0.0.1", 0))
    pulse = PagePulse(server.is_well, lambda: now[0])
    server.start()
    now[0] = SILENT_AFTER_S
    assert not pulse.is_alive()
    pulse.ask()
    assert pulse.is_alive()
    server.stop()
    now[0] += SILENT_AFTER_S
    pulse.ask()
    assert not pulse.is_alive()
