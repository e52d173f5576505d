"""What happened at the table, as told stories: each file of `told/` is played to the real inference and engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table_controller.watching.script import played

STORIES = sorted(Path(__file__).with_name("told").glob("*.txt"))


@pytest.mark.parametrize("file", STORIES, ids=[file.stem for file in STORIES])
def test_the_story_is_told_as_it_is_written(file: Path) -> None:
    expected, told = played(file.read_text("utf-8"))
    assert told == expected
