"""Rulesets by name and from files: TOML presets in this package, house files that start from one of them.

A faulty file is refused with every fault in it, never with the first alone. Nothing here knows what a
knob means in play.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, get_type_hints

from engine.cards import NotACard
from engine.knobs import AuctionRules, Bid, DeckRules, Ruleset
from engine.wire import NotAMessage, from_plain, type_in_words

__all__ = ["RulesFaulty", "Ruleset", "from_tables", "from_toml", "option_names", "preset", "preset_names"]

_PRESETS = resources.files("engine") / "presets"
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

    :raises RulesFaulty: with every fault.
    """
    merged = _over_base(tables)
    merged.pop("name", None)
    faults: list[str] = []
    specials = merged.pop("bids", {})
    given: dict[str, Any] = {"name": name}
    hints = get_type_hints(Ruleset)
    for key, value in merged.items():
        if key == "name" or key not in hints:
            faults.append(_unknown(key, [*hints, "base", "bids"]))
        elif is_dataclass(hints[key]):
            given[key] = _group(key, hints[key], value, faults)
        else:
            _take(given, key, hints[key], value, key, faults)
    if faults:
        raise RulesFaulty(name, faults)
    rules = Ruleset(**given)
    return _with_ladder(rules, specials, name)


def _over_base(tables: Tables) -> Tables:
    tables = dict(tables)
    base = tables.pop("base", None)
    if base is None:
        return tables
    name, *options = str(base).split("+")
    return _merge(_with_options(_preset_tables(name), options), tables)


def _preset_tables(name: str) -> Tables:
    if name not in preset_names():
        raise RulesFaulty(name, [_nearest(f"There is no preset {name!r}", name, preset_names())])
    return _over_base(tomllib.loads((_PRESETS / f"{name}.toml").read_text(encoding="utf-8")))


@cache
def option_names() -> tuple[str, ...]:
    """What may follow a preset's name after a plus."""
    if not _OPTIONS.is_dir():
        return ()
    return tuple(sorted(path.name.removesuffix(".toml") for path in _OPTIONS.iterdir()))


def _with_options(tables: Tables, options: list[str]) -> Tables:
    for option in options:
        if option not in option_names():
            raise RulesFaulty(option, [_nearest(f"There is no option {option!r}", option, option_names())])
        tables = _merge(tables, tomllib.loads((_OPTIONS / f"{option}.toml").read_text(encoding="utf-8")))
    return tables


def _merge(under: Tables, over: Tables) -> Tables:
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def _group(name: str, kind: Any, value: object, faults: list[str]) -> Any:
    if not isinstance(value, Mapping):
        faults.append(f"{name} must be a table of its own, as in [{name}].")
        return None
    hints = get_type_hints(kind)
    known = [item.name for item in fields(kind) if item.init and item.name != "ladder"]
    given: dict[str, Any] = {}
    before = len(faults)
    for key, entry in value.items():
        if key not in known:
            faults.append(_unknown(f"{name}.{key}", [f"{name}.{each}" for each in known]))
        else:
            _take(given, key, hints[key], entry, f"{name}.{key}", faults)
    if len(faults) > before:
        return None
    return _deck(given, faults) if kind is DeckRules else kind(**given)


def _deck(given: dict[str, Any], faults: list[str]) -> DeckRules | None:
    try:
        return DeckRules(**given)
    except (NotACard, ValueError) as error:
        faults.append(f"deck: {error}")
        return None


def _take(given: dict[str, Any], key: str, hint: Any, value: object, path: str, faults: list[str]) -> None:
    try:
        given[key] = from_plain(hint, value)
    except NotAMessage:
        faults.append(f"{path} = {value!r} is not possible: {type_in_words(hint)}.")


def _with_ladder(rules: Ruleset, specials: Tables, name: str) -> Ruleset:
    """Numbers from the auction's limits, then the special bids; a special without `tricks` takes them all."""
    faults: list[str] = []
    auction = rules.auction
    ladder = [Bid(str(number), number, number, number) for number in range(auction.min_bid, auction.max_number + 1)]
    hints = get_type_hints(Bid)
    known = [item.name for item in fields(Bid) if item.name != "name"]
    for bid_name, table in specials.items():
        given: dict[str, Any] = {"name": bid_name, "tricks": rules.tricks, "pepper": True}
        if table.get("off"):
            continue
        for key, value in table.items():
            if key == "off":
                continue
            if key not in known:
                nearby = [f"bids.{bid_name}.{each}" for each in known]
                faults.append(_unknown(f"bids.{bid_name}.{key}", nearby))
            else:
                _take(given, key, hints[key], value, f"bids.{bid_name}.{key}", faults)
        missing = [need for need in ("rank", "value") if need not in given]
        faults += [f"bids.{bid_name} needs {need}." for need in missing if need not in table]
        if not missing:
            ladder.append(Bid(**given))
    if faults:
        raise RulesFaulty(name, faults)
    ladder.sort(key=lambda bid: bid.rank)
    given_auction = {item.name: getattr(auction, item.name) for item in fields(AuctionRules)}
    given_rules = {item.name: getattr(rules, item.name) for item in fields(Ruleset)}
    return Ruleset(**{**given_rules, "auction": AuctionRules(**{**given_auction, "ladder": tuple(ladder)})})


def _unknown(path: str, known: list[str]) -> str:
    return _nearest(f"There is no knob {path}", path, known)


def _nearest(sentence: str, word: str, known: tuple[str, ...] | list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"{sentence}; did you mean {near[0]}?"
    return f"{sentence}; known are {', '.join(known)}."
