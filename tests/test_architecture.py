"""The rooms and their doors: which folder may know which. One table, read from the code's own imports.

A room is a folder with an `__init__.py`; its docstring says what it is for. An arrow that is not in the table fails
with the file and the import, so that a new one is a decision and not an accident.
"""

from __future__ import annotations

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests import ROOT
from tests.bench import shape

OURS = shape.PACKAGES

VALUES = ("engine",)
SHARED = ("engine.cards", "engine.places", "engine.certainty")
"""The words that vision and the game have in common."""
GAME = ("engine", "engine.rules", "engine.play")
STUDIO = "vision.workshop.studio"
ARROWS: dict[str, tuple[str, ...]] = {
    "engine": (),
    "engine.rules": VALUES,
    "engine.play": (*VALUES, "engine.rules"),
    "engine.after": GAME,
    "vision": (),
    "vision.mat": ("engine.places", "vision"),
    "vision.reading": ("engine.cards", "engine.certainty", "vision"),
    "vision.table": (*SHARED, "vision", "vision.mat", "vision.reading"),
    "vision.workshop": (),
    f"{STUDIO}.print": ("engine.cards", "vision.mat"),
    f"{STUDIO}.scene": ("engine.cards", "vision.mat", f"{STUDIO}.print"),
    f"{STUDIO}.people": ("engine.cards", "engine.places", "vision.mat", f"{STUDIO}.print", f"{STUDIO}.scene"),
    STUDIO: ("engine.cards", "vision.mat", f"{STUDIO}.print", f"{STUDIO}.scene", f"{STUDIO}.people"),
    "vision.workshop.training": ("engine.cards", "vision.reading", STUDIO, f"{STUDIO}.print", f"{STUDIO}.scene"),
    "firmware_bridge": (),
    "hardware": (),
    "hardware.lamps": ("hardware",),
    "hardware.machine": ("hardware", "hardware.lamps"),
    "hardware.cameras": ("hardware", "hardware.machine"),
    "hardware.makers": ("hardware.lamps",),
    "table_controller.words": ("hardware", *GAME, "table_controller.watching"),
    "table_controller.watching": (
        "hardware",
        *GAME,
        "hardware.cameras",
        "vision.mat",
        "vision.reading",
        "vision.table",
    ),
    "table_controller.match": (
        "hardware",
        *GAME,
        "hardware.cameras",
        "vision.mat",
        "vision.reading",
        "table_controller.watching",
    ),
    "table_controller.board": (
        "hardware",
        "engine",
        "engine.play",
        "engine.after",
        "firmware_bridge",
        "hardware.lamps",
        "table_controller.watching",
        "table_controller.match",
        "table_controller.words",
    ),
    "table_controller.web.crowd": (),
    "table_controller.web": (
        "engine",
        "engine.after",
        "engine.play",
        "hardware",
        "hardware.cameras",
        "table_controller.board",
        "table_controller.match",
        "table_controller.watching",
        "table_controller.web.crowd",
        "table_controller.words",
        "vision.mat",
        "vision.table",
    ),
    "table_controller.web.api": (
        "engine",
        "engine.after",
        "engine.play",
        "engine.rules",
        "hardware",
        "table_controller.board",
        "table_controller.match",
        "table_controller.web",
        "table_controller.web.crowd",
        "table_controller.words",
        "vision.mat",
        "vision.table",
    ),
    "table_controller.service": (
        "engine",
        "engine.play",
        "firmware_bridge",
        "hardware",
        "hardware.cameras",
        "hardware.lamps",
        "hardware.machine",
        "table_controller.board",
        "table_controller.match",
        "table_controller.watching",
        "table_controller.web",
        "table_controller.web.api",
        "table_controller.words",
        "vision.mat",
        "vision.reading",
    ),
    "table_controller.commands": (
        "table_controller.watching",
        "hardware",
        *GAME,
        "engine.after",
        "hardware.cameras",
        "hardware.machine",
        "vision",
        "vision.mat",
        "vision.reading",
        "table_controller.match",
        "table_controller.words",
        "table_controller.service",
    ),
    "table_controller": ("engine", "table_controller.words", "table_controller.commands"),
}
"""Room -> the rooms (or single modules) that its files may import, its own apart."""


def imported(path: Path) -> tuple[str, ...]:
    """The modules of a file's imports, by their full names; `relative import` for one that has none."""
    return shape.imported(ROOT, path)


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


PRODUCT = [path for package in OURS for path in sources(package)]


def room(path: Path) -> str:
    return ".".join(path.parent.relative_to(ROOT).parts)


def room_of(module: str) -> str:
    place = ROOT / module.replace(".", "/")
    return module if place.is_dir() else module.rpartition(".")[0]


def is_ours(module: str) -> bool:
    return module.split(".")[0] in (*OURS, "tests")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_every_room_says_what_it_is_for() -> None:
    mute = [
        str(folder.relative_to(ROOT))
        for folder in {path.parent for path in PRODUCT}
        if not ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    ]
    assert not mute


def test_the_table_knows_every_room() -> None:
    assert {room(path) for path in PRODUCT} == set(ARROWS)


@pytest.mark.parametrize("place", sorted(ARROWS))
def test_arrows(place: str) -> None:
    allowed = {place, *ARROWS[place]}
    wrong = [
        f"{named(path)} imports {name}"
        for path in PRODUCT
        if room(path) == place
        for name in imported(path)
        if is_ours(name) and name not in allowed and room_of(name) not in allowed
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("place", sorted(ARROWS))
def test_no_arrow_is_allowed_that_nobody_walks(place: str) -> None:
    walked = {name for path in PRODUCT if room(path) == place for name in imported(path) if is_ours(name)}
    rooms = walked | {room_of(name) for name in walked}
    assert not set(ARROWS[place]) - rooms, "strike these from the table"


def test_rooms_depend_on_each_other_one_way_only() -> None:
    known = {place: {room_of(name) for name in arrows} - {place} for place, arrows in ARROWS.items()}
    tuple(TopologicalSorter(known).static_order())  # raises CycleError, with the circle in words


def test_nothing_that_ships_imports_the_workshop_or_the_tests() -> None:
    wrong = [
        f"{named(path)} imports {name}"
        for path in PRODUCT
        if not room(path).startswith("vision.workshop")
        for name in imported(path)
        if name.startswith(("vision.workshop", "tests"))
    ]
    assert not wrong, "\n".join(wrong)


def test_no_relative_imports() -> None:
    assert not [named(path) for path in PRODUCT if "relative import" in imported(path)]


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
    for path in PRODUCT:
        names = {name.split(".")[0] for name in imported(path)}
        if not room(path).startswith("hardware"):
            assert not names & {"gpiozero", "RPi", "lgpio", "picamera2"}, path
        if room(path) != "firmware_bridge":
            assert "serial" not in names, path
