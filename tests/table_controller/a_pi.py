"""A Raspberry Pi's header on a laptop: the module `RPi.GPIO` with levels kept in files, so that they outlive a process.

gpiozero's real RPi.GPIO factory runs on it; real pins, too, keep their level when the process that set it is killed.
"""

from __future__ import annotations

from pathlib import Path

_MODULE = """
import os, pathlib
from gpiozero.pins import local
local.LocalPiFactory._get_revision = lambda self: 0xC03114  # a Pi 4
_pins = pathlib.Path({folder!r})
BCM, IN, OUT, I2C, SPI, HARD_PWM, SERIAL, UNKNOWN = 11, 1, 0, 42, 41, 43, 40, -1
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
RISING, FALLING, BOTH = 31, 32, 33
_functions = {{}}

def setmode(mode): pass
def setwarnings(on): pass
def gpio_function(pin): return _functions.get(pin, IN)
def input(pin): return int((_pins / str(pin)).read_text()) if (_pins / str(pin)).exists() else 0
def output(pin, value): (_pins / str(pin)).write_text(str(int(bool(value))))
def add_event_detect(pin, edge, callback=None, bouncetime=0): pass
def remove_event_detect(pin): pass

def setup(pin, function, pull_up_down=PUD_OFF, initial=-1):
    _functions[pin] = function
    if function == OUT and initial in (0, 1, True, False):
        output(pin, initial)

def cleanup(pin=None):
    for number in [pin] if pin is not None else list(_functions):
        _functions.pop(number, None)
"""


class FakePi:
    """The header; `environment` makes a process believe that it runs there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "pins").mkdir(parents=True)
        (folder / "modules" / "RPi").mkdir(parents=True)
        (folder / "modules" / "RPi" / "__init__.py").touch()
        (folder / "modules" / "RPi" / "GPIO.py").write_text(_MODULE.format(folder=str(folder / "pins")))

    @property
    def environment(self) -> dict[str, str]:
        """For a subprocess."""
        return {"PYTHONPATH": str(self._folder / "modules")}

    def high(self) -> set[int]:
        """The pins that are high now."""
        return {int(pin.name) for pin in (self._folder / "pins").iterdir() if pin.read_text() == "1"}

    @property
    def driven(self) -> set[int]:
        """The pins that were ever driven."""
        return {int(pin.name) for pin in (self._folder / "pins").iterdir()}
