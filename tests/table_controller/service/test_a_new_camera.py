"""A new kind of camera is one file and one line: registered, it gets through settings, help, opening, doctor, words."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.cameras import kinds
from hardware.cameras.watched import CameraState
from hardware.facts import CameraName
from table_controller.match.settings import PictureSettings, SettingsFaulty, parse_settings
from table_controller.service.parts import camera_of
from table_controller.words.facts import camera_words, said
from table_controller.words.tongues import tongue
from tests import ROOT
from tests.table_controller.service.a_scope import KIND

SCOPE = CameraName("scope", "3")


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(kinds, "KINDS", [KIND, *kinds.KINDS])
    yield


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "tests.table_controller.service.a_scope", *map(str, arguments)]
    return subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.usefixtures("registered")
def test_the_settings_take_its_word_and_offer_it_where_a_word_is_none() -> None:
    assert parse_settings({"camera": "scope:3"}, "the test").camera == "scope:3"
    with pytest.raises(SettingsFaulty, match="give scope:1, pi, pi:1, usb"):
        parse_settings({"camera": "scope:three"}, "the test")


@pytest.mark.usefixtures("registered")
def test_it_is_opened_and_says_how_it_is() -> None:
    camera = camera_of("scope:3", PictureSettings())
    assert camera is not None and camera.name == SCOPE
    while camera.state is not CameraState.SEEING:
        camera.look(0.05)
    assert said(camera.told) == "The camera scope:3 gives pictures."
    camera.close()
    missing = camera_of("scope:9", PictureSettings())
    assert missing is not None
    while missing.state is not CameraState.LOST:
        missing.look(0.05)
    assert "plugged in at the ninth scope" in said(missing.told)
    missing.close()


@pytest.mark.parametrize(("code", "words"), [("en", "The camera"), ("nl", "De camera"), ("fr", "La caméra")])
def test_without_words_of_its_own_it_is_called_by_its_word(code: str, words: str) -> None:
    assert camera_words(SCOPE, tongue(code)) == f"{words} scope:3"


def test_the_commands_help_names_it_and_doctor_looks_at_it(tmp_path: Path) -> None:
    assert "scope, pi, usb, a film; none: by hand; or" in " ".join(
        command("run", "--help").stdout.replace("│", "").split()
    )
    config = tmp_path / "table.toml"
    config.write_text('camera = "scope:3"\n[box]\nkind = "none"\n[web]\nport = 0\n')
    found = json.loads(command("doctor", "--config", config, "--state", tmp_path, "--json").stdout)["findings"]
    words = {each["what"]: each["words"] for each in found}
    assert words["Camera"] == "The camera scope:3 gives pictures."
    assert words["Scope"] == "Scope 3 is plugged in."
    assert "plugdev" in words["Groups"] or words["Groups"] == "Pins, box and cameras may be reached."
