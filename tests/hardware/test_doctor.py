from __future__ import annotations

import json
from pathlib import Path

import pytest

from hardware import doctor
from hardware.checks import Finding, Grade


def test_a_line_a_check_says_how_it_is_and_what_to_do() -> None:
    found = [Finding("Disk", Grade.OK, "900 MB free."), Finding("GPIO package", Grade.FAULT, "Both.", "Remove one.")]
    assert doctor.lines(found) == ["ok       Disk          900 MB free.", "FAULT    GPIO package  Both. Remove one."]


def test_this_machine_in_words_and_for_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = doctor.main(["--state", str(tmp_path)])
    words = capsys.readouterr().out.splitlines()
    assert doctor.main(["--state", str(tmp_path), "--json"]) == status
    told = json.loads(capsys.readouterr().out)
    assert [line.split()[0].lower() for line in words] == [row["grade"] for row in told]
    assert {"Python", "Disk", "Power", "Clock"} <= {row["what"] for row in told}


def test_a_state_folder_that_is_not_there_is_a_fault_with_a_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert doctor.main(["--state", str(tmp_path / "gone")]) == 1
    assert "Make the folder." in capsys.readouterr().out
