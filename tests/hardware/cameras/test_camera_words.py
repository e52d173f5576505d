from __future__ import annotations

import pytest

from hardware.cameras.camera_words import CameraKind, CameraWord, NoSuchCamera, camera_word


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("pi", CameraWord(CameraKind.PI)),
        ("pi:1", CameraWord(CameraKind.PI, number=1)),
        ("usb", CameraWord(CameraKind.USB)),
        ("usb:/dev/video2", CameraWord(CameraKind.USB, place="/dev/video2")),
        ("hand.mp4", CameraWord(CameraKind.FILE, place="hand.mp4")),
        ("films/first", CameraWord(CameraKind.FILE, place="films/first")),
    ],
)
def test_what_a_word_means(word: str, meant: CameraWord) -> None:
    assert camera_word(word) == meant


@pytest.mark.parametrize("word", ["", "webcam", "pi:one", "usb:video0", "pi:-1"])
def test_other_words_are_refused_with_those_that_are_not(word: str) -> None:
    with pytest.raises(NoSuchCamera, match="give pi, pi:1, usb"):
        camera_word(word)
