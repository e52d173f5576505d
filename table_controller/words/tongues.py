"""Languages: one folder of catalogues each, in languages/; what is said in which situation is decided elsewhere.

A language is its folder and nothing else: `words.toml` for pages, short words and what is so round the table (facts,
doubts), `reasons.toml` for what the engine tells, `rules.toml` for the game in plain words, `presets.toml` for its
forms. More folders may lie where the environment's PEPPER_TABLE_LANGUAGES points. A language that lacks a word which
English has is refused with all that it lacks, so that no page ever falls back to another language.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FOLDER = "PEPPER_TABLE_LANGUAGES"
"""The variable of the environment that names a folder with more languages."""
_BASE = "en"
_RULES = "rules.toml"
Catalogue = Mapping[str, Mapping[str, str]]
"""Groups of words: each a table of keys and what they say."""


class NoSuchLanguage(ValueError):
    """There is no folder of words for this language, or it lacks some; the message says which."""


@dataclass(frozen=True)
class Tongue:
    """One language. `phrases` are its groups of words: `say`, `page`, `reasons`, lists of names; `rules` the game's."""

    code: str
    phrases: Catalogue
    rules: Catalogue = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.code)

    def say(self, key: str, **filled: object) -> str:
        """The phrase of `[say]` with its fields filled in."""
        return self.phrases["say"][key].format(**filled)

    def name(self, group: str, key: str) -> str:
        """A name from one of the lists: a suit, a bid, a rank; the key itself where the list has none."""
        return self.phrases[group].get(key, key)

    @property
    def page(self) -> Mapping[str, str]:
        """What stands on the pages themselves."""
        return self.phrases["page"]

    def several(self, names: Sequence[str]) -> str:
        """`Ann`, `Ann and Cy`, `Ann, Cy and Eve`."""
        if len(names) == 1:
            return names[0]
        return f"{', '.join(names[:-1])} {self.phrases['say']['and']} {names[-1]}"

    def tricks(self, count: int) -> str:
        """`no trick`, `1 trick`, `3 tricks`."""
        key = "no_trick" if count == 0 else "one_trick" if count == 1 else "many_tricks"
        return self.say(key, count=count)

    def number(self, text: str) -> str:
        """A decimal number, written in digits with a point, as this language writes it."""
        return text.replace(".", self.phrases["say"]["decimal"])

    def card(self, text: str) -> str:
        """`queen of hearts` for `QH`."""
        if text == "JK":
            return self.name("ranks", "JK")
        return self.say("card", rank=self.name("ranks", text[:-1]), suit=self.name("suits", text[-1]))


def languages() -> tuple[str, ...]:
    """The codes of all languages there are, English first."""
    return tuple(sorted(_folders(), key=lambda code: (code != _BASE, code)))


def tongue(code: str) -> Tongue:
    """The language of that code; raises NoSuchLanguage."""
    folder = _folders().get(code)
    if folder is None:
        raise NoSuchLanguage(f"There are no words in {code!r}: languages are {', '.join(languages())}.")
    found = _read(code, folder)
    if code != _BASE:
        _check(found, tongue(_BASE))
    return found


@cache
def _read(code: str, folder: Path) -> Tongue:
    files = sorted(each.name for each in folder.iterdir() if each.name.endswith(".toml"))
    groups: dict[str, Mapping[str, str]] = {}
    for name in files:
        if name != _RULES:
            groups |= tomllib.loads((folder / name).read_text("utf-8"))
    return Tongue(code, groups, tomllib.loads((folder / _RULES).read_text("utf-8")) if _RULES in files else {})


@cache
def _check(found: Tongue, base: Tongue) -> None:
    lacking = [*_lacking(found.phrases, base.phrases), *_lacking(found.rules, base.rules)]
    if lacking:
        raise NoSuchLanguage(f"The words in {found.code!r} lack {', '.join(lacking)}.")


def _lacking(catalogue: Catalogue, base: Catalogue) -> Iterator[str]:
    """What is in `base` and not here, or fills in other {fields}, as `group.key`."""
    for group, words in base.items():
        here = catalogue.get(group, {})
        for key, text in words.items():
            if not here.get(key, "").strip() or fields(here[key]) != fields(text):
                yield f"{group}.{key}"


def fields(text: str) -> frozenset[str]:
    """The {fields} that are filled in."""
    return frozenset(re.findall(r"{(\w+)}", text))


def best_of(accepted: str, otherwise: str) -> str:
    """The first language that a browser accepts (its Accept-Language header) and that is there."""
    wished = [part.partition(";")[0].strip().lower().partition("-")[0] for part in accepted.split(",")]
    return next((code for code in wished if code in languages()), otherwise)


def _folders() -> dict[str, Path]:
    places: list[Path] = [Path(__file__).parent / "languages"]
    if os.environ.get(FOLDER):
        places.append(Path(os.environ[FOLDER]))
    return {each.name: each for place in places for each in place.iterdir() if (each / "words.toml").is_file()}
