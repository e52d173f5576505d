"""Lamps and seat box as the settings ask for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.facts import HardwareCode
from hardware.lamps.patterns import LampPattern
from hardware.lamps.pinmap import FOUR_SEATS, PinsFaulty
from hardware.lamps.pins import NoPins, mock_factory
from hardware.lamps.seat_lamps import Lamps
from table_controller.match.settings import BoxSettings, LampSettings, PictureSettings, Settings
from table_controller.service.lamps_later import LampsLater
from table_controller.service.parts import PretendSeatBox, camera_of, lamps_of, pin_map, seat_box_of
from table_controller.words.facts import camera_words
from tests.saying import plain


def test_mock_lamps_need_no_hardware() -> None:
    lamps = lamps_of(LampSettings())
    assert lamps is not None and isinstance(lamps.lamps, Lamps)
    assert sorted(lamps.lamps.showing) == [0, 1, 2, 3, 4], "the four-seat table's, with a lamp in the middle"
    lamps.close()


def test_a_table_may_have_no_lamps() -> None:
    assert lamps_of(LampSettings(kind="none")) is None


def test_lamps_hang_where_the_settings_say() -> None:
    lamps = lamps_of(LampSettings(pins=((17,), (27,))))
    assert lamps is not None and lamps.lamps is not None and sorted(lamps.lamps.showing) == [1, 2]
    lamps.close()


def test_table_lamp_buzzer_and_common_leg_are_wired_as_the_settings_say() -> None:
    wired = pin_map(LampSettings(pins=((17, 27), (22,)), table=(26,), buzzer=12, common="anode"))
    assert [(name, pin) for name, pin in wired.wires()] == [
        ("the table lamp", 26), ("the lamp of seat 1, red", 17), ("the lamp of seat 1, green", 27),
        ("the lamp of seat 2", 22), ("the buzzer", 12),
    ]  # fmt: skip
    assert all(lamp.common_anode for lamp in wired.lamps.values())
    bare = pin_map(LampSettings(common="anode"))
    assert bare.wires() == FOUR_SEATS.wires() and all(lamp.common_anode for lamp in bare.lamps.values())
    assert pin_map(LampSettings()) == FOUR_SEATS


def test_pins_used_twice_are_refused_in_words() -> None:
    with pytest.raises(PinsFaulty, match="GPIO 17 is used by"):
        lamps_of(LampSettings(kind="gpio", pins=((17,), (17,))))


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins")
def test_where_there_are_no_pins_that_is_said_and_the_service_goes_on() -> None:
    lamps = lamps_of(LampSettings(kind="gpio"))
    assert lamps is not None and lamps.lamps is None
    assert lamps.why_dark is not None and lamps.why_dark.code is HardwareCode.PINS_UNREACHABLE
    lamps.show({1: LampPattern.YOUR_TURN})
    lamps.close()


def test_lamps_that_can_be_had_later_are_taken_up_and_shown() -> None:
    now, missing = [0.0], [True]

    def opened() -> Lamps:
        if missing[0]:
            raise NoPins(plain("No pins yet."))
        return Lamps(FOUR_SEATS, mock_factory(), beating=False)

    lamps = LampsLater(opened, clock=lambda: now[0])
    lamps.show({1: LampPattern.YOUR_TURN})
    assert lamps.why_dark == plain("No pins yet.")
    missing[0] = False
    now[0] = 10.0
    lamps.show({1: LampPattern.YOUR_TURN})
    assert lamps.why_dark is None and lamps.lamps is not None
    assert lamps.lamps.showing[1] is LampPattern.YOUR_TURN
    lamps.close()


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("pi", "Pi camera 0"), ("pi:1", "Pi camera 1"), ("usb", "The USB camera"),
        ("usb:/dev/video2", "The USB camera /dev/video2"), ("films/hand.mp4", "The film films/hand.mp4"),
    ],
)  # fmt: skip
def test_a_camera_is_what_its_word_says(word: str, name: str) -> None:
    camera = camera_of(Settings(camera=word).camera, PictureSettings())
    assert camera is not None and camera_words(camera.name) == name
    camera.close()


def test_no_camera_is_no_camera() -> None:
    assert camera_of("none", PictureSettings()) is None


def test_the_seat_box_that_was_asked_for() -> None:
    assert isinstance(seat_box_of(BoxSettings()), PretendSeatBox)
    assert seat_box_of(BoxSettings(kind="none")) is None
    real = seat_box_of(BoxSettings(kind="serial"))
    assert real is not None and not isinstance(real, PretendSeatBox)
