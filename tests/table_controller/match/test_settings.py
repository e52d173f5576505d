"""Settings: defaults that work, and every fault named in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from table_controller.match.settings import Settings, SettingsFaulty, default_state_folder, load_settings


def test_without_a_file_the_table_simulates_the_bundled_recording() -> None:
    settings = load_settings(None)
    assert settings.camera == "simulation"
    assert settings.simulation.recording == "iowa_hand"
    assert settings.web.port == 8000


def test_an_empty_file_gives_the_same_as_no_file(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("")
    assert load_settings(path) == load_settings(None)


def test_what_the_file_says_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[table]\nnames = ["Eva", "Finn", "Gus", "Hal"]\ndealer = 3\n[web]\nport = 9000\n')
    settings = load_settings(path)
    assert settings.table.names == ("Eva", "Finn", "Gus", "Hal")
    assert (settings.table.dealer, settings.web.port) == (3, 9000)


def test_every_fault_is_named_with_the_nearest_known_key(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[table]\ndealr = 1\ndealer = 9\n[web]\nport = "many"\n')
    with pytest.raises(SettingsFaulty) as refusal:
        load_settings(path)
    told = str(refusal.value).splitlines()
    assert len(told) == 3
    assert all(line.startswith(f"{path}: ") for line in told)
    assert any('there is no setting "table.dealr". Did you mean dealer?' in line for line in told)
    assert any("table.dealer is 9" in line and "less than or equal to 6" in line for line in told)
    assert any("web.port is 'many'" in line for line in told)


def test_a_missing_or_broken_file_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(SettingsFaulty, match="can't be read"):
        load_settings(tmp_path / "nowhere.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("[table\n")
    with pytest.raises(SettingsFaulty, match="not good TOML"):
        load_settings(broken)


def test_settings_can_not_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().web.port = 1  # type: ignore[misc]


def test_the_state_folder_follows_systemd_then_the_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")
    assert default_state_folder() == Path("/somewhere/pepper-table")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/pepper-table:/other")
    assert default_state_folder() == Path("/var/lib/pepper-table")
