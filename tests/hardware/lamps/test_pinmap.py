from __future__ import annotations

import pytest

from hardware.lamps.pinmap import FOUR_SEATS, SIX_SEATS, PinMap, PinsFaulty, SeatLamp


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(PinsFaulty) as caught:
        PinMap({1: SeatLamp((17, 27, 22)), 2: SeatLamp((17,)), 7: SeatLamp(())}, buzzer=40)
    text = str(caught.value)
    assert "GPIO 17 is used by the lamp of seat 1, red and by the lamp of seat 2" in text
    assert "seat 7 is not one of 1 to 6" in text
    assert "the lamp of seat 7 has 0 pins, allowed are one to three" in text
    assert "the buzzer asks for GPIO 40, usable are GPIO 2 to 27" in text


def test_the_maps_that_come_with_the_program_can_be_wired() -> None:
    assert len(FOUR_SEATS.wires()) == 4 * 3 + 2
    assert len(SIX_SEATS.wires()) == 6 * 2 + 2
    assert FOUR_SEATS.wires()[0] == ("the table lamp", 26)
    assert FOUR_SEATS.wires()[1] == ("the lamp of seat 1, red", 17)
    assert FOUR_SEATS.wires()[-1] == ("the buzzer", 12)
