from __future__ import annotations

from gpiozero.pins.mock import MockFactory

from hardware.lamps.pins import NoPins, mock_factory, real_factory
from tests.saying import refused


def _refuse() -> None:
    raise RuntimeError("This module can only be run on a Raspberry Pi!")


def test_the_first_way_that_works_is_taken() -> None:
    factory = real_factory({"RPi.GPIO": _refuse, "lgpio": mock_factory})
    assert isinstance(factory, MockFactory)


def test_where_no_way_works_one_sentence_says_what_was_tried_and_what_to_do() -> None:
    with refused(NoPins, match=r"python3-rpi-lgpio.*RPi\.GPIO: This module can only"):
        real_factory({"RPi.GPIO": _refuse})
