"""Lamps and seat box as the settings ask for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.lamps import Lamps
from hardware.pinmap import PinsFaulty
from hardware.pins import NoPins
from table_controller.parts import PretendSeatBox, lamps_of, seat_box_of
from table_controller.settings import BoxSettings, LampSettings


def test_mock_lamps_need_no_hardware() -> None:
    lamps = lamps_of(LampSettings())
    assert isinstance(lamps, Lamps)
    lamps.close()


def test_a_table_may_have_no_lamps() -> None:
    assert lamps_of(LampSettings(kind="none")) is None


def test_lamps_hang_where_the_settings_say() -> None:
    lamps = lamps_of(LampSettings(pins=((17,), (27,))))
    assert lamps is not None and sorted(lamps.showing) == [1, 2]
    lamps.close()


def test_pins_used_twice_are_refused_in_words() -> None:
    with pytest.raises(PinsFaulty, match="GPIO 17 is used by"):
        lamps_of(LampSettings(kind="gpio", pins=((17,), (17,))))


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins")
def test_where_there_are_no_pins_that_is_said() -> None:
    with pytest.raises(NoPins, match="run with mock lamps"):
        lamps_of(LampSettings(kind="gpio"))


def test_the_seat_box_that_was_asked_for() -> None:
    assert isinstance(seat_box_of(BoxSettings()), PretendSeatBox)
    assert seat_box_of(BoxSettings(kind="none")) is None
    real = seat_box_of(BoxSettings(kind="serial"))
    assert real is not None and not isinstance(real, PretendSeatBox)
