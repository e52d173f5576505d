from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

from hardware.cameras.jpegs import JpegCutter


def jpeg(seed: int, *, restart: int = 0) -> bytes:
    """A picture of noise: its data is full of 0xFF bytes, stuffed as the format wants."""
    noise = np.random.default_rng(seed).integers(0, 256, (48, 64, 3), np.uint8)
    good, data = cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_QUALITY, 95, cv2.IMWRITE_JPEG_RST_INTERVAL, restart])
    assert good
    return data.tobytes()


ONE, TWO, THREE = jpeg(1), jpeg(2, restart=2), jpeg(3)


def cut(data: bytes, piece: int) -> tuple[list[bytes], int]:
    cutter = JpegCutter()
    found = [picture for n in range(0, len(data), piece) for picture in cutter.feed(data[n : n + piece])]
    return found, cutter.broken


@pytest.mark.parametrize("piece", [1, 7, 4096, 1_000_000])
@pytest.mark.parametrize("noise", [b"", b"rpicam \xff\xff\x00 noise"])
def test_whole_pictures_come_out_of_pieces_of_any_size_and_of_noise(piece: int, noise: bytes) -> None:
    assert cut(noise + ONE + TWO + noise + THREE, piece) == ([ONE, TWO, THREE], 0)


def test_a_picture_is_given_with_its_last_byte_and_not_before() -> None:
    cutter = JpegCutter()
    assert cutter.feed(ONE[:-1]) == []
    assert cutter.feed(ONE[-1:]) == [ONE]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_half_a_picture_is_dropped_and_the_next_is_whole(share: float) -> None:
    half = ONE[: int(len(ONE) * share)]
    assert cut(half + TWO + THREE, 100) == ([TWO, THREE], 1)


def test_bytes_without_end_are_not_hoarded() -> None:
    cutter = JpegCutter()
    for _ in range(40):
        assert cutter.feed(bytes(1_000_000)) == []
    assert cutter.feed(ONE) == [ONE]


def test_a_stream_with_bytes_knocked_out_never_stops_the_cutter() -> None:
    chance = random.Random(4)
    stream = bytearray(ONE + TWO + THREE)
    for _ in range(60):
        del stream[chance.randrange(len(stream))]
    cutter = JpegCutter()
    cutter.feed(bytes(stream))
    # A length of 65,535 at worst has it step over so much.
    assert cutter.feed((ONE + TWO) * 8)[-1:] == [TWO]
