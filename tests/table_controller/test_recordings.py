"""The bundled recordings: what really lay there makes the hand that was filmed, whatever eyes may see."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.events import CardPlayed, Event, FindingRaised
from table_controller.eventlog import EventLog
from table_controller.playback import bundled, load_recording
from table_controller.referee import Referee
from tests.table_controller.truth import TruthEyes

RECORDINGS = sorted((bundled("iowa_hand") or Path("nowhere")).parent.glob("*/recording.json"))
FOLDERS = [path.parent for path in RECORDINGS]


def truth_of(folder: Path, log_folder: Path) -> list[Event]:
    """The events of a recording seen by eyes that never err."""
    recording = load_recording(folder)
    with EventLog(log_folder / "log", recording.source) as log:
        referee = Referee(log, TruthEyes(folder), lambda state, number: None, lambda: "a time")
        for moment in recording.moments():
            referee.tick(moment)
        return [event for entry in log.entries for event in entry.events]


def without_eyes(events: list[Event]) -> list[Event]:
    """The story alone: how sure a reading was and the camera's number for the card left out."""
    told: list[Event] = []
    for event in events:
        if isinstance(event, CardPlayed):
            told.append(replace(event, confidence=1.0, mark=None))
        elif isinstance(event, FindingRaised):
            proof = tuple(replace(play, confidence=1.0, mark=None) for play in event.finding.proof)
            told.append(FindingRaised(replace(event.finding, proof=proof, certainty=1.0)))
        else:
            told.append(event)
    return told


def test_the_bundled_recording_is_there() -> None:
    assert any(folder.name == "iowa_hand" for folder in FOLDERS)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_really_lay_there_makes_one_whole_hand(folder: Path, tmp_path: Path) -> None:
    kinds = [type(event).__name__ for event in truth_of(folder, tmp_path)]
    assert kinds.count("HandScored") == 1
    assert kinds[-1] in ("HandBegun", "MatchWon")
    assert "QuestionAsked" not in kinds
