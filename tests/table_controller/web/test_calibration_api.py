"""Calibration and recordings as addresses: what they tell, what they do, and everybody they keep out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from table_controller.match.filming import Limits
from table_controller.match.recording_folder import RecordedTable
from table_controller.match.recordings_kept import RECORDINGS, RecordingsKept
from table_controller.match.trouble import TROUBLE
from table_controller.watching.eyes import Eyes
from table_controller.web.calibration import LOOK_S, Calibration
from table_controller.web.newest_picture import NewestPicture
from table_controller.words.tongues import languages
from tests.table_controller.a_table import ATable, a_table
from tests.table_controller.match.test_recordings_kept import jpeg, keep
from tests.vision.a_view import view
from vision.mat.mats import A3_FOUR
from vision.mat.taps import TAPS
from vision.reading.reader import Reader

CORNERS = [[325.5, 137.5], [954.5, 137.5], [954.5, 582.5], [325.5, 582.5]]
AS_JSON = {"Content-Type": "application/json"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ATable]:
    with a_table(tmp_path) as running:
        glance = NewestPicture()
        glance.see(view(A3_FOUR))
        running.desk.calibration = Calibration(glance, Eyes(Reader.load(), live=True), tmp_path / TAPS)
        running.desk.shelf = RecordingsKept(tmp_path, RecordedTable(A3_FOUR))
        yield running
        running.desk.shelf.stop()


@pytest.fixture
def referee(table: ATable) -> Iterator[httpx.Client]:
    with table.referee() as client:
        yield client


def refused(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    return str(answer.json()["refused"])


# ---------------------------------------------------------------- calibration


def test_a_look_and_its_picture(table: ATable, referee: httpx.Client) -> None:
    look = referee.get("calibration").json()
    assert (look["width"], look["height"], look["remarks"], look["taps"]) == (1280, 720, [], [])
    assert [each["seen"] for each in look["markers"]] == [True] * 4
    assert {each["name"] for each in look["places"] if each["seat"] == 3} == {"Cy"}
    picture = referee.get(f"calibration/{look['number']}.jpg")
    assert picture.content.startswith(b"\xff\xd8") and len(picture.content) < 200_000
    assert picture.headers["Cache-Control"] == "no-store"
    assert "look at its cable" in refused(referee.get("calibration/999.jpg"), 404)
    assert referee.get("calibration/0.jpg").status_code == 422


def test_nothing_is_looked_at_unless_somebody_asks(table: ATable, referee: httpx.Client) -> None:
    first = referee.get("calibration").json()["number"]
    for _ in range(3):
        referee.get("overview")
        table.state()
    table.desk.calibration._clock = lambda: 1e9  # type: ignore[union-attr]
    assert LOOK_S < 1e9 and referee.get("calibration").json()["number"] == first + 1


def test_while_play_is_stopped_no_card_is_said_to_lie_there(table: ATable, referee: httpx.Client) -> None:
    chosen = referee.get("overview").json()["preferences"]
    assert referee.post("preferences", json={**chosen, "paused": True}).status_code == 200
    look = referee.get("calibration").json()
    assert not look["reading"] and look["lying"] == [] and look["edge"]


def test_four_taps_are_previewed_kept_and_taken_back(table: ATable, referee: httpx.Client) -> None:
    grid = referee.post("calibration/grid", json={"taps": CORNERS}).json()
    assert np.abs(np.array(grid["edge"]) - np.array(CORNERS)).max() < 0.2
    assert not (table.folder / TAPS).exists()
    assert referee.post("calibration/taps", json={"taps": CORNERS}).status_code == 204
    assert json.loads((table.folder / TAPS).read_text())["taps"] == CORNERS
    assert len(referee.get("calibration").json()["taps"]) == 4
    assert referee.delete("calibration/taps", headers=AS_JSON).status_code == 204
    assert referee.get("calibration").json()["taps"] == [] and not (table.folder / TAPS).exists()


NO_TAPS: list[Any] = [
    CORNERS[:3], [*CORNERS, CORNERS[0]], [], "corners", [[1, 2, 3]] * 4, [["a", 1]] * 4, [[1e9, 0]] * 4, None,
]  # fmt: skip


@pytest.mark.parametrize("taps", NO_TAPS)
@pytest.mark.parametrize("where", ["grid", "taps"])
def test_what_is_no_four_taps_is_refused(table: ATable, referee: httpx.Client, where: str, taps: Any) -> None:
    assert refused(referee.post(f"calibration/{where}", json={"taps": taps}), 400)
    for body in (b'{"taps": [[NaN, 1], [2, 1], [2, 2], [1, 2]]}', b'{"taps": [[Infinity, 1], [2, 1], [2, 2], [1, 2]]}'):
        assert refused(referee.post(f"calibration/{where}", content=body, headers=AS_JSON), 400)
    assert refused(referee.post(f"calibration/{where}", content=b" " * 5000, headers=AS_JSON), 413)
    assert not (table.folder / TAPS).exists()


@pytest.mark.parametrize("language", languages())
def test_taps_that_are_no_corners_are_refused_in_words(referee: httpx.Client, language: str) -> None:
    crossed = [CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]]
    said = refused(referee.post(f"calibration/taps?lang={language}", json={"taps": crossed}), 409)
    assert ("top left, top right" in said) == (language == "en")


def test_a_folder_that_can_not_be_written_is_said(table: ATable, referee: httpx.Client) -> None:
    (table.folder / "taps.half").mkdir()
    said = refused(referee.post("calibration/taps", json={"taps": CORNERS}), 503)
    assert said.startswith("The corners could not be written (") and "try again" in said
    assert referee.get("calibration").json()["taps"] == []


def test_the_prints_scale_is_asked_in_two_steps(table: ATable, referee: httpx.Client) -> None:
    glance = table.desk.calibration._glance  # type: ignore[union-attr]
    glance.see(view(A3_FOUR, printed_at=0.97))
    first = referee.post("calibration/scale", json={"with_card": False}).json()
    assert first["ready"] and "face down" in first["told"]
    assert "No single card" in referee.post("calibration/scale", json={"with_card": True}).json()["told"]
    glance.see(view(A3_FOUR, printed_at=0.97, card=(210.0, 149.0), turn=20.0))
    told = referee.post("calibration/scale?lang=fr", json={"with_card": True}).json()
    assert not told["ready"] and "imprimé à 97 %" in told["told"]


def test_without_a_camera_it_is_said(table: ATable, referee: httpx.Client) -> None:
    table.desk.calibration = None
    for answer in (referee.get("calibration"), referee.post("calibration/taps", json={"taps": CORNERS})):
        assert refused(answer, 409) == "No camera is connected."


# ---------------------------------------------------------------- recordings


def test_recordings_are_listed_with_size_age_and_place(table: ATable, referee: httpx.Client) -> None:
    keep(table.folder / TROUBLE / "trouble-001")
    told = referee.get("recordings").json()
    [one] = told["recordings"]
    assert one["trouble"] and one["made"] == 1000.0 and one["folder"] == str(table.folder / TROUBLE / "trouble-001")
    assert one["pictures"] == 3 and one["seconds"] == 2.5 and one["bytes"] > 1000 and one["match"] == "match-0002"
    assert told["keeping"] == "No picture is kept." and told["can_film"] and told["filming"] is None
    assert referee.get("recordings/trouble-001").json()["times"] == [0.0, 1.0, 2.5]
    assert referee.get("recordings/trouble-001/2.jpg").content == jpeg(160)


def test_one_is_begun_ended_and_deleted(table: ATable, referee: httpx.Client) -> None:
    shelf = table.desk.shelf
    assert shelf is not None
    assert referee.post("recordings", json={}).json()["filming"]["name"] == "recording-001"
    assert "stop it first" in refused(referee.post("recordings", json={}), 409)
    for answer in (
        referee.delete("recordings/recording-001", headers=AS_JSON),
        referee.get("recordings/recording-001"),
    ):
        assert refused(answer, 409) == "This recording is being made: stop it first."
    for grey in (10, 200):
        shelf.see(np.full((36, 64, 3), grey, np.uint8), grey / 100)
    told = referee.post("recordings/stop", json={}).json()
    assert told["filming"] is None and told["ended"].startswith(
        f"Kept in {table.folder / RECORDINGS / 'recording-001'}"
    )
    about = json.loads((table.folder / RECORDINGS / "recording-001" / "recording.json").read_text())
    assert about["match"] == "match-0001" and about["rules"] == "iowa_standard"
    assert referee.delete("recordings/recording-001", headers=AS_JSON).json()["recordings"] == []


def test_stopping_what_has_not_begun_does_nothing(referee: httpx.Client) -> None:
    assert referee.post("recordings/stop", json={}).json()["ended"] == ""


NO_NAMES = ["trouble-1", "trouble-999", "..", "%2e%2e", "..%2f..%2fetc", "match-0001.jsonl", "stop", "trouble-001%00"]


@pytest.mark.parametrize("name", NO_NAMES)
def test_no_other_name_is_reached(table: ATable, referee: httpx.Client, name: str) -> None:
    keep(table.folder / TROUBLE / "trouble-001")
    logs = sorted(table.folder.glob("match-*"))
    for answer in (
        referee.get(f"recordings/{name}"),
        referee.get(f"recordings/{name}/1.jpg"),
        referee.delete(f"recordings/{name}", headers=AS_JSON),
    ):
        assert answer.status_code in (404, 405, 422), answer.text
    assert sorted(table.folder.glob("match-*")) == logs and (table.folder / TROUBLE / "trouble-001").is_dir()


def test_a_full_disk_and_a_folder_in_the_way_are_said(table: ATable, referee: httpx.Client) -> None:
    table.desk.shelf = RecordingsKept(table.folder, RecordedTable(A3_FOUR), Limits(free=lambda folder: 1000))
    assert "too little room" in refused(referee.post("recordings", json={}), 503)
    table.desk.shelf = RecordingsKept(table.folder / "match-0001.jsonl", RecordedTable(A3_FOUR))
    assert "could not be written (" in refused(referee.post("recordings", json={}), 503)


def test_where_nothing_looks_none_can_be_made(table: ATable, referee: httpx.Client) -> None:
    table.desk.shelf = RecordingsKept(table.folder)
    assert not referee.get("recordings").json()["can_film"]
    assert "nothing to record" in refused(referee.post("recordings", json={}), 409)
