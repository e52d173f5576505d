"""Real photographs of other people's decks and tables: the floor that reading must not fall below.

They lie beside the project, not in it; where they are absent these tests say so and are skipped.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests import SHARED
from vision.pictures import load_picture
from vision.reading.reader import Reader

PHOTOS = SHARED / "photos"
RATCHET = Path(__file__).parent / "photos_score.json"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"the labelled photographs are not at ../shared/photos ({PHOTOS})"),
]


def test_reading_is_no_worse_than_it_was() -> None:
    """Recall in percent and wrong reads in 1,000 against the stored figures, which only ever get better."""
    reader = Reader.load()
    hit = wanted = wrong = reads = 0
    for labels in sorted(PHOTOS.glob("*/labels.json")):
        for entry in json.loads(labels.read_text()):
            easy = Counter(c["card"] for c in entry["cards"] if not c.get("difficult"))
            every = Counter(c["card"] for c in entry["cards"])
            got = Counter(str(c.card) for c in reader.read_photo(load_picture(labels.parent / entry["image"])).cards)
            hit, wanted = hit + (got & easy).total(), wanted + easy.total()
            if entry.get("complete") is True:
                wrong, reads = wrong + (got - every).total(), reads + got.total()
    floor = json.loads(RATCHET.read_text())
    recall, wrong_per_1000 = 100 * hit / wanted, 1000 * wrong / reads
    assert recall >= floor["recall"] and wrong_per_1000 <= floor["wrong_per_1000"], (recall, wrong_per_1000)
