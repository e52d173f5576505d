"""A table without a camera: it goes on after a cut, and is refused in words when names and rules do not fit."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.inputs import GiveRuling, MakeCall, NewMatch
from engine.rules.rulesets import preset
from engine.wire import to_json
from table_controller.match.eventlog import EventLog, read_log
from table_controller.match.house_rules import find_rules
from table_controller.match.settings import parse_settings
from table_controller.match.state_folder import StateFolder, match_logs
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


def test_a_new_match_is_answered_once_its_first_decision_is_on_disk_and_else_the_old_one_goes_on(
    tmp_path: Path,
) -> None:
    """Killed before that, the match that was on is taken up; where the new log can't be written it simply goes on."""
    asked = NewMatch(preset("iowa_standard"), ("Eve", "Finn", "Gus", "Hal"), 2)
    with a_table(tmp_path) as table:
        referee = table.desk.referee
        assert referee is not None
        first = referee.log.path
        (tmp_path / "match-0002.tokens").mkdir()  # where the new match's secrets belong nothing can be written
        said = table.act(0, asked)
        assert said.status_code == 503 and "does not count" in said.json()["refused"]
        assert match_logs(tmp_path) == (first,)
        assert table.act(2, MakeCall(2, "pass")).status_code == 200
        (tmp_path / "match-0002.tokens").rmdir()
        assert table.act(0, asked).status_code == 200
        latest = match_logs(tmp_path)[-1]
        assert latest != first and [type(entry.input) for entry in read_log(latest).entries] == [NewMatch]


def test_a_log_that_was_never_begun_does_not_hide_the_match_before_it(tmp_path: Path) -> None:
    """Killed between the header of a new match's log and its first decision."""
    with StateFolder(tmp_path) as folder:
        with EventLog(folder.next_match()) as begun:
            begun.append(NewMatch("iowa_standard", ("Ann", "Ben", "Cy", "Dee"), 1), (), t="now")
        with EventLog(folder.next_match()):
            pass
        assert unfinished(folder) == begun.path


@pytest.mark.parametrize("points", ["1e308", "-1e308", "1e7", "1" + "0" * 400, "NaN", "Infinity"])
def test_a_ruling_beyond_all_counting_is_refused_and_the_match_goes_on(tmp_path: Path, points: str) -> None:
    with a_table(tmp_path) as table, table.referee() as door:
        told = json.dumps({"input": to_json(GiveRuling("house", (7.5, 0)))}).replace("7.5", points)
        for _ in range(2):
            answer = door.post("/act", content=told, headers={"Content-Type": "application/json"})
            assert answer.status_code == 400, answer.text
        assert table.act(2, MakeCall(2, "pass")).status_code == 200


def test_a_word_said_again_with_its_key_counts_once_also_after_a_restart(tmp_path: Path) -> None:
    body, named = {"input": to_json(GiveRuling("house", (1, 0)))}, {"Idempotency-Key": "9f3c"}
    for _ in range(2):
        with a_table(tmp_path) as table, table.referee() as door:
            told = [door.post("/act", json=body, headers=named).json() for _ in range(2)]
            assert told == [{"sequence": 2}, {"sequence": 2}]
    assert len(read_log(match_logs(tmp_path)[0]).entries) == 2


def test_a_folder_that_was_deleted_takes_no_word_as_said(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    with a_table(folder) as table:
        shutil.rmtree(folder)
        for _ in range(3):
            answer = table.act(2, MakeCall(2, "pass"))
            assert answer.status_code == 503 and "does not count" in answer.json()["refused"]
