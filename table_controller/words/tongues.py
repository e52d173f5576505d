"""Languages: one file of words each, in languages/; what is said in which situation is decided elsewhere.

The engine tells its reasons, findings and refusals in English, and so they stand in every log for ever. A page in
another language gets them by their pattern: `[sentence]` holds the English pattern and its translations, and the names,
cards and numbers in it are said in the page's language too. A sentence without a pattern is shown as it was told.
Adding a language is adding one file; a test holds every file to the same keys and the same {fields}.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

_BASE = "en"


class NoSuchLanguage(ValueError):
    """There is no file of words for this language."""


@dataclass(frozen=True)
class Tongue:
    """One language. `phrases` are the file's groups of words: `say`, `page`, `sentence` and lists of names."""

    code: str
    phrases: Mapping[str, Mapping[str, str]]

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

    def tell(self, english: str) -> str:
        """One or more of the engine's sentences in this language; what has no pattern stays as it is."""
        whole = self._told(english)
        if whole is not None:
            return whole
        parts = re.split(r"(?<=[.?!]) ", english)
        return " ".join(self._told(part) or part for part in parts) if len(parts) > 1 else english

    def _told(self, english: str) -> str | None:
        for key, pattern in _patterns():
            found = pattern.fullmatch(english)
            if found is not None:
                filled = {field: _say_field(self, field, value) for field, value in found.groupdict().items()}
                return self.phrases["sentence"][key].format(**filled)
        return None


def languages() -> tuple[str, ...]:
    """The codes of all languages there are, English first."""
    found = (entry.name.removesuffix(".toml") for entry in _folder().iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted(found, key=lambda code: (code != _BASE, code)))


@cache
def tongue(code: str) -> Tongue:
    """The language of that code; raises NoSuchLanguage."""
    if code not in languages():
        raise NoSuchLanguage(f"There are no words in {code!r}: languages are {', '.join(languages())}.")
    return Tongue(code, tomllib.loads((_folder() / f"{code}.toml").read_text("utf-8")))


def best_of(accepted: str, otherwise: str) -> str:
    """The first language that a browser accepts (its Accept-Language header) and that is there."""
    wished = [part.partition(";")[0].strip().lower().partition("-")[0] for part in accepted.split(",")]
    return next((code for code in wished if code in languages()), otherwise)


def _folder() -> Any:
    return resources.files("table_controller.words") / "languages"


# ---------------------------------------------------------------- the engine's sentences, by their pattern

_CARD = r"(?:[2-9TJQKA][CDHS]|JK)"
_SUIT = r"(?:clubs|diamonds|hearts|spades|no[ _]trump)"
_FIELDS: Mapping[str, str] = {
    "card": _CARD,
    "shown": _CARD,
    "cards": rf"{_CARD}(?:(?:, | and ){_CARD})*",
    "suit": _SUIT,
    "trump": _SUIT,
    "n": r"\d+",
    "fine": r"\d+\.\d",
    "m": r"\d+",
    "tricks": r"(?:no trick|1 trick|\d+ tricks)",
    "points": r"[+−]?[\d½]+",
    "half": r"[+−]?[\d½]+",
    "total": r"[+−]?[\d½]+",
    "call": r"(?:say )?\w+(?: pepper)?",
    "calls": r"[\w, ]+",
    "camera": r"(?:Pi camera \d+|The USB camera(?: /dev/\S+)?|The film \S+)",
    "marker": r"\d[\w() ]*",
}
"""What may stand in a field; in every other there may be anything: names."""


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The English patterns, the longest fixed text first: what says more is tried before what says less."""
    texts = tongue(_BASE).phrases["sentence"]
    order = sorted(texts, key=lambda key: -len(re.sub(r"{\w+}", "", texts[key])))
    return tuple((key, re.compile(_as_pattern(texts[key]))) for key in order)


def _as_pattern(text: str) -> str:
    parts = re.split(r"{(\w+)}", text)
    written, seen = "", set()
    for at, part in enumerate(parts):
        if at % 2 == 0:
            written += re.escape(part)
        elif part in seen:
            written += f"(?P={part})"
        else:
            seen.add(part)
            written += f"(?P<{part}>{_FIELDS.get(part, '.+?')})"
    return written


_BID = re.compile(rf"(?P<call>.+?)(?: in (?P<suit>{_SUIT}))?(?P<alone> alone)?")


def _say_field(to: Tongue, field: str, value: str) -> str:
    say = _SAYING.get(field)
    return say(to, value) if say is not None else value


def _suit(to: Tongue, value: str) -> str:
    code = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}.get(value, "NT")
    return to.name("suits", code)


def _call(to: Tongue, value: str) -> str:
    return to.name("bids", value.removesuffix(" pepper") if value != "pepper" else value)


def _contract(to: Tongue, value: str) -> str:
    found = _BID.fullmatch(value)
    assert found is not None
    bid = _call(to, found["call"])
    told = to.say("bid_in", bid=bid, suit=_suit(to, found["suit"])) if found["suit"] else bid
    return f"{told} {to.phrases['say']['alone']}" if found["alone"] else told


def _side(to: Tongue, value: str) -> str:
    return value.replace(" and ", f" {to.phrases['say']['and']} ")


def _markers(to: Tongue, value: str) -> str:
    """`2 (top right) and 4 (bottom left)`."""
    return re.sub(r"\(([^)]+)\)", lambda found: f"({to.name('corners', found[1])})", _side(to, value))


def _camera(to: Tongue, value: str) -> str:
    kind = next((each for each in to.phrases["cameras"] if value.startswith(each)), "")
    return to.name("cameras", kind) + value.removeprefix(kind) if kind else value


def _cards(to: Tongue, value: str) -> str:
    return to.several([to.card(each) for each in re.split(r", | and ", value)])


_SAYING: Mapping[str, Callable[[Tongue, str], str]] = {
    "card": lambda to, value: to.card(value),
    "shown": lambda to, value: to.card(value),
    "cards": _cards,
    "suit": _suit,
    "trump": _suit,
    "Suit": lambda to, value: _capital(_suit(to, value.lower())),
    "tricks": lambda to, value: to.tricks(int(value.split()[0]) if value[0].isdigit() else 0),
    "call": _call,
    "calls": lambda to, value: ", ".join(_call(to, each) for each in value.split(", ")),
    "contract": _contract,
    "side": _side,
    "marker": _markers,
    "camera": _camera,
    "seconds": lambda to, value: to.number(value),
    "fine": lambda to, value: to.number(value),
    "told": lambda to, value: to.tell(value),
}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
