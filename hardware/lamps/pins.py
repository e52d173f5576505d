"""The way to the Pi's pins: gpiozero's factory that this Pi and kernel need, or its mock pins.

On current systems `import RPi.GPIO` is rpi-lgpio (the only one that works on a Pi 5), on old ones the
classic RPi.GPIO; lgpio itself is the way out where neither is installed. All three are imported inside
functions only: on a laptop the classic package is present but refuses to be imported, with a RuntimeError.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hardware.facts import HardwareCode, PartFailed, fact


class NoPins(PartFailed, OSError):
    """Pins of this machine can't be had; its fact says what was tried."""


def mock_factory() -> Any:
    """Pins that only remember: gpiozero's MockFactory, for simulation and tests."""
    from gpiozero.pins.mock import MockFactory

    return MockFactory()


def _rpi_gpio() -> Any:
    from gpiozero.pins.rpigpio import RPiGPIOFactory

    return RPiGPIOFactory()


def _lgpio() -> Any:
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


WAYS: dict[str, Callable[[], Any]] = {"RPi.GPIO": _rpi_gpio, "lgpio": _lgpio}


def real_factory(ways: dict[str, Callable[[], Any]] = WAYS) -> Any:
    """The first way that works on this machine, in the order of `ways`. Raises NoPins with every refusal."""
    refused = []
    for name, make in ways.items():
        try:
            return make()
        except Exception as why:  # each refuses in its own manner: ImportError, RuntimeError, lgpio.error
            refused.append(f"{name}: {' '.join(str(why).split()) or type(why).__name__}")
    raise NoPins(fact(HardwareCode.PINS_UNREACHABLE, reason="; ".join(refused)))
