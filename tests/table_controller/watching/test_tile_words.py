"""A match by bid tiles alone: each speaks once, in its seat's name, when its time has come."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import pytest

from engine import inputs as i
from engine.cards import Denomination
from engine.events import FindingRaised
from engine.places import MIDDLE, Place
from engine.play.decide import step
from engine.play.hand import Call, Phase
from engine.play.state import State
from engine.play.unfolding import NotNow
from engine.rules.rulesets import preset
from table_controller.watching.tile_words import TileWords
from table_controller.watching.zones import Seen
from tests.bench.random_hands import begin
from vision.mat.tiles import TILES
from vision.table.sighting import Settled, TileSighting

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

    def lay(self, seat: int, says: str, zone: str = "play", look: bool = True) -> None:
        self._marks += 1
        self.lying[seat, says] = TileSighting(BY_WORD[says], 0.0, 0.0, Place.parse(f"{zone}{seat}"), self._marks)
        if look:
            self.look()

    def take(self, seat: int, says: str) -> None:
        del self.lying[seat, says]
        self.look()

    @property
    def findings(self) -> list[object]:
        return [event for event in self.events if isinstance(event, FindingRaised)]

    @property
    def calls(self) -> tuple[Call, ...]:
        assert self.state.hand is not None
        return self.state.hand.calls

    def look(self) -> None:
        seen = Seen(Settled(0.0, (), {}, tuple(self.lying.values())))
        while (word := self.words.next_word(seen, self.state)) is not None:
            self.said.append(word)
            with suppress(NotNow):  # it makes no sense any more: it has spoken in vain
                events, self.state = step(self.state, word)
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


def test_a_tile_that_stays_speaks_once_and_so_does_one_laid_anew_with_the_same_word() -> None:
    table = Table("widebeard_6", dealer=6)
    table.look()
    for seat in (1, 2, 3):
        table.lay(seat, "pass", zone="hand")
        table.look()
    table.take(1, "pass")
    table.lay(1, "pass")
    assert len(table.said) == 3


def test_in_the_next_round_of_an_auction_a_new_tile_speaks_beside_the_old_one() -> None:
    table = Table("jon_melton")
    table.look()
    for seat, says in ((1, "3"), (2, "4"), (3, "pass"), (4, "pass")):
        table.lay(seat, says)
    table.lay(1, "5")
    assert table.said[-1] == i.MakeCall(1, "5")
    assert not table.findings


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
    assert table.findings


def test_a_call_laid_out_of_turn_counts_when_its_turn_comes_if_it_still_lies_there_and_is_good() -> None:
    table = Table("iowa_standard")
    table.look()
    table.lay(1, "pass")
    table.lay(3, "4")
    table.lay(2, "3")
    assert table.said[-1] == i.MakeCall(3, "4")
    assert [call.name for call in table.state.hand.calls] == ["pass", "3", "4"]  # type: ignore[union-attr]
    other = Table("iowa_standard")
    other.look()
    for seat, says in ((1, "pass"), (3, "4"), (2, "5")):
        other.lay(seat, says)
    assert other.said[-1] == i.MakeCall(2, "5") and other.state.turn == 3
    assert len(other.findings) == 1, "it is too low by now: he lays another"


def test_a_tile_taken_up_for_another_before_the_next_one_bids_is_a_correction() -> None:
    table = Table("iowa_standard")
    table.look()
    table.lay(1, "3")
    table.lay(1, "4")
    assert table.said == [i.MakeCall(1, "3")], "two lie there: nobody knows which is meant"
    table.take(1, "3")
    assert table.said[1:] == [i.Correct(1, (i.MakeCall(1, "4"),))]
    table.take(1, "4")
    table.lay(1, "2")
    assert [(call.seat, call.name) for call in table.calls] == [(1, "2")]
    assert table.state.turn == 2 and not table.findings


def test_after_the_next_one_has_bid_a_changed_tile_is_a_call_out_of_turn() -> None:
    table = Table("iowa_standard")
    table.look()
    table.lay(1, "3")
    table.lay(2, "4")
    table.take(1, "3")
    table.lay(1, "5")
    assert [(call.seat, call.name) for call in table.calls] == [(1, "3"), (2, "4")]
    assert len(table.findings) == 1


def test_the_last_call_trump_the_way_to_play_and_an_answer_may_be_changed_until_the_next_word() -> None:
    table = Table("iowa_standard")
    table.look()
    for seat, says in ((1, "pass"), (2, "3"), (3, "pass"), (4, "4")):
        table.lay(seat, says)
    assert table.state.phase is Phase.TRUMP
    for seat, old, new in ((4, "4", "pass"), (2, None, "H"), (2, "H", "S"), (2, None, "exchange"),
                           (2, "exchange", "with")):  # fmt: skip
        if old is not None:
            table.take(seat, old)
        table.lay(seat, new)
    hand = table.state.hand
    assert hand is not None
    assert hand.contract is not None
    assert (hand.contract.maker, hand.trump, hand.option) == (2, Denomination.SPADES, "with")
    assert not table.findings


def test_where_bids_name_a_suit_either_tile_may_be_changed() -> None:
    table = Table("johnston_4")
    table.look()
    table.lay(1, "4")
    table.lay(1, "S")
    table.take(1, "S")
    table.lay(1, "H")
    table.take(1, "4")
    table.lay(1, "5")
    assert [(call.name, call.trump) for call in table.calls] == [("5", Denomination.HEARTS)]


def test_of_two_new_tiles_of_one_kind_neither_is_heard_until_one_is_taken_up() -> None:
    table = Table("iowa_standard")
    table.look()
    table.lay(1, "3", look=False)
    table.lay(1, "4")
    assert table.said == []
    table.take(1, "4")
    assert table.said == [i.MakeCall(1, "3")]


def test_what_lies_there_from_the_last_hand_says_nothing_in_the_next() -> None:
    table = Table("iowa_standard")
    table.look()
    table.lay(1, "S")  # meant for trump, and outbid
    for seat, says in ((1, "3"), (2, "4"), (3, "pass"), (4, "pass"), (2, "H"), (2, "with"), (1, "drop"), (3, "drop")):
        table.lay(seat, says)
    assert table.state.phase is Phase.DEAL and table.state.hand is not None and table.state.hand.number == 2
    heard = len(table.said)
    for seat, says in ((2, "pass"), (3, "pass"), (4, "pass")):
        table.take(seat, says) if (seat, says) in table.lying else None
        table.lay(seat, says)
    table.lay(1, "5")
    assert table.state.phase is Phase.TRUMP
    assert not any(isinstance(word, i.NameTrump) for word in table.said[heard:])


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
    stray = replace(table.lying[1, "pass"], place=MIDDLE, mark=99)
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


def test_after_a_start_a_call_out_of_turn_is_not_found_again_and_still_counts_when_its_turn_comes() -> None:
    table = Table("iowa_standard")
    table.look()
    table.lay(1, "pass")
    table.lay(3, "4")
    table.words = TileWords()
    table.look()
    assert len(table.findings) == 1
    table.lay(2, "3")
    assert [(call.seat, call.name) for call in table.calls] == [(1, "pass"), (2, "3"), (3, "4")]


@pytest.mark.parametrize("seed", range(40))
def test_random_tiles_laid_and_taken_up_never_stop_the_table_nor_decide_for_another_seat(seed: int) -> None:
    chance = random.Random(seed)
    table = Table(chance.choice(["iowa_standard", "johnston_4", "jon_melton", "formal_drop", "five_tricks"]))
    table.look()
    for _ in range(60):
        if table.lying and chance.random() < 0.4:
            table.take(*chance.choice(list(table.lying)))
        else:
            seat, says = chance.randint(1, 4), chance.choice(list(BY_WORD))
            before = len(table.said)
            table.lay(seat, says, chance.choice(("play", "hand")))
            heard = [
                word for told in table.said[before:] for word in (told.words if isinstance(told, i.Correct) else [told])
            ]
            zones = {(each, tile.tile.says) for (each, _), tile in table.lying.items()}
            assert all((word.seat, _says(word)) in zones for word in heard)  # type: ignore[union-attr]


def _says(word: i.Input) -> str:
    match word:
        case i.MakeCall(call=call):
            return call
        case i.NameTrump(denomination=named):
            return named.value
        case i.ChoosePartner(option=option):
            return option
        case i.AnswerDrop(answer=answer):
            return answer
    raise AssertionError(f"no tile says {word}")
