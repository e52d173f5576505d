"""`rules score`: every worked example of the rulebook by the command line, and what is no question refused."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.rules.rulesets import preset
from table_controller.__main__ import main
from tests import ROOT
from tests.table_controller.mini import call

Inside = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Inside:
    """The same command line without a process of its own: for long tables of small questions."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["pepper-table", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, int(ended.value.code or 0), printed.out, printed.err)

    return run


def worked_examples() -> list[tuple[str, Any]]:
    """The rows of the rulebook as the engine's tests hold them, without the table that plays them there."""
    path = ROOT / "tests" / "engine" / "play" / "test_worked_examples.py"
    wanted = ("Example", "d", "EXAMPLES", "CASES")
    kept = []
    for node in ast.parse(path.read_text("utf-8")).body:
        targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [node])
        names = [getattr(target, "id", getattr(target, "name", "")) for target in targets]
        if names[0] in wanted or (isinstance(node, ast.ImportFrom) and node.module in ("__future__", "dataclasses")):
            kept.append(node)
    found: dict[str, Any] = {"__name__": __name__}
    exec(compile(ast.Module(kept, []), str(path), "exec"), found)
    return list(found["CASES"])


def asked(name: str, row: Any) -> list[str]:
    """The row as somebody types it."""
    answers = ["play" if letter == "p" else "drop" for letter in row.drop]
    if preset(name).in_teams:
        answers = answers[:1]
    elif preset(name).drop.form == "vote" and "drop" not in answers:
        answers = []
    options = {
        "--preset": name,
        "--bid": row.bid,
        "--trump": row.trump,
        "--tricks": ",".join(map(str, row.tricks)),
        "--answer": ",".join(answers),
        "--before": ",".join(map(str, row.before)),
    }
    given = [part for option, value in options.items() if value for part in (option, value)]
    return ["rules", "score", *given, *(["--lone"] if row.lone else []), "--json"]


ROWS = worked_examples()


def test_all_rows_are_there() -> None:
    assert len(ROWS) >= 75 and len({name for name, _ in ROWS}) >= 22


@pytest.mark.parametrize(("name", "row"), ROWS, ids=[f"{name}-{row.bid}-{row.tricks}" for name, row in ROWS])
def test_the_row_by_the_command_line(inside: Inside, name: str, row: Any) -> None:
    result = inside(*asked(name, row))
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert list(told) == ["preset", "delta", "made", "why"]
    assert (told["preset"], told["delta"], told["made"]) == (name, list(row.delta), row.delta[0] > 0)
    assert told["why"] and all(sentence.endswith((".", ")")) for sentence in told["why"])


@pytest.mark.parametrize(
    ("arguments", "delta"),
    [
        ("--preset stick_dealer --bid surrender", [-3, 0]),
        ("--preset iowa_standard --bid pass", [0, 0]),
        ("--preset reagan_5 --bid 4 --answer drop,drop,drop", [4, 0, 0, 0, 0]),
        ("--preset reagan_5 --bid 4 --answer drop,drop,drop,play", [4, 0, 0, 0, 0]),
        ("--preset reagan_5 --bid 4 --answer drop,drop,play,play --tricks 3,1,2,0,0", [4, 4, 2, 2, 2]),
        ("--preset reagan_5 --bid 4 --answer drop", [4, 0, 0, 0, 0]),
        ("--preset cutthroat_3 --bid 4 --answer drop", [4, 0, 0]),
        ("--preset cutthroat_3 --bid 4 --answer play --tricks 5,3,0", [4, 3, -4]),
        ("--preset five_tricks+nt50 --bid 3 --trump nt --tricks 3,2", [4.5, 0]),
    ],
)
def test_what_else_is_asked(inside: Inside, arguments: str, delta: list[float]) -> None:
    result = inside("rules", "score", *arguments.split(), "--json")
    assert json.loads(result.stdout)["delta"] == delta, result.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("--bid 9 --tricks 6,0", "no bid '9': bids are 1, 2, 3, 4, 5, 6, little, big"),
        ("--bid 4 --tricks 5,2", "has 6 tricks, not 7"),
        ("--bid 4 --tricks 5", "needs 2 numbers of tricks"),
        ("--bid 4 --tricks five,1", "give numbers"),
        ("--bid 4 --tricks nan,1", "give numbers"),
        ("--bid 4 --tricks 4.5,1.5", "give whole numbers"),
        ("--bid 4 --tricks 7,-1", "fewer than no tricks"),
        ("--bid 4", "needs 2 numbers of tricks"),
        ("--bid 4 --tricks 5,1 --trump X", "choose one of C, D, H, S, NT"),
        ("--bid 4 --tricks 5,1 --answer maybe", "'maybe' is no answer"),
        ("--bid 4 --tricks 5,1 --answer play,drop", "needs one answer"),
        ("--bid surrender", "nobody surrenders"),
        ("--bid 4 --tricks 5,1 --before 1", "keeps 2 scores"),
        ("--bid 4 --tricks 5,1 --before x,1", "give numbers"),
        ("--preset five_tricks --bid 3 --tricks 3,2 --lone", "is not played alone"),
        ("--preset no_nt --bid 3 --tricks 3,3 --trump NT", "not played in no trump"),
        ("--preset iowa_standart --bid 3 --tricks 3,3", "did you mean iowa_standard?"),
    ],
)
def test_a_question_that_does_not_fit_is_refused(inside: Inside, arguments: str, told: str) -> None:
    result = inside("rules", "score", *arguments.split())
    assert result.returncode == 1 and result.stdout == ""
    assert told in result.stderr and len(result.stderr.splitlines()) == 1


def test_a_score_in_words_says_why_and_a_house_file_is_taken_too(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "five_tricks+nt50"\n')
    told = call(
        "rules", "score", "--preset", house, "--bid", "3", "--trump", "NT", "--tricks", "3,2"
    ).stdout.splitlines()
    assert told[0] == "+4½ / 0"
    assert told[1].startswith("The bidding side bid 3 in no trump and took 3 tricks: made, +4½")
