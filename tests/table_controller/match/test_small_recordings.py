"""The tests' own recordings through the whole pipeline: three, five and six seats, bids in tiles, broken rules.

`python -m vision.workshop.studio --recipe three_hand --out tests/recordings/three_hand` makes one again, and so for
the others.
"""

from __future__ import annotations

import json
from functools import cache

import pytest

from engine.events import CorrectionBegun, Event, FindingRaised, HandScored, PlayTakenBack, QuestionAsked
from engine.inputs import NewMatch
from engine.wire import from_json
from table_controller.match.playback import load_recording
from tests import ROOT
from tests.bench.watch.against_truth import TruthEyes, eyes_for, tell
from tests.table_controller.a_tiled_hand import reader, story
from tests.table_controller.mini import call, events_of
from vision.workshop.studio.recipes import RECIPES
from vision.workshop.studio.recording import truth_lines

RECORDINGS = ROOT / "tests" / "recordings"
NAMES = ("three_hand", "five_hand", "six_hand")
HAPPENS = {
    "three_hand": [("taken_back", 2)], "five_hand": [("revoke", 5)],
    "six_hand": [("play_out_of_turn", 6), ("extra_card", 4)],
}  # fmt: skip
every_recording = pytest.mark.parametrize("name", NAMES)


@cache
def truth(name: str) -> list[Event]:
    """What is told by eyes that read the truth beside each picture."""
    folder = RECORDINGS / name
    return tell(load_recording(folder), TruthEyes(folder)).events


def test_they_are_small_and_differ() -> None:
    about = [json.loads((RECORDINGS / name / "recording.json").read_text("utf-8")) for name in NAMES]
    for field in ("rules", "mat", "deck", "ground"):
        assert len({each[field] for each in about}) == len(NAMES)
    assert sorted(load_recording(RECORDINGS / name).mat.seats for name in NAMES) == [3, 5, 6]
    assert sum(path.stat().st_size for name in NAMES for path in (RECORDINGS / name).iterdir()) <= 12e6


@every_recording
def test_a_recipe_tells_the_truth_that_was_shipped(name: str) -> None:
    folder, reel = RECORDINGS / name, RECIPES[name].reel()
    listed = json.loads((folder / "recording.json").read_text("utf-8"))["frames"]
    assert [frame["t"] for frame in listed] == [shot.t for shot in reel.shots]
    for number, shot in enumerate(reel.shots, start=1):
        assert (folder / f"{number:04}.txt").read_text("utf-8").splitlines() == truth_lines(shot)


@every_recording
def test_what_really_lay_there_makes_one_story_with_what_was_planned(name: str) -> None:
    events = truth(name)
    broken = [("taken_back", e.seat) for e in events if isinstance(e, PlayTakenBack)]
    broken += [(e.finding.code.value, e.finding.seat) for e in events if isinstance(e, FindingRaised)]
    assert broken == HAPPENS[name]
    assert sum(isinstance(event, HandScored) for event in events) == (name != "six_hand")
    assert not any(isinstance(event, QuestionAsked) for event in events)


@pytest.mark.parametrize("name", ["three_hand", "five_hand"])
def test_bids_trump_and_answers_are_in_tiles_alone(name: str) -> None:
    assert [type(said.input) for said in load_recording(RECORDINGS / name).said] == [NewMatch]
    assert sum(isinstance(event, CorrectionBegun) for event in truth(name)) == (name == "three_hand")


@every_recording
def test_the_reader_tells_the_story_that_was_filmed(name: str) -> None:
    recording = load_recording(RECORDINGS / name)
    assert story(tell(recording, eyes_for(recording, reader()).look).events) == story(truth(name))


@every_recording
def test_a_replay_gives_exactly_what_is_expected(name: str) -> None:
    """A new model reads with other certainty: `pepper-table replay FOLDER --json > FOLDER/expected.jsonl`, and look."""
    expected = (RECORDINGS / name / "expected.jsonl").read_text("utf-8")
    assert all(isinstance(from_json(event), Event) for event in events_of(expected))
    result = call("replay", RECORDINGS / name, "--json")
    assert result.returncode == 0, result.stderr
    assert result.stdout == expected
