from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import hardware
from hardware.makers.sketches import main, sketches

SVG = "{http://www.w3.org/2000/svg}"
MAKERS = Path(hardware.__file__).parent / "makers"


@pytest.mark.parametrize("name", sketches())
def test_what_the_guide_shows_is_what_the_script_draws(name: str, tmp_path: Path) -> None:
    main(str(tmp_path))
    assert (tmp_path / name).read_text() == (MAKERS / name).read_text()


@pytest.mark.parametrize("name", sketches())
def test_no_word_is_cut_off(name: str) -> None:
    """A letter of this size is never wider than 0.62 of its height on average."""
    root = ET.fromstring(sketches()[name])
    width = float(root.attrib["viewBox"].split()[2])
    for text in root.iter(f"{SVG}text"):
        x, long = float(text.attrib["x"]), 0.62 * float(text.attrib["font-size"]) * len(text.text or "")
        left = {"start": x, "middle": x - long / 2, "end": x - long}[text.attrib["text-anchor"]]
        assert left >= 0 and left + long <= width, text.text
