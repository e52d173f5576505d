"""What is so round the table, in the reader's language: a code and its fields become a sentence.

Cable, cameras, lamps, mat and machine tell codes; their words stand in the catalogues' `[condition]` under the code's
value, and in `[remedy]` what to do, where that is told apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, Protocol

from hardware.facts import Coded
from table_controller.words.phrases import ENGLISH
from table_controller.words.tongues import Tongue


class Named(Protocol):
    """Which camera: the name of its kind, and which of them."""

    @property
    def kind(self) -> str:
        """A key of `[cameras]`, or a kind that the catalogues do not know."""

    @property
    def which(self) -> str:
        """A number, a device, a file, or nothing."""


class JudgedPart(Protocol):
    """One part that was looked at, as `hardware.facts.Condition`."""

    @property
    def id(self) -> str:
        """Of the part and its state."""

    @property
    def what(self) -> str:
        """The part."""

    @property
    def grade(self) -> Enum:
        """How bad it is."""

    @property
    def fact(self) -> Coded:
        """What is so."""

    @property
    def besides(self) -> tuple[Coded, ...]:
        """What else is."""


def said(told: Coded, to: Tongue = ENGLISH) -> str:
    """What is so, and what to do about it."""
    return f"{_filled('condition', told, to)} {_filled('remedy', told, to)}".rstrip()


def all_said(told: Iterable[Coded], to: Tongue = ENGLISH) -> str:
    """Several facts in one breath."""
    return " ".join(said(each, to) for each in told)


def words_of(condition: JudgedPart, to: Tongue = ENGLISH) -> str:
    """How the part is, without what to do."""
    return " ".join([_filled("condition", condition.fact, to), *(said(each, to) for each in condition.besides)])


def remedy_of(condition: JudgedPart, to: Tongue = ENGLISH) -> str:
    """What to do about it; empty where there is nothing to do, or where the words say it already."""
    return _filled("remedy", condition.fact, to)


def sentence(condition: JudgedPart, to: Tongue = ENGLISH) -> str:
    """Words and remedy, as people are told."""
    return f"{words_of(condition, to)} {remedy_of(condition, to)}".rstrip()


def as_json(condition: JudgedPart, to: Tongue = ENGLISH) -> dict[str, str]:
    """The same for machines."""
    return {
        "id": condition.id,
        "what": condition.what,
        "grade": condition.grade.value,
        "words": words_of(condition, to),
        "remedy": remedy_of(condition, to),
    }


def camera_words(camera: Named, to: Tongue = ENGLISH) -> str:
    """What people call a camera: by the words for its kind, else `The camera scope:3`."""
    known = to.phrases["cameras"]
    return known.get(camera.kind, known["other"]).format(which=camera.which, name=camera).rstrip()


def _filled(group: str, told: Coded, to: Tongue) -> str:
    words = to.phrases[group].get(told.code.value, "") if group == "remedy" else to.phrases[group][told.code.value]
    return words.format(**{name: _field(name, value, to) for name, value in told.fields.items()})


def _field(name: str, value: Any, to: Tongue) -> str:
    if name == "camera":
        return camera_words(value, to)
    if name == "markers":
        return _and([_marker(number, to) for number in value], to)
    if isinstance(value, tuple):
        return _and([str(each) for each in value], to)
    if isinstance(value, float):
        return to.number(f"{value:g}" if name == "seconds" else f"{value:.1f}")
    return str(value)


def _and(words: list[str], to: Tongue) -> str:
    return f" {to.phrases['say']['and']} ".join(words)


def _marker(number: int, to: Tongue) -> str:
    """`2 (top right)`."""
    corners = tuple(to.phrases["corners"].values())
    return f"{number} ({corners[number - 1]})" if number <= len(corners) else str(number)
