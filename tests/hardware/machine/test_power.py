from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from hardware.lamps.pins import NoPins
from hardware.machine.power import PowerButton, switch_off
from tests import PATIENCE_S
from tests.saying import refused


def test_only_a_long_press_switches_off(pins: Any) -> None:
    held = threading.Event()
    button = PowerButton(3, 0.3, held.set, pins)
    pin = pins.pin(3)
    pin.drive_low()
    pin.drive_high()
    assert not held.wait(0.5), "a touch is no wish"
    pin.drive_low()
    assert held.wait(PATIENCE_S)
    button.close()


def test_a_pin_that_a_lamp_has_is_refused_in_words(pins: Any) -> None:
    from gpiozero import LED

    with LED(17, pin_factory=pins), refused(NoPins, match="end the other program"):
        PowerButton(17, 3.0, lambda: None, pins)


@pytest.mark.parametrize(("script", "told"), [("exit 0", ""), ("echo 'Access denied' >&2; exit 1", "Access denied")])
def test_systemd_is_asked_and_its_refusal_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, told: str
) -> None:
    program = tmp_path / "systemctl"
    program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\n{script}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert switch_off() == told
    assert (tmp_path / "asked").read_text() == "poweroff\n"
