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
from engine.rules.ranges import faults_of
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
    faults: list[str] = []
    rules = _ruled(_with_options(_preset_tables(name), options), text, faults)
    if faults:
        raise RulesFaulty(text, faults)
    return rules


def from_toml(path: Path) -> Ruleset:
    """A house file: `base = "iowa_standard"` and whatever differs from it, or every knob without a base.

    :raises RulesFaulty: with every fault in the file.
    :raises OSError: when the file can't be read.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesFaulty(str(path), [f"This is not TOML: {error}."]) from None
    return from_tables(tables, name=str(tables.get("name", path.stem)))


def from_tables(tables: Tables, name: str) -> Ruleset:
    """The ruleset that parsed TOML describes, laid over its `base`; without one it must be whole.

    :raises RulesFaulty: with every fault: an unknown base, unknown knobs, impossible values, knobs that are missing,
        and knobs that contradict each other in what is left without those.
    """
    faults: list[str] = []
    own = _sound_part(tables, faults)
    base = _base_or_faults(tables, faults)
    if base is None:
        # What the file would be laid over is not known: its knobs are looked at by themselves.
        raise RulesFaulty(name, faults)
    rules = _ruled(_merge(base, own), name, faults)
    if faults:
        raise RulesFaulty(name, faults)
    return rules


def _base_or_faults(tables: Tables, faults: list[str]) -> Tables | None:
    """What the file is laid over; nothing, with the reasons in `faults`, where that is not known."""
    base = tables.get("base")
    if base is None:
        missing = _missing(tables)
        if missing:
            faults.append(
                'The file names no base, as in base = "iowa_standard", and is not whole: it lacks '
                f"{', '.join(missing)}. Name a base, or give all of these."
            )
        return None if missing else {}
    if not isinstance(base, str):
        faults.append(f'base = {base!r} is not possible: a preset\'s name, as in base = "iowa_standard".')
        return None
    try:
        return _base_tables(tables)
    except RulesFaulty as faulty:
        faults += [f"base: {fault}" for fault in faulty.faults]
        return None


def _missing(tables: Tables) -> list[str]:
    """What a file without a base leaves open of the game; the house's ways with broken rules may be left out."""
    missing = [] if "bids" in tables else ["bids"]
    for group, kind in _GROUPS.items():
        given = tables.get(group, {})
        if group not in ("rough", "irregular") and isinstance(given, Mapping):
            missing += [f"{group}.{knob}" for knob in _group_knobs(kind) if knob not in given]
    return sorted(missing)


def _ruled(tables: Tables, name: str, faults: list[str]) -> Ruleset:
    rules = _built(tables, name, faults)
    faults += contradictions(rules)
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
_BID_KNOBS = {
    **{key: hint for key, hint in get_type_hints(Bid).items() if key != "name"},
    "off": bool,
    "instead_of": str,
}


def _sound_part(tables: Tables, faults: list[str]) -> Tables:
    """What can be taken from the tables; the rest is told in `faults`."""
    sound: Tables = {}
    for key, value in tables.items():
        if key in ("base", "words"):
            continue
        if key in _GROUPS:
            sound[key] = _knobs(key, _group_knobs(_GROUPS[key]), value, faults)
        elif key == "bids":
            sound[key] = _bids(value, faults)
        elif key in (*_WORDS, "name"):
            sound |= _text(key, value, faults)
        else:
            faults.append(_unknown(key, [*_GROUPS, *_WORDS, "name", "base", "bids"]))
    return sound


def _text(key: str, value: object, faults: list[str]) -> Tables:
    if not isinstance(value, str):
        faults.append(f"{key} = {value!r} is not possible: a text.")
        return {}
    wrong = list(faults_of(key, value))
    faults += wrong
    return {} if wrong else {key: value}


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
        wrong = list(_wrong(path, key, known[key], entry))
        faults += wrong
        if not wrong:
            sound[key] = entry
    return sound


def _wrong(path: str, key: str, hint: Any, entry: object) -> Iterator[str]:
    """What is wrong with this value by itself: its kind, or its size."""
    try:
        from_plain(hint, entry)
    except NotAMessage:
        yield f"{path}.{key} = {entry!r} is not possible: {type_in_words(hint)}."
        return
    yield from faults_of(f"{path.partition('.')[0]}.{key}", entry, f"{path}.{key}")


def _bids(value: object, faults: list[str]) -> Tables:
    if not isinstance(value, Mapping):
        faults.append("bids must be a table of tables, as in [bids.little].")
        return {}
    wrong = [*faults_of("bids", dict(value)), *(each for name in value for each in _bid_name(name))]
    faults += wrong
    if wrong:
        return {}
    return {name: _knobs(f"bids.{name}", _BID_KNOBS, table, faults) for name, table in value.items()}


def _bid_name(name: str) -> Iterator[str]:
    if name in ("pass", "surrender") or name.isdigit() or not name.strip():
        yield f"bids.{name} is not possible: a name that is no number, and neither pass nor surrender."
    yield from faults_of("bids.name", name, f"The bid's name {name[:30]!r}")


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
    for name, table in _standing(specials, faults).items():
        given = {"tricks": rules.tricks, "pepper": True, **table, "name": name}
        missing = [need for need in ("rank", "value") if need not in given]
        faults += [f"bids.{name} needs {need}." for need in missing]
        if not missing:
            ladder.append(Bid(**given))
    return tuple(sorted(ladder, key=lambda bid: bid.rank))


def _standing(specials: Tables, faults: list[str]) -> Tables:
    """The special bids that there are. One that stands `instead_of` another has what that one has and it does not say.

    So an option that changes little pepper changes the pepper that a preset plays in its place.
    """
    replaced = {table["instead_of"]: name for name, table in specials.items() if "instead_of" in table}
    lost = [other for other in replaced if other not in specials]
    faults += [f"bids.{replaced[other]}.instead_of names {other}, which is no bid of the base." for other in lost]
    standing = {}
    for name, table in specials.items():
        if name in replaced or table.get("off"):
            continue
        whole = {**specials.get(table.get("instead_of", ""), {}), **table}
        standing[name] = {knob: value for knob, value in whole.items() if knob not in ("off", "instead_of")}
    return standing


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


def _unknown_option(option: str) -> str:
    return _nearest(f"There is no option {option!r}", option, option_names())


def _option_tables(option: str) -> Tables:
    path = _OPTIONS / f"{option}.toml"
    tables = _read(path if path.is_file() else _PRESETS / f"{option}.toml")
    return {key: value for key, value in tables.items() if isinstance(value, dict) and key != "words"}


def _with_options(tables: Tables, options: list[str]) -> Tables:
    """The preset with its options laid over it, none of which may undo another."""
    unknown = [_unknown_option(option) for option in options if option not in option_names()]
    if unknown:
        raise RulesFaulty("+".join(options), unknown)
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
