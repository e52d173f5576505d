from __future__ import annotations

import string
from dataclasses import is_dataclass
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from engine.knobs import Ruleset
from engine.rules.rulesets import RulesFaulty, from_tables, preset, preset_names
from table_controller.words.plain import describe
from table_controller.words.tongues import NoSuchLanguage, languages, tongue

TEXTS = [*preset_names(), *(f"five_tricks+{each}" for each in ("super", "lone", "nt50", "cards32", "maker_swap"))]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("text", TEXTS)
def test_every_preset_can_be_told(text: str, language: str) -> None:
    sentences = describe(preset(text), tongue(language))
    assert len(sentences) > 15
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)


@pytest.mark.parametrize("language", languages())
def test_presets_that_differ_are_told_differently(language: str) -> None:
    told = {text: describe(preset(text), tongue(language)) for text in TEXTS}
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize("language", languages())
def test_all_languages_have_the_same_sentences_with_the_same_gaps(language: str) -> None:
    english, other = tongue("en").rules, tongue(language).rules
    assert other.keys() == english.keys()
    for group in english:
        assert other[group].keys() == english[group].keys()
        for key, sentence in english[group].items():
            assert _gaps(other[group][key]) == _gaps(sentence), key


def _gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_the_words_are_the_seeds_own() -> None:
    dutch, french = (" ".join(describe(preset("five_tricks"), tongue(code))) for code in ("nl", "fr"))
    assert all(word in dutch for word in ("troef", "slag", "Beken kleur", "deler"))
    assert all(word in french for word in ("atout", "pli", "Fournissez", "donneur"))


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(NoSuchLanguage, match="no words in 'de'"):
        tongue("de")


def _changed(group: str, knob: str, value: object, base: str) -> Ruleset | None:
    try:
        return from_tables({"base": base, group: {knob: value}}, "house")
    except RulesFaulty:
        return None


def _choices() -> list[tuple[str, str, object]]:
    found = []
    for group, kind in get_type_hints(Ruleset).items():
        if not is_dataclass(kind):
            continue
        for knob, hint in get_type_hints(kind).items():
            options = [*get_args(hint)] if get_origin(hint) is Literal else [True, False] if hint is bool else []
            found += [(group, knob, option) for option in options]
    return found


@pytest.mark.parametrize("language", languages())
def test_every_choice_that_is_possible_is_told(language: str) -> None:
    told, untold = 0, []
    for base in ("iowa_standard", "five_tricks", "dilley_5", "stick_dealer", "jon_melton"):
        for group, knob, value in _choices():
            rules = _changed(group, knob, value, base)
            if rules is None or getattr(getattr(preset(base), group), knob) == value:
                continue
            if (base, knob) in WITHOUT_EFFECT:
                continue
            told += 1
            if describe(rules, tongue(language)) == describe(preset(base), tongue(language)):
                untold.append((base, group, knob, value))
    assert untold == []
    assert told > 60


# Knobs of a part of the game that this base does not have.
WITHOUT_EFFECT = {
    (base, knob)
    for base, knobs in {
        "iowa_standard": ["duplicates", "pass_is_final", "round", "revoke_double_for_lone", "called_duty"],
        "five_tricks": ["duplicates", "pass_is_final", "round", "revoke_double_for_lone", "six_zero", "tie"],
        "dilley_5": ["pass_is_final", "round", "revoke_double_for_lone", "pepper_defend", "pepper_zero", "six_zero"],
        "stick_dealer": ["duplicates", "pass_is_final", "round", "revoke_double_for_lone"],
        "jon_melton": ["duplicates", "round", "revoke_double_for_lone", "six_zero"],
    }.items()
    for knob in knobs
}
