"""A deck taught and used through the real command line."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner, Result

from table_controller.__main__ import app
from tests.vision.reading.test_teaching import PACK, in_rows


def told(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("deck")
    paths = [folder / "first.png", folder / "second.png"]
    for path, cards in zip(paths, (PACK[:12], PACK[12:]), strict=True):
        cv2.imwrite(str(path), in_rows(cards))
    return paths


def test_a_deck_is_taught_kept_and_read_with(pictures: list[Path], tmp_path: Path) -> None:
    words = ("teach", "kitchen", *map(str, pictures), "--state", str(tmp_path), "--json")
    done = told(*words)
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert len(facts["cards"]) == 24 and Path(facts["file"]).is_file()
    assert facts["loss_after"] <= facts["loss_before"]
    seen = told("read", "--json", "--deck", "kitchen", "--state", str(tmp_path), str(pictures[0]))
    assert {c["card"] for c in json.loads(seen.stdout)["cards"]} == {c.text for c in PACK[:12]}


def test_what_is_missing_is_said_and_nothing_is_kept(pictures: list[Path], tmp_path: Path) -> None:
    done = told("teach", "kitchen", str(pictures[0]), "--state", str(tmp_path))
    assert done.exit_code != 0 and isinstance(done.exception, ValueError)
    assert "still missing" in str(done.exception) and "teach again" in str(done.exception)
    assert not (tmp_path / "decks").exists()


def test_a_deck_cant_be_called_like_a_language_or_a_path(pictures: list[Path], tmp_path: Path) -> None:
    for name in ("German", "../x", ""):
        done = told("teach", name, str(pictures[0]), "--state", str(tmp_path))
        assert isinstance(done.exception, ValueError) and "can't be the name of a deck" in str(done.exception)


def test_an_unknown_deck_names_the_known_ones(pictures: list[Path], tmp_path: Path) -> None:
    done = told("read", "--deck", "klingon", "--state", str(tmp_path), str(pictures[0]))
    assert isinstance(done.exception, ValueError) and "german" in str(done.exception)
