from __future__ import annotations

import random

import pytest
from cobs import cobs
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.messages import Message, Ping, PressMade
from firmware_bridge.protocol import LONGEST, Decoder, crc_arc, crc_ccitt, encode, frame
from firmware_bridge.wire import spoil
from tests.bench.bridge import fuzz
from tests.firmware_bridge.golden import MESSAGES

NOISE = bytes.fromhex("00 ff 12 00 83 01 00 00 41 74 2b 41 54 0d 0a") + bytes(range(1, 120)) + b"\0"
PING, PING_BYTES = Ping(0x0102), encode(Ping(0x0102))


def feed_in_every_way(data: bytes, expected: list[Message]) -> Decoder:
    """Whole, byte by byte, with noise before, with noise and another frame after: each gives the same messages."""
    whole = Decoder()
    assert whole.feed(data) == expected
    slow = Decoder()
    assert [m for n in range(len(data)) for m in slow.feed(data[n : n + 1])] == expected
    assert slow.refused == whole.refused
    late = Decoder()
    assert late.feed(NOISE + data) == expected
    around = Decoder()
    assert around.feed(NOISE + data + NOISE + PING_BYTES) == [*expected, PING]
    return whole


def test_the_checks_are_the_well_known_ones() -> None:
    assert crc_ccitt(b"123456789") == 0x29B1
    assert crc_arc(b"123456789") == 0xBB3D


@pytest.mark.parametrize("name", MESSAGES)
def test_the_golden_bytes_are_written(name: str) -> None:
    message, golden = MESSAGES[name]
    assert encode(message) == bytes.fromhex(golden)


@pytest.mark.parametrize("name", MESSAGES)
def test_the_golden_bytes_are_read_in_every_way(name: str) -> None:
    message, golden = MESSAGES[name]
    assert feed_in_every_way(bytes.fromhex(golden), [message]).refused.bad == 0


def test_frames_in_one_piece_all_come_out() -> None:
    everything = b"".join(bytes.fromhex(golden) for _, golden in MESSAGES.values())
    feed_in_every_way(everything, [message for message, _ in MESSAGES.values()])


@pytest.mark.parametrize("name", MESSAGES)
def test_any_one_byte_changed_to_anything_costs_no_more_than_the_frame_and_the_next(name: str) -> None:
    golden = bytes.fromhex(MESSAGES[name][1])
    for place in range(len(golden)):
        for change in range(1, 256):
            spoiled = golden[:place] + bytes([golden[place] ^ change]) + golden[place + 1 :]
            got = Decoder().feed(spoiled + PING_BYTES + PING_BYTES)
            assert got in ([PING], [PING, PING]), f"byte {place} changed by {change:#x}"


@pytest.mark.parametrize("name", MESSAGES)
def test_any_one_byte_lost_or_doubled_costs_no_more_than_the_frame_and_the_next(name: str) -> None:
    message, hexed = MESSAGES[name]
    golden = bytes.fromhex(hexed)
    for place in range(len(golden)):
        lost = golden[:place] + golden[place + 1 :]
        assert Decoder().feed(lost + PING_BYTES + PING_BYTES) in ([PING], [PING, PING])
        doubled = golden[:place] + golden[place : place + 1] + golden[place:]
        got = Decoder().feed(doubled + PING_BYTES + PING_BYTES)
        assert got in ([PING, PING], [message, PING, PING])  # a zero doubled is no damage


@pytest.mark.parametrize(
    "data, counter",
    [
        (b"\x05\x01\x02\0", "framing"),  # COBS promises more than there is
        (b"\x02\x04\0", "framing"),  # too short for its checks
        (b"\x55" * (LONGEST + 1) + b"\0", "framing"),
        (PING_BYTES[:-2] + bytes([PING_BYTES[-2] ^ 1]) + b"\0", "checks"),
        (frame(b"\x04\x01\x02\x03"), "meaning"),
        (frame(b"\x5a\x01"), "unknown"),
    ],
)
def test_what_is_refused_is_counted_by_its_reason(data: bytes, counter: str) -> None:
    refused = feed_in_every_way(data, []).refused
    counts = {name: getattr(refused, name) for name in ("framing", "checks", "meaning", "unknown")}
    assert counts == {**dict.fromkeys(counts, 0), counter: 1}
    assert refused.bad == (counter != "unknown")


def test_endless_noise_without_a_zero_is_not_hoarded() -> None:
    decoder = Decoder()
    for _ in range(1000):
        assert decoder.feed(b"\x55" * 1000) == []
    assert decoder.feed(b"\0" + PING_BYTES) == [PING]


def test_a_payload_too_long_for_a_frame_is_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="longer than the 40 allowed"):
        frame(b"\x01" * 40)


@settings(deadline=None)
@given(st.binary(min_size=1, max_size=LONGEST - 5))
def test_a_frame_holds_no_zero_but_its_last(payload: bytes) -> None:
    framed = frame(payload)
    assert framed.count(0) == 1
    assert cobs.decode(framed[:-1])[: len(payload)] == payload


@settings(deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=20))
def test_no_bytes_whatever_stop_the_decoder(pieces: list[bytes]) -> None:
    decoder = Decoder()
    for piece in pieces:
        decoder.feed(piece)
    assert decoder.feed(b"\0" + PING_BYTES) == [PING]


EVERY_MESSAGE = [message for message, _ in MESSAGES.values()]


def test_thousands_of_damaged_frames_none_wrong_accepted() -> None:
    came = fuzz(20_000, 7, EVERY_MESSAGE)
    assert came.damaged > 8_000
    assert came.wrong == 0
    assert came.worst <= 2


@pytest.mark.slow
def test_a_million_damaged_frames_none_wrong_accepted() -> None:
    came = fuzz(1_000_000, 20, EVERY_MESSAGE)
    assert came.damaged > 400_000
    assert came.wrong == 0
    assert came.worst <= 2


@pytest.mark.slow
def test_one_crc_alone_would_not_do() -> None:
    """The reason for check B: of damaged presses whose check A is right by chance, check B refuses all found here."""
    chance = random.Random(3)
    sent = encode(MESSAGES["press"][0])
    passed_a = passed_both = 0
    for _ in range(400_000):
        spoiled = spoil(sent[:-1], chance, garble=0.4)
        if spoiled == sent[:-1] or b"\0" in spoiled:
            continue
        try:
            data = cobs.decode(spoiled)
        except cobs.DecodeError:
            continue
        payload, check_a = data[:-4], int.from_bytes(data[-4:-2], "little")
        if len(data) > 4 and check_a == crc_ccitt(payload):
            passed_a += 1
            passed_both += bool(Decoder().feed(spoiled + b"\0"))
    assert passed_a > 0
    assert passed_both == 0


def test_a_press_is_short_enough_to_be_said_within_two_milliseconds() -> None:
    longest = max(len(encode(m)) for m, _ in MESSAGES.values() if isinstance(m, PressMade))
    assert longest * 10 / 115200 < 0.002
