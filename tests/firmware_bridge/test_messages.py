from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.messages import (
    FROM_BOX,
    FROM_HOST,
    SEATS,
    BoxState,
    Button,
    Hello,
    Lamp,
    NotABoxMessage,
    PressKind,
    PressMade,
    ShowLamps,
    from_payload,
)
from hardware.lamps.patterns import LampPattern
from tests.firmware_bridge.golden import MESSAGES


@pytest.mark.parametrize("name", MESSAGES)
def test_every_message_comes_back_from_its_payload(name: str) -> None:
    message, _ = MESSAGES[name]
    assert from_payload(message.payload()) == message


def test_the_golden_table_holds_every_message() -> None:
    assert {type(message) for message, _ in MESSAGES.values()} == {*FROM_HOST, *FROM_BOX}


def test_codes_are_told_apart_and_say_who_speaks() -> None:
    codes = [kind.code for kind in (*FROM_HOST, *FROM_BOX)]
    assert len(set(codes)) == len(codes)
    assert all(kind.code < 0x80 for kind in FROM_HOST)
    assert all(kind.code >= 0x80 for kind in FROM_BOX)


def test_the_lamps_names_are_those_of_the_lamps_on_the_pi() -> None:
    assert [lamp.name for lamp in Lamp] == [pattern.name for pattern in LampPattern]


@settings(deadline=None)
@given(
    epoch=st.integers(0, 65535),
    number=st.integers(0, 65535),
    seat=st.integers(1, SEATS),
    button=st.sampled_from(Button),
    kind=st.sampled_from(PressKind),
    age=st.integers(0, 65535),
)
def test_any_press_comes_back(epoch: int, number: int, seat: int, button: Button, kind: PressKind, age: int) -> None:
    press = PressMade(epoch, number, seat, button, kind, age)
    assert from_payload(press.payload()) == press


@pytest.mark.parametrize(
    "payload, complaint",
    [
        (b"", "no code"),
        (b"\x04\x01", "Ping has 1 bytes, expected 2"),
        (b"\x83\0\0\0\0\x07\0\0\0\0", "seat 7 is not one of 1 to 6"),
        (b"\x83\0\0\0\0\x00\0\0\0\0", "seat 0 is not one of 1 to 6"),
        (b"\x83\0\0\0\0\x01\x04\0\0\0", "4 is not a valid Button"),
        (b"\x83\0\0\0\0\x01\x00\x03\0\0", "3 is not a valid PressKind"),
        (b"\x02\0\0" + b"\x09" * 7, "9 is not a valid Lamp"),
        (b"\x81\x01\x01", "Hello has 2 bytes"),
    ],
)
def test_a_payload_that_is_no_message_is_refused(payload: bytes, complaint: str) -> None:
    with pytest.raises(NotABoxMessage, match=complaint):
        from_payload(payload)


def test_a_code_of_a_later_protocol_is_no_fault() -> None:
    assert from_payload(b"\x7f\x01\x02") is None


@pytest.mark.parametrize("tail", [b"", b"\x01", b"\x01" * 30])
def test_a_hello_of_any_other_protocol_is_understood_whatever_follows(tail: bytes) -> None:
    assert from_payload(b"\x81\x09\x04\x02" + tail) == Hello(9, 4, 2)


def test_lamps_are_absolute() -> None:
    lamps = tuple(Lamp.YOUR_TURN if seat == 3 else Lamp.OFF for seat in range(1 + SEATS))
    assert ShowLamps(5, lamps).payload() == b"\x02\x05\x00" + bytes([0, 0, 0, 1, 0, 0, 0])


def test_state_says_which_buttons_are_down() -> None:
    state = BoxState(1, 0, 0, 1 << 4 * (3 - 1) + Button.OK, 0)
    assert state.is_held(3, Button.OK)
    assert not state.is_held(3, Button.PASS)
    assert not state.is_held(2, Button.OK)
