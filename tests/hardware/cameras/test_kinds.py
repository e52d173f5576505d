from __future__ import annotations

import pytest

from hardware.cameras.kinds import KINDS, NoSuchCamera, camera_named, kind_of
from hardware.facts import CameraName


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("pi", CameraName("pi", "0")),
        ("pi:1", CameraName("pi", "1")),
        ("usb", CameraName("usb")),
        ("usb:/dev/video2", CameraName("usb", "/dev/video2")),
        ("hand.mp4", CameraName("film", "hand.mp4")),
        ("films/first", CameraName("film", "films/first")),
    ],
)
def test_what_a_word_means(word: str, meant: CameraName) -> None:
    assert camera_named(word) == meant
    assert kind_of(meant).name == meant.kind


@pytest.mark.parametrize("word", ["", "webcam", "pi:one", "usb:video0", "pi:-1"])
def test_other_words_are_refused_with_those_that_are_not(word: str) -> None:
    with pytest.raises(NoSuchCamera) as refused:
        camera_named(word)
    offered = "give pi, pi:1, usb, usb:/dev/video2, none, or the path of a video or of a recording"
    assert str(refused.value) == offered


def test_no_two_kinds_share_a_name() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)
