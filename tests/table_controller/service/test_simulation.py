"""The parts together: laps, logs, what is shown, and a stop at any time."""

from __future__ import annotations

import threading
from pathlib import Path
from threading import Event as Flag

import pytest

from engine.inputs import NewMatch
from hardware.lamps.patterns import LampPattern
from table_controller.board.board import Board
from table_controller.match.eventlog import EventLog, read_log
from table_controller.match.playback import Recording, load_recording
from table_controller.match.settings import SimulationSettings
from table_controller.match.state_folder import StateFolder
from table_controller.service.parts import PretendSeatBox, mock_lamps
from table_controller.service.simulation import LogOfAnother, SimulatedTable, play, replay_once, simulate
from table_controller.service.surfaces import Surfaces
from table_controller.web.bulletin import Bulletin
from tests import PATIENCE_S
from tests.table_controller.a_hand import NAMES
from tests.table_controller.mini import make_recording, words
from vision.reading.reader import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return load_recording(make_recording(tmp_path_factory.mktemp("recordings") / "entered"))


def table(reader: Reader, surfaces: Surfaces | None = None) -> SimulatedTable:
    return SimulatedTable(reader, NewMatch("iowa_standard", NAMES, 1), surfaces or Surfaces())


def laps_of(hold_s: float, keep_logs: int) -> SimulationSettings:
    """A thousand times as fast as play, the hold as well: a longer one than people may ask for is meant here."""
    return SimulationSettings.model_construct(speed=1000.0, hold_s=hold_s, keep_logs=keep_logs)


def test_one_lap_ends_with_the_hand_scored_on_every_surface(
    reader: Reader, recording: Recording, tmp_path: Path
) -> None:
    lamps, box, bulletin = mock_lamps(), PretendSeatBox(), Bulletin()
    surfaces = Surfaces(lamps, box, bulletin)
    with EventLog(tmp_path / "match-0001.jsonl", recording.source) as log:
        state = play(table(reader, surfaces), recording, log)
    assert len(state.results) == 1 and state.results[0].scored is not None
    assert bulletin.board.match == "match-0001"
    assert bulletin.board.last_hand is not None
    assert bulletin.board.surroundings.health == (
        "The mat is not in sight: at least two of its corner markers must be seen.",
    )
    assert lamps.showing[2] is LampPattern.DEALER, "Ben deals next"
    assert len(lamps.history) > 30
    surfaces.close()


def test_a_recording_that_begins_no_match_is_given_the_tables_own(reader: Reader, tmp_path: Path) -> None:
    silent = load_recording(make_recording(tmp_path / "silent", []))
    with EventLog(tmp_path / "log", silent.source) as log:
        state = play(table(reader), silent, log)
    assert state.names == NAMES and state.hand is not None and state.hand.dealer == 1


def test_laps_go_on_until_the_stop_each_a_match_with_a_log_of_its_own(
    reader: Reader, recording: Recording, tmp_path: Path
) -> None:
    stop, laps = Flag(), 0
    bulletin = Bulletin()

    def hear(board: Board, preferences: object) -> None:
        nonlocal laps
        laps = max(laps, int((board.match or "match-0").removeprefix("match-")))
        if laps == 4:
            stop.set()

    bulletin.hear_with(hear)
    (tmp_path / "match-0001.jsonl").write_text('{"format":1,"source":""}\n')  # a real match from before
    with StateFolder(tmp_path) as folder:
        simulate(table(reader, Surfaces(None, None, bulletin)), recording, folder, laps_of(0.0, 2), stop)
        names = [path.name for path in folder.matches()]
    assert names == ["match-0001.jsonl", "match-0003.jsonl", "match-0004.jsonl"], "real matches are never thinned out"
    assert len(read_log(tmp_path / "match-0003.jsonl").entries) == len(words())


def test_the_finished_hand_is_held_until_the_stop(reader: Reader, recording: Recording, tmp_path: Path) -> None:
    stop, finished = Flag(), threading.Event()
    bulletin = Bulletin()

    def hear(board: Board, preferences: object) -> None:
        if board.last_hand is not None:
            finished.set()

    bulletin.hear_with(hear)
    with StateFolder(tmp_path) as folder:
        arguments = (table(reader, Surfaces(None, None, bulletin)), recording, folder, laps_of(600_000.0, 9), stop)
        thread = threading.Thread(target=simulate, args=arguments)
        thread.start()
        assert finished.wait(PATIENCE_S)
        stop.set()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
        assert len(folder.matches()) == 1
    assert bulletin.board.last_hand is not None


def test_a_lap_that_was_cut_off_is_taken_up_where_its_log_ends(
    reader: Reader, recording: Recording, tmp_path: Path
) -> None:
    with StateFolder(tmp_path / "whole") as folder:
        replay_once(table(reader), recording, folder, None, lambda event: None)
    whole = (tmp_path / "whole" / "match-0001.jsonl").read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut" / "match-0001.jsonl"
    cut.parent.mkdir()
    cut.write_bytes(b"".join(whole[:12]) + whole[12][:20])
    told: list[object] = []
    with StateFolder(cut.parent) as folder:
        replay_once(table(reader), recording, folder, None, told.append)
    again = read_log(cut).entries
    before = read_log(tmp_path / "whole" / "match-0001.jsonl").entries
    assert [(entry.input, entry.events, entry.item) for entry in again] == [
        (entry.input, entry.events, entry.item) for entry in before
    ]
    assert told == [event for entry in before for event in entry.events], "all are told, those of the log first"


def test_the_log_of_another_match_is_not_gone_on_with(reader: Reader, recording: Recording, tmp_path: Path) -> None:
    (tmp_path / "match-0001.jsonl").write_text('{"format":1,"source":""}\n')
    with StateFolder(tmp_path) as folder, pytest.raises(LogOfAnother, match="a real table"):
        replay_once(table(reader), recording, folder, None, lambda event: None)
