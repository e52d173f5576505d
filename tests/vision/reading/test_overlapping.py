"""Cards that lie on one another, equal cards of a double deck, and the four indices of one card."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import Card
from vision.mat.mats import A3_FOUR
from vision.pictures import Image
from vision.reading.reader import Reader
from vision.table.sighting import Settled
from vision.table.watch import Watcher
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.film import Light, Sensor
from vision.workshop.studio.scene.table import Scene, Stage
from vision.workshop.studio.scene.things import Lying

AH, KC, QS = (Card.parse(text) for text in ("AH", "KC", "QS"))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def stage(deck: str) -> Stage:
    return Stage(STYLES[deck], "oak", 4, Camera(), Light(), Sensor(), A3_FOUR)


def watched(reader: Reader, table: Stage, *layouts: tuple[Lying, ...]) -> list[Settled]:
    """What the watcher tells of these layouts, each at rest for six frames, after an empty table."""
    watcher, told, t = Watcher(reader, A3_FOUR, copies=2), [], 0.0
    for cards in ((), *layouts):
        settled = None
        for _ in range(6):
            settled = watcher.see(photograph(table, cards), t) or settled
            t += 0.1
        if settled is not None:
            told.append(settled)
    return told


def photograph(table: Stage, cards: tuple[Lying, ...]) -> Image:
    return np.asarray(table.photograph(Scene(cards)), np.uint8)


def faces(settled: Settled) -> list[tuple[str, str]]:
    return sorted((str(seen.face), seen.place.text) for seen in settled.sightings)


FOUR_CORNERS = sorted(name for name, style in STYLES.items() if style.index.corners == 4)


@pytest.mark.parametrize("deck", FOUR_CORNERS)
@pytest.mark.parametrize("turn", [0.0, 22.0, 95.0])
def test_the_four_indices_of_a_card_are_one_card_where_it_lies(reader: Reader, deck: str, turn: float) -> None:
    cards = (Lying(AH, 210.0, 240.0, turn), Lying(KC, 92.0, 148.0, turn + 90))
    [_, told] = watched(reader, stage(deck), cards)
    assert faces(told) == [("AH", "play1"), ("KC", "play2")]
    for seen, card in zip(sorted(told.sightings, key=lambda s: str(s.face)), cards, strict=True):
        assert np.hypot(seen.x - card.x, seen.y - card.y) < 8, "the card's middle, in mm"


@pytest.mark.parametrize("deck", ["classic", *FOUR_CORNERS[:1]])
def test_two_equal_cards_are_two_cards(reader: Reader, deck: str) -> None:
    first, second = Lying(AH, 210.0, 240.0, 8.0), Lying(AH, 92.0, 148.0, 85.0)
    [_, one, two] = watched(reader, stage(deck), (first,), (first, second))
    assert faces(one) == [("AH", "play1")]
    assert faces(two) == [("AH", "play1"), ("AH", "play2")]
    mark = one.sightings[0].mark
    assert {seen.place.text: seen.mark == mark for seen in two.sightings} == {"play1": True, "play2": False}


def test_the_second_of_two_equal_cards_laid_while_the_first_is_covered_is_another(reader: Reader) -> None:
    """The first has not slid there: something still lies where it lay."""
    first, cover = Lying(AH, 210.0, 240.0, 0.0), Lying(QS, 214.0, 236.0, 4.0)
    [_, one, two] = watched(reader, stage("classic"), (first,), (first, cover, Lying(AH, 140.0, 160.0, 80.0)))
    assert faces(one) == [("AH", "play1")]
    [again] = [seen for seen in two.sightings if seen.face == AH and seen.place.text == "play2"]
    assert again.mark != one.sightings[0].mark


@pytest.mark.parametrize("off", [(18.0, -26.0), (-14.0, 30.0)])
def test_a_card_laid_over_anothers_index_is_seen(reader: Reader, off: tuple[float, float]) -> None:
    """What was read from that index before says nothing against the card that hides it now."""
    first = Lying(KC, 210.0, 240.0, 6.0)
    over = Lying(QS, 210.0 + off[0], 240.0 + off[1], -9.0)
    [_, one, two] = watched(reader, stage("classic"), (first,), (first, over))
    assert [str(seen.face) for seen in one.sightings] == ["KC"]
    assert sorted(str(seen.face) for seen in two.sightings) == ["KC", "QS"]


def test_the_second_of_two_equal_cards_led_after_the_trick_was_gathered_is_another(reader: Reader) -> None:
    """All cards went while hands moved, and one of the same name lies near where the first had lain."""
    trick = (Lying(AH, 92.0, 148.0, 65.0), Lying(KC, 210.0, 70.0, 10.0), Lying(QS, 325.0, 150.0, 88.0))
    [_, before, after] = watched(reader, stage("classic"), trick, (Lying(AH, 108.0, 200.0, 86.0),))
    [led] = after.sightings
    assert str(led.face) == "AH" and led.mark not in {seen.mark for seen in before.sightings}


def test_a_card_of_a_double_deck_slid_aside_while_others_lie_there_is_the_same(reader: Reader) -> None:
    other = Lying(KC, 210.0, 70.0, 10.0)
    before, after = (Lying(AH, 92.0, 148.0, 65.0), other), (Lying(AH, 108.0, 200.0, 86.0), other)
    assert len(watched(reader, stage("classic"), before, after)) == 2, "the empty table, two cards, and nothing new"
