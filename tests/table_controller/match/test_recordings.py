"""The bundled recordings through the whole pipeline: the hand that was filmed, the same every time, whatever dies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.events import CardPlayed, Event, FindingRaised
from engine.wire import from_json
from table_controller.match.playback import bundled, load_recording
from tests.bench.watch.against_truth import TruthEyes, eyes_for, tell
from tests.table_controller.mini import call, events_of, replay_with_kills
from vision.reading.reader import Reader

IOWA = bundled("iowa_hand") or Path("nowhere")
FOLDERS = sorted(path.parent for path in IOWA.parent.glob("*/recording.json"))

every_recording = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def without_eyes(events: list[Event]) -> list[Event]:
    """The story alone: how sure a reading was, and the camera's number for the card, left out."""
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
    assert IOWA in FOLDERS


@every_recording
def test_what_really_lay_there_makes_one_whole_hand(folder: Path) -> None:
    kinds = [type(event).__name__ for event in tell(load_recording(folder), TruthEyes(folder)).events]
    assert kinds.count("HandScored") == 1
    assert kinds[-1] in ("HandBegun", "MatchWon")
    assert "QuestionAsked" not in kinds


@every_recording
def test_the_reader_tells_the_story_that_was_filmed(folder: Path) -> None:
    recording = load_recording(folder)
    due = tell(recording, TruthEyes(folder)).events
    assert without_eyes(tell(recording, eyes_for(recording, Reader.load()).look).events) == without_eyes(due)


@every_recording
def test_a_replay_gives_exactly_what_is_expected_twice_in_a_row(folder: Path) -> None:
    """A new model reads with other certainty: `pepper-table replay FOLDER --json > FOLDER/expected.jsonl`, and look."""
    expected = (folder / "expected.jsonl").read_text("utf-8")
    assert all(isinstance(from_json(event), Event) for event in events_of(expected))
    for _ in range(2):
        result = call("replay", folder, "--json")
        assert result.returncode == 0, result.stderr
        assert result.stdout == expected


@pytest.fixture(scope="module")
def undisturbed() -> str:
    """What the bundled recording tells when nothing happens to it."""
    return call("replay", IOWA, "--json").stdout


def test_killed_at_random_moments_the_replay_goes_on_to_the_same_end(undisturbed: str, tmp_path: Path) -> None:
    assert replay_with_kills(IOWA, tmp_path, kills=2, seed=7) == undisturbed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_killed_at_fifty_random_moments_the_replay_goes_on_to_the_same_end(
    seed: int, undisturbed: str, tmp_path: Path
) -> None:
    assert replay_with_kills(IOWA, tmp_path, kills=5, seed=seed) == undisturbed
