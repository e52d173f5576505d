"""A JPEG is read if its picture is whole, whatever stands behind it, and refused if rows of it are missing."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.pictures import UnreadablePicture, load_picture
from vision.pictures_jpeg import anatomy

END = b"\xff\xd9"
KINDS: dict[str, list[int]] = {
    "baseline": [],
    "progressive": [cv2.IMWRITE_JPEG_PROGRESSIVE, 1],
    "restarts": [cv2.IMWRITE_JPEG_RST_INTERVAL, 20],
    "full colour": [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444],
}
GROUNDS = ("noise", "white below", "grey below")
_RANDOM = np.random.default_rng(8).integers(0, 256, 9000, dtype=np.uint8).tobytes()


def picture(ground: str) -> np.ndarray:
    """Noise that no compression makes small; below it, as on scans and screenshots, perhaps one even colour."""
    noise = np.random.default_rng(3).integers(0, 256, (240, 318, 3), dtype=np.uint8)
    if ground != "noise":
        noise[-70:] = 255 if ground == "white below" else 119
    return noise


def jpeg(kind: str, ground: str = "noise") -> bytes:
    return bytes(cv2.imencode(".jpg", picture(ground), KINDS[kind])[1])


BEHIND = {
    "nothing": b"",
    "zeros": bytes(9000),
    "ones": b"\xff" * 9000,
    "a film": b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00" + _RANDOM,
    "another picture": jpeg("baseline", "grey below"),
    "text": b"SEFH a phone's own trailer " * 400,
    "anything": _RANDOM,
}


def load(tmp_path: Path, data: bytes) -> np.ndarray:
    (tmp_path / "it.jpg").write_bytes(data)
    return load_picture(tmp_path / "it.jpg")


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("behind", BEHIND)
@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_behind_a_whole_picture_does_not_matter(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], kind: str, behind: str, ground: str
) -> None:
    data = jpeg(kind, ground)
    expected = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(load(tmp_path, data + BEHIND[behind]), expected)
    if ground == "noise":
        assert capfd.readouterr().err == ""  # the decoder has nothing to complain of


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("padding", ["nothing", "zeros", "ones", "another picture"])
def test_a_picture_that_lacks_its_end_marker_alone_is_whole(tmp_path: Path, kind: str, padding: str) -> None:
    """Some cameras leave it away."""
    assert load(tmp_path, jpeg(kind)[:-2] + BEHIND[padding]).shape == (240, 318, 3)


@pytest.mark.parametrize("part", [0.3, 0.5, 0.8])
@pytest.mark.parametrize("behind", ["nothing", "zeros", "ones", "another picture"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_torn_file_is_refused_whatever_fills_it_up(tmp_path: Path, kind: str, behind: str, part: float) -> None:
    data = jpeg(kind)
    with pytest.raises(UnreadablePicture, match="cut off"):
        load(tmp_path, data[: int(part * len(data))] + BEHIND[behind])


@pytest.mark.parametrize("behind", BEHIND)
@pytest.mark.parametrize("kind", KINDS)
def test_half_a_picture_that_happens_to_end_like_a_whole_one_is_refused(tmp_path: Path, kind: str, behind: str) -> None:
    data = jpeg(kind)
    with pytest.raises(UnreadablePicture, match="cut off"):
        load(tmp_path, data[: len(data) // 2] + END + BEHIND[behind])


def test_a_few_blocks_missing_are_noticed(tmp_path: Path) -> None:
    data = jpeg("baseline")
    with pytest.raises(UnreadablePicture, match="cut off"):
        load(tmp_path, data[:-400] + END)


def test_the_anatomy_finds_size_and_end_past_a_thumbnail() -> None:
    """A preview within the header is no end of the picture."""
    data = jpeg("baseline")
    small = bytes(cv2.imencode(".jpg", picture("noise")[:40, :40])[1])
    segment = b"\xff\xe2" + (len(small) + 2).to_bytes(2) + small
    found = anatomy(data[:2] + segment + data[2:] + b"behind")
    assert found is not None and found.size == (318, 240)
    assert found.end == len(data) + len(segment) - len(END)
    assert anatomy(b"\x89PNG") is None


@pytest.mark.parametrize("suffix", [".png", ".webp", ".tiff"])
def test_half_a_picture_of_another_kind_is_refused(tmp_path: Path, suffix: str) -> None:
    data = bytes(cv2.imencode(suffix, picture("noise"))[1])
    (tmp_path / f"half{suffix}").write_bytes(data[: len(data) // 2])
    with pytest.raises(UnreadablePicture):
        load_picture(tmp_path / f"half{suffix}")
