"""A table at which nobody holds still: what is told is what is told of the same cards at rest."""

from __future__ import annotations

import json

from engine.events import CardPlayed, Event, FindingRaised, TrickTaken
from engine.wire import from_json
from table_controller.match.playback import load_recording
from tests import ROOT
from tests.bench.watch.against_truth import eyes_for, tell
from vision.reading.reader import Reader

FOLDER = ROOT / "tests" / "recordings" / "restless_hand"


def told_of(events: list[Event] | tuple[Event, ...]) -> list[tuple[str, int, str]]:
    """What people would see of the play: who laid what, who took the trick, who broke a rule."""
    told = []
    for event in events:
        if isinstance(event, CardPlayed | TrickTaken):
            told.append((type(event).__name__, event.seat, str(event.card)))
        elif isinstance(event, FindingRaised):
            told.append(("finding", event.finding.seat, event.finding.code.value))
    return told


def test_hands_that_never_rest_shadows_and_sun_change_nothing_of_what_is_told() -> None:
    lines = (FOLDER / "expected.jsonl").read_text("utf-8").splitlines()
    due = told_of([from_json(json.loads(line)) for line in lines])
    assert sum(kind == "CardPlayed" for kind, _, _ in due) == 4
    recording = load_recording(FOLDER)
    assert told_of(tell(recording, eyes_for(recording, Reader.load()).look).events) == due
