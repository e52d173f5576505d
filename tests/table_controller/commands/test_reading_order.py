"""`pepper-table read --sequence` over pictures of a real hand: every card once, in the order of play."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from table_controller.match.playback import bundled
from tests.table_controller.mini import call

HAND = bundled("iowa_hand") or Path("nowhere")
FIRST_TRICK, SECOND = (36, 43, 50, 57), (70, 77)
PLAYED = ["JH", "JS", "9H", "QH", "AH", "TD"]


def by_hand(picture: np.ndarray, seed: int) -> np.ndarray:
    """The picture as from a camera held by hand: turned, tilted, nearer or farther."""
    rng, (height, width) = np.random.default_rng(seed), picture.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    tilt = cv2.getPerspectiveTransform(corners, corners + rng.uniform(-60, 60, (4, 2)).astype(np.float32))
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(-25, 25)), float(rng.uniform(0.85, 1)))
    return cv2.warpPerspective(picture, np.vstack([turn, (0, 0, 1)]) @ tilt, (width, height))


@pytest.fixture(scope="module")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Six pictures of one hand; each says when it was taken, and their names are in no order."""
    folder, found = tmp_path_factory.mktemp("photographs"), []
    for k, frame in enumerate((*FIRST_TRICK, *SECOND)):
        picture = by_hand(cv2.imread(str(HAND / f"{frame:04}.jpg")), k)
        exif = Image.Exif()
        exif.get_ifd(0x8769)[0x9003] = f"2026:11:30 20:15:{k:02}"
        found.append(folder / f"{'dbface'[k]}.jpg")
        Image.fromarray(picture[..., ::-1]).save(found[-1], quality=92, exif=exif)
    return found


def test_plays_come_in_order_with_a_mark_each_though_the_camera_moves(photographs: list[Path]) -> None:
    result = call("read", "--sequence", "--json", *photographs)
    assert result.returncode == 0, result.stderr
    *pictures, end = [json.loads(line) for line in result.stdout.splitlines()]
    assert [card["card"] for card in end["order"]] == PLAYED
    assert [card["picture"] for card in end["order"]] == list(range(6))
    marks = {card["card"]: card["mark"] for card in end["order"]}
    assert len(set(marks.values())) == 6
    for picture in pictures:
        for what in ("came", "stays", "unseen", "gone"):
            assert all(marks[card["card"]] == card["mark"] for card in picture[what])
    assert {card["card"] for card in pictures[4]["gone"]} == set(PLAYED[:4])
    assert all(len(card["corners"]) == 4 for card in pictures[5]["stays"])


def test_pictures_go_by_the_cameras_time_when_asked(photographs: list[Path]) -> None:
    told = call("read", "--sequence", "--by-time", *sorted(photographs)).stdout
    assert told.splitlines()[-1] == f"In order: {', '.join(PLAYED)}."
    assert told.splitlines()[1].endswith("new JS; stays JH")


def test_a_picture_that_is_none_is_named_and_nothing_is_concluded_from_it(
    photographs: list[Path], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_text("no picture")
    result = call("read", "--sequence", "--json", photographs[0], bad, bad, photographs[1])
    assert result.returncode == 1 and str(bad) in result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [card["card"] for card in lines[1]["stays"]] == ["JH"]


def test_times_are_asked_for_only_where_there_are_any(photographs: list[Path], tmp_path: Path) -> None:
    timeless = tmp_path / "timeless.png"
    cv2.imwrite(str(timeless), np.full((64, 64, 3), 90, np.uint8))
    refused = call("read", "--sequence", "--by-time", photographs[0], timeless)
    assert refused.returncode == 1 and "without --by-time" in refused.stderr and not refused.stdout
    assert "--sequence" in call("read", "--by-time", photographs[0]).stderr
    assert "no card came" in call("read", "--sequence", timeless).stdout
