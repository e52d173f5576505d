"""A table without a camera: it goes on after a cut, and is refused in words when names and rules do not fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.inputs import MakeCall, NewMatch
from table_controller.match.eventlog import EventLog
from table_controller.match.house_rules import find_rules
from table_controller.match.settings import parse_settings
from table_controller.match.state_folder import StateFolder
from table_controller.service.live import unfinished
from table_controller.service.running import mat_for
from tests.table_controller.a_table import a_table
from tests.table_controller.mini import call
from vision.mat.matfile import description
from vision.mat.mats import mat_of


def test_a_match_that_was_cut_off_goes_on_with_the_same_seats(tmp_path: Path) -> None:
    with a_table(tmp_path) as table:
        assert table.act(2, MakeCall(2, "pass")).status_code == 200
        secret = table.token(3)
    with a_table(tmp_path, NewMatch("iowa_standard", ("Eve", "Finn", "Gus", "Hal"), 2)) as table:
        assert table.token(3) == secret
        assert table.state()["seats"][0]["name"] == "Ann"
        assert table.act(3, MakeCall(3, "1")).json() == {"sequence": 3}


def test_what_is_simulated_is_no_match_to_go_on_with(tmp_path: Path) -> None:
    with StateFolder(tmp_path) as folder:
        assert unfinished(folder) is None
        with EventLog(folder.next_match(), source="a recording"):
            pass
        assert unfinished(folder) is None
        with EventLog(folder.next_match()) as real:
            assert unfinished(folder) == real.path


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ('[table]\nnames = ["Ann", "Ben"]\n', "is for 4 players, but 2 names were given"),
        ("[table]\ndealer = 5\n", "no seat 5 to deal"),
        ('[table]\nrules = "iowa_standart"\n', "did you mean iowa_standard?"),
        ('[lamps]\nkind = "gpio"\npins = [[17], [17]]\n', "GPIO 17 is used by the lamp of seat 1 and by the lamp"),
        ("[camera]\n", "camera is {}: input should be a valid string"),
    ],
)
def test_names_and_rules_that_do_not_fit_are_refused_before_anything_is_served(
    tmp_path: Path, config: str, told: str
) -> None:
    path = tmp_path / "table.toml"
    path.write_text(config if "camera" in config else 'camera = "none"\n' + config)
    result = call("run", "--config", path, "--state", tmp_path / "state", "--port", 0)
    assert result.returncode == 1
    assert told in result.stderr and len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("mat", "told"),
    [("a9", "There is no mat 'a9-4'"), ("three.json", "three.json has 3 seats, the rules have 4")],
)
def test_a_mat_that_does_not_fit_is_refused_before_anything_is_served(tmp_path: Path, mat: str, told: str) -> None:
    (tmp_path / "three.json").write_text(json.dumps(description(mat_of(3, "a3"), "three.png", 6.0)))
    name = tmp_path / mat if mat.endswith(".json") else mat
    (tmp_path / "table.toml").write_text(f'camera = "usb"\nmat = "{name}"\n')
    result = call("run", "--config", tmp_path / "table.toml", "--state", tmp_path / "state", "--port", 0)
    assert result.returncode == 1
    assert told in result.stderr and len(result.stderr.splitlines()) == 1


def test_a_mat_of_ones_own_is_described_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(description(mat_of(4, "a2"), "mine.png", 6.0)))
    rules = find_rules("iowa_standard")
    mine = mat_for(parse_settings({"mat": str(tmp_path / "mine.json")}, "the test"), rules)
    assert mine.size == mat_for(parse_settings({"mat": "a2"}, "the test"), rules).size
