"""A recording in the order of time, every item numbered the same at any speed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.inputs import DealDone, MakeCall, NewMatch
from hardware.cameras.frames import RecordingFaulty
from table_controller.match.playback import RATE, load_recording, paced
from table_controller.watching.moments import Moment
from table_controller.words.facts import said
from tests.table_controller.a_hand import NAMES
from tests.table_controller.mini import STEP_S, make_recording, words


def test_words_and_pictures_come_in_order_of_time_with_rising_numbers(tmp_path: Path) -> None:
    recording = load_recording(make_recording(tmp_path / "hand"))
    moments = list(recording.moments())
    assert [moment.item for moment in moments] == list(range(1, len(moments) + 1))
    assert [moment.at for moment in moments] == sorted(moment.at for moment in moments)
    assert [moment.said for moment in moments if moment.said is not None] == words()
    assert all((moment.image is None) != (moment.said is None) for moment in moments)
    pictures = [moment.at for moment in moments if moment.image is not None]
    assert len(pictures) >= RATE * STEP_S * len(words()), "what holds still is given again and again"


def test_a_word_comes_before_the_picture_of_its_time_and_late_words_come_last(tmp_path: Path) -> None:
    folder = make_recording(tmp_path / "hand", [])
    lines = [{"t": t, "input": {"kind": "DealDone"}} for t in (99.0, 0.0)]
    (folder / "inputs.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    moments = list(load_recording(folder).moments())
    assert moments[0].said == DealDone() and moments[0].at == 0.0
    assert moments[-1].said == DealDone() and moments[-1].at == 99.0


def test_the_same_recording_has_the_same_source_and_any_change_another(tmp_path: Path) -> None:
    recording = load_recording(make_recording(tmp_path / "hand"))
    assert load_recording(tmp_path / "hand").source == recording.source
    assert recording.source.startswith("hand ")
    assert recording.with_rules("five_tricks").source != recording.source
    with (tmp_path / "hand" / "inputs.jsonl").open("a") as file:
        file.write('{"t": 9.0, "input": {"kind": "Undo"}}\n')
    assert load_recording(tmp_path / "hand").source != recording.source


def test_other_rules_go_into_the_match_it_begins(tmp_path: Path) -> None:
    recording = load_recording(make_recording(tmp_path / "hand")).with_rules("five_tricks")
    assert recording.said[0].input == NewMatch("five_tricks", NAMES, 1)
    assert recording.opens_match
    assert not load_recording(make_recording(tmp_path / "other", [DealDone()])).opens_match


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("oops", "line 1"),
        ('{"t": 1.0}', "has no 'input'"),
        ('{"input": {"kind": "Undo"}}', "has no 't'"),
        ('{"t": "soon", "input": {"kind": "Undo"}}', "soon"),
        ('{"t": 1, "input": {"kind": "MakeCall"}}', "seat"),
    ],
)
def test_a_spoilt_word_names_its_file_line_and_fault(tmp_path: Path, line: str, told: str) -> None:
    folder = make_recording(tmp_path / "hand", [MakeCall(1, "pass")])
    (folder / "inputs.jsonl").write_text(line + "\n")
    with pytest.raises(RecordingFaulty) as refusal:
        load_recording(folder)
    words = said(refusal.value.fact)
    assert "inputs.jsonl line 1" in words and told in words


def test_a_recording_without_words_is_one_of_pictures_only(tmp_path: Path) -> None:
    folder = make_recording(tmp_path / "hand", [])
    (folder / "inputs.jsonl").unlink()
    assert load_recording(folder).said == ()


class Clock:
    """Time that passes only by waiting."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


def moments_at(*times: float) -> Iterator[Moment]:
    return iter([Moment(at, number) for number, at in enumerate(times, start=1)])


def test_moments_come_at_the_pace_of_play() -> None:
    clock = Clock()
    arrived = [clock.now for _ in paced(moments_at(0.0, 1.0, 3.0), 2.0, clock=clock, wait=clock.wait)]
    assert arrived == [100.0, 100.5, 101.5]


def test_what_the_log_has_already_comes_at_once_and_the_pace_begins_there() -> None:
    clock = Clock()
    arrived = [clock.now for _ in paced(moments_at(0.0, 5.0, 9.0, 10.0), 1.0, taken=2, clock=clock, wait=clock.wait)]
    assert arrived == [100.0, 100.0, 100.0, 101.0]


def test_a_loop_that_fell_behind_catches_up_without_waiting() -> None:
    clock = Clock()
    arrived = []
    for moment in paced(moments_at(0.0, 1.0, 2.0, 3.0), 1.0, clock=clock, wait=clock.wait):
        arrived.append(clock.now)
        if moment.item == 1:
            clock.now += 2.5
    assert arrived == [100.0, 102.5, 102.5, 103.0]
