from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.machine.notify import Notifier


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(address)
        end.settimeout(5)
        yield end, address


def test_ready_status_and_stopping_are_said(systemd: tuple[socket.socket, str]) -> None:
    end, address = systemd
    notifier = Notifier({"NOTIFY_SOCKET": address})
    notifier.ready("seat box\nready")
    assert end.recv(1000) == b"READY=1\nSTATUS=seat box ready"
    notifier.status("hand 3")
    assert end.recv(1000) == b"STATUS=hand 3"
    notifier.stopping()
    assert end.recv(1000) == b"STOPPING=1"


def test_the_watchdog_is_fed_at_half_its_time_and_only_while_every_part_lives(
    systemd: tuple[socket.socket, str],
) -> None:
    end, address = systemd
    notifier = Notifier({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "10000000"})
    fed = [tick / 10 for tick in range(200) if notifier.alive(tick / 10, True, True, True)]
    assert fed == [0.0, 5.0, 10.0, 15.0]
    assert [end.recv(100) for _ in fed] == [b"WATCHDOG=1"] * 4
    assert not notifier.alive(20.0, True, False, True), "the camera hangs: systemd shall restart us"
    assert notifier.alive(20.1, True, True, True)


def test_an_abstract_socket_is_found() -> None:
    name = "\0pepper-table-test"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(name)
        end.settimeout(5)
        Notifier({"NOTIFY_SOCKET": "@pepper-table-test"}).ready()
        assert end.recv(100) == b"READY=1"


def test_without_systemd_nothing_happens(tmp_path: Path) -> None:
    Notifier({}).ready()
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready()
    assert not Notifier({}).alive(0.0, True)
