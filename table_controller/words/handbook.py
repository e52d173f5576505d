"""Writes RULES.md: every preset, knob by knob, with the words it rests on and the decisions that touch it.

`python -m table_controller.words.handbook` prints it; a test keeps the file in the repository equal to it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from importlib import resources
from typing import Any

from engine.knobs import Bid, Ruleset
from engine.rules.rulesets import option_names, preset, preset_names
from table_controller.words.plain import describe

_HERE = resources.files("engine.rules")


def handbook() -> str:
    """The whole of RULES.md."""
    lines = [*_introduction(), *_game(), *_overview()]
    for name in _ordered():
        lines += _preset(name)
    lines += [*_options(), *_decisions()]
    return "\n".join(lines) + "\n"


def _ordered() -> list[str]:
    return ["iowa_standard", *(name for name in preset_names() if name != "iowa_standard")]


def _introduction() -> list[str]:
    return [
        "# The rules, form by form",
        "",
        "Written by `python -m table_controller.words.handbook` from the presets in `engine/rules/presets` and the",
        "decisions in `engine/rules/decisions.toml`; change those, not this file. Knobs are named as in a house file:",
        "group, dot, name. Quoted words are those of the texts that describe the game: Pagat's page (English) and the",
        "Dutch one, whose French twin says the same.",
        "",
    ]


def _game() -> list[str]:
    sentences = describe(preset("iowa_standard"))
    numbered = [f"{number}. {sentence}" for number, sentence in enumerate(sentences, start=1)]
    return ["## The base game", "", *numbered, ""]


def _overview() -> list[str]:
    rows = ["## The presets", "", "| preset | game | players | target |", "|---|---|---|---|"]
    for name in _ordered():
        rules = preset(name)
        rows.append(f"| `{name}` | {rules.title} | {rules.table.players} | {rules.end.target} |")
    return [*rows, ""]


def _preset(name: str) -> list[str]:
    rules = preset(name)
    lines = [f"## `{name}`", "", f"{rules.title}. Source: {rules.source}.", ""]
    if rules.note:
        lines += [rules.note, ""]
    words = _words(name)
    lines += ["| knob | value | words |", "|---|---|---|"]
    lines += [f"| `{knob}` | {value} | {_quoted(words.get(knob, ''))} |" for knob, value in _knobs(name)]
    lines.append("")
    touching = [key for key, each in _all_decisions().items() if name in each["presets"]]
    if touching:
        lines += ["Decisions: " + ", ".join(f"[{key}](#{key})" for key in touching) + ".", ""]
    return lines


def _knobs(name: str) -> Iterator[tuple[str, str]]:
    """All knobs of the base game; of another preset those in which it differs from that."""
    own, base = dict(_flat(preset(name))), dict(_flat(preset("iowa_standard")))
    for knob, value in own.items():
        if name == "iowa_standard" or base.get(knob) != value:
            yield knob, value
    for knob in base:
        if knob not in own:
            yield knob, "no such bid"


def _flat(rules: Ruleset) -> Iterator[tuple[str, str]]:
    for group in fields(Ruleset):
        values = getattr(rules, group.name)
        if isinstance(values, str):
            continue
        for knob in fields(values):
            if knob.init and knob.name != "ladder":
                yield f"{group.name}.{knob.name}", _value(getattr(values, knob.name))
    for bid in rules.auction.ladder:
        if bid.name != str(bid.value) or bid.pepper:
            yield f"bids.{bid.name}", _bid(bid)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _bid(bid: Bid) -> str:
    more = [f"{bid.tricks} tricks", f"worth {bid.value}"]
    more += ["alone"] if bid.alone else []
    more += [{"nt": "no trump", "suit": "trump suit"}[bid.trump]] if bid.trump != "any" else []
    more += [f"promises {bid.promise}"] if bid.promise != "none" else []
    return ", ".join(more if bid.final else [*more, "must be overcalled"])


def _quoted(words: str) -> str:
    return f"“{words}”" if words else ""


def _options() -> list[str]:
    lines = ["## Options", "", "They follow a preset's name after a plus, as in `five_tricks+lone`.", ""]
    lines += ["| option | changes | words |", "|---|---|---|"]
    for option in option_names():
        if option in preset_names():
            continue
        tables = _read(f"presets/options/{option}.toml")
        words = tables.pop("words")["option"]
        changes = ", ".join(f"`{group}.{knob}`" for group, knobs in tables.items() for knob in knobs)
        lines.append(f"| `{option}` | {changes} | {_quoted(words)} |")
    more = [f"`{option}`" for option in option_names() if option in preset_names()]
    return [*lines, "", f"What these presets change may follow a plus too: {', '.join(more)}.", ""]


def _decisions() -> list[str]:
    lines = ["## Decisions", "", "Where the texts leave a doubt or contradict themselves.", ""]
    for key, each in _all_decisions().items():
        where = ", ".join(f"`{name}`" for name in each["presets"]) if each["presets"] != ["all"] else "all presets"
        lines += [f"### {key}", "", f"{each['text']} ({where})", ""]
    return lines[:-1]


@cache
def _all_decisions() -> dict[str, Any]:
    return _read("decisions.toml")


def _words(name: str) -> dict[str, str]:
    """The words a preset's knobs rest on, those of its base for the knobs that it leaves as they are there."""
    tables = _read(f"presets/{name}.toml")
    own = dict(tables.get("words", {}))
    base = tables.get("base", "iowa_standard")
    if base == "iowa_standard":
        return own
    here, there = dict(_flat(preset(name))), dict(_flat(preset(base)))
    return {knob: words for knob, words in _words(base).items() if here.get(knob) == there.get(knob)} | own


def _read(path: str) -> dict[str, Any]:
    return tomllib.loads((_HERE / path).read_text(encoding="utf-8"))


if __name__ == "__main__":
    print(handbook(), end="")
