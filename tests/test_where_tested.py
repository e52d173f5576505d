"""Every module of a room has a test file of its name, or its room's docstring says which test file proves it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests import ROOT

ROOMS = ("board", "commands", "match", "service", "watching", "words")
TESTS = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}


def told(room: Path) -> dict[str, str]:
    """Module -> test file, as in `clock in test_loop` in the docstring."""
    docstring = ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8"))) or ""
    return dict(re.findall(r"(\w+) in (test_\w+)", docstring))


@pytest.mark.parametrize("name", ROOMS)
def test_every_module_is_tested_by_its_name_or_where_its_room_says(name: str) -> None:
    room = ROOT / "table_controller" / name
    modules = {path.stem for path in room.glob("*.py")} - {"__init__"}
    elsewhere = told(room)
    assert not {module for module in modules if f"test_{module}" not in TESTS and module not in elsewhere}
    assert elsewhere.keys() <= modules and set(elsewhere.values()) <= TESTS, "the docstring is out of date"
