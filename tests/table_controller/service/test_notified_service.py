"""`pepper-table run` as systemd starts it: ready when the page answers, fed while it lives, and a word when it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests import PATIENCE_S
from tests.table_controller.mini import command, surroundings


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(str(tmp_path / "notify"))
        end.settimeout(PATIENCE_S)
        yield end, str(tmp_path / "notify")


def hear(end: socket.socket, wanted: Callable[[str], bool]) -> list[str]:
    """Everything that is said, up to the wanted."""
    heard = [end.recv(1000).decode()]
    while not wanted(heard[-1]):
        heard.append(end.recv(1000).decode())
    return heard


def test_ready_fed_and_stopping_are_said(tmp_path: Path, systemd: tuple[socket.socket, str]) -> None:
    end, address = systemd
    environment = surroundings(NOTIFY_SOCKET=address, WATCHDOG_USEC="1000000", JOURNAL_STREAM="8:1")
    names = ("--names", "Ann,Ben,Cy,Dee")
    arguments = command("run", "--camera", "none", *names, "--port", 0, "--state", tmp_path / "state")
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment) as service:
        (ready,) = hear(end, lambda said: said.startswith("READY=1"))
        found = re.search(r"STATUS=The scoreboard is at (http://\S+)", ready)
        assert found is not None
        assert httpx.get(f"{found[1]}/healthz", timeout=PATIENCE_S).json()["ready"]
        for _ in range(3):
            assert hear(end, lambda said: said == "WATCHDOG=1")[-1] == "WATCHDOG=1"
        os.kill(service.pid, signal.SIGTERM)
        hear(end, lambda said: said == "STOPPING=1")
        assert service.wait(PATIENCE_S) == 0
        assert service.stderr is not None
        journal = service.stderr.read().decode().splitlines()
    assert journal == ["<6>service.ready", "<6>match.begun match-0001", "<6>service.stopping"]


def test_a_service_that_hangs_is_not_fed(tmp_path: Path, systemd: tuple[socket.socket, str]) -> None:
    end, address = systemd
    environment = surroundings(NOTIFY_SOCKET=address, WATCHDOG_USEC="400000")
    arguments = command("run", "--camera", "none", "--port", 0, "--state", tmp_path / "state")
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment) as service:
        hear(end, lambda said: said == "WATCHDOG=1")
        os.kill(service.pid, signal.SIGSTOP)
        end.settimeout(1.0)
        with pytest.raises(TimeoutError):
            while True:
                end.recv(1000)
        service.kill()
