"""Logs of matches that were played: they replay for ever, whatever the engine learns later.

The events are the truth. The inputs beside them show what had been told; they are not decided again.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.events import HandScored
from engine.play.state import INITIAL, replay
from engine.reasons import Code
from engine.wire import from_json, to_json
from table_controller.match.english_logs import EnglishLog

MATCHES = sorted((Path(__file__).parent / "matches").glob("*.jsonl"))


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_an_old_log_replays_to_its_score(path: Path) -> None:
    first, *lines, last = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert first == {"format": 1}
    state, english = INITIAL, EnglishLog()
    for line in lines:
        assert to_json(from_json(line["input"]))["kind"] == line["input"]["kind"]
        events = [from_json(english.event(event, line["input"]["kind"])) for event in line["events"]]
        scored = [event for event in events if isinstance(event, HandScored)]
        assert not any(why.code is Code.AS_TOLD for event in scored for why in event.why)
        state = replay(events, state)
    assert list(state.score) == last["score"]
    assert state.won_by == last["won_by"]
    assert len(state.results) == last["hands"]
