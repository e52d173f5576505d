"""Cards that change hands face down: told when nothing else can be, asked about when counts disagree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import inputs as i
from engine.cards import Card, Denomination
from engine.events import CardPlayed, FindingRaised
from engine.places import KITTY, OUTSIDE, Place, PlaceKind, hand_place
from engine.play.decide import step
from engine.play.hand import Phase
from engine.play.state import INITIAL, State
from engine.reasons import Code, Reason
from table_controller.board.headlines import headline
from table_controller.watching.face_down import TableExchange
from table_controller.watching.zones import Seen
from table_controller.words.tongues import languages, tongue
from tests.table_controller.a_film import CALM, Film, filming
from vision.mat.mats import mat_named
from vision.table.sighting import Settled, Sighting
from vision.workshop.studio.people.landing import Landing
from vision.workshop.studio.scene.things import Lying

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Finn")


class Table:
    """Counts of backs, and faces, one settled look after another; each word decided as the referee does."""

    def __init__(self, rules: str, players: int = 4) -> None:
        self.state: State = step(INITIAL, i.NewMatch(rules, NAMES[:players], 1))[1]
        self.exchange, self.mat = TableExchange(), mat_named(f"a3-{players}")
        self.said: list[i.Input] = []
        self.findings: list[Reason] = []

    def told(self, *words: i.Input) -> Table:
        for word in words:
            events, self.state = step(self.state, word)
            self.findings += [event.finding.text for event in events if isinstance(event, FindingRaised)]
        return self

    def look(self, face: str = "", **backs: int) -> Table:
        """`face` as `play1:QH`, or `kitty:QH` for one shown at the kitty's spot."""
        sightings: tuple[Sighting, ...] = ()
        if face:
            place, card = face.split(":")
            x0, y0, x1, y1 = {**self.mat.places, **self.mat.spots}[Place.parse(place)]
            lies = OUTSIDE if place == KITTY.text else Place.parse(place)
            sightings = (Sighting(Card.parse(card), 0.98, (), (x0 + x1) / 2, (y0 + y1) / 2, 0.0, lies, 1),)
        seen = Seen(Settled(0.0, sightings, {Place.parse(each): count for each, count in backs.items()}), self.mat)
        for _ in range(4):
            word = self.exchange.next_word(seen, self.state)
            if word is None:
                return self
            self.said.append(word)
            self.told(word)
        raise AssertionError("it says the same over and over")

    @property
    def headline(self) -> tuple[str, str]:
        assert self.state.rules is not None and self.state.hand is not None
        return headline(self.state, self.state.rules, self.state.hand)


def auction(table: Table, bid: str, trump: Denomination | None = None) -> Table:
    """The dealer's left bids, and everybody passes."""
    rules = table.state.rules
    assert rules is not None
    table.told(i.MakeCall(2, bid, trump))
    return table.told(*(i.MakeCall(seat, "pass") for seat in rules.clockwise_from(2)[1:]))


def widebeard() -> Table:
    """Seat 2 is to take the kitty, which the camera has seen lie there."""
    table = Table("widebeard_6", 6).told(i.DealDone()).look(kitty=1)
    return auction(table, "5").look(kitty=1)


def johnston() -> Table:
    table = Table("johnston_4").told(i.DealDone()).look(kitty=1)
    return auction(table, "6", Denomination.HEARTS)


def maker_chooses() -> Table:
    """Seat 2 chooses how to play; his partner is seat 4, and everybody has taken up his cards."""
    table = Table("iowa_standard").told(i.DealDone()).look(hand1=1, hand2=1, hand3=1, hand4=1).look()
    return auction(table, "4").told(i.NameTrump(2, Denomination.CLUBS)).look()


# ---------------------------------------------------------------- kitty and discards


def test_the_kitty_gone_is_taken_and_cards_there_again_are_laid_away() -> None:
    table = widebeard()
    assert table.headline == ("Ben names trump", "takes the kitty of 2 first")
    table.look()
    assert table.headline == ("Ben names trump", "lays 2 cards away first")
    table.look(kitty=2)
    assert table.headline == ("Ben names trump", "")
    assert table.said == [i.TakeKitty(2), i.LayAway(2, 2)]


def test_a_squared_pile_counts_as_done_and_a_kitty_never_seen_was_never_taken() -> None:
    assert widebeard().look().look(kitty=1).headline == ("Ben names trump", "")
    table = auction(Table("widebeard_6", 6).told(i.DealDone()).look(), "5").look()
    assert table.said == []


def test_a_kitty_turned_up_lies_there_still() -> None:
    table = johnston().look("kitty:QH", kitty=0)
    assert table.said == []
    assert table.look().said == [i.TakeKitty(2)]


def test_three_where_four_are_due_is_asked_and_five_is_a_finding() -> None:
    table = johnston().look().look(kitty=3)
    assert table.headline[1] == "3 cards are seen laid away, 4 are due: spread them apart"
    assert table.findings == []
    assert table.look(kitty=4).headline[1] == "trick 1 of 10"
    table = johnston().look().look(kitty=5)
    assert table.findings == [Reason(Code.LAID_TOO_MANY, seat=2, count=5, due=4)]
    said = {headline(table.state, *_of(table.state), tongue(code)) for code in languages()}
    assert len(said) == len(languages())


def _of(state: State) -> tuple:  # type: ignore[type-arg]
    return state.rules, state.hand


def test_fewer_seen_later_take_nothing_back_and_a_dead_kitty_is_nobodys() -> None:
    table = johnston().look().look(kitty=4).look(kitty=1)
    assert table.said == [i.TakeKitty(2), i.LayAway(2, 4)]
    dead = Table("dilley_5", 5).told(i.DealDone()).look(kitty=1)
    assert auction(dead, "5").look().said == []


# ---------------------------------------------------------------- exchange and swap


def test_an_exchange_is_told_when_the_lead_shows_that_the_partner_sits_out() -> None:
    table = maker_chooses().look(hand2=1).look().look(hand4=1).look(hand4=2)
    assert table.state.phase is Phase.PARTNER, "the partner may yet take up his cards"
    table.look("play2:QH", hand4=2)
    assert table.said == [i.ChoosePartner(2, "exchange")]
    assert table.state.phase is Phase.DROP


@pytest.mark.parametrize(
    "looks",
    [
        [{"hand2": 1}, {}, {"hand4": 1}, {}, {"face": "play2:QH"}],  # the partner has his cards again
        [{"hand2": 2}, {}, {"hand4": 1}, {"face": "play2:QH", "hand4": 1}],  # two cards are no exchange
        [{"hand4": 1}, {"face": "play2:QH", "hand4": 1}],  # nothing came to the maker
        [{"hand1": 1}, {"hand2": 1}, {}, {"face": "play2:QH", "hand4": 1}],  # others lay theirs down too
        [{"hand2": 1}, {"face": "play2:QH", "hand2": 1, "hand4": 1}],  # the maker's lie there still
        [{"hand2": 1}, {}, {"hand4": 1}, {"face": "play1:QH", "hand4": 1}],  # somebody else leads
    ],
)
def test_what_may_be_something_else_is_not_told(looks: list[dict[str, object]]) -> None:
    table = maker_chooses()
    for each in looks:
        table.look(**each)  # type: ignore[arg-type]
    assert table.said == []


def test_the_makers_discard_is_one_card() -> None:
    table = maker_chooses().look(hand2=1).look().look(hand4=1, kitty=1).look("play2:QH", hand4=1, kitty=1)
    assert table.said == [i.ChoosePartner(2, "exchange"), i.LayAway(2, 1)]


def swapping() -> Table:
    table = Table("five_tricks+maker_swap").told(i.DealDone()).look()
    return auction(table, "3").told(i.NameTrump(2, Denomination.CLUBS)).look()


def test_a_swap_is_told_once_both_have_taken_up_one_card() -> None:
    table = swapping().look(hand4=1).look(hand2=1)
    assert table.said == []
    assert table.look().said == [i.SwapCards(2)]


@pytest.mark.parametrize(
    "looks", [[{"hand4": 1}, {}], [{"hand4": 2}, {"hand2": 1}, {}], [{"hand4": 1, "hand1": 1}, {"hand2": 1}, {}]]
)
def test_half_a_swap_and_more_than_a_swap_are_none(looks: list[dict[str, int]]) -> None:
    table = swapping()
    for each in looks:
        table.look("", **each)
    assert table.said == []


# ---------------------------------------------------------------- filmed


@pytest.fixture
def film(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Film]:
    rules, mat = request.param
    yield from filming(tmp_path, rules, mat)


def backs(film: Film, place: Place, count: int, apart: float) -> list[Lying]:
    x0, y0, x1, y1 = {**film.mat.places, **film.mat.spots}[place]
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return [Lying(None, x + apart * (k - (count - 1) / 2), y, 4.0 * k) for k in range(count)]


def dealt(film: Film, kitty: int = 0) -> None:
    film.put(KITTY, *backs(film, KITTY, kitty, 2.0))
    for seat in range(1, film.mat.seats + 1):
        film.put(hand_place(seat), *film.reel.landing.packet(film.reel.seat(seat), 6, 0))
    film.watch()
    film.remove(PlaceKind.HAND)


@pytest.mark.parametrize("film", [("widebeard_6", "a3-6")], indirect=True)
def test_a_filmed_kitty_is_taken_and_two_cards_are_laid_away(film: Film) -> None:
    dealt(film, kitty=2)
    film.say(i.MakeCall(2, "5"))
    for seat in (3, 4, 5, 6, 1):
        film.say(i.MakeCall(seat, "pass"))
    film.remove(PlaceKind.KITTY)
    state = film.watch()
    assert state.hand is not None and state.hand.kitty_taken
    film.put(KITTY, *backs(film, KITTY, 2, 6.0))
    state = film.watch()
    assert state.hand is not None and state.hand.laid_away >= 1 and not state.hand.findings
    film.say(i.NameTrump(2, Denomination.CLUBS))
    assert film.watch().phase is Phase.PLAY


@pytest.mark.parametrize("film", [("johnston_4", "a3-4")], indirect=True)
def test_a_filmed_kitty_turned_up_is_no_play_and_three_of_four_laid_away_are_asked_about(film: Film) -> None:
    dealt(film, kitty=4)
    film.say(i.MakeCall(2, "6", Denomination.HEARTS))
    for seat in (3, 4, 1):
        film.say(i.MakeCall(seat, "pass"))
    x0, y0, _, y1 = film.mat.spots[KITTY]
    shown = [Lying(Card.parse(card), x0 + 22 * k, (y0 + y1) / 2, 0.0) for k, card in enumerate(("QH", "KS", "TC"), 1)]
    film.reel.table.clear()  # turned over where they lay
    film.put(KITTY, *shown)
    state = film.watch()
    assert state.hand is not None and not state.hand.plays and not state.hand.findings
    assert not state.hand.kitty_taken
    film.remove(PlaceKind.KITTY)
    assert film.watch().hand.kitty_taken  # type: ignore[union-attr]
    film.put(KITTY, *backs(film, KITTY, 3, 52.0))
    state = film.watch()
    assert state.hand is not None and state.hand.laid_away in (2, 3) and not state.hand.findings
    assert headline(state, *_of(state))[1].endswith("4 are due: spread them apart")


@pytest.mark.parametrize("film", [("iowa_standard", "a3-4")], indirect=True)
def test_a_filmed_exchange_is_told_by_itself(film: Film) -> None:
    dealt(film)
    for word in (i.MakeCall(2, "4"), *(i.MakeCall(seat, "pass") for seat in (3, 4, 1))):
        film.say(word)
    film.say(i.NameTrump(2, Denomination.CLUBS))
    reel, landing = film.reel, replace(film.reel.landing, rng=np.random.default_rng(9))
    assert isinstance(landing, Landing) and landing.manner == CALM
    for giver, taker in ((4, 2), (2, 4)):
        start, end = (landing.packet(reel.seat(seat), 1, 1)[0] for seat in (giver, taker))
        reel.slide(giver, start, end, hand_place(taker))
        reel.rest()
        if taker == 2:
            reel.take_up((2,))
            reel.rest()
    film.put(hand_place(4), *landing.packet(reel.seat(4), 5, 0))
    assert film.watch().phase is Phase.PARTNER
    film.play(2, "JC")
    state = film.watch()
    assert state.hand is not None and state.hand.option == "exchange" and state.phase is Phase.DROP
    film.play(3, "TC")
    film.play(1, "9C")
    state = film.watch()
    played = [e for entry in film.referee.log.entries for e in entry.events if isinstance(e, CardPlayed)]
    assert [(play.seat, play.card.text) for play in played] == [(2, "JC"), (3, "TC"), (1, "9C")]
    assert state.hand is not None and not state.hand.findings
