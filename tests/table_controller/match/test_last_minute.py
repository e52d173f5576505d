"""The last minute's pictures: kept only when asked for, bounded, and written as a recording that plays."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engine.cards import Card
from engine.inputs import MakeCall, NewMatch, SeeCard
from table_controller.match.playback import load_recording
from table_controller.match.recording_folder import TROUBLED, Heard, RecordedTable, Told, write_trouble
from table_controller.match.trouble import keeping
from table_controller.watching.last_minute import MOST_BYTES, Ring
from table_controller.words.facts import said
from vision.mat.mats import A3_FOUR


def frame(k: int, noise: float = 0.0) -> np.ndarray:
    """A square that moves on by a few pixels a frame."""
    rng = np.random.default_rng(k)
    picture = np.full((360, 640, 3), 90.0) + rng.normal(0, noise, (360, 640, 3))
    picture[100:200, 10 + 8 * k % 500 : 110 + 8 * k % 500] = 220
    return np.clip(picture, 0, 255).astype(np.uint8)


def test_nothing_is_kept_unless_it_is_asked_for() -> None:
    ring = Ring()
    for k in range(20):
        ring.see(frame(k), k / 10)
    assert ring.kept == () and ring.size == 0
    assert said(keeping(0)) == "No picture is kept."
    assert "60 seconds" in said(keeping(60)) and "until deleted" in said(keeping(60))


def test_the_last_seconds_are_kept_and_no_more() -> None:
    ring = Ring(2.0)
    for k in range(100):
        ring.see(frame(k), k / 10)
    assert ring.kept[-1].t == pytest.approx(9.9)
    assert ring.kept[0].t < 7.9 <= ring.kept[1].t
    assert ring.size == sum(len(kept.data) for kept in ring.kept)


def test_a_table_at_rest_costs_nothing_more() -> None:
    ring = Ring(60.0)
    for k in range(50):
        ring.see(frame(0, noise=1.0), k / 10)
    assert len(ring.kept) == 1


def test_memory_is_bounded_whatever_is_seen() -> None:
    rng, ring = np.random.default_rng(1), Ring(1e9)
    for k in range(60):
        ring.see(rng.integers(0, 255, (720, 1280, 3), np.uint8), float(k))
    assert ring.size <= MOST_BYTES + 2_000_000


def test_trouble_is_a_recording_with_what_was_said_meanwhile(tmp_path: Path) -> None:
    ring = Ring(60.0)
    for k in range(5):
        ring.see(frame(4 * k), 100 + k / 10)
    heard = [
        Heard(99.0, MakeCall(1, "pass")), Heard(100.2, MakeCall(2, "3")), 
        Heard(100.3, SeeCard(1, Card.parse("AH"), 0.99, 1), seen=True),
    ]  # fmt: skip
    begun = NewMatch("iowa_standard", ("Ann", "Bob", "Cy", "Dee"), 1)
    size = write_trouble(
        tmp_path / "trouble", ring.kept, RecordedTable(A3_FOUR), Told(TROUBLED, (begun,), tuple(heard))
    )
    assert size == ring.size
    again = load_recording(tmp_path / "trouble")
    assert [(said.t, type(said.input).__name__) for said in again.said] == [(0.0, "NewMatch"), (0.2, "MakeCall")]
    assert len(json.loads((tmp_path / "trouble" / "recording.json").read_text())["frames"]) == 5
    assert "until somebody deletes" in (tmp_path / "trouble" / "README").read_text()
    with pytest.raises(FileExistsError):
        write_trouble(tmp_path / "trouble", ring.kept, RecordedTable(A3_FOUR), Told(TROUBLED))
    with pytest.raises(ValueError, match="switch keeping on"):
        write_trouble(tmp_path / "none", (), RecordedTable(A3_FOUR), Told(TROUBLED))
