"""Descriptions of mats: written and read back the same, and refused in a sentence when they describe none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vision.mat.matfile import MatFaulty, description, find_mat, parse_mat, seats_of_marker
from vision.mat.mats import A3_FOUR, MATS, UnknownMat


@pytest.mark.parametrize("name", sorted(MATS))
def test_a_description_gives_the_same_mat_back(name: str) -> None:
    assert parse_mat(json.dumps(description(MATS[name]))) == MATS[name]


def test_another_programs_mat_is_found_by_its_file_beside_the_recording(tmp_path: Path) -> None:
    told = description(A3_FOUR) | {"name": "mine", "reach": 30}
    (tmp_path / "mat.json").write_text(json.dumps(told))
    found = find_mat("mat.json", tmp_path)
    assert (found.name, found.reach, found.seats) == ("mine", 30, 4)
    assert find_mat("a2-6").seats == 6


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"format": 2}, "format 1"),
        ({"seats": {"2": {"play": [0, 0, 1, 1], "hand": [0, 0, 1, 1]}}}, "numbered from 1"),
        ({"middle": [5, 5, 5, 9]}, "empty"),
        ({"markers": {"0": [10, 10]}}, "fewer than two markers"),
        ({"dictionary": "DICT_6X6_50"}, "DICT_4X4_50"),
        ({"size": [420]}, "unpack"),
    ],
)
def test_what_describes_no_mat_is_refused(change: dict[str, object], fault: str) -> None:
    with pytest.raises(MatFaulty, match=fault):
        parse_mat(json.dumps(description(A3_FOUR) | change), "mat.json")


def test_missing_files_and_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MatFaulty, match="can't be read"):
        find_mat("none.json", tmp_path)
    with pytest.raises(UnknownMat):
        find_mat("round table")


def test_a_marker_tells_the_number_of_seats() -> None:
    assert [seats_of_marker(marker) for marker in (0, 3, 4, 11, 12, 15, 16)] == [4, 4, 3, 5, 6, 6, None]
