"""Lamps and seat box as the settings ask for them."""

from __future__ import annotations

import pytest

from hardware.lamps import Lamps
from hardware.pinmap import PinsFaulty
from table_controller.parts import PretendSeatBox, lamps_of, seat_box_of
from table_controller.settings import BoxSettings, LampSettings


def test_mock_lamps_need_no_hardware() -> None:
    lamps = lamps_of(LampSettings())
    assert isinstance(lamps, Lamps)
    lamps.close()


def test_without_pins_there_are_no_lamps() -> None:
    assert lamps_of(LampSettings(mock=False)) is None


def test_pins_used_twice_are_refused_in_words() -> None:
    with pytest.raises(PinsFaulty, match="GPIO 17 is used by"):
        lamps_of(LampSettings(mock=False, pins=((17,), (17,))))


def test_the_seat_box_that_was_asked_for() -> None:
    assert isinstance(seat_box_of(BoxSettings()), PretendSeatBox)
    assert seat_box_of(BoxSettings(kind="none")) is None
    real = seat_box_of(BoxSettings(kind="serial"))
    assert real is not None and not isinstance(real, PretendSeatBox)
