"""The runner of real series: it counts rightly, takes files out of a git directory, and says what it skips."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import Rank
from tests.bench.real_series import CLOTH, Absent, Store, Told, against, bare, main


def test_every_name_told_is_counted_once() -> None:
    row = ["king", "nine", "back"]
    assert against(row, [Rank.KING, Rank.NINE], 0) == Told(right=2)
    assert against(row, [Rank.KING], 2) == Told(right=1, open=1, backs=1)
    assert against(row, [Rank.KING, Rank.TEN], 0) == Told(right=1, wrong=1)
    assert against(row, [Rank.KING, Rank.NINE, Rank.TEN], 2) == Told(right=2, many=2, backs=1)
    assert against(row, [], 0) == Told(missed=2)


def test_a_card_of_an_earlier_deal_stays_and_is_no_wrong_name() -> None:
    assert against(["king"], [], 1, [Rank.FIVE]) == Told(open=1, stay=1)
    assert against(["king"], [], 0, [Rank.KING]) == Told(right=1)
    assert against(["king", "two"], [Rank.TWO], 0, [Rank.FIVE]) == Told(right=1, missed=1, stay=1)


@pytest.fixture
def fetched(tmp_path: Path) -> tuple[Path, str]:
    """A folder with a git directory of a picture, as a fetch leaves it, and its commit."""
    work, kept = tmp_path / "work", tmp_path / "mirror" / "somebody+cards" / "repo"
    (work / "imgs").mkdir(parents=True)
    cv2.imwrite(str(work / "imgs" / "a.png"), np.full((60, 80, 3), 77, np.uint8))
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "a picture"]):
        subprocess.run(["git", *command], cwd=work, check=True)
    subprocess.run(["git", "clone", "-q", "--bare", str(work), str(kept)], check=True)
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=work, check=True, capture_output=True, text=True)
    return tmp_path / "mirror", done.stdout.strip()


def test_pictures_are_taken_out_of_a_git_directory(fetched: tuple[Path, str]) -> None:
    where, commit = fetched
    store = Store.of(where, {"repo": "somebody/cards", "commit": commit})
    assert store.names("imgs") == ["imgs/a.png"]
    assert (store.picture("imgs/a.png") == 77).all()
    with pytest.raises(Absent, match=r"imgs/b\.png"):
        store.picture("imgs/b.png")
    with pytest.raises(Absent, match="commit 0000000000"):
        Store.of(where, {"repo": "somebody/cards", "commit": "0" * 40})


def test_what_is_absent_is_skipped_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--where", str(tmp_path)]) == 0
    assert "Skipped: there is no" in capsys.readouterr().out
    series = {name: {"repo": f"nobody/{name}", "commit": "0" * 40} for name in ("blackjack", "riffle")}
    (tmp_path / "series.json").write_text(json.dumps(series))
    assert main(["--where", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "blackjack: skipped, nobody/blackjack is not in" in told and "riffle: skipped" in told


def test_the_empty_table_is_made_of_the_cloth_between_the_rows() -> None:
    _, first, last = CLOTH
    picture = np.zeros((576, 64, 3), np.uint8)
    picture[first:last] = 90
    assert (bare(picture) == 90).all() and bare(picture).shape == picture.shape
