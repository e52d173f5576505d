"""The direction of imports: who may know whom."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"engine", "vision", "firmware_bridge", "hardware", "table_controller"}
ALLOWED = {
    "engine": {"engine"},
    "vision": {"vision", "engine.cards"},
    "firmware_bridge": {"firmware_bridge"},
    "hardware": {"hardware"},
    "table_controller": OURS,
}


def imported(path: Path) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.append(node.module)
        elif isinstance(node, ast.ImportFrom) and node.level:
            names.append("relative import")
    return names


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def allowed(name: str, package: str) -> bool:
    return any(name == may or name.startswith(may + ".") for may in ALLOWED[package])


@pytest.mark.parametrize("package", sorted(OURS))
def test_arrows(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(package)
        for name in imported(path)
        if name.split(".")[0] in OURS and not allowed(name, package)
    ]
    assert sources(package) and not wrong, "\n".join(wrong)


def test_no_relative_imports() -> None:
    assert not [p for package in OURS for p in sources(package) if "relative import" in imported(p)]


def test_the_engine_needs_the_standard_library_only() -> None:
    foreign = {
        name.split(".")[0]
        for path in sources("engine")
        for name in imported(path)
        if name.split(".")[0] not in sys.stdlib_module_names | {"engine"}
    }
    assert not foreign


def test_hardware_libraries_stay_where_they_belong() -> None:
    """Serial ports, pins and cameras are reached through hardware/ and firmware_bridge/link.py alone."""
    for package in OURS:
        for path in sources(package):
            names = {name.split(".")[0] for name in imported(path)}
            if package != "hardware":
                assert not names & {"gpiozero", "RPi", "lgpio", "picamera2"}, path
            if path.parent.name != "firmware_bridge":
                assert "serial" not in names, path
