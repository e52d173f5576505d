"""The frozen pictures, read: no card may be named wrongly, and the figures only ever get better.

`frozen/reads.json` holds what the reader makes of each picture, card by card: exact expectations, so that a change of
model, rules of assembly or thresholds shows where it acts. Written anew by `python -m tests.vision.frozen_set --reads`.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tests.vision.frozen_set import CONDITIONS, FROZEN, read_labelled
from vision.workshop.studio.print.decks import STYLES

LABELS: list[dict[str, Any]] = json.loads((FROZEN / "labels.json").read_text())
READS: dict[str, list[str]] = json.loads((FROZEN / "reads.json").read_text())
LEAST_READ = 114
"""Of 118 cards with an index in sight, so many are named; this only ever goes up."""


@pytest.mark.parametrize("label", LABELS, ids=lambda label: label["image"].removesuffix(".jpg"))
def test_every_picture_is_read_as_it_was(label: dict[str, Any]) -> None:
    named = read_labelled(label)
    assert not Counter(named) - Counter(c["card"] for c in label["cards"]), "a card is named that does not lie there"
    assert named == READS[label["image"]]


def test_the_whole_set_is_read_as_well_as_it_was() -> None:
    wanted = sum(not c["difficult"] for label in LABELS for c in label["cards"])
    hit = sum(c["card"] in READS[label["image"]] and not c["difficult"] for label in LABELS for c in label["cards"])
    assert wanted == 118 and hit >= LEAST_READ


def test_every_deck_and_every_condition_is_there() -> None:
    names = [label["image"].removesuffix(".jpg").split("_") for label in LABELS]
    assert {condition for condition, _ in names} == set(CONDITIONS)
    assert {deck for _, deck in names} == set(STYLES)
