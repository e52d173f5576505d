"""The shape of the code, in figures: how big the rooms are, how long and how branched the functions, what names say.

`python -m tests.bench.shape` prints them beside those of the first edition (commit 233609e) and the bars that
tests/test_shape.py holds; with a folder it measures another tree, as of `git worktree add /tmp/first 233609e`.

Complexity is McCabe's as radon counts it: one and every decision, where a comprehension, a boolean operator, an
assertion and a handler are decisions too, and functions inside a function stand for nothing. It is counted here, in
forty lines of the standard library, because radon has had no release since 2023 and brings three more packages; on the
first edition both give 3.851 over the same 2,411 functions.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import mean

from tests import ROOT

PACKAGES = ("engine", "vision", "firmware_bridge", "hardware", "table_controller")
WORKSHOP = ("vision.workshop", "vision.studio", "vision.training")
"""What draws and trains; the last two are its names in the first edition. Its functions may be long and wide."""

MOST_MODULES, MOST_LINES, MOST_PARAMETERS, MOST_BRANCHES = 25, 40, 6, 15
COMMANDS = ("table_controller.commands", "table_controller.cli_")
"""Where a function's parameters are a command's options, one each, because typer reads them there."""

MUTE = {
    *("comings", "manners", "glance", "afterwards", "faint", "shelf", "conditions", "vitals"),
    *("common", "helpers", "misc", "stuff", "things", "utils"),
}
"""Names of modules and classes that say nothing of what is in them."""

FIRST_EDITION: dict[str, float] = {
    "modules in the fullest folder": 98,
    "functions over 40 lines": 10,
    "functions of more than 6 parameters": 10,
    "commands of more than 6 options": 4,
    "functions of a complexity above 15": 27,
    "mean complexity": 3.851,
    "modules in import circles": 0,
    "public classes of one name": 20,
    "mute names": 17,
}
"""What `figures` gave on commit 233609e; its workshop stood in vision/studio and vision/training."""


@dataclass(frozen=True, slots=True)
class Function:
    """One function or method: where it stands, and how big it is. `parameters` are counted without `self`."""

    module: str
    name: str
    lines: int
    parameters: int
    branches: int
    is_counted: bool
    """Whether it counts for the mean: what stands inside another function does not."""

    @property
    def is_workshop(self) -> bool:
        """Whether it draws or trains."""
        return self.module.startswith(WORKSHOP)

    @property
    def is_command(self) -> bool:
        """Whether typer reads its parameters: public, in a file of commands."""
        return self.module.startswith(COMMANDS) and not self.name.startswith("_")


@dataclass(frozen=True, slots=True)
class Tree:
    """The product's modules below `root`, by their full names."""

    root: Path

    @property
    def modules(self) -> dict[str, Path]:
        """Every file of the five packages."""
        paths = (path for package in PACKAGES for path in sorted((self.root / package).rglob("*.py")))
        return {".".join(path.relative_to(self.root).with_suffix("").parts): path for path in paths}

    def folders(self) -> Counter[str]:
        """Modules a folder, of product and tests; what only makes a folder a package is none."""
        tests = sorted((self.root / "tests").rglob("*.py"))
        files = [path for path in (*self.modules.values(), *tests) if path.name != "__init__.py"]
        return Counter(str(path.parent.relative_to(self.root)) for path in files)

    def functions(self) -> list[Function]:
        """All of them, the longest first."""
        found = [each for module, path in self.modules.items() for each in _functions(module, parsed(path))]
        return sorted(found, key=lambda each: -each.lines)

    def mean_branches(self) -> float:
        """The mean complexity of all functions and methods, the workshop's too."""
        return mean(each.branches for each in self.functions() if each.is_counted)

    def homonyms(self) -> dict[str, list[str]]:
        """Public classes of one name in two modules."""
        places: dict[str, list[str]] = {}
        for module, path in self.modules.items():
            for name in _classes(parsed(path)):
                places.setdefault(name, []).append(module)
        return {name: modules for name, modules in sorted(places.items()) if len(modules) > 1}

    def mute_names(self) -> list[str]:
        """Modules and classes whose name says nothing."""
        stems = [module for module in self.modules if module.rpartition(".")[2].lower() in MUTE]
        classes = [
            f"{module}.{name}"
            for module, path in self.modules.items()
            for name in _classes(parsed(path))
            if _words(name) & MUTE
        ]
        return stems + classes

    def circles(self) -> list[str]:
        """The modules that import each other in a circle, and those between two circles."""
        left = {
            module: {name for name in imported(self.root, path) if name in self.modules}
            for module, path in self.modules.items()
            if path.name != "__init__.py"
        }
        while True:
            wanted = {name for names in left.values() for name in names}
            ends = [module for module, names in left.items() if not names & left.keys() or module not in wanted]
            if not ends:
                return sorted(left)
            for module in ends:
                del left[module]


@cache
def parsed(path: Path) -> ast.Module:
    """The file's tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(root: Path, path: Path) -> tuple[str, ...]:
    """The modules of a file's imports, by their full names; `relative import` for one that has none."""
    names = []
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names += [_module(root, node.module, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append("relative import")
    return tuple(names)


def _module(root: Path, package: str, name: str) -> str:
    whole = f"{package}.{name}"
    place = root / whole.replace(".", "/")
    return whole if place.with_suffix(".py").exists() or place.is_dir() else package


def _classes(tree: ast.Module) -> list[str]:
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def _words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)}


def _functions(module: str, node: ast.AST, is_counted: bool = True, of_class: bool = False) -> Iterator[Function]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (child.end_lineno or child.lineno) - child.lineno + 1
            branches = 1 + sum(decisions(statement) for statement in child.body)
            yield Function(module, child.name, lines, _parameters(child, of_class), branches, is_counted)
            yield from _functions(module, child, is_counted=False)
        elif isinstance(child, ast.ClassDef):
            yield from _functions(module, child, is_counted, of_class=True)
        else:
            yield from _functions(module, child, is_counted, of_class)


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef, of_class: bool) -> int:
    given = function.args
    is_static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in function.decorator_list)
    named = len(given.posonlyargs) + len(given.args) + len(given.kwonlyargs)
    return named + (given.vararg is not None) + (given.kwarg is not None) - (of_class and not is_static)


def decisions(node: ast.AST) -> int:
    """The decisions in this statement; none of a function or class that it defines."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return 0
    if isinstance(node, ast.Assert):
        return 1
    return _own_decisions(node) + sum(decisions(child) for child in ast.iter_child_nodes(node))


def _own_decisions(node: ast.AST) -> int:
    match node:
        case ast.If() | ast.IfExp():
            return 1
        case ast.For() | ast.AsyncFor() | ast.While():
            return 1 + bool(node.orelse)
        case ast.Try():
            return len(node.handlers) + bool(node.orelse)
        case ast.BoolOp():
            return len(node.values) - 1
        case ast.comprehension():
            return 1 + len(node.ifs)
        case ast.Match():
            has_rest = any(
                isinstance(each.pattern, ast.MatchAs) and each.pattern.pattern is None for each in node.cases
            )
            return len(node.cases) - has_rest
        case _:
            return 0


def long(tree: Tree) -> list[Function]:
    """Functions of more than MOST_LINES outside the workshop."""
    return [each for each in tree.functions() if each.lines > MOST_LINES and not each.is_workshop]


def wide(tree: Tree) -> list[Function]:
    """Functions of more than MOST_PARAMETERS outside the workshop; a command's options are no parameters."""
    outside = [each for each in tree.functions() if not each.is_workshop and not each.is_command]
    return [each for each in outside if each.parameters > MOST_PARAMETERS]


def branched(tree: Tree) -> list[Function]:
    """Functions of a complexity above MOST_BRANCHES outside the workshop."""
    return [each for each in tree.functions() if each.branches > MOST_BRANCHES and not each.is_workshop]


def figures(tree: Tree) -> dict[str, float]:
    """What is printed and held, by its name in the table."""
    options = [each for each in tree.functions() if each.is_command and each.parameters > MOST_PARAMETERS]
    return {
        "modules in the fullest folder": max(tree.folders().values()),
        f"functions over {MOST_LINES} lines": len(long(tree)),
        f"functions of more than {MOST_PARAMETERS} parameters": len(wide(tree)),
        f"commands of more than {MOST_PARAMETERS} options": len(options),
        f"functions of a complexity above {MOST_BRANCHES}": len(branched(tree)),
        "mean complexity": round(tree.mean_branches(), 3),
        "modules in import circles": len(tree.circles()),
        "public classes of one name": len(tree.homonyms()),
        "mute names": len(tree.mute_names()),
    }


def main() -> None:
    """Prints the table, and below it what stands behind the figures."""
    tree = Tree(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT)
    print(f"{'':44}{'first edition':>14}{'now':>8}")
    for name, figure in figures(tree).items():
        print(f"{name:44}{FIRST_EDITION.get(name, 0):14g}{figure:8g}")
    for title, functions in (("Long", long(tree)), ("Wide", wide(tree)), ("Branched", branched(tree))):
        print(f"\n{title}:")
        for each in functions:
            size = f"{each.lines} lines, {each.parameters} parameters, complexity {each.branches}"
            print(f"  {each.module}.{each.name}: {size}")
    print("\nOf one name:", *(f"\n  {name}: {', '.join(modules)}" for name, modules in tree.homonyms().items()))
    print("\nMute:", *tree.mute_names())


if __name__ == "__main__":
    main()
