from __future__ import annotations

from firmware_bridge import header, rhythms
from firmware_bridge.messages import Lamp
from hardware.lamps import patterns


def test_the_firmwares_table_is_what_the_messages_say() -> None:
    assert header.PATH.read_text() == header.text(), "run python -m firmware_bridge.header"


def test_the_box_blinks_as_the_lamps_on_the_pi_do() -> None:
    assert round(patterns.STEP_S * 1000) == rhythms.STEP_MS
    assert rhythms.STEPS == patterns.STEPS
    for pattern in patterns.LampPattern:
        lamp = Lamp[pattern.name]
        assert rhythms.RHYTHMS[lamp] == patterns.RHYTHMS[pattern]
        assert set(rhythms.COLOURS[lamp]) == {colour.value[0] for colour in patterns.COLOURS[pattern]}
