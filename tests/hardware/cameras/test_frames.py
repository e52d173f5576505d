from __future__ import annotations

import itertools
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras.frames import Frame, RecordedFrames, RecordingFaulty, VideoFrames
from tests.hardware.conftest import Clock
from tests.saying import refused


def record(folder: Path, times: list[float]) -> Path:
    """A recording whose frame n is all of grey 10 * n."""
    frames = []
    for number, t in enumerate(times):
        name = f"{number + 1:04}.png"
        cv2.imwrite(str(folder / name), np.full((12, 16, 3), 10 * number, np.uint8))
        frames.append({"file": name, "t": t})
    (folder / "recording.json").write_text(json.dumps({"format": 1, "frames": frames}))
    return folder


def shade(frame: Frame) -> int:
    return int(frame.image[0, 0, 0])


def test_frames_come_in_order_with_their_times(tmp_path: Path) -> None:
    frames = list(RecordedFrames(record(tmp_path, [0.0, 0.5, 2.0])))
    assert [(shade(f), f.t, f.number, f.lap) for f in frames] == [
        (0, 0.0, 0, 0),
        (10, 0.5, 1, 0),
        (20, 2.0, 2, 0),
    ]
    assert frames[0].image.shape == (12, 16, 3)


def test_a_loop_goes_on_with_rising_time_and_number(tmp_path: Path) -> None:
    source = RecordedFrames(record(tmp_path, [0.0, 0.5, 2.0]), loop=True)
    frames = list(itertools.islice(source, 7))
    assert [f.t for f in frames] == [0.0, 0.5, 2.0, 3.5, 4.0, 5.5, 7.0]
    assert [f.number for f in frames] == list(range(7))
    assert [f.t - f.lap * source.duration for f in frames] == [0.0, 0.5, 2.0, 0.0, 0.5, 2.0, 0.0]


@pytest.mark.parametrize("speed, expected", [(1, [0.0, 0.5, 2.0]), (4, [0.0, 0.125, 0.5]), (0, [0.0] * 3)])
def test_the_pace_is_the_recordings_divided_by_the_speed(
    speed: float, expected: list[float], tmp_path: Path, clock: Clock
) -> None:
    source = RecordedFrames(record(tmp_path, [0.0, 0.5, 2.0]), speed=speed, clock=clock, wait=clock.wait)
    assert [clock.now for _ in source] == expected


def test_a_slow_reader_is_not_made_to_wait_as_well(tmp_path: Path, clock: Clock) -> None:
    source = RecordedFrames(record(tmp_path, [0.0, 1.0, 2.0]), speed=1, clock=clock, wait=clock.wait)
    next(source)
    clock.now = 1.75
    next(source)
    assert clock.now == 1.75
    next(source)
    assert clock.now == 2.0


def test_with_a_rate_the_frame_that_holds_is_given_again(tmp_path: Path, clock: Clock) -> None:
    source = RecordedFrames(record(tmp_path, [0.0, 0.5, 1.25]), rate=4, speed=1, clock=clock, wait=clock.wait)
    frames = list(source)
    assert [(shade(f), f.t) for f in frames] == [
        (0, 0.0), (0, 0.25), (10, 0.5), (10, 0.75), (10, 1.0), (20, 1.25), (20, 1.5), (20, 1.75)
    ]  # fmt: skip
    assert clock.now == 1.75


@pytest.mark.parametrize(
    "text, complaint",
    [
        (None, "has no recording.json"),
        ("{", "recording.json can't be read"),
        ('{"format": 2, "frames": []}', "not of format 1"),
        ('{"format": 1, "frames": []}', "lists no frames: the recording is empty"),
        ('{"format": 1, "frames": [{"file": "0001.png"}]}', 'needs a "file" and a time "t"'),
        ('{"format": 1, "frames": [{"file": "a", "t": 1}, {"file": "b", "t": 1}]}', "b is not later than a"),
    ],
)
def test_a_recording_that_cannot_be_played_is_refused_at_once(text: str | None, complaint: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "recording.json").write_text(text)
    with refused(RecordingFaulty, match=complaint):
        RecordedFrames(tmp_path)


def test_a_missing_or_broken_picture_is_named(tmp_path: Path) -> None:
    record(tmp_path, [0.0, 1.0, 2.0])
    (tmp_path / "0002.png").write_bytes(b"not a picture")
    (tmp_path / "0003.png").unlink()
    source = RecordedFrames(tmp_path)
    assert next(source).number == 0
    with refused(RecordingFaulty, match=r"0002\.png can't be read as a picture"):
        next(source)
    (tmp_path / "0002.png").write_bytes((tmp_path / "0001.png").read_bytes())
    with refused(RecordingFaulty, match=r"0003\.png is missing"):
        list(RecordedFrames(tmp_path))


def test_a_video_file_is_played_with_its_own_times(tmp_path: Path) -> None:
    path = tmp_path / "hand.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for shade_wanted in (0, 80, 160):
        writer.write(np.full((48, 64, 3), shade_wanted, np.uint8))
    writer.release()
    frames = list(VideoFrames(path))
    assert [f.number for f in frames] == [0, 1, 2]
    assert [f.t for f in frames] == pytest.approx([0.0, 0.1, 0.2])
    assert [shade(f) for f in frames] == pytest.approx([0, 80, 160], abs=3)


def test_a_video_that_cannot_be_played_is_refused(tmp_path: Path) -> None:
    with refused(RecordingFaulty, match="does not exist"):
        VideoFrames(tmp_path / "none.mp4")
    (tmp_path / "bad.mp4").write_bytes(b"no video")
    with refused(RecordingFaulty, match=r"bad\.mp4 can't be played"):
        VideoFrames(tmp_path / "bad.mp4")
