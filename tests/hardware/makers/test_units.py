from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

import hardware
from table_controller.match.settings import load_settings

UNITS = Path(hardware.__file__).parent / "units"
SERVICES = sorted(UNITS.glob("*.service"))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze: apt-get install systemd")
def test_systemd_has_nothing_to_say_against_the_units(tmp_path: Path) -> None:
    for unit in SERVICES:  # the programs they start are not installed here
        text = re.sub(r"/opt/\S+|/usr/bin/cage", "/bin/true", unit.read_text())
        (tmp_path / unit.name).write_text(text)
    units = [str(tmp_path / unit.name) for unit in SERVICES]
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze: apt-get install systemd")
@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_systemd_finds_the_units_well_hardened(unit: Path) -> None:
    """Out of 10; what is left is the network, which one serves, namespaces, by which a browser shuts in its pages, and
    devices, which both use."""
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", str(unit)], capture_output=True, text=True, check=False
    )
    exposure = re.search(r"Overall exposure level for \S+: ([\d.]+)", said.stdout)
    assert exposure is not None and float(exposure[1]) < 2.0, said.stdout
    assert not said.stderr


def test_the_service_keeps_its_state_in_one_place_and_is_hardened() -> None:
    lines = (UNITS / "pepper-table.service").read_text().splitlines()
    for line in ("ProtectSystem=strict", "StateDirectory=pepper-table", "NoNewPrivileges=yes", "User=pepper-table"):
        assert line in lines
    for line in ("Type=notify", "WatchdogSec=30", "NotifyAccess=main"):
        assert line in lines
    assert "WorkingDirectory=%t/pepper-table" in lines, "lgpio writes a pipe into its working folder"


def test_the_settings_that_are_installed_are_good_ones() -> None:
    settings = load_settings(UNITS / "table.toml")
    assert (settings.box.kind, settings.web.host) == ("serial", "0.0.0.0")
    assert settings.state.folder == Path("/var/lib/pepper-table"), "the unit's StateDirectory, for doctor and log too"


def test_what_is_announced_and_allowed_is_well_formed() -> None:
    announced = ElementTree.parse(UNITS / "pepper-table.avahi").getroot()
    assert announced.findtext("service/port") == "@PORT@", "the installer puts the settings' port here"
    rule = (UNITS / "50-pepper-table.rules").read_text()
    assert re.findall(r'action.id === "([^"]+)"', rule) == [
        "org.freedesktop.login1.power-off", "org.freedesktop.login1.power-off-multiple-sessions"
    ]  # fmt: skip
    assert 'subject.user === "pepper-table"' in rule


def test_the_port_stands_in_the_settings_and_nowhere_else() -> None:
    port = str(load_settings(UNITS / "table.toml").web.port)
    files = [*UNITS.iterdir(), UNITS.parent / "install.sh"]
    assert [path.name for path in files if port in path.read_text()] == ["table.toml"]


def test_udev_rules_are_of_the_form_that_udev_reads() -> None:
    part = re.compile(r'^(\w+(\{\w+\})?)(==|\+=)"[^"]+"$')
    for line in (UNITS / "99-pepper-table.rules").read_text().splitlines():
        if line and not line.startswith("#"):
            assert all(part.match(word.strip()) for word in line.split(",")), line
