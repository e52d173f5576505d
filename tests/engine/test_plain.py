from __future__ import annotations

import string

import pytest

from engine.plain import LANGUAGES, describe, words
from engine.rulesets import preset, preset_names

TEXTS = [*preset_names(), *(f"five_tricks+{each}" for each in ("super", "lone", "nt50", "cards32", "maker_swap"))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", TEXTS)
def test_every_preset_can_be_told(text: str, language: str) -> None:
    sentences = describe(preset(text), language)
    assert len(sentences) > 15
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_presets_that_differ_are_told_differently(language: str) -> None:
    told = {text: describe(preset(text), language) for text in TEXTS}
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_sentences_with_the_same_gaps(language: str) -> None:
    english, other = words("en"), words(language)
    assert other.keys() == english.keys()
    for group in english.keys() - {"language"}:
        assert other[group].keys() == english[group].keys()
        for key, sentence in english[group].items():
            assert _gaps(other[group][key]) == _gaps(sentence), key


def _gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_the_words_are_the_seeds_own() -> None:
    dutch, french = " ".join(describe(preset("five_tricks"), "nl")), " ".join(describe(preset("five_tricks"), "fr"))
    assert all(word in dutch for word in ("troef", "slag", "Beken kleur", "deler"))
    assert all(word in french for word in ("atout", "pli", "Fournissez", "donneur"))


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no words in 'de'"):
        describe(preset("iowa_standard"), "de")
