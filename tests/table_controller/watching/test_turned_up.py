"""The draw before the first deal, as the camera sees it: right or silent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import inputs as i
from engine.cards import Card, Unseen
from engine.events import CardsDrawn
from engine.places import Place, PlaceKind, hand_place, play_zone
from engine.play.decide import step
from engine.play.state import INITIAL, State, replay
from engine.rules.rulesets import preset
from hardware.lamps.patterns import LampPattern
from table_controller.board.headlines import headline
from table_controller.board.scoreboard import scoreboard_for
from table_controller.board.show import lamps_for
from table_controller.match.eventlog import read_log
from table_controller.watching.turned_up import TableDraw
from table_controller.watching.zones import Seen
from table_controller.words.telling import event_in_words
from table_controller.words.tongues import languages, tongue
from tests.table_controller.a_film import Film, filming
from vision.table.sighting import Settled, Sighting

NAMES = ("Ann", "Ben", "Cy", "Dee")


class Table:
    """Cards turned up and taken away, each word decided as the referee does."""

    def __init__(self, rules: str = "five_tricks") -> None:
        self.state: State = step(INITIAL, i.NewMatch(rules, NAMES, 1))[1]
        self.draw = TableDraw()
        self.lying: dict[int, Sighting] = {}
        self.backs: dict[Place, int] = {}
        self._marks = 0

    def turn(self, *cards: str, look: bool = True) -> Table:
        """`3:9C` at seat 3; `3:9C?` is unsure, `3:??` unread; `middle:9C` elsewhere."""
        for each in cards:
            place, face = each.split(":")
            sure, face = (0.7, face[:-1]) if face.endswith("?") and face != "??" else (0.98, face)
            seen = Unseen.UNREADABLE if face == "??" else Card.parse(face)
            self._marks += 1
            where = play_zone(int(place)) if place.isdigit() else Place.parse(place)
            self.lying[self._marks] = Sighting(seen, sure, (), 0.0, 0.0, 0.0, where, self._marks)
        return self.look() if look else self

    def clear(self) -> Table:
        self.lying = {}
        return self.look()

    def straighten(self, old: str, new: str) -> Table:
        place = play_zone(int(old.split(":")[0]))
        self.lying = {mark: each for mark, each in self.lying.items() if each.place != place}
        return self.turn(new)

    def look(self) -> Table:
        seen = Seen(Settled(0.0, tuple(self.lying.values()), self.backs))
        for _ in range(3):
            word = self.draw.next_word(seen, self.state)
            if word is None:
                return self
            self.state = step(self.state, word)[1]
        raise AssertionError("it says the same over and over")

    @property
    def headline(self) -> tuple[str, str]:
        assert self.state.rules is not None and self.state.hand is not None
        return headline(self.state, self.state.rules, self.state.hand)

    @property
    def decided(self) -> bool:
        return self.state.draw is not None and self.state.draw.dealer is not None


def test_one_card_at_each_seat_says_who_deals_and_who_sits_with_whom() -> None:
    table = Table().turn("1:KC").turn("2:9D").turn("3:TH")
    assert table.state.draw is None, "one is still to draw"
    table.turn("4:AS")
    assert table.headline == (
        "Ben deals",
        "Dee and Cy change seats, to sit opposite their partners. The lowest card: 9 of diamonds.",
    )
    assert table.state.names == ("Ann", "Ben", "Dee", "Cy")
    assert table.clear().decided, "the cards are gathered, and it stands"


def test_whoever_drew_alike_draws_again_with_the_first_cards_lying_or_gone() -> None:
    for gone in (False, True):
        table = Table().turn("1:9C", "2:9D", "3:TH", "4:AS")
        assert table.headline == ("Ann and Ben draw again", "They drew alike.")
        assert [seat.turn for seat in scoreboard_for(table.state, 1).seats] == [True, True, False, False]
        assert lamps_for(table.state)[1] is LampPattern.YOUR_TURN
        table = table.clear() if gone else table
        table.turn("1:KD")
        assert not table.decided
        table.turn("2:QD")
        assert table.headline[0] == "Ben deals" and table.state.draw is not None
        assert len(table.state.draw.cards) == 6


def test_a_card_that_is_not_sure_is_asked_to_be_straightened_and_then_it_goes_on() -> None:
    for doubtful in ("2:9D?", "2:??"):
        table = Table().turn("1:KC", doubtful, "3:TH", "4:AS")
        assert table.headline == ("Straighten the card of Ben", "It can't be read, and the draw waits for it.")
        table.straighten(doubtful, "2:9D")
        assert table.headline[0] == "Ben deals"


def test_a_card_read_by_itself_later_needs_no_hand() -> None:
    table = Table().turn("1:KC", "2:??", "3:TH", "4:AS")
    mark = next(mark for mark, each in table.lying.items() if each.place == play_zone(2))
    table.lying[mark] = Sighting(Card.parse("9D"), 0.98, (), 0.0, 0.0, 0.0, play_zone(2), mark)
    assert table.look().headline[0] == "Ben deals"


def test_the_first_jack_deals_however_many_cards_it_takes() -> None:
    table = Table("iowa_standard")
    for card in ("2:9D", "3:KH", "4:AS", "1:TD", "2:QC"):
        assert table.turn(card).state.draw is None
    table.lying = {mark: each for mark, each in table.lying.items() if mark > 2}  # covered by later cards
    table.turn("3:JS")
    assert table.headline == ("Cy deals", "The first jack: jack of spades.")
    assert table.state.draw is not None and len(table.state.draw.cards) == 6
    table.turn("4:JD")
    assert table.headline[0] == "Cy deals"


def test_an_unread_card_before_the_jack_may_be_a_jack_itself() -> None:
    table = Table("iowa_standard").turn("2:9D").turn("3:??")
    assert table.headline[0] == "Straighten the card of Cy"
    assert lamps_for(table.state)[3] is LampPattern.QUESTION
    assert table.straighten("3:??", "3:JH").headline == ("Cy deals", "The first jack: jack of hearts.")
    table = Table("iowa_standard").turn("2:??").turn("3:JH")
    assert not table.decided
    assert table.clear().headline == ("Ann deals", "hand 1"), "cleared: all of it is forgotten"


@pytest.mark.parametrize(
    "turned",
    [
        ("1:KC", "2:9D", "3:TH", "middle:AS"),
        ("1:KC", "2:9D", "3:TH", "4:AS", "outside:JH"),
        ("1:KC", "1:QC", "2:9D", "3:TH", "4:AS"),
        ("1:KC", "2:9D", "3:TH"),
    ],
)
def test_a_pack_that_lies_about_draws_nothing(turned: tuple[str, ...]) -> None:
    assert Table().turn(*turned).state.draw is None
    assert not Table("iowa_standard").turn(*(each for each in turned if "J" not in each)).decided


def test_two_jacks_seen_at_once_choose_nobody_and_a_cleared_table_begins_again() -> None:
    table = Table("iowa_standard").turn("1:JC", "2:JD")
    assert table.state.draw is None
    assert table.clear().turn("4:JC").headline[0] == "Dee deals"


def test_what_is_dealt_is_no_draw() -> None:
    table = Table("iowa_standard")
    table.backs = {hand_place(1): 3}
    assert table.turn("1:JC").state.draw is None
    table.state = step(table.state, i.DealDone())[1]
    table.backs = {}
    assert table.turn("2:JD").state.draw is None


def test_all_languages_say_it() -> None:
    drawn = [Table().turn("1:KC", "2:9D", "3:TH", "4:AS"), Table().turn("1:9C", "2:9D", "3:TH", "4:AS")]
    drawn += [Table("iowa_standard").turn("2:JD"), Table().turn("1:??", "2:9D", "3:TH", "4:AS")]
    for table in drawn:
        assert table.state.rules is not None and table.state.hand is not None
        said = {headline(table.state, table.state.rules, table.state.hand, tongue(code)) for code in languages()}
        assert len(said) == len(languages())


def test_the_log_tells_it_by_the_seats_as_they_were() -> None:
    table = Table().turn("1:KC", "2:9D", "3:TH", "4:AS")
    assert table.state.draw is not None
    assert event_in_words(table.state.draw, table.state) == (
        "Drawn: Ann the king of clubs, Ben the 9 of diamonds, Cy the 10 of hearts, Dee the ace of spades. "
        "Ben deals. Dee and Cy change seats."
    )
    assert preset("five_tricks").table.first_dealer == "partners_drawn"


# ---------------------------------------------------------------- filmed


@pytest.fixture
def five(tmp_path: Path) -> Iterator[Film]:
    yield from filming(tmp_path, "five_tricks")


@pytest.fixture
def iowa(tmp_path: Path) -> Iterator[Film]:
    yield from filming(tmp_path, "iowa_standard")


def test_a_filmed_draw_for_partners_with_a_tie_is_in_the_log_and_replays_the_same(five: Film) -> None:
    for seat, card in enumerate(("KC", "9D", "9H", "AS"), start=1):
        five.play(seat, card, aside=-20)
    assert five.watch().draw is not None and five.watch().draw.again == (2, 3)  # type: ignore[union-attr]
    five.play(2, "TC", aside=38)
    five.play(3, "QC", aside=38)
    state = five.watch()
    assert state.hand is not None and (state.hand.dealer, state.names) == (2, ("Ann", "Ben", "Dee", "Cy"))
    five.remove(PlaceKind.PLAY)
    state = five.watch()
    entries = read_log(five.referee.log.path).entries
    assert replay(event for entry in entries for event in entry.events) == state
    drawn = [event for entry in entries for event in entry.events if isinstance(event, CardsDrawn)]
    assert [event.dealer for event in drawn] == [None, 2]


def test_a_filmed_deal_of_cards_until_a_jack(iowa: Film) -> None:
    for n, (seat, card) in enumerate(((2, "9D"), (3, "KH"), (4, "AS"), (1, "TD"), (2, "QC"), (3, "JS"), (4, "JD"))):
        iowa.play(seat, card, aside=6 * (n // 4))
    state = iowa.watch()
    assert state.draw is not None and (state.draw.dealer, state.draw.card) == (3, Card.parse("JS"))
