from __future__ import annotations

import json

import pytest

from tests.bench import wheels


def test_what_has_no_wheel_is_asked_for_by_the_extras_alone() -> None:
    assert set(wheels.EXCEPTIONS) == wheels.extras()
    assert not [asked for asked in wheels.dependencies() if asked.lower().startswith(tuple(wheels.EXCEPTIONS))]


def test_pip_is_asked_for_wheels_of_that_machine_alone() -> None:
    words = wheels.command("3.13", ["numpy>=1.26"], "/nowhere")
    assert "--only-binary=:all:" in words and "--dry-run" in words
    assert all(word.endswith("aarch64") for word in words if word.startswith("--platform"))
    assert words[-1] == "numpy>=1.26"


def test_pips_report_is_read() -> None:
    wheel = "cobs-1.2.0-py3-none-any.whl"
    item = {"metadata": {"name": "COBS"}, "download_info": {"url": f"https://an.index/x/{wheel}"}}
    assert wheels.wheels(json.dumps({"install": [item]})) == {"cobs": wheel}


@pytest.mark.slow
def test_every_dependency_has_a_wheel_for_a_pi(capsys: pytest.CaptureFixture[str]) -> None:
    """Asks the package index."""
    assert wheels.main() == 0, capsys.readouterr().err
    assert capsys.readouterr().out.count("each with a wheel") == len(wheels.PYTHONS)
