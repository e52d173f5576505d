"""The recordings on this machine: listed, looked at, deleted by their names, and by nothing else."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras.frames import RecordingFaulty
from table_controller.match.filming import Limits
from table_controller.match.recording_folder import ASKED_FOR, TROUBLED, RecordedTable, Told, write_trouble
from table_controller.match.recordings_kept import RECORDINGS, InUse, NoSuchRecording, NothingToFilm, RecordingsKept
from table_controller.match.settings import parse_settings
from table_controller.match.trouble import TROUBLE
from table_controller.service.doctor import pictures_kept
from table_controller.watching.last_minute import JpegFrame
from table_controller.words.facts import said, words_of
from tests.saying import refused
from vision.mat.mats import A3_FOUR

SOURCE = RecordedTable(A3_FOUR)


def jpeg(grey: int) -> bytes:
    return cv2.imencode(".jpg", np.full((36, 64, 3), grey, np.uint8))[1].tobytes()


def keep(folder: Path, made: float = 1000.0) -> Path:
    """A recording of three pictures, made so many seconds after 1970."""
    write_trouble(
        folder, [JpegFrame(t, jpeg(round(40 * t))) for t in (3.0, 4.0, 5.5)], SOURCE, Told(TROUBLED, match="match-0002")
    )
    os.utime(folder, (made, made))
    return folder


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[RecordingsKept]:
    keep(tmp_path / TROUBLE / "trouble-001", 1000)
    keep(tmp_path / RECORDINGS / "recording-007", 3000)
    keep(tmp_path / TROUBLE / "trouble-002", 2000)
    made = RecordingsKept(tmp_path, SOURCE)
    yield made
    made.stop()


def told(start: float) -> Told:
    return Told(ASKED_FOR)


def test_they_are_listed_newest_first_with_what_is_in_them(shelf: RecordingsKept, tmp_path: Path) -> None:
    listed = shelf.all()
    assert [each.name for each in listed] == ["recording-007", "trouble-002", "trouble-001"]
    first = listed[0]
    assert (first.pictures, first.seconds, first.made, first.match) == (3, 2.5, 3000.0, "match-0002")
    assert first.size == sum(file.stat().st_size for file in first.folder.iterdir())
    assert [each.is_trouble for each in listed] == [False, True, True] and not any(each.fault for each in listed)
    assert RecordingsKept(tmp_path / "empty").all() == ()


def test_doctor_says_how_many_lie_where(shelf: RecordingsKept, tmp_path: Path) -> None:
    found = pictures_kept(parse_settings({"state": {"folder": tmp_path}}, ""))
    told = words_of(found)
    assert f"So far 2 minutes lie in {tmp_path / TROUBLE}." in told
    assert f"So far 1 recording lies in {tmp_path / RECORDINGS}." in told


def test_one_that_was_cut_off_is_listed_with_its_fault_and_can_be_deleted(
    shelf: RecordingsKept, tmp_path: Path
) -> None:
    (tmp_path / TROUBLE / "trouble-001" / "recording.json").unlink()
    (tmp_path / TROUBLE / "trouble-002" / "recording.json").write_text("[1]")
    faults = {each.name: said(each.fault) for each in shelf.all() if each.fault is not None}
    assert "no recording.json" in faults["trouble-001"] and "format 1" in faults["trouble-002"]
    with pytest.raises(RecordingFaulty):
        shelf.times("trouble-001")
    shelf.delete("trouble-001")
    assert not (tmp_path / TROUBLE / "trouble-001").exists()


def test_its_pictures_are_had_by_number(shelf: RecordingsKept) -> None:
    assert shelf.times("trouble-001") == (0.0, 1.0, 2.5)
    assert shelf.picture("trouble-001", 1) == jpeg(120) and shelf.picture("trouble-001", 3) == jpeg(220)
    for number in (0, 4, -1):
        with pytest.raises(NoSuchRecording):
            shelf.picture("trouble-001", number)


NAMES = [
    "", ".", "..", "../trouble/trouble-001", "trouble-001/..", "trouble-1", "trouble-999", "recording-001",
    "match-0001.jsonl", "trouble-001\n", "/etc", "trouble-٣٣٣",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_no_other_name_is_looked_at_or_deleted(shelf: RecordingsKept, tmp_path: Path, name: str) -> None:
    (tmp_path / "match-0001.jsonl").write_text("a log")
    for deed in (shelf.delete, shelf.times, lambda name: shelf.picture(name, 1)):
        with pytest.raises(NoSuchRecording):
            deed(name)
    assert len(shelf.all()) == 3 and (tmp_path / "match-0001.jsonl").exists()


def test_a_list_or_a_link_that_points_elsewhere_gives_nothing_away(shelf: RecordingsKept, tmp_path: Path) -> None:
    secret = tmp_path / "referee.pin"
    secret.write_text("a hash")
    path = tmp_path / TROUBLE / "trouble-001" / "recording.json"
    for file in ("../../referee.pin", str(secret), "link.jpg"):
        path.write_text(json.dumps({"format": 1, "frames": [{"file": file, "t": 0}]}))
        if file == "link.jpg":
            (path.parent / file).symlink_to(secret)
        with pytest.raises(NoSuchRecording):
            shelf.picture("trouble-001", 1)
    (tmp_path / TROUBLE / "trouble-003").symlink_to(tmp_path, target_is_directory=True)
    assert "trouble-003" not in [each.name for each in shelf.all()]
    with pytest.raises(NoSuchRecording):
        shelf.delete("trouble-003")
    assert secret.exists()


def test_one_is_made_at_a_time_and_is_let_alone_while_it_is(shelf: RecordingsKept) -> None:
    film = shelf.start(told)
    assert film.folder.name == "recording-001" and shelf.is_filming
    for grey in (10, 200):
        shelf.see(np.full((36, 64, 3), grey, np.uint8), grey / 100)
    assert "recording-001" not in [each.name for each in shelf.all()]
    with refused(InUse, match="stop it first"):
        shelf.start(told)
    with refused(InUse, match="stop it first"):
        shelf.delete("recording-001")
    shelf.stop()
    assert shelf.all()[0].name == "recording-001" and shelf.times("recording-001") == (0.0, 1.9)
    shelf.delete("recording-001")
    assert shelf.start(told).folder.name == "recording-001", "and another may be made"


def test_where_nothing_looks_nothing_is_recorded(tmp_path: Path) -> None:
    with refused(NothingToFilm, match="nothing to record"):
        RecordingsKept(tmp_path).start(told)
    (tmp_path / RECORDINGS).write_text("a file is in the way")
    with pytest.raises(OSError):
        RecordingsKept(tmp_path, SOURCE, Limits()).start(told)
