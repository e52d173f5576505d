"""`calibrate` and `record`: what a host is told, and what is kept of the pictures."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from table_controller.__main__ import app
from table_controller.match.playback import bundled, load_recording
from table_controller.match.recordings_kept import RecordingsKept
from tests.saying import refused
from tests.vision.a_view import view
from vision.mat.mats import A3_FOUR, MATS
from vision.mat.taps import TapsFaulty, load_taps

IOWA = bundled("iowa_hand") or Path("nowhere")


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(f'camera = "{IOWA}"\n[state]\nfolder = "{tmp_path / "state"}"\n')
    return path


def saved(path: Path, picture: np.ndarray) -> Path:
    cv2.imwrite(str(path), picture)
    return path


def test_a_good_picture_is_called_well_and_a_black_one_named(tmp_path: Path) -> None:
    good = run("calibrate", "--picture", saved(tmp_path / "good.png", view(A3_FOUR)))
    assert good.exit_code == 0 and good.stdout.startswith("All is well")
    black = run("calibrate", "--picture", saved(tmp_path / "black.png", np.zeros((720, 1280, 3), np.uint8)))
    assert black.exit_code == 1 and "black" in black.stdout


def test_the_wrong_mat_is_named_and_the_right_one_is_well(tmp_path: Path) -> None:
    picture = saved(tmp_path / "five.png", view(MATS["a3-5"]))
    assert "for 5 seats" in run("calibrate", "--picture", picture).stdout
    assert "All is well" in run("calibrate", "--picture", picture, "--mat", "a3-5").stdout


def test_a_print_at_97_percent_is_told_by_a_card(tmp_path: Path) -> None:
    bare = saved(tmp_path / "bare.png", view(A3_FOUR, printed_at=0.97))
    card = saved(tmp_path / "card.png", view(A3_FOUR, printed_at=0.97, card=(210.0, 149.0), turn=20.0))
    told = run("calibrate", "--picture", bare, "--card", card).stdout
    assert "printed at 97 %" in told
    assert "No single card" in run("calibrate", "--picture", bare, "--card", bare).stdout


def test_the_live_picture_is_judged_and_kept_on_demand(config: Path, tmp_path: Path) -> None:
    told = run("calibrate", "--config", config, "--seconds", 1.5, "--save", tmp_path / "seen.png")
    assert "All is well" in told.stdout
    assert cv2.imread(str(tmp_path / "seen.png")).shape == (720, 1280, 3)


def test_taps_are_kept_in_the_state_folder(config: Path, tmp_path: Path) -> None:
    told = run("calibrate", "--config", config, "--taps", "330,130 955,118 985,600 300,590")
    assert "Kept in" in told.stdout
    assert load_taps(tmp_path / "state" / "taps.json", A3_FOUR) is not None
    again = run("calibrate", "--config", config, "--seconds", 1.5)
    assert "All is well: the table lies by the four taps" in again.stdout
    with refused(TapsFaulty, match="four pairs"):
        run("calibrate", "--config", config, "--taps", "330 130")


def test_without_a_camera_there_is_nothing_to_look_at() -> None:
    with pytest.raises(ValueError, match="name one with --camera"):
        run("calibrate", "--camera", "none")


def test_a_recording_of_the_live_table_can_be_played(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "kept"
    told = run("record", out, "--config", config, "--seconds", 1.5)
    assert "Nothing else was kept" in told.stdout
    again = load_recording(out)
    assert (again.mat, again.rules) == (A3_FOUR, "iowa_standard")
    about = json.loads((out / "recording.json").read_text())
    assert about["size"] == [1280, 720] and about["frames"][0]["t"] == 0.0
    assert "somebody asked for a recording" in (out / "README").read_text()
    with pytest.raises(ValueError, match="exists already"):
        run("record", out, "--config", config)


def test_without_a_name_it_lies_where_the_referees_page_lists_it(config: Path, tmp_path: Path) -> None:
    for _ in range(2):
        run("record", "--config", config, "--seconds", 0.5)
    listed = {each.name: each for each in RecordingsKept(tmp_path / "state").all()}
    assert set(listed) == {"recording-001", "recording-002"} and not listed["recording-002"].fault


def test_a_camera_that_gives_nothing_leaves_no_recording(config: Path, tmp_path: Path) -> None:
    config.write_text(config.read_text().replace(str(IOWA), "/nowhere/film.mp4"))
    with pytest.raises(ValueError, match="nothing was recorded"):
        run("record", tmp_path / "kept", "--config", config, "--seconds", 0.5)
    assert not (tmp_path / "kept").exists()
