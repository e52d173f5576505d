"""One service a folder, one file a match."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from table_controller.match.state_folder import FolderUnusable, StateFolder, match_logs


def test_matches_are_numbered_and_come_oldest_first(tmp_path: Path) -> None:
    with StateFolder(tmp_path / "state") as folder:
        assert folder.latest() is None
        for number in (1, 2, 3):
            path = folder.next_match()
            assert path.name == f"match-{number:04d}.jsonl"
            path.touch()
        (folder.path / "notes.txt").touch()
        (folder.path / "match-10000.jsonl").touch()
        names = ["match-0001.jsonl", "match-0002.jsonl", "match-0003.jsonl", "match-10000.jsonl"]
        assert [path.name for path in match_logs(folder.path)] == names
        assert folder.next_match().name == "match-10001.jsonl"


def test_thinning_keeps_the_latest_and_everything_else_in_the_folder(tmp_path: Path) -> None:
    with StateFolder(tmp_path) as folder:
        for _ in range(5):
            folder.next_match().touch()
        (tmp_path / "notes.txt").touch()
        folder.keep_latest(2, only=lambda path: path.name != "match-0002.jsonl")
        kept = ["match-0002.jsonl", "match-0004.jsonl", "match-0005.jsonl"]
        assert [path.name for path in folder.matches()] == kept
        assert (tmp_path / "notes.txt").exists()


def test_a_second_service_is_refused_and_told_which_process_has_the_folder(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from table_controller.match.state_folder import StateFolder\n"
        "folder = StateFolder(Path(sys.argv[1])); print('claimed', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdin is not None
        assert other.stdout.readline() == b"claimed\n"
        with pytest.raises(FolderUnusable, match=rf"\(process {other.pid}\).*--state DIR"):
            StateFolder(tmp_path)
        other.kill()  # however it ends, the folder is free again
        other.wait()
        other.stdin.close()
    StateFolder(tmp_path).close()


def test_a_folder_that_can_not_be_made_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FolderUnusable, match=r"can't be written \(not a directory\): give another"):
        StateFolder(tmp_path / "file" / "state")
