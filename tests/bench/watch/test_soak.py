"""The soak: hand after hand through the same eyes, all scored, memory asked for twice."""

from __future__ import annotations

from pathlib import Path

from table_controller.match.playback import bundled, load_recording
from table_controller.watching.last_minute import Ring
from tests.bench.watch.against_truth import eyes_for
from tests.bench.watch.soak import resident_mb, soak
from vision.reading.reader import Reader


def test_two_hands_in_a_row_are_both_told_by_the_same_eyes() -> None:
    recording = load_recording(bundled("iowa_hand") or Path("nowhere"))
    eyes = eyes_for(recording, Reader.load())
    eyes.ring = Ring(20.0)
    asked: list[float] = []
    soaked = soak(recording, eyes, 70 / 3600, lambda: asked.append(resident_mb()) or asked[-1])
    assert soaked.hands == 2 and soaked.seconds > 70
    assert len(asked) == 2 and 0 < soaked.settled_mb < 2000
    assert eyes.ring.kept[-1].t - eyes.ring.kept[0].t < 25
