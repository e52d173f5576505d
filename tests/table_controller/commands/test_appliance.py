from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from table_controller.__main__ import app, main


def asked(*words: str) -> str:
    said = CliRunner().invoke(app, list(words))
    assert said.exit_code == 0, said.output
    return said.output


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ("", "http://127.0.0.1:8000"),
        ("[web]\nhost = '0.0.0.0'\nport = 8123\n", "http://127.0.0.1:8123"),
        ("[web]\nhost = '::'\n", "http://[::1]:8000"),
        ("[web]\nhost = '192.168.1.7'\n", "http://192.168.1.7:8000"),
    ],
)
def test_where_the_machine_itself_finds_the_page(settings: str, address: str, tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(settings)
    assert asked("address", "--config", str(config)).strip() == address


def test_an_update_where_nothing_is_installed_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["pepper-table", "update", "1.0", "--folder", str(tmp_path / "nowhere")]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert "pepper-table install" in capsys.readouterr().err


def test_the_installer_shows_what_it_would_do(capfd: pytest.CaptureFixture[str]) -> None:
    asked("install", "--dry-run")
    told = capfd.readouterr().out
    assert "each version in an environment of its own" in told and "Nothing was changed." in told
