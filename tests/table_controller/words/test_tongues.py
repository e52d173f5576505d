"""Languages: every file has the same keys and fields, and every sentence of the engine is said in each."""

from __future__ import annotations

import re
from importlib import resources

import cv2
import numpy as np
import pytest

from engine.cards import Card
from engine.rules.rulesets import preset_names
from table_controller.match.trouble import keeping
from table_controller.web.pages import read_static
from table_controller.words import phrases
from table_controller.words.tongues import NoSuchLanguage, best_of, languages, tongue
from tests.vision.a_view import view
from vision.mat.judging import remarks
from vision.mat.mats import A3_FOUR, MATS

OTHERS = [code for code in languages() if code != "en"]


def fields(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_has_the_same_words_with_the_same_fields(code: str) -> None:
    base, other = tongue("en").phrases, tongue(code).phrases
    assert set(other) == set(base)
    for group, words in base.items():
        assert set(other[group]) == set(words), group
        for key, text in words.items():
            assert fields(other[group][key]) == fields(text), (group, key)
            assert other[group][key].strip()


def test_every_preset_has_a_title_in_every_language() -> None:
    for code in languages():
        assert set(tongue(code).phrases["titles"]) == set(preset_names())


def test_the_pages_use_words_that_are_there_and_none_is_left_over() -> None:
    files = {name: content.decode() for name, content in read_static().items()}
    used: set[str] = set()
    for name, text in files.items():
        if name.endswith(".js"):
            used |= set(re.findall(r"\bW\.(\w+)", text)) | set(re.findall(r"\bword\(\"(\w+)\"", text))
            used |= {key for key in tongue("en").page if f'"{key}"' in text}
        if name.endswith(".html"):
            used |= set(re.findall(r"{{(\w+)}}", text))
    filled = {"lang", "build", "static", "modules", "look_theme", "look_suits", "words", "board"}
    filled |= {"suits_named", "languages", "decimal"}
    known = set(tongue("en").page)
    assert used - filled - known == set(), "a page uses a word that no language has"
    assert known - used == set(), "words that no page uses"


def test_what_the_camera_sees_is_said_in_every_language() -> None:
    mat, rng = A3_FOUR, np.random.default_rng(1)
    picture = view(mat)
    seen = [
        np.zeros_like(picture), np.full_like(picture, 120), picture[:, ::-1], view(MATS["a3-5"]), picture // 4,
        cv2.GaussianBlur(picture, (0, 0), 6), rng.integers(90, 140, picture.shape, dtype=np.uint8),
    ]  # fmt: skip
    told = {remark.text for each in seen for remark in remarks(np.ascontiguousarray(each), mat)}
    told |= {keeping(0), keeping(60), *HEALTH}
    assert len(told) >= 10
    for sentence in told:
        for code in OTHERS:
            assert not re.search(r"\b(the|picture|seen|seat)\b", tongue(code).tell(sentence)), (code, sentence)


HEALTH = (
    "Markers 1 (top left) and 3 (bottom right) of the mat are hidden; the others are enough.",
    "A table without a mat, by the four corners that were tapped.",
    "The mat is not in sight: only one of its corner markers is seen, and at least two must be. "
    "Cards can be entered by hand meanwhile.",
    "All four markers of the mat in sight. Too dark on seat 2 and 3's side: give it more light.",
    "The mat is seen with 0.9 pixels a mm: hang the camera lower, or choose more pixels.",
)


def test_numbers_of_what_the_camera_sees_are_kept() -> None:
    assert tongue("nl").tell(HEALTH[0]) == (
        "Merken 1 (linksboven) en 3 (rechtsonder) van de mat zijn bedekt; de andere zijn genoeg."
    )
    assert "0,9 pixels" in tongue("fr").tell(HEALTH[4])


@pytest.mark.parametrize(("code", "corners"), [("en", "JQKA"), ("nl", "BVHA"), ("fr", "VDRA")])
def test_cards_have_the_letters_of_their_deck(code: str, corners: str) -> None:
    assert "".join(phrases.corner(Card.parse(f"{rank}H"), tongue(code)) for rank in "JQKA") == corners
    assert phrases.corner(Card.parse("TH"), tongue(code)) == "10"


def test_a_phone_is_spoken_to_in_its_own_language_where_there_are_words() -> None:
    assert best_of("fr-BE,fr;q=0.9,nl;q=0.8", "en") == "fr"
    assert best_of("da, nl;q=0.5", "en") == "nl"
    assert best_of("", "nl") == "nl"
    with pytest.raises(NoSuchLanguage, match="languages are en"):
        tongue("xx")


def test_the_files_of_words_are_packaged() -> None:
    assert {entry.name for entry in (resources.files("table_controller.words") / "languages").iterdir()} >= {
        "en",
        "nl",
        "fr",
    }
