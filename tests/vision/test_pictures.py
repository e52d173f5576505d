from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.pictures import UnreadablePicture, load_picture


def jpeg(picture: np.ndarray) -> bytes:
    return bytes(cv2.imencode(".jpg", picture)[1])


@pytest.fixture
def gradient() -> np.ndarray:
    row = np.linspace(0, 255, 60).astype(np.uint8)
    return np.repeat(np.repeat(row[None, :, None], 40, 0), 3, 2)


def test_a_picture_turned_by_exif_comes_upright(tmp_path: Path, gradient: np.ndarray) -> None:
    data = jpeg(gradient)
    tiff = b"MM\x00\x2a\x00\x00\x00\x08" + struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, 6, 0, 0)
    exif = b"Exif\x00\x00" + tiff
    (tmp_path / "t.jpg").write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:])
    assert load_picture(tmp_path / "t.jpg").shape == (60, 40, 3)


def test_sixteen_bit_grey_becomes_eight_bit_colour(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "g.png"), np.full((30, 30), 40000, np.uint16))
    picture = load_picture(tmp_path / "g.png")
    assert picture.dtype == np.uint8 and picture.shape == (30, 30, 3) and abs(int(picture[0, 0, 0]) - 156) <= 1


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("text.jpg", b"this is no picture at all", "not a picture"),
        ("empty.jpg", b"", "not a picture"),
        ("short.png", b"\x89PNG\r\n\x1a\n", "not a picture"),
    ],
)
def test_what_is_no_picture_is_refused_in_one_sentence(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(UnreadablePicture, match=says) as refused:
        load_picture(tmp_path / name)
    assert name in str(refused.value) and "\n" not in str(refused.value)


def test_half_a_jpeg_is_refused(tmp_path: Path, gradient: np.ndarray) -> None:
    big = cv2.resize(gradient, (900, 700))
    noise = np.random.default_rng(1).integers(0, 60, big.shape, dtype=np.uint8)
    data = jpeg(cv2.add(big, noise))
    (tmp_path / "half.jpg").write_bytes(data[: len(data) // 2])
    with pytest.raises(UnreadablePicture, match="cut off"):
        load_picture(tmp_path / "half.jpg")


def test_an_enormous_picture_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    header = struct.pack(">IIBBBBB", 12000, 9000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    (tmp_path / "huge.png").write_bytes(data)
    with pytest.raises(UnreadablePicture, match="megapixels"):
        load_picture(tmp_path / "huge.png")


def test_a_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePicture, match=r"nowhere\.jpg"):
        load_picture(tmp_path / "nowhere.jpg")
