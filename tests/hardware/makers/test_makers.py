"""The makers' guide speaks only of what the program has."""

from __future__ import annotations

import re
from pathlib import Path

from firmware_bridge.status import LinkState
from hardware.cameras.watched import CameraState
from hardware.lamps.patterns import RHYTHMS, LampPattern
from hardware.lamps.pinmap import SIX_SEATS
from hardware.machine.checks import clock, disk, lamps, light, power
from table_controller.__main__ import app
from table_controller.match.settings import parse_settings
from table_controller.service.journal import Event
from table_controller.words.tongues import tongue
from tests import ROOT
from tests.saying import plain
from vision.mat.judging import Fault

GUIDE = (ROOT / "hardware/makers/README.md").read_text()


def test_every_command_named_is_one() -> None:
    commands = {command.callback.__name__ for command in app.registered_commands if command.callback}
    commands |= {group.name for group in app.registered_groups if group.name}
    named = set(re.findall(r"`pepper-table ([a-z]+)", GUIDE))
    assert named and named <= commands


def test_every_file_and_module_named_is_there() -> None:
    for name in re.findall(r"\]\(([^)]+)\)", GUIDE):
        assert (ROOT / "hardware/makers" / name).exists(), name
    for name in re.findall(r"hardware/[a-z]+\.sh", GUIDE):
        assert (ROOT / name).exists(), name
    for module in re.findall(r"python -m ([a-z_.]+[a-z])", GUIDE):
        assert (ROOT / (module.replace(".", "/") + ".py")).exists(), module


def test_every_target_of_make_is_one() -> None:
    makefile = (ROOT / "firmware_bridge/firmware/Makefile").read_text()
    for target in re.findall(r"make -C firmware_bridge/firmware (\w+)", GUIDE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_sentence_quoted_is_the_programs_own() -> None:
    table = GUIDE.partition("What only the lamps or the box can show")[2]
    quoted = re.findall(r'^\| "([^"]+)"', table, re.MULTILINE)
    assert len(quoted) == 2
    words = [*tongue("en").phrases["condition"].values(), *tongue("en").phrases["remedy"].values()]
    for sentence in quoted:
        assert any(sentence in each for each in words), sentence


def test_every_journal_id_is_one_that_the_program_writes() -> None:
    table = GUIDE.partition("### In the journal")[2]
    left = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
    told = {name for cell in left for name in re.findall(r"`([a-z-]*\.[a-z]+)`", cell)}
    told = {f"seat-box{name}" if name.startswith(".") else name for name in told}
    events = {event.value for event in Event}
    findings = {f"camera.{state.value}" for state in CameraState} | {f"seat-box.{state.value}" for state in LinkState}
    findings |= {f"reader-{name}" for name in findings if name.startswith("camera.")}
    findings |= {
        "seat-box.hanging",
        lamps(plain("why")).id,
        lamps(None).id,
        clock(1970).id,
        power(lambda: "throttled=0x1").id,
    }
    findings |= {finding.id for numbers in ((9, 9), (250, 9), (120, 1)) for finding in light(*numbers)}
    findings |= {disk(Path("/"), lambda folder: (0, 0, 0)).id}
    findings |= {f"light.{Fault.UNEVEN.value}"}
    assert len(told) > 15
    assert told <= events | findings


def test_the_settings_shown_are_settings() -> None:
    import tomllib

    (shown,) = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    uncommented = re.sub(r"^# (?=[a-z_]+ = |\[)", "", shown, flags=re.MULTILINE)
    settings = parse_settings(tomllib.loads(uncommented), "the guide")
    assert (settings.power.button, settings.lamps.common, settings.reader_camera) == (3, "anode", "pi:1")
    assert settings.lamps.pins == tuple(lamp.pins for _, lamp in sorted(SIX_SEATS.seats.items()))


def test_every_rhythm_is_shown() -> None:
    for pattern, rhythm in RHYTHMS.items():
        assert f"`{rhythm}`" in GUIDE or pattern is LampPattern.OFF
