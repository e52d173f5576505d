from __future__ import annotations

import pytest

from firmware_bridge.messages import Hello
from firmware_bridge.status import LinkState, told
from table_controller.words.facts import said

HELLO = Hello(1, 1, 0, 77, 6, 7, 5)


@pytest.mark.parametrize("state", LinkState)
def test_every_state_has_words_and_those_that_are_a_fault_say_what_to_do(state: LinkState) -> None:
    text = said(told(state, "/dev/ttyUSB0", HELLO, 0))
    assert text.endswith(".")
    remedies = {
        LinkState.REFUSED: "Flash the box",
        LinkState.BUSY: "end it",
        LinkState.FORBIDDEN: "add the user to the group dialout",
        LinkState.LOST: "look at its cable",
        LinkState.ABSENT: "bid on the page",
        LinkState.MUTE: "flash it with this program's firmware",
    }
    assert remedies.get(state, "") in text


def test_the_versions_of_an_outdated_firmware_are_named() -> None:
    text = said(told(LinkState.REFUSED, "/dev/ttyUSB0", Hello(9, 4, 2), 0))
    assert "firmware 4.2, which speaks protocol 9; this program speaks 1" in text


def test_a_hanging_button_is_named_by_its_place() -> None:
    assert "The button down of seat 1 hangs" in said(told(LinkState.READY, "p", HELLO, 0b10))
    assert "The button pass of seat 3 hangs" in said(told(LinkState.READY, "p", HELLO, 1 << 11))
