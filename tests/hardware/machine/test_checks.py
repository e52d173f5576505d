from __future__ import annotations

import errno
import socket
from pathlib import Path

import pytest

from hardware.facts import Condition, Grade
from hardware.machine import checks
from table_controller.words.facts import as_json, remedy_of, words_of
from tests.saying import condition, plain


def grades(findings: list[Condition]) -> list[str]:
    return [finding.grade.value for finding in findings]


def test_our_own_names_are_nobody_elses_fault() -> None:
    assert checks.names({name: ["pepper-table"] for name in checks.OUR_NAMES} | {"numpy": ["numpy"]}) == []


@pytest.mark.parametrize(
    "finding, grade, says, remedy",
    [
        (checks.python_version((3, 9, 2)), Grade.FAULT, "Python 3.9.2 is too old", "Install Python 3.11"),
        (checks.python_version((3, 13, 1)), Grade.OK, "Python 3.13.1", ""),
        (checks.pin_packages({"rpi-lgpio": "0.6", "rpi.gpio": "0.7.1"}), Grade.FAULT, "both installed", "uninstall"),
        (checks.pin_packages({"rpi-lgpio": "0.6"}), Grade.OK, "rpi-lgpio 0.6", ""),
        (checks.pin_packages({"lgpio": "0.2.2.0"}), Grade.OK, "lgpio 0.2.2.0", ""),
        (checks.pin_packages({"lgpio": "0.0.0.2"}), Grade.FAULT, "empty placeholder", "python3-lgpio"),
        (checks.pin_packages({}), Grade.WARNING, "stay dark", "python3-rpi-lgpio"),
        (
            checks.picture_packages({"opencv-python": "5", "opencv-python-headless": "5"}),
            Grade.FAULT, "share one folder", "Uninstall all",
        ),
        (
            checks.picture_packages({"opencv-python-headless": "5.0.0.93", "numpy": "1.24.2"}),
            Grade.FAULT, "needs numpy 2", "numpy>=2",
        ),
        (checks.picture_packages({"opencv-python-headless": "4.10.0", "numpy": "1.26"}), Grade.OK, "4.10.0", ""),
        (
            checks.names({"vision": ["pepper-table", "Vision"], "numpy": ["numpy"]})[0],
            Grade.FAULT, "Vision is installed beside", "environment of its own",
        ),
        (checks.groups(["video"]), Grade.FAULT, "not in the groups gpio, dialout", "usermod -aG gpio,dialout"),
        (checks.groups(["root"]), Grade.OK, "may be reached", ""),
        (checks.groups(["gpio", "dialout", "video"]), Grade.OK, "may be reached", ""),
        (checks.power(lambda: "throttled=0x50005"), Grade.FAULT, "too little voltage right now", "power supply"),
        (checks.power(lambda: "throttled=0x50000"), Grade.WARNING, "since it started", "power supply"),
        (checks.power(lambda: "throttled=0x0"), Grade.OK, "Voltage good", ""),
        (checks.power(lambda: "no such thing"), Grade.OK, "Not a Pi", ""),
        (checks.clock(1970), Grade.WARNING, "The clock says 1970", "Connect the network"),
        (checks.clock(2027), Grade.OK, "right", ""),
        (checks.seat_box("ready", plain("Seat box ready.")), Grade.OK, "Seat box ready.", ""),
        (checks.seat_box("absent", plain("No seat box.")), Grade.WARNING, "No seat box.", ""),
        (checks.seat_box("refused", plain("Flash the box.")), Grade.FAULT, "Flash the box.", ""),
    ],
)  # fmt: skip
def test_each_finding_has_its_grade_its_words_and_what_to_do(
    finding: Condition, grade: Grade, says: str, remedy: str
) -> None:
    assert finding.grade is grade
    assert says in words_of(finding)
    assert remedy in remedy_of(finding)
    assert as_json(finding)["grade"] == grade.value


def test_the_disk_is_measured_and_must_be_writable(tmp_path: Path) -> None:
    def with_free(megabytes: int) -> Condition:
        return checks.disk(tmp_path, lambda folder: (0, 0, megabytes * 2**20))

    assert [with_free(mb).grade for mb in (50, 300, 5000)] == [Grade.FAULT, Grade.WARNING, Grade.OK]
    assert checks.disk(tmp_path / "none").grade is Grade.FAULT


def test_a_machine_without_vcgencmd_is_no_fault() -> None:
    def missing() -> str:
        raise FileNotFoundError(errno.ENOENT, "vcgencmd")

    assert checks.power(missing).grade is Grade.OK


def test_a_port_in_use_is_a_fault_that_names_the_next() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        finding = checks.port_free("127.0.0.1", port)
    assert finding.grade is Grade.FAULT
    assert f"--port {port + 1}" in remedy_of(finding)
    assert checks.port_free("127.0.0.1", port).grade is Grade.OK


def test_light_and_focus() -> None:
    assert grades(checks.light(120, 300)) == ["ok", "ok"]
    assert grades(checks.light(120, 3)) == ["ok", "fault"]
    assert grades(checks.light(20, 8)) == ["fault"], "the focus of a dark picture can't be judged"
    assert [finding.id for finding in checks.light(240, 300)] == ["light.bright"]


def test_this_machine_is_looked_at_without_raising(tmp_path: Path) -> None:
    findings = checks.this_machine(tmp_path, 2027)
    assert len(findings) == 7
    assert all(words_of(finding) for finding in findings)


def test_only_a_fault_fails() -> None:
    ok, warning = condition("a", Grade.OK, "."), condition("b", Grade.WARNING, ".")
    assert checks.exit_status([ok, warning]) == 0
    assert checks.exit_status([ok, condition("c", Grade.FAULT, ".")]) == 1
