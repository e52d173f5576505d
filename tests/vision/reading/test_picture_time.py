"""When a picture was taken, from files as cameras write them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from vision.reading.picture_time import time_taken

TAKEN, PART, INNER = 0x9003, 0x9291, 0x8769


def photograph(path: Path, taken: str | None, part: str = "", changed: str = "") -> Path:
    exif = Image.Exif()
    if taken is not None:
        exif.get_ifd(INNER)[TAKEN] = taken
    if part:
        exif.get_ifd(INNER)[PART] = part
    if changed:
        exif[0x0132] = changed
    Image.new("RGB", (32, 32)).save(path, exif=exif)
    return path


def test_the_time_is_read_with_its_parts_of_a_second(tmp_path: Path) -> None:
    assert time_taken(photograph(tmp_path / "a.jpg", "2026:11:30 20:15:01")) == "2026:11:30 20:15:01"
    assert time_taken(photograph(tmp_path / "b.jpg", "2026:11:30 20:15:01", "25")) == "2026:11:30 20:15:01.25"
    assert time_taken(photograph(tmp_path / "c.jpg", None, changed="2026:11:30 20:15:03")) == "2026:11:30 20:15:03"


@pytest.mark.parametrize("taken", [None, "0000:00:00 00:00:00"])
def test_a_picture_without_a_time_says_none(tmp_path: Path, taken: str | None) -> None:
    assert time_taken(photograph(tmp_path / "a.jpg", taken)) is None


def test_no_cut_of_a_picture_does_harm(tmp_path: Path) -> None:
    data = photograph(tmp_path / "a.jpg", "2026:11:30 20:15:01", "25").read_bytes()
    cut = tmp_path / "cut.jpg"
    for length in range(0, 300, 3):
        cut.write_bytes(data[:length])
        assert time_taken(cut) in (None, "2026:11:30 20:15:01", "2026:11:30 20:15:01.25")
    Image.new("RGB", (32, 32)).save(tmp_path / "plain.png")
    assert time_taken(tmp_path / "plain.png") is None
