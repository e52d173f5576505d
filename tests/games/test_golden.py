"""Each preset against its golden files; `python tests/games/golden.py` writes them anew."""

from __future__ import annotations

import golden
import pytest


@pytest.mark.parametrize("name", golden.NAMES)
def test_legal_continuations(name: str) -> None:
    assert golden.continuations(name) == (golden.HERE / "perft" / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", golden.NAMES)
def test_playthrough(name: str) -> None:
    assert golden.playthrough(name) == (golden.HERE / "playthrough" / f"{name}.txt").read_text(encoding="utf-8")
