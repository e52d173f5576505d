"""TableHealth: every code has its words in every language, with exactly its fields, and no words are left over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Any

import pytest

from firmware_bridge.status import BoxCode
from hardware.facts import CameraName, Fact, HardwareCode, fact
from table_controller.match.trouble import keeping
from table_controller.watching.facts import TableCode
from table_controller.words.facts import all_said, camera_words, said
from table_controller.words.tongues import languages, tongue
from vision.mat.judging import MatCode, Remark
from vision.mat.taps import TapsCode, TapsTold

CODES: list[Any] = [code for codes in (HardwareCode, BoxCode, MatCode, TapsCode, TableCode) for code in codes]
OTHERS = [code for code in languages() if code != "en"]
VALUES = {str: "text", int: 2, float: 0.9, tuple: (1, 3), CameraName: CameraName("usb")}


def fields(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


def test_no_two_codes_share_their_words() -> None:
    assert len({code.value for code in CODES}) == len(CODES)


@pytest.mark.parametrize("language", languages())
def test_every_code_has_words_with_exactly_its_fields_and_none_is_left_over(language: str) -> None:
    words, remedies = (tongue(language).phrases[group] for group in ("condition", "remedy"))
    assert set(words) == {code.value for code in CODES}
    assert set(remedies) <= set(words)
    for code in CODES:
        told = fields(words[code.value]) | fields(remedies.get(code.value, ""))
        assert told == set(code.types), code


class _Any:
    """A code with values of its types in its fields."""

    def __init__(self, code: Any) -> None:
        self.code: Enum = code
        self.fields = {name: VALUES[kind] for name, kind in code.types.items()}


@pytest.mark.parametrize("language", languages())
def test_every_code_can_be_said(language: str) -> None:
    for code in CODES:
        told = said(_Any(code), tongue(language))
        assert told and "{" not in told, code


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language: str) -> None:
    words = tongue(language).phrases["condition"]
    english = tongue("en").phrases["condition"]
    wordless = {key for key, text in english.items() if not re.search(r"[a-z]{3}", re.sub(r"{\w+}", "", text))}
    same = {key for key in english if words[key] == english[key]} - wordless - {"python_good"}
    assert not same


def test_a_fact_has_the_fields_of_its_code() -> None:
    for wrong in ({}, {"free": 1}, {"free": "1", "folder": "/"}, {"free": 1, "folder": "/", "more": 1}):
        with pytest.raises(TypeError, match="has the fields"):
            Fact(HardwareCode.DISK_FULL, wrong)


def all_of(*told: Any) -> Iterator[tuple[str, str, str]]:
    for each in told:
        yield tuple(said(each, tongue(code)) for code in ("en", "nl", "fr"))  # type: ignore[misc]


def test_numbers_seats_and_corners_are_said_as_each_language_says_them() -> None:
    hidden = Remark(MatCode.MARKERS_HIDDEN, {"markers": (1, 3)})
    far = Remark(MatCode.FAR, {"pixels": 0.93})
    dark = Remark(MatCode.DARK_SIDE, {"seats": (2, 3)})
    assert list(all_of(hidden, far, dark)) == [
        (
            "Markers 1 (top left) and 3 (bottom right) of the mat are hidden; the others are enough.",
            "Merken 1 (linksboven) en 3 (rechtsonder) van de mat zijn bedekt; de andere zijn genoeg.",
            "Les repères 1 (en haut à gauche) et 3 (en bas à droite) du tapis sont cachés ; les autres suffisent.",
        ),
        (
            "The mat is seen with 0.9 pixels a mm: hang the camera lower, or choose more pixels.",
            "De mat is met 0,9 pixels per mm te zien: hang de camera lager, of kies meer pixels.",
            "Le tapis est vu avec 0,9 pixels par mm : baissez la caméra ou choisissez plus de pixels.",
        ),
        (
            "Too dark on seat 2 and 3's side: give it more light.",
            "Te donker aan de kant van plaats 2 en 3: geef er meer licht.",
            "Trop sombre du côté de la place 2 et 3 : éclairez-le davantage.",
        ),
    ]
    silent = fact(HardwareCode.CAMERA_SILENT, camera=CameraName("pi", "0"), seconds=2.5)
    assert said(silent) == "Pi camera 0 gave no picture for 2.5 seconds: look at its cable."
    assert said(silent, tongue("nl")) == "Pi-camera 0 gaf 2,5 seconden lang geen beeld: kijk de kabel na."


def test_several_are_said_in_one_breath() -> None:
    told = (Remark(MatCode.IN_SIGHT), TapsTold(TapsCode.COUNT, {"count": 3}), keeping(0))
    assert all_said(told) == (
        "All four markers of the mat in sight. Four taps are needed, one a corner, not 3. No picture is kept."
    )


def test_cameras_are_called_by_their_kind() -> None:
    names = [CameraName("pi", "1"), CameraName("usb"), CameraName("usb", "/dev/video2"), CameraName("film", "a/b.mp4")]
    assert [camera_words(name) for name in names] == [
        "Pi camera 1", "The USB camera", "The USB camera /dev/video2", "The film a/b.mp4",
    ]  # fmt: skip
