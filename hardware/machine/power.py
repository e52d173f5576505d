"""A button at the Pi that switches it off, held for some seconds: cards are written safely, the file system is too.

The service may ask systemd for it by a rule that hardware/install.sh puts (50-pepper-table.rules); nothing else.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

from hardware.facts import HardwareCode, fact
from hardware.lamps.pins import NoPins, real_factory

COMMAND = ("systemctl", "poweroff")


def switch_off() -> str:
    """Asks systemd to switch the machine off; why it would not, empty if it will."""
    try:
        asked = subprocess.run(COMMAND, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired) as why:
        return str(why)
    return "" if asked.returncode == 0 else " ".join(asked.stderr.split()) or f"exit status {asked.returncode}"


class PowerButton:
    """The button between a pin and GND. `pressed` is called once, from a thread of gpiozero's, when it was held."""

    def __init__(self, pin: int, hold_s: float, pressed: Callable[[], object], factory: Any = None) -> None:
        """Raises NoPins."""
        from gpiozero import Button

        chosen = real_factory() if factory is None else factory
        try:
            self._button = Button(pin, pull_up=True, hold_time=hold_s, pin_factory=chosen)
        except Exception as why:
            raise NoPins(fact(HardwareCode.BUTTON_PIN_TAKEN, reason=str(why))) from why
        self._button.when_held = lambda: pressed()

    def close(self) -> None:
        """Gives the pin back."""
        self._button.close()
