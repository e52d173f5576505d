"""The documents are true: what they draw is what the code says, and every file they name is there."""

from __future__ import annotations

import re

import pytest

from tests import ROOT
from tests.rooms_drawn import PATH, doors, drawing, floors

ROOMS = "engine|vision|hardware|firmware_bridge|table_controller|tests|docs"
DOCUMENTS = sorted(path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_the_drawing_of_the_rooms_is_what_the_imports_say() -> None:
    assert PATH.read_text("utf-8") == drawing(), "draw it anew: python -m tests.rooms_drawn"


def test_every_arrow_of_the_drawing_leads_down() -> None:
    known = doors()
    level = {place: number for number, row in enumerate(floors(known)) for place in row}
    assert all(level[place] < level[other] for place, others in known.items() for other in others)


@pytest.mark.parametrize("document", [each for each in DOCUMENTS if each != "CHANGELOG.md"])
def test_every_file_and_command_a_document_names_is_there(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    here = (ROOT / document).parent
    named = set(re.findall(rf"`((?:{ROOMS})/[\w./-]+)`", text))
    linked = {link for link in re.findall(r"\]\(([\w./-]+)\)", text) if not link.startswith("http")}
    modules = set(re.findall(rf"python -m ((?:{ROOMS})[\w.]*)", text))
    gone = [name for name in named if not (ROOT / name).exists()]
    gone += [link for link in linked if not (here / link).exists()]
    gone += [each for each in modules if not _is_module(each)]
    assert not gone


def _is_module(name: str) -> bool:
    place = ROOT / name.replace(".", "/")
    return place.with_suffix(".py").exists() or (place / "__main__.py").exists()
