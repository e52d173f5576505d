"""The eyes of a live table: what the camera shows is said in words, and a table without a mat is seen by four taps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from engine.rules.rulesets import RulesFaulty
from hardware.cameras.frames import read_picture
from table_controller.match.playback import bundled
from table_controller.watching.eyes import JUDGED_EVERY_S, Eyes, copies_in
from table_controller.watching.last_minute import Ring
from table_controller.words.facts import all_said
from tests.vision.a_view import view
from vision.mat.judging import Fault
from vision.mat.mats import A3_FOUR, MATS
from vision.mat.taps import registration_by
from vision.reading.reader import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def shown(eyes: Eyes, picture: np.ndarray, start: float = 0.0, frames: int = 4) -> str:
    rng = np.random.default_rng(1)
    for k in range(frames):
        noisy = np.clip(picture + rng.normal(0, 1.5, picture.shape), 0, 255).astype(np.uint8)
        eyes.look(noisy, start + k / 10)
    return all_said(eyes.health)


def test_a_live_picture_is_judged_in_words_and_a_recorded_one_is_not(reader: Reader) -> None:
    assert "for 5 seats" in shown(Eyes(reader, live=True), view(MATS["a3-5"]))
    assert "black" in shown(Eyes(reader, live=True), np.zeros((720, 1280, 3)))
    assert "black" not in shown(Eyes(reader), np.zeros((720, 1280, 3)))
    assert shown(Eyes(reader, live=True), view(A3_FOUR)) == "All four markers of the mat in sight."


def test_light_is_told_apart_from_the_mat_and_judged_now_and_then_though_nothing_is_read(reader: Reader) -> None:
    eyes = Eyes(reader, live=True)
    assert shown(eyes, view(A3_FOUR) // 4) == "All four markers of the mat in sight."
    assert [remark.fault for remark in eyes.remarks] == [Fault.DARK]
    assert not eyes.judge(view(A3_FOUR), JUDGED_EVERY_S - 1) and eyes.remarks
    assert eyes.judge(view(A3_FOUR), JUDGED_EVERY_S) and eyes.remarks == ()
    assert eyes.judge(view(A3_FOUR), 0.0), "a clock that went back judges too"


def test_what_is_said_is_taken_back_once_all_is_well(reader: Reader) -> None:
    eyes = Eyes(reader, live=True)
    assert "mirrored" in shown(eyes, view(A3_FOUR)[:, ::-1])
    assert shown(eyes, view(A3_FOUR), start=JUDGED_EVERY_S + 1) == "All four markers of the mat in sight."


def test_by_four_taps_a_table_needs_no_mat(reader: Reader) -> None:
    bare = np.clip(np.random.default_rng(3).normal(120, 18, (720, 1280, 3)), 0, 255)
    fixed = registration_by(((330, 130), (955, 118), (985, 600), (300, 590)), A3_FOUR)
    eyes = Eyes(reader, fixed=fixed)
    assert "tapped" in shown(eyes, bare)
    live = Eyes(reader, fixed=fixed, live=True)
    assert shown(live, bare) == shown(eyes, bare), "and no mat is asked for"
    assert "not in sight" in shown(Eyes(reader), bare)
    live.fix(None)
    assert "not in sight" in shown(live, bare, start=1.0)
    live.fix(fixed)
    assert "tapped" in shown(live, bare, start=2.0)


def test_the_ring_is_shown_every_picture_and_kept_only_when_asked(reader: Reader) -> None:
    eyes = Eyes(reader, ring=Ring(10.0))
    shown(eyes, view(A3_FOUR), frames=2)
    assert len(eyes.ring.kept) == 1
    plain = Eyes(reader)
    shown(plain, view(A3_FOUR), frames=2)
    assert plain.ring.kept == ()


def test_a_card_is_cut_out_while_the_next_picture_is_read(reader: Reader) -> None:
    film = bundled("iowa_hand")
    assert film is not None
    eyes, laid = Eyes(reader, first_mark=100), read_picture(film / "0038.jpg")
    shown(eyes, read_picture(film / "0001.jpg"))
    shown(eyes, laid, start=1.0)
    with ThreadPoolExecutor(2) as pool:
        cuts = [pool.submit(eyes.crop, mark) for mark in (101, 101, 1, 999)]
        shown(eyes, laid, start=2.0)
        found = [cut.result() for cut in cuts]
    assert found[0] is not None and found[0].startswith(b"\x89PNG") and found[1] is not None
    assert found[2:] == [None, None], "marks are the log's, not the camera's own"


def test_how_often_a_card_is_in_the_deck() -> None:
    assert copies_in("iowa_standard") == 1 and copies_in("dilley_5") == 2
    with pytest.raises(RulesFaulty):
        copies_in("no such game")
