"""The same card twice in one picture of a deck that has it once: both are told, one of them as doubtful."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.certainty import NAMED
from tests.vision.reading.test_leftover import Spot, face, table
from vision.reading.reader import Reader

CARDS = ("2C", "QH", "9S", "AD", "KC", "TD", "7H", "JS")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def in_a_row(text: str) -> list[Spot]:
    """Side by side, so near that any index of one could be the other's third corner."""
    return [(face("5S"), 150, 300, 0), (face("6S"), 330, 300, 0), (face(text), 510, 300, 0), (face(text), 690, 300, 0)]


def thrown(text: str) -> list[Spot]:
    return [(face(text), 200, 250, 20), (face("6S"), 450, 300, -30), (face(text), 700, 480, 100)]


@pytest.mark.parametrize("text", CARDS)
@pytest.mark.parametrize("lie", [in_a_row, thrown])
def test_a_twin_is_not_swallowed(reader: Reader, lie: Callable[[str], list[Spot]], text: str) -> None:
    """None of these 16 twins was told before."""
    picture = table(lie(text))
    reading = reader.read_photo(picture)
    told = [seen.confidence for seen in (*reading.cards, *reading.unsure) if seen.card.text == text]
    assert len(told) == 2 and min(told) < NAMED <= max(told)
    both = reader.read_photo(picture, copies=2)
    assert [seen.card.text for seen in both.cards].count(text) == 2
