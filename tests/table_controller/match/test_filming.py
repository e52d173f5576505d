"""A recording while it is being made: it keeps up or leaves out, ends by itself, and is whole however it ends."""

from __future__ import annotations

import json
import shutil
import threading
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from engine.inputs import MakeCall, NewMatch
from hardware.cameras.frames import RecordedFrames
from table_controller.match.filming import Ended, Film, Limits, NoRoom
from table_controller.match.playback import load_recording
from table_controller.match.recording_folder import ASKED_FOR, Heard, RecordedTable, Told
from tests import PATIENCE_S
from tests.table_controller.a_hand import NAMES
from vision.mat.mats import A3_FOUR

SOURCE = RecordedTable(A3_FOUR, "english")


def frame(k: int, size: tuple[int, int] = (36, 64)) -> np.ndarray:
    return np.full((*size, 3), 20 * k % 250, np.uint8)


def nothing(start: float) -> Told:
    return Told(ASKED_FOR)


def shown(film: Film, *numbers: int) -> None:
    """Shows these frames, a tenth of a second apart, each once the one before is taken."""
    for at, k in enumerate(numbers):
        film.see(frame(k), at / 10)
        taken(film)


def taken(film: Film) -> None:
    """Waits until every picture is taken off the queue."""
    waited = threading.Event()
    while not film._waiting.empty() and film.is_on:
        waited.wait(0.001)


def test_what_changes_is_written_and_what_lasts_is_told_by_the_last_frame(tmp_path: Path) -> None:
    film = Film(tmp_path / "kept", SOURCE, nothing)
    shown(film, 1, 1, 2, 2, 2, 2)
    assert film.stop() is Ended.STOPPED and not film.is_on
    about = json.loads((tmp_path / "kept" / "recording.json").read_text())
    assert [each["t"] for each in about["frames"]] == [0.0, 0.2, 0.5]
    assert about["title"] == "A recording of the table" and about["size"] == [64, 36]
    assert len(list(RecordedFrames(tmp_path / "kept"))) == film.pictures == 3
    assert "somebody asked for a recording" in (tmp_path / "kept" / "README").read_text()


def test_what_was_said_goes_along_and_what_came_before_opens_it(tmp_path: Path) -> None:
    begun, call = NewMatch("iowa_standard", NAMES, 1), MakeCall(2, "3")

    def told(start: float) -> Told:
        assert start == 5.0
        return Told(ASKED_FOR, (begun,), (Heard(4.0, begun, (), 1), Heard(5.1, call, (), 2)), match="match-0004")

    film = Film(tmp_path / "kept", SOURCE, told)
    film.see(frame(1), 5.0)
    taken(film)
    film.see(frame(2), 5.2)
    film.stop()
    recording = load_recording(tmp_path / "kept")
    assert [(said.t, said.input) for said in recording.said] == [(0.0, begun), (0.1, call)]
    assert json.loads((tmp_path / "kept" / "recording.json").read_text())["match"] == "match-0004"


def as_a_cut_finds_it(source: str, target: str) -> None:
    """A copy of the file, unless it was half written when the folder was listed and has its right name by now."""
    with suppress(FileNotFoundError):
        shutil.copy2(source, target)


def test_a_power_cut_leaves_what_was_written_by_then_to_be_played(tmp_path: Path) -> None:
    film = Film(tmp_path / "kept", SOURCE, nothing, Limits(whole_every=0.0))
    shown(film, 1, 2, 3)
    shown(film, 3)  # by now the third is written, and what was written is whole
    shutil.copytree(tmp_path / "kept", tmp_path / "cut", copy_function=as_a_cut_finds_it)
    assert film.is_on
    assert len(list(RecordedFrames(load_recording(tmp_path / "cut").folder))) >= 2
    film.stop()
    assert not list((tmp_path / "kept").glob("*.half"))


def test_without_a_picture_nothing_is_left(tmp_path: Path) -> None:
    film = Film(tmp_path / "kept", SOURCE, nothing)
    assert film.stop() is Ended.EMPTY
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        (Limits(seconds=0.0), Ended.LONG),
        (Limits(size=1), Ended.LARGE),
    ],
)
def test_it_ends_by_itself_and_is_whole(tmp_path: Path, limits: Limits, why: Ended) -> None:
    film = Film(tmp_path / "kept", SOURCE, nothing, limits)
    film.see(frame(1), 0.0)
    film._thread.join(PATIENCE_S)
    assert film.ended is why and not film.is_on
    film.see(frame(2), 0.1)
    assert film.pictures == 1 and load_recording(tmp_path / "kept").title == ASKED_FOR[0]
    assert film.stop() is why


def test_a_disk_that_fills_up_ends_it_and_a_full_one_begins_none(tmp_path: Path) -> None:
    free, two_are_written = [400_000_000], threading.Event()

    def free_on(folder: Path) -> int:
        found = free[0]
        if (folder / "0002.jpg").exists():
            two_are_written.set()
        return found

    limits = Limits(room=300_000_000, free=free_on)
    film = Film(tmp_path / "kept", SOURCE, nothing, limits)
    shown(film, 1, 2)
    assert two_are_written.wait(PATIENCE_S)
    free[0] = 200_000_000
    film.see(frame(3), 0.3)
    film._thread.join(PATIENCE_S)
    assert film.ended is Ended.DISK_FULL and film.pictures == 3
    assert load_recording(tmp_path / "kept")
    with pytest.raises(NoRoom, match="300 MB"):
        Film(tmp_path / "another", SOURCE, nothing, limits)
    assert not (tmp_path / "another").exists()


def test_a_picture_that_can_not_be_written_ends_it_with_what_there_is(tmp_path: Path) -> None:
    film = Film(tmp_path / "kept", SOURCE, nothing)
    (tmp_path / "kept" / "0002.jpg").mkdir()
    shown(film, 1, 2)
    film._thread.join(PATIENCE_S)
    assert film.ended is Ended.NOT_WRITTEN and film.fault
    assert len(load_recording(tmp_path / "kept").said) == 0
    assert [each.t for each in RecordedFrames(tmp_path / "kept").listed] == [0.0]


def test_a_disk_that_is_too_slow_holds_nobody_up(tmp_path: Path) -> None:
    gate, at_the_gate = threading.Event(), threading.Event()

    def free(folder: Path) -> int:
        if folder.name == "kept":
            at_the_gate.set()
            gate.wait(PATIENCE_S)
        return 10**9

    film = Film(tmp_path / "kept", SOURCE, nothing, Limits(free=free))
    film.see(frame(1), 0.0)
    at_the_gate.wait(PATIENCE_S)
    for k in range(2, 12):
        film.see(frame(k), k / 10)
    assert film.left_out == 6, "four wait, the others are left out"
    gate.set()
    film.stop()
    assert film.pictures == 5


def test_a_folder_that_is_there_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    with pytest.raises(FileExistsError):
        Film(tmp_path / "kept", SOURCE, nothing)
