"""No lamp stays lit when nobody referees: after an exit, after a fault, and once a killed service is started again."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event as Flag
from time import monotonic

import pytest

from hardware.lamps.pinmap import FOUR_SEATS
from tests import PATIENCE_S
from tests.table_controller.a_pi import FakePi
from tests.table_controller.mini import command, surroundings

LAMPS = {pin for _, pin in FOUR_SEATS.wires()}


def wait_until(holds: Callable[[], bool]) -> None:
    end, pause = monotonic() + PATIENCE_S, Flag()
    while not holds():
        assert monotonic() < end, "it never came to that"
        pause.wait(0.02)


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path / "pi")


@pytest.fixture
def start(tmp_path: Path, pi: FakePi) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts the service with lamps on the pins; it is serving when this returns."""
    config = tmp_path / "table.toml"
    config.write_text('camera = "none"\n[lamps]\nkind = "gpio"\n[box]\nkind = "none"\n[web]\nport = 0\n')
    running: list[subprocess.Popen[str]] = []

    def go() -> subprocess.Popen[str]:
        arguments = command("run", "--config", config, "--state", tmp_path / "state")
        environment = surroundings(**pi.environment)
        service = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment)
        running.append(service)
        assert service.stdout is not None
        assert re.search(r"http://\S+", service.stdout.readline())
        return service

    yield go
    for service in running:
        service.kill()
        service.wait()
        if service.stdout is not None:
            service.stdout.close()


def test_lamps_are_dark_after_an_exit_and_after_a_kill_and_a_start(
    pi: FakePi, start: Callable[[], subprocess.Popen[str]]
) -> None:
    service = start()
    wait_until(lambda: bool(pi.high()))
    assert pi.high() <= LAMPS
    assert pi.driven == LAMPS
    service.send_signal(signal.SIGTERM)
    assert service.wait(PATIENCE_S) == 0
    assert pi.high() == set()

    service = start()
    wait_until(lambda: bool(pi.high()))
    service.kill()
    service.wait()
    assert pi.high(), "a killed process darkens nothing: that is what the next start is for"
    service = start()
    service.send_signal(signal.SIGTERM)
    assert service.wait(PATIENCE_S) == 0
    assert pi.high() == set()


_FAULTY = """
from hardware.lamps.seat_lamps import Lamps
from hardware.lamps.patterns import LampPattern
from hardware.lamps.pinmap import FOUR_SEATS
lamps = Lamps(FOUR_SEATS)
lamps.show(dict.fromkeys(range(5), LampPattern.YOUR_TURN))
print("lit", flush=True)
input()
raise RuntimeError("a fault that nobody catches")
"""


def test_lamps_are_dark_after_a_fault_that_nobody_catches(pi: FakePi) -> None:
    arguments = [command()[0], "-c", _FAULTY]
    with subprocess.Popen(
        arguments,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=surroundings(**pi.environment),
    ) as faulty:
        assert faulty.stdout is not None
        assert faulty.stdout.readline() == "lit\n"
        assert len(pi.high()) >= 5
        _, fault = faulty.communicate("\n", PATIENCE_S)
    assert "a fault that nobody catches" in fault
    assert faulty.returncode == 1
    assert pi.high() == set()
