"""A match by bid tiles alone: each speaks once, in its seat's name, when its time has come."""

from __future__ import annotations

from dataclasses import replace

from engine import inputs as i
from engine.cards import Denomination
from engine.decide import step
from engine.events import FindingRaised
from engine.hand import Phase
from engine.playout import begin
from engine.rulesets import preset
from engine.state import State
from table_controller.tile_words import TileWords
from table_controller.zones import Seen
from vision.sighting import Settled, TileSighting
from vision.tiles import TILES

BY_WORD = {tile.says: tile for tile in TILES}


class Table:
    """Tiles laid and taken away, each word decided as the referee does."""

    def __init__(self, rules: str, dealer: int = 4) -> None:
        self.state: State = begin(preset(rules), dealer)
        self.words = TileWords()
        self.lying: dict[tuple[int, str], TileSighting] = {}
        self.said: list[i.Input] = []
        self.events: list[object] = []
        self._marks = 0

    def lay(self, seat: int, says: str, zone: str = "play") -> None:
        self._marks += 1
        self.lying[seat, says] = TileSighting(BY_WORD[says], 0.0, 0.0, f"{zone}{seat}", self._marks)
        self.look()

    def take(self, seat: int, says: str) -> None:
        del self.lying[seat, says]
        self.look()

    def look(self) -> None:
        seen = Seen(Settled(0.0, (), {}, tuple(self.lying.values())))
        while (word := self.words.next_word(seen, self.state)) is not None:
            events, self.state = step(self.state, word)
            self.said.append(word)
            self.events += events


def test_a_whole_auction_to_the_first_lead() -> None:
    table = Table("iowa_standard")
    table.look()
    for seat, says in ((1, "pass"), (2, "3"), (3, "4"), (4, "pass"), (3, "H"), (3, "with"), (4, "play")):
        table.lay(seat, says)
    assert table.said == [
        i.MakeCall(1, "pass"), i.MakeCall(2, "3"), i.MakeCall(3, "4"), i.MakeCall(4, "pass"),
        i.NameTrump(3, Denomination.HEARTS), i.ChoosePartner(3, "with"), i.AnswerDrop(4, "play"),
    ]  # fmt: skip
    assert table.state.phase is Phase.PLAY


def test_a_tile_that_stays_speaks_once_and_one_laid_anew_speaks_again() -> None:
    table = Table("widebeard_6", dealer=6)
    table.look()
    for seat in (1, 2, 3):
        table.lay(seat, "pass", zone="hand")
        table.look()
    assert len(table.said) == 3
    table.take(1, "pass")
    table.lay(1, "pass")
    assert len(table.said) == 4


def test_a_suit_laid_with_the_bid_waits_until_trump_is_named() -> None:
    table = Table("iowa_standard")
    table.look()
    table.lay(1, "H")
    table.lay(1, "4")
    for seat in (2, 3, 4):
        table.lay(seat, "pass")
    assert table.said[-1] == i.NameTrump(1, Denomination.HEARTS)


def test_where_bids_name_a_suit_both_tiles_make_one_call() -> None:
    table = Table("johnston_4")
    table.look()
    table.lay(1, "4")
    assert table.said == []
    table.lay(1, "S")
    assert table.said == [i.MakeCall(1, "4", Denomination.SPADES)]


def test_a_call_out_of_turn_is_heard_and_found() -> None:
    table = Table("iowa_standard")
    table.look()
    table.lay(1, "pass")
    table.lay(4, "3")
    assert table.said[-1] == i.MakeCall(4, "3")
    assert any(isinstance(event, FindingRaised) for event in table.events)


def test_before_the_deal_is_told_only_the_first_caller_is_heard_and_no_tile_of_another_game_ever() -> None:
    table = Table("iowa_standard")
    table.look()
    table.lay(2, "3")
    table.lay(1, "9")
    assert table.said == []
    table.lay(1, "1")
    assert table.said == [i.MakeCall(1, "1"), i.MakeCall(2, "3")]


def test_outside_the_seats_places_and_in_play_tiles_say_nothing() -> None:
    table = Table("iowa_standard")
    table.look()
    table.lay(1, "pass")
    stray = replace(table.lying[1, "pass"], place="middle", mark=99)
    table.lying[9, "stray"] = stray
    table.look()
    assert len(table.said) == 1


def test_after_a_start_what_the_match_knows_is_not_said_again() -> None:
    table = Table("iowa_standard")
    table.look()
    table.lay(1, "pass")
    table.lay(2, "3")
    table.words = TileWords()
    table.look()
    assert len(table.said) == 2
    table.lay(3, "4")
    assert table.said[-1] == i.MakeCall(3, "4")
