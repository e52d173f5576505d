"""Rules as a person gives them: a preset's text, a house file by its path, or a house file's text on a page."""

from __future__ import annotations

import tomllib
from pathlib import Path

from engine.knobs import Ruleset
from engine.rules.rulesets import RulesFaulty, from_tables, from_toml, preset


def find_rules(name: str) -> Ruleset:
    """A preset by its text, or a house file by its path. Raises RulesFaulty, or OSError for a lost file."""
    if name.endswith(".toml") or "/" in name:
        return from_toml(Path(name))
    return preset(name)


def rules_from(named: str, house: str) -> Ruleset:
    """The rules of a house file's text where one is given, else the preset's; no file is read.

    Raises RulesFaulty with every fault.
    """
    if not house.strip():
        return preset(named)
    try:
        tables = tomllib.loads(house)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise RulesFaulty("The house file", [f"This is not TOML: {fault}."]) from None
    return from_tables(tables, str(tables.get("name", "house rules")))
