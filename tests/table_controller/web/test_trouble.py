""" "That was wrong": the last minute becomes a folder that plays again from where the match stood."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import numpy as np
import pytest

from engine import wire
from engine.events import CardPlayed, Event
from engine.inputs import NewMatch
from table_controller.match.eventlog import EventLog, read_log
from table_controller.match.playback import load_recording
from table_controller.match.recording_folder import README, RecordedTable
from table_controller.match.referee import Referee
from table_controller.match.settings import SettingsFaulty, parse_settings
from table_controller.match.trouble import TROUBLE, Trouble
from table_controller.service.doctor import pictures_kept
from table_controller.watching.last_minute import Ring
from table_controller.words.facts import words_of
from table_controller.words.tongues import languages
from tests.bench.watch.against_truth import eyes_for
from tests.table_controller.a_hand import NAMES, Hand
from tests.table_controller.a_table import ATable, a_table
from tests.table_controller.mini import call, events_of
from vision.mat.mats import A3_FOUR
from vision.mat.registration import Registration
from vision.mat.taps import TAPS, load_taps, save_taps
from vision.reading.reader import Reader

CORNERS = ((330.0, 130.0), (955.0, 118.0), (985.0, 600.0), (300.0, 590.0))


def frame(k: int) -> np.ndarray:
    return np.full((36, 64, 3), 20 * k % 250, np.uint8)


def a_hand_seen(folder: Path, ring: Ring) -> Referee:
    """A hand that was refereed up to its second trick, its pictures in the ring."""
    hand = Hand()
    eyes = hand.eyes()
    log = EventLog(folder / "match-0001.jsonl")
    referee = Referee(log, eyes, lambda state, number: None, lambda: "")
    referee.begin(NewMatch("iowa_standard", NAMES, 1))
    for k, moment in enumerate(hand):
        live = replace(moment, item=None)
        if live.image is not None:
            ring.see(frame(k), live.at)
        referee.tick(live)
        if moment.item == 24:
            break
    return referee


def kept(folder: Path) -> list[Event]:
    return [wire.from_json(json.loads(line)) for line in (folder / "told.jsonl").read_text().splitlines()]  # type: ignore[misc]


def plays(events: list[Event]) -> list[tuple[int, str]]:
    return [(event.seat, event.card.text) for event in events if isinstance(event, CardPlayed)]


# ---------------------------------------------------------------- the folder


def test_a_minute_of_the_bundled_hand_is_kept_and_plays_again(tmp_path: Path, no_sync: None) -> None:
    recording = load_recording("iowa_hand")
    eyes = eyes_for(recording, Reader.load())
    eyes.ring = Ring(5.3)  # from between two tricks, when the table was empty
    with EventLog(tmp_path / "match-0001.jsonl") as log:
        referee = Referee(log, eyes.look, lambda state, number: None, lambda: "")
        for moment in recording.moments():
            if moment.at > 24.7:
                break
            referee.tick(replace(moment, item=None))
        before = plays([event for entry in log.entries for event in entry.events])
        trouble = Trouble(eyes.ring, tmp_path / TROUBLE, RecordedTable(recording.mat))
        folder = trouble.keep(log.path, tuple(log.entries), referee.recent)
    assert folder == tmp_path / "trouble" / "trouble-001"
    assert len(before) == 8 and plays(kept(folder)) == before[4:]
    again = call("replay", folder, "--json")
    assert again.returncode == 0, again.stderr
    told = [wire.from_json(row) for row in events_of(again.stdout)]
    assert plays(told) == before, "what was told before, and then the same from the pictures"  # type: ignore[arg-type]
    assert "Traceback" not in again.stderr


def test_what_was_decided_before_the_pictures_opens_the_folder(tmp_path: Path, no_sync: None) -> None:
    ring = Ring(0.8)
    referee = a_hand_seen(tmp_path, ring)
    folder = Trouble(ring, tmp_path / TROUBLE, RecordedTable(A3_FOUR)).keep(
        referee.log.path, tuple(referee.log.entries), referee.recent
    )
    referee.log.close()
    recording = load_recording(folder)
    start = ring.kept[0].t
    earlier = [entry.input for entry in read_log(referee.log.path).entries]
    later = [heard.input for heard in referee.recent if heard.t >= start]
    assert 0 < len(later) < len(earlier)
    opening = [said.input for said in recording.said if said.t == 0.0]
    assert opening[: len(earlier) - len(later)] == earlier[: len(earlier) - len(later)]
    assert (folder / "match.jsonl").read_bytes() == referee.log.path.read_bytes()
    assert "replay" in (folder / "README").read_text() and "until somebody deletes" in README


def test_the_pictures_of_the_match_before_are_left_out(tmp_path: Path, no_sync: None) -> None:
    ring = Ring(60.0)
    for k in range(4):
        ring.see(frame(k), float(k))
    referee = a_hand_seen(tmp_path, Ring())
    folder = Trouble(ring, tmp_path / TROUBLE, RecordedTable(A3_FOUR)).keep(
        referee.log.path, tuple(referee.log.entries), referee.recent, since=2.5
    )
    referee.log.close()
    frames = json.loads((folder / "recording.json").read_text())["frames"]
    assert [each["t"] for each in frames][:2] == [0.0, 0.5], "what lay there when it began, and what came then"
    assert (folder / "0001.jpg").read_bytes() == ring.kept[2].data


def test_every_time_gets_a_folder_of_its_own(tmp_path: Path, no_sync: None) -> None:
    ring = Ring(60.0)
    referee = a_hand_seen(tmp_path, ring)
    trouble = Trouble(ring, tmp_path / TROUBLE, RecordedTable(A3_FOUR))
    folders = [trouble.keep(referee.log.path, tuple(referee.log.entries), referee.recent).name for _ in range(3)]
    referee.log.close()
    assert folders == ["trouble-001", "trouble-002", "trouble-003"]


def test_a_disk_that_is_full_leaves_nothing_half_written(tmp_path: Path, no_sync: None) -> None:
    ring = Ring(60.0)
    referee = a_hand_seen(tmp_path, ring)
    trouble = Trouble(ring, tmp_path / TROUBLE, RecordedTable(A3_FOUR))
    with pytest.raises(OSError, match="nowhere"):
        trouble.keep(tmp_path / "nowhere.jsonl", tuple(referee.log.entries), referee.recent)
    referee.log.close()
    assert list((tmp_path / TROUBLE).iterdir()) == []
    with pytest.raises(ValueError, match="switch keeping on"):
        Trouble(Ring(), tmp_path / TROUBLE, RecordedTable(A3_FOUR)).keep(referee.log.path, (), ())


def test_a_mat_of_ones_own_and_four_taps_go_along(tmp_path: Path, no_sync: None) -> None:
    ring, own = Ring(60.0), replace(A3_FOUR, name="kitchen")
    save_taps(tmp_path / TAPS, CORNERS, own)
    referee = a_hand_seen(tmp_path, ring)
    source = RecordedTable(own, "dutch", tmp_path / TAPS)
    folder = Trouble(ring, tmp_path / TROUBLE, source).keep(
        referee.log.path, tuple(referee.log.entries), referee.recent
    )
    referee.log.close()
    recording = load_recording(folder)
    assert recording.mat.name == "kitchen" and recording.mat.places == own.places and recording.letters == "dutch"
    assert isinstance(load_taps(recording.folder / TAPS, recording.mat), Registration)


# ---------------------------------------------------------------- the button


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ATable]:
    with a_table(tmp_path) as running:
        yield running


def press(referee: httpx.Client, language: str = "en") -> httpx.Response:
    return referee.post(f"trouble?lang={language}", json={})


@pytest.mark.parametrize("language", languages())
def test_switched_off_it_says_what_to_switch_on(table: ATable, language: str) -> None:
    table.desk.trouble = Trouble(Ring(), table.folder / TROUBLE, RecordedTable(A3_FOUR))
    with table.referee() as referee:
        answer = press(referee, language)
        assert answer.status_code == 409 and "keep_s = 60" in answer.json()["refused"]
        assert "[trouble]" in answer.json()["refused"]
        assert referee.get("overview").json()["keeping"] == "No picture is kept."
    assert not (table.folder / TROUBLE).exists()


def test_the_last_minute_is_kept_below_the_logs_and_it_is_said_where(table: ATable) -> None:
    ring = Ring(60.0)
    table.desk.trouble = Trouble(ring, table.folder / TROUBLE, RecordedTable(A3_FOUR))
    with table.referee() as referee:
        assert "not given a picture yet" in press(referee).json()["refused"]
        ring.see(frame(1), 1.0)
        kept_in = press(referee).json()
        assert "last 60 seconds" in referee.get("overview").json()["keeping"]
    folder = table.folder / TROUBLE / "trouble-001"
    assert kept_in["folder"] == str(folder) and str(folder) in kept_in["told"]
    assert load_recording(folder).opens_match
    found = pictures_kept(parse_settings({"state": {"folder": table.folder}, "trouble": {"keep_s": 60}}, ""))
    told = words_of(found)
    assert "last 60 seconds" in told and f"So far 1 minute lies in {table.folder / TROUBLE}." in told


def test_a_disk_that_can_not_be_written_is_said(table: ATable) -> None:
    ring = Ring(60.0)
    ring.see(frame(1), 1.0)
    (table.folder / TROUBLE).write_text("a file is in the way")
    table.desk.trouble = Trouble(ring, table.folder / TROUBLE, RecordedTable(A3_FOUR))
    with table.referee() as referee:
        answer = press(referee)
    assert answer.status_code == 503 and "make room" in answer.json()["refused"]


def test_only_the_referee_keeps_anything(table: ATable) -> None:
    table.referee().close()
    ring = Ring(60.0)
    ring.see(frame(1), 1.0)
    table.desk.trouble = Trouble(ring, table.folder / TROUBLE, RecordedTable(A3_FOUR))
    address, own = f"{table.server.address}/api/v1/referee/trouble", {"Origin": table.server.address}
    assert httpx.post(address, json={}, headers=own).status_code == 401
    seat = {"Authorization": f"Bearer {table.token(0)}"}
    assert httpx.post(address, json={}, headers={**own, **seat}).status_code == 401
    with table.referee() as referee:
        foreign = {"Origin": "http://elsewhere.example"}
        assert referee.post("trouble", json={}, headers=foreign).status_code == 403
    assert not (table.folder / TROUBLE).exists()


def test_a_table_without_a_camera_says_so(table: ATable) -> None:
    with table.referee() as referee:
        assert press(referee).json()["refused"] == "No camera is connected."
        assert referee.get("overview").json()["keeping"] == "No picture is kept."


def test_how_long_is_a_setting_and_off_unless_it_is_set() -> None:
    assert parse_settings({}, "").trouble.keep_s == 0
    found = pictures_kept(parse_settings({"state": {"folder": Path("nowhere")}}, ""))
    assert words_of(found) == "No picture is kept."
    with pytest.raises(SettingsFaulty, match=r"trouble\.keep_s"):
        parse_settings({"trouble": {"keep_s": 601}}, "")
