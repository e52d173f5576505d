"""Languages: every file has the same keys and fields, and every sentence of the engine is said in each."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from engine.cards import Card
from engine.rules.rulesets import preset_names
from table_controller.web.pages import read_static
from table_controller.words import phrases
from table_controller.words.tongues import NoSuchLanguage, best_of, languages, tongue

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
