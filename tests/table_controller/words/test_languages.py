"""A language is one folder of catalogues and nothing else: one that lies elsewhere works like ours."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.rules.rulesets import preset, preset_names
from table_controller.words import phrases
from table_controller.words.plain import describe
from table_controller.words.tongues import FOLDER, NoSuchLanguage, languages, tongue
from tests import ROOT

OURS = ROOT / "table_controller" / "words" / "languages"


@pytest.fixture
def xx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fourth language beside ours: the Dutch one under another code."""
    folder = tmp_path / "xx"
    shutil.copytree(OURS / "nl", folder)
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return folder


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_a_language_in_a_folder_of_its_own_is_there(xx: Path) -> None:
    assert languages() == ("en", "fr", "nl", "xx")
    assert tongue("xx").phrases == tongue("nl").phrases
    assert describe(preset("iowa_standard"), tongue("xx")) == describe(preset("iowa_standard"), tongue("nl"))


@pytest.mark.parametrize(
    ("file", "old", "new", "lacks"),
    [
        ("words.toml", 'and = "en"\n', "", "say.and"),
        ("reasons.toml", "no_undo = ", "no_undoing = ", "reasons.no_undo"),
        ("reasons.toml", 'sits_out = "{seat}', 'sits_out = "{who}', "reasons.sits_out"),
        ("rules.toml", 'pass = "pas"', 'pass = " "', "names.pass"),
        ("presets.toml", "\n[notes]", "\n[remarks]", "notes.iowa_standard"),
    ],
)
def test_a_language_that_lacks_a_word_is_refused_with_what_it_lacks(
    xx: Path, file: str, old: str, new: str, lacks: str
) -> None:
    change(xx / file, old, new)
    with pytest.raises(NoSuchLanguage, match=rf"'xx' lack .*{lacks}"):
        tongue("xx")


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_tells_its_title_its_source_and_its_note_in_every_language(name: str) -> None:
    rules = preset(name)
    assert rules.title
    for say, english in ((phrases.title, ""), (phrases.source, rules.source), (phrases.note, rules.note)):
        told = {code: say(rules, tongue(code)) for code in languages()}
        assert english in ("", told["en"])
        assert all(told.values()) or not english
        if say is not phrases.source and told["en"]:
            assert told["nl"] != told["en"] and told["fr"] != told["en"], (name, told)


def test_no_words_stand_for_a_preset_that_does_not_exist() -> None:
    for group in ("titles", "sources", "notes"):
        assert set(tongue("en").phrases[group]) <= set(preset_names())
    assert set(tongue("en").phrases["titles"]) == set(preset_names())


def test_what_a_house_file_says_of_itself_stays_as_its_house_wrote_it() -> None:
    from engine.rules.rulesets import from_tables

    ours = from_tables({"base": "iowa_standard", "title": "Ours", "note": "Since 1983."}, "ours")
    for code in languages():
        to = tongue(code)
        assert (phrases.title(ours, to), phrases.note(ours, to)) == ("Ours", "Since 1983.")
    assert phrases.source(ours, tongue("nl")) == "Pagat, Pepper: het spel voor zijn varianten"
