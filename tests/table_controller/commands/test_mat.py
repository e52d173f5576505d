"""`pepper-table mat`: files that people print and other programs read."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from table_controller.__main__ import app
from vision.mat.matfile import parse_mat
from vision.mat.mats import MATS
from vision.mat.registration import markers_in


def call(*words: str) -> str:
    result = CliRunner().invoke(app, ["mat", *words], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_the_picture_and_the_description_belong_together(tmp_path: Path) -> None:
    told = call("--seats", "6", "--paper", "Tabloid", "--out", str(tmp_path), "--language", "nl")
    about = json.loads((tmp_path / "tabloid-6.json").read_text())
    mat = parse_mat(json.dumps(about))
    assert mat == MATS["tabloid-6"]
    picture = cv2.imread(str(tmp_path / about["picture"]["file"]), cv2.IMREAD_GRAYSCALE)
    found = markers_in(picture)
    scale = about["picture"]["px_per_mm"]
    for marker, (x, y) in mat.markers.items():
        assert found[marker][0] / scale == pytest.approx((x, y), abs=0.4)
    assert "100 %" in told and "4 sheets" in told
    names = {path.name for path in tmp_path.iterdir()}
    assert {"tabloid-6.pdf", "tabloid-6.svg", "tabloid-6-on-letter.pdf", "tabloid-6-on-letter-4.svg"} <= names
    assert {"bid-tiles-nl.pdf", "bid-tiles-nl-1.svg", "bid-tiles.json"} <= names


def test_without_tiles_and_on_one_sheet(tmp_path: Path) -> None:
    call("--seats", "3", "--sheet", "a3", "--out", str(tmp_path), "--no-tiles")
    assert {path.name for path in tmp_path.iterdir()} == {"a3-3.pdf", "a3-3.svg", "a3-3.png", "a3-3.json"}


@pytest.mark.parametrize(("word", "value"), [("--paper", "a7"), ("--sheet", "a7"), ("--language", "de")])
def test_what_is_not_made_is_refused_before_anything_is_written(tmp_path: Path, word: str, value: str) -> None:
    with pytest.raises(ValueError, match=value):
        CliRunner().invoke(app, ["mat", word, value, "--out", str(tmp_path / "new")], catch_exceptions=False)
    assert not (tmp_path / "new").exists()
