"""What the documents show as code is true because it runs."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_example_plays_as_it_says() -> None:
    outcome = doctest.testfile(str(ROOT / "docs" / "theory.md"), module_relative=False)
    assert outcome.attempted >= 5 and outcome.failed == 0


def test_every_file_the_readme_names_is_there() -> None:
    text = (ROOT / "README.md").read_text()
    named = set(re.findall(r"`([a-z_]+/[\w./-]+|[A-Z]+\.md|LICENSE)`", text))
    named |= set(re.findall(r"\]\(([\w./-]+)\)", text))
    gone = [name for name in sorted(named) if not (ROOT / name).exists() and not name.startswith("build/")]
    assert named and not gone
