"""Rulesets by name and from files: TOML presets in this package, house files that start from one of them.

A faulty file is refused with every fault in it, never with the first alone. Nothing here knows what a
knob means in play.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import combinations
from pathlib import Path
from typing import Any, get_type_hints

from engine.cards import NotACard
from engine.knobs import Bid, DeckRules, Ruleset
from engine.rules.soundness import contradictions
from engine.wire import NotAMessage, from_plain, type_in_words

__all__ = ["RulesFaulty", "Ruleset", "from_tables", "from_toml", "option_names", "preset", "preset_names"]

_PRESETS = resources.files("engine.rules") / "presets"
_OPTIONS = _PRESETS / "options"

Tables = dict[str, Any]
"""What tomllib makes of a file."""


class RulesFaulty(ValueError):
    """The rules can't be played. `faults` lists every reason, one sentence each."""

    def __init__(self, where: str, faults: list[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"{where}: " + " ".join(faults))


@cache
def preset_names() -> tuple[str, ...]:
    names = (path.name for path in _PRESETS.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def preset(text: str) -> Ruleset:
    """The rules named `iowa_standard`, or a preset with options, as `five_tricks+lone`.

    :raises RulesFaulty: when there is no such preset or option, or they exclude each other.
    """
    name, *options = text.split("+")
    return from_tables(_with_options(_preset_tables(name), options), name=text)


def from_toml(path: Path) -> Ruleset:
    """A house file: `base = "iowa_standard"` and whatever differs from it.

    :raises RulesFaulty: with every fault in the file.
    :raises OSError: when the file can't be read.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesFaulty(str(path), [f"This is not TOML: {error}."]) from None
    return from_tables(tables, name=str(tables.get("name", path.stem)))


def from_tables(tables: Tables, name: str) -> Ruleset:
    """The ruleset that parsed TOML describes, laid over its `base` where it names one.

    :raises RulesFaulty: with every fault: unknown knobs, impossible values, and knobs that contradict
        each other in what is left without those.
    """
    faults: list[str] = []
    own = _sound_part(tables, faults)
    rules = _built(_merge(_base_tables(tables), own), name, faults)
    faults += contradictions(rules)
    if faults:
        raise RulesFaulty(name, faults)
    return rules


def _base_tables(tables: Tables) -> Tables:
    base = tables.get("base")
    if base is None:
        return {}
    name, *options = str(base).split("+")
    return _with_options(_preset_tables(name), options)


def _over_base(tables: Tables) -> Tables:
    own = {key: value for key, value in tables.items() if key not in ("base", "words")}
    return _merge(_base_tables(tables), own)


_GROUPS = {key: hint for key, hint in get_type_hints(Ruleset).items() if is_dataclass(hint)}
_WORDS = ("title", "source", "note")
_BID_KNOBS = {key: hint for key, hint in get_type_hints(Bid).items() if key != "name"} | {"off": bool}


def _sound_part(tables: Tables, faults: list[str]) -> Tables:
    """What can be taken from the tables; the rest is told in `faults`."""
    sound: Tables = {}
    for key, value in tables.items():
        if key in ("base", "name", "words"):
            continue
        if key in _GROUPS:
            sound[key] = _knobs(key, _group_knobs(_GROUPS[key]), value, faults)
        elif key == "bids":
            sound[key] = _bids(value, faults)
        elif key in _WORDS and isinstance(value, str):
            sound[key] = value
        elif key in _WORDS:
            faults.append(f"{key} = {value!r} is not possible: a text.")
        else:
            faults.append(_unknown(key, [*_GROUPS, *_WORDS, "name", "base", "bids"]))
    return sound


def _group_knobs(group: Any) -> dict[str, Any]:
    hints = get_type_hints(group)
    return {item.name: hints[item.name] for item in fields(group) if item.init and item.name != "ladder"}


def _knobs(path: str, known: dict[str, Any], value: object, faults: list[str]) -> Tables:
    if not isinstance(value, Mapping):
        faults.append(f"{path} must be a table of its own, as in [{path}].")
        return {}
    sound: Tables = {}
    for key, entry in value.items():
        if key not in known:
            faults.append(_unknown(f"{path}.{key}", [f"{path}.{each}" for each in known]))
            continue
        try:
            from_plain(known[key], entry)
            sound[key] = entry
        except NotAMessage:
            faults.append(f"{path}.{key} = {entry!r} is not possible: {type_in_words(known[key])}.")
    return sound


def _bids(value: object, faults: list[str]) -> Tables:
    if not isinstance(value, Mapping):
        faults.append("bids must be a table of tables, as in [bids.little].")
        return {}
    return {name: _knobs(f"bids.{name}", _BID_KNOBS, table, faults) for name, table in value.items()}


def _built(tables: Tables, name: str, faults: list[str]) -> Ruleset:
    """The ruleset of sound tables."""
    groups = {key: _valued(group, tables.get(key, {})) for key, group in _GROUPS.items() if key != "deck"}
    try:
        deck = DeckRules(**_values(DeckRules, tables.get("deck", {})))
    except (NotACard, ValueError) as error:
        faults.append(f"deck: {error}")
        deck = DeckRules()
    words = {key: tables.get(key, "") for key in _WORDS}
    rules = Ruleset(name=name, deck=deck, **words, **groups)
    ladder = _ladder(rules, tables.get("bids", {}), faults)
    return replace(rules, auction=replace(rules.auction, ladder=ladder))


def _valued(group: Any, table: Tables) -> Any:
    return group(**_values(group, table))


def _values(group: Any, table: Tables) -> dict[str, Any]:
    hints = get_type_hints(group)
    return {key: from_plain(hints[key], value) for key, value in table.items()}


def _ladder(rules: Ruleset, specials: Tables, faults: list[str]) -> tuple[Bid, ...]:
    """Numbers from the auction's limits, then the special bids; one without `tricks` takes them all."""
    numbers = range(rules.auction.min_bid, rules.auction.max_number + 1)
    ladder = [Bid(str(number), number, number, number) for number in numbers]
    for name, table in specials.items():
        if table.get("off"):
            continue
        given = {"tricks": rules.tricks, "pepper": True, **table, "name": name}
        given.pop("off", None)
        missing = [need for need in ("rank", "value") if need not in given]
        faults += [f"bids.{name} needs {need}." for need in missing]
        if not missing:
            ladder.append(Bid(**given))
    return tuple(sorted(ladder, key=lambda bid: bid.rank))


def _preset_tables(name: str) -> Tables:
    if name not in preset_names():
        raise RulesFaulty(name, [_nearest(f"There is no preset {name!r}", name, preset_names())])
    return _over_base(_read(_PRESETS / f"{name}.toml"))


def _read(path: Traversable) -> Tables:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def option_names() -> tuple[str, ...]:
    """What may follow a preset's name after a plus: an option, or what a preset changes in the base game."""
    options = [path.name.removesuffix(".toml") for path in _OPTIONS.iterdir()]
    return tuple(sorted([*options, *(name for name in preset_names() if _is_variation(name))]))


def _is_variation(name: str) -> bool:
    tables = _read(_PRESETS / f"{name}.toml")
    return tables.get("base") == "iowa_standard" and not {"table", "deck", "deal"} & tables.keys()


def _option_tables(option: str) -> Tables:
    if option not in option_names():
        raise RulesFaulty(option, [_nearest(f"There is no option {option!r}", option, option_names())])
    path = _OPTIONS / f"{option}.toml"
    tables = _read(path if path.is_file() else _PRESETS / f"{option}.toml")
    return {key: value for key, value in tables.items() if isinstance(value, dict) and key != "words"}


def _with_options(tables: Tables, options: list[str]) -> Tables:
    """The preset with its options laid over it, none of which may undo another."""
    chosen = {option: _option_tables(option) for option in dict.fromkeys(options)}
    faults = [
        f"{one} sets {knob} = {value!r} and {other} sets it to {chosen_knobs[knob]!r}: choose one of them."
        for one, other in combinations(chosen, 2)
        for chosen_knobs in [dict(_flat(chosen[other]))]
        for knob, value in _flat(chosen[one])
        if knob in chosen_knobs and chosen_knobs[knob] != value
    ]
    if faults:
        raise RulesFaulty("+".join(chosen), faults)
    for overrides in chosen.values():
        tables = _merge(tables, overrides)
    return tables


def _flat(tables: Tables, above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def _merge(under: Tables, over: Tables) -> Tables:
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def _unknown(path: str, known: list[str]) -> str:
    return _nearest(f"There is no knob {path}", path, known)


def _nearest(sentence: str, word: str, known: tuple[str, ...] | list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"{sentence}; did you mean {near[0]}?"
    return f"{sentence}; known are {', '.join(known)}."
