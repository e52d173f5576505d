"""What is said of a picture of the table: everything that can be wrong, in words, and nothing where nothing is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from table_controller.words.facts import said
from tests.vision.a_view import Image, view
from vision.mat.judging import Fault, remarks
from vision.mat.mats import A3_FOUR, MATS, Mat
from vision.mat.print_scale import card_height, judged_scale
from vision.mat.taps import registration_by

GOOD = view(A3_FOUR)


def faults(picture: Image, mat: Mat = A3_FOUR) -> list[Fault]:
    return [remark.fault for remark in remarks(picture, mat)]


@pytest.mark.parametrize("name", ["a3-3", "a3-4", "a3-5", "a3-6", "tabloid-4", "letter-6"])
def test_a_good_view_of_any_mat_needs_no_remark(name: str) -> None:
    assert faults(view(MATS[name]), MATS[name]) == []


def test_black_flat_and_half_pictures() -> None:
    assert faults(np.zeros_like(GOOD)) == [Fault.BLACK]
    assert faults(np.full_like(GOOD, 128)) == [Fault.BLACK]
    half = GOOD.copy()
    half[560:] = 128
    assert faults(half)[0] is Fault.HALF
    repeated = GOOD.copy()
    repeated[500:] = repeated[499]
    assert faults(repeated)[0] is Fault.HALF


def test_no_mat_and_one_marker_of_it() -> None:
    rng = np.random.default_rng(3)
    bare = np.clip(rng.normal(110, 20, GOOD.shape), 0, 255).astype(np.uint8)
    [remark] = remarks(bare, A3_FOUR)
    assert remark.fault is Fault.NO_MAT and "none of its" in said(remark) and "by hand" in said(remark)
    covered = GOOD.copy()
    covered[:, 600:] = 90
    covered[400:] = 90
    covered = np.clip(covered + rng.normal(0, 3, GOOD.shape), 0, 255).astype(np.uint8)
    assert "only one of its" in said(remarks(covered, A3_FOUR)[0])


def test_hidden_markers_are_named() -> None:
    hidden = GOOD.copy()
    hidden[120:240, 860:980] = 60
    hidden[480:600, 310:420] = 60
    [remark] = remarks(hidden, A3_FOUR)
    assert said(remark).startswith("Markers 2 (top right) and 4 (bottom left) of the mat are hidden")
    assert not remark.stops


def test_a_mirrored_picture() -> None:
    assert faults(np.ascontiguousarray(GOOD[:, ::-1])) == [Fault.MIRRORED]


@pytest.mark.parametrize("seats", [3, 5, 6])
def test_the_mat_for_another_number_of_seats(seats: int) -> None:
    [remark] = remarks(view(MATS[f"a3-{seats}"]), A3_FOUR)
    assert remark.fault is Fault.WRONG_MAT and f"for {seats} seats" in said(remark) and "for 4" in said(remark)


def test_two_mats_of_one_kind_and_of_two() -> None:
    small = cv2.resize(view(A3_FOUR), (640, 360))
    other = cv2.resize(view(MATS["a3-5"]), (640, 360))
    assert faults(np.vstack([np.hstack([small, small])] * 2)) == [Fault.TWO_MATS]
    assert faults(np.vstack([np.hstack([small, other]), np.full((360, 1280, 3), 100, np.uint8)]))[0] in (
        Fault.TWO_MATS, Fault.WRONG_MAT,
    )  # fmt: skip


def test_dark_bright_and_uneven_light_is_told_by_seat() -> None:
    shade = np.ones(GOOD.shape)
    shade[:330] = 0.25
    dark = (GOOD * shade).astype(np.uint8)
    [remark] = remarks(dark, A3_FOUR)
    assert remark.fault is Fault.DARK and "seat 3's side" in said(remark)
    assert "everywhere" in said(remarks((GOOD * 0.25).astype(np.uint8), A3_FOUR)[0])
    lit = GOOD.astype(float)
    lit[:, 690:] += 60
    assert [said(remark)[:30] for remark in remarks(np.clip(lit, 0, 255).astype(np.uint8), A3_FOUR)] == [
        "Too bright on seat 4's side: t"
    ]
    half_light = np.ones(GOOD.shape)
    half_light[:330] = 0.45
    assert faults((GOOD * half_light).astype(np.uint8)) == [Fault.UNEVEN]


def test_a_picture_out_of_focus() -> None:
    assert Fault.FOCUS in faults(np.asarray(cv2.GaussianBlur(GOOD, (0, 0), 3.2), np.uint8))
    assert faults(np.asarray(cv2.GaussianBlur(GOOD, (0, 0), 0.8), np.uint8)) == []


def test_a_camera_too_far_away_aslant_or_turned_away() -> None:
    assert Fault.FAR in faults(view(A3_FOUR, px_per_mm=1.0))
    assert Fault.SLANTED in faults(view(A3_FOUR, slant=0.5))
    shifted = cv2.warpAffine(GOOD, np.array([[1, 0, 290], [0, 1, 0.0]]), (1280, 720), borderMode=cv2.BORDER_REFLECT)
    cut = [remark for remark in remarks(np.asarray(shifted, np.uint8), A3_FOUR) if remark.fault is Fault.CUT_OFF]
    assert cut and "seat 4" in said(cut[0])


def test_a_table_by_four_taps_is_judged_without_its_mat() -> None:
    taps = ((325.5, 137.5), (954.5, 137.5), (954.5, 582.5), (325.5, 582.5))
    fixed = registration_by(taps, A3_FOUR)
    cloth = np.clip(np.random.default_rng(4).normal(60, 8, GOOD.shape), 0, 255).astype(np.uint8)
    assert remarks(cloth, A3_FOUR)[0].fault is Fault.NO_MAT and remarks(cloth, A3_FOUR, fixed) == []
    assert [remark.fault for remark in remarks(np.zeros_like(GOOD), A3_FOUR, fixed)] == [Fault.BLACK]
    cloth[:330] //= 3
    [uneven] = remarks(cloth, A3_FOUR, fixed)
    assert uneven.fault is Fault.UNEVEN and "seat 3" in said(uneven).lower()
    near = registration_by(tuple((x + 300, y) for x, y in taps), A3_FOUR)
    assert Fault.CUT_OFF in [remark.fault for remark in remarks(GOOD, A3_FOUR, near)]


def test_every_remark_says_what_to_do() -> None:
    rng = np.random.default_rng(5)
    pictures = [
        np.zeros_like(GOOD), np.full_like(GOOD, 120), GOOD[:, ::-1], view(MATS["a3-5"]), GOOD // 4,
        view(A3_FOUR, px_per_mm=1.0), view(A3_FOUR, slant=0.5), rng.integers(90, 140, GOOD.shape, dtype=np.uint8),
    ]  # fmt: skip
    told = [said(remark) for each in pictures for remark in remarks(np.ascontiguousarray(each), A3_FOUR)]
    assert len(told) >= 8 and all(": " in text or "; " in text for text in told)


@pytest.mark.parametrize(("printed_at", "turn"), [(1.0, 0.0), (1.0, 31.0), (0.97, 12.0), (0.94, 80.0), (1.04, 0.0)])
def test_a_card_on_the_mat_tells_the_prints_scale(printed_at: float, turn: float) -> None:
    bare = view(A3_FOUR, printed_at=printed_at)
    height = card_height(bare, view(A3_FOUR, printed_at=printed_at, card=(213.0, 150.0), turn=turn), A3_FOUR)
    assert height == pytest.approx(88 / printed_at, abs=1.1)
    remark = judged_scale(height or 0.0)
    if printed_at == 1.0:
        assert remark is None
    else:
        assert remark is not None and f"{round(100 * printed_at)} %" in said(remark)


def test_without_a_card_or_a_mat_nothing_is_measured() -> None:
    assert card_height(GOOD, GOOD, A3_FOUR) is None
    assert card_height(np.zeros_like(GOOD), GOOD, A3_FOUR) is None
