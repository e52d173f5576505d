"""No bare numbers: every number at module level says beside it what it is; no comment names a file that isn't there.

A number whose own line ends in a comment, that a docstring follows, or that stands in a block under a comment is
explained. Whether the explanation is good (unit, where it was measured, what raising it does) only a reader can tell.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests import ROOT

PRODUCT = [
    path
    for package in ("engine", "vision", "firmware_bridge", "hardware", "table_controller")
    for path in sorted((ROOT / package).rglob("*.py"))
    if "workshop" not in path.parts
]
MADE_OF_NUMBERS = {"np.array", "math.cos", "math.radians"}
"""Calls that make a number of numbers."""


def is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return type(value.value) in (int, float)
    if isinstance(value, ast.UnaryOp):
        return is_number(value.operand)
    if isinstance(value, ast.BinOp):
        return is_number(value.left) and is_number(value.right)
    if isinstance(value, ast.Tuple | ast.List):
        return bool(value.elts) and all(map(is_number, value.elts))
    return (
        isinstance(value, ast.Call) and ast.unparse(value.func) in MADE_OF_NUMBERS and all(map(is_number, value.args))
    )


def bare_numbers(source: str) -> Iterator[str]:
    """The lines at module level that set numbers which nothing beside them explains."""
    lines, body = source.splitlines(), ast.parse(source).body
    under_comment = False
    for here, after in zip(body, [*body[1:], None], strict=True):
        first = here.lineno - 2
        under_comment = lines[first].startswith("#") if first >= 0 and _begins_a_block(lines[first]) else under_comment
        if not isinstance(here, ast.Assign | ast.AnnAssign) or here.value is None or not is_number(here.value):
            continue
        ends_in_comment = "#" in lines[(here.end_lineno or here.lineno) - 1]
        if not (ends_in_comment or under_comment or _is_docstring(after)):
            yield lines[here.lineno - 1]


def _begins_a_block(line_before: str) -> bool:
    return not line_before.strip() or line_before.startswith("#") or line_before.endswith('"""')


def _is_docstring(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


@pytest.mark.parametrize(
    ("source", "bare"),
    [
        ("A = 1", ["A = 1"]),
        ('A = 1\n"""Seconds."""', []),
        ("A = 1  # seconds", []),
        ("# Seconds.\nA = 1\nB = 2\n\nC = 3", ["C = 3"]),
        ('A = 1\n"""Seconds."""\nB = -2, 3 * 4', ["B = -2, 3 * 4"]),
        ("A: float = 1 / 72", ["A: float = 1 / 72"]),
        ("A = 'text'\nB = True\nC = f(1)\n\ndef f():\n    d = 1", []),
    ],
)
def test_the_search_finds_bare_numbers_and_only_them(source: str, bare: list[str]) -> None:
    assert list(bare_numbers(source)) == bare


def test_every_number_at_module_level_is_explained() -> None:
    bare = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in PRODUCT
        for line in bare_numbers(path.read_text(encoding="utf-8"))
    ]
    assert not bare, "\n".join(bare)


def test_no_comment_names_a_module_that_is_not_there() -> None:
    there = {path.name for path in ROOT.rglob("*.py") if ".venv" not in path.parts}
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in PRODUCT
        for name in re.findall(r"[\w/]*?(\w+\.py)\b", path.read_text(encoding="utf-8"))
        if name not in there
    ]
    assert not missing, "\n".join(missing)


def test_no_docstring_names_a_place_of_the_code_that_is_not_there() -> None:
    """`vision.table.watch` and its like, in backquotes."""
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in PRODUCT
        for name in re.findall(
            r"`((?:engine|vision|hardware|firmware_bridge|table_controller)\.[\w.]+)`", path.read_text(encoding="utf-8")
        )
        if not _is_there(name)
    ]
    assert not missing, "\n".join(missing)


def _is_there(name: str) -> bool:
    """Whether this is a room, a module, or a name that a module holds."""
    parts = name.split(".")
    for known in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:known])
        if place.is_dir():
            return known == len(parts)
        module = place.with_suffix(".py")
        if module.is_file():
            return all(re.search(rf"\b{part}\b", module.read_text(encoding="utf-8")) for part in parts[known:])
    return False
