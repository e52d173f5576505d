"""Bid tiles on a filmed table, seen by the real eyes: pushed, covered, changed, left lying, laid out of turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.events import QuestionAsked
from engine.places import play_zone
from engine.play.hand import Phase
from tests.table_controller.a_tiled_hand import TiledTable, tiled_table

MIDDLE = {1: (210.0, 240.0), 2: (92.0, 148.0), 3: (210.0, 57.0), 4: (328.0, 148.0)}
"""The middle of each seat's zone, in mm."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TiledTable]:
    yield from tiled_table(tmp_path, "iowa_standard")


def test_a_tile_pushed_a_little_or_far_is_no_second_call(table: TiledTable) -> None:
    first = table.lay(1, "3", at=(190.0, 265.0))
    first = table.push(1, first, (14.0, -6.0))
    table.lay(2, "pass")
    table.push(1, first, (20.0, -38.0))
    assert table.heard == [(1, "3"), (2, "pass")]
    assert not table.findings


def test_under_an_arm_and_a_card_a_tile_keeps_its_word(table: TiledTable) -> None:
    first = table.lay(1, "3", at=MIDDLE[1])
    table.cover(2, first)
    card = table.card(1, "KC", (250.0, 235.0))
    table.reel.take_back(1, card)
    table.watch()
    table.lay(2, "4")
    assert table.heard == [(1, "3"), (2, "4")]
    assert table.findings == ["exposed_card"], "a card shown before play is one, tile or no tile"


def test_a_card_played_half_over_a_tile_is_the_only_card_there(table: TiledTable) -> None:
    tiles = table.say((1, "3"), (2, "pass"), (3, "pass"), (4, "pass"), (1, "H"), (1, "with"), (2, "play"))
    x, y = tiles[0].tile.x, tiles[0].tile.y
    table.card(1, "KC", (x + 38.0, y - 4.0))
    table.card(2, "9C", (tiles[1].tile.x, tiles[1].tile.y))
    state = table.watch()
    assert state.phase is Phase.PLAY and state.hand is not None
    assert [(play.seat, str(play.card)) for play in state.hand.plays] == [(1, "KC"), (2, "9C")]
    assert not table.findings and not any(isinstance(event, QuestionAsked) for event in table.events)


def test_a_tile_laid_out_of_turn_is_found_once_and_counts_when_its_turn_comes(table: TiledTable) -> None:
    table.say((1, "pass"), (3, "4"))
    assert table.findings == ["bid_out_of_turn"]
    table.lay(2, "3")
    assert table.calls == [(1, "pass"), (2, "3"), (3, "4")]
    assert table.findings == ["bid_out_of_turn"]


def test_a_tile_changed_for_another_before_the_next_one_bids_is_the_call(table: TiledTable) -> None:
    table.lay(1, "pass")
    wrong = table.lay(2, "2")
    table.take(wrong)
    table.say((2, "4"), (3, "5"))
    assert table.calls == [(1, "pass"), (2, "4"), (3, "5")]
    assert not table.findings


def test_a_tile_laid_right_on_the_one_before_it_changes_the_call(table: TiledTable) -> None:
    first = table.lay(1, "2", at=MIDDLE[1])
    table.lay(1, "4", at=(first.tile.x + 3, first.tile.y - 5))
    table.lay(2, "pass")
    assert table.calls == [(1, "4"), (2, "pass")]
    assert not table.findings


def test_of_two_tiles_in_one_zone_neither_is_heard_until_one_is_taken_up(table: TiledTable) -> None:
    three = table.lay(1, "3", rest=False)
    table.lay(1, "4")
    assert table.calls == []
    table.take(three)
    assert table.calls == [(1, "4")]


def test_what_was_left_lying_from_the_last_hand_says_nothing_in_the_next(table: TiledTable) -> None:
    suit = table.lay(2, "S", at=(70.0, 120.0))  # laid for the case that she should get the bid
    table.say((1, "4"), (2, "pass"), (3, "pass"), (4, "pass"), (1, "H"), (1, "with"), (2, "drop"))
    card = table.card(2, "AC", (suit.tile.x + 3, suit.tile.y))  # shown too early, and right on it
    table.lay(4, "drop")
    before = table.watch()
    assert before.hand is not None and before.hand.number == 2 and before.phase is Phase.DEAL
    table.reel.take_back(2, card)
    table.take(*[item for item in table.reel.tiles if item.place != play_zone(2)])
    table.take(next(item for item in table.reel.tiles if item.tile.marker == 0))
    table.say((2, "3"), (3, "pass"), (4, "pass"), (1, "pass"))
    state = table.watch()
    assert state.phase is Phase.TRUMP and state.turn == 2
    assert table.calls == [(2, "3"), (3, "pass"), (4, "pass"), (1, "pass")]
