"""Rules as a person gives them on a page: a preset's text, or a house file's text. Nothing is read from the disk."""

from __future__ import annotations

import tomllib

from engine.knobs import Ruleset
from engine.rulesets import RulesFaulty, from_tables, preset


def rules_from(named: str, house: str) -> Ruleset:
    """The house file's rules where one is given, else the preset's. Raises RulesFaulty with every fault."""
    if not house.strip():
        return preset(named)
    try:
        tables = tomllib.loads(house)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise RulesFaulty("The house file", [f"This is not TOML: {fault}."]) from None
    return from_tables(tables, str(tables.get("name", "house rules")))
