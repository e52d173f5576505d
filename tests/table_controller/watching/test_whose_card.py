"""Whose card is it, asked of people: what they say is told to the engine, as long as it can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from engine.cards import Denomination
from engine.events import CardPlayed, Event, FindingRaised
from engine.inputs import AnswerDrop, ChoosePartner, DealDone, Input, MakeCall, NameTrump, NewMatch, Undo
from engine.places import hand_place, play_zone
from engine.play.state import State, replay
from firmware_bridge.messages import Lamp
from hardware.lamps.patterns import LampPattern as P
from table_controller.board.notices import doubts_shown
from table_controller.board.show import box_for, lamps_for
from table_controller.match.eventlog import EventLog, read_log
from table_controller.match.referee import CardIsOf, Referee, Wish
from table_controller.watching.moments import Moment
from table_controller.watching.whose import Doubt, DoubtCode
from table_controller.watching.zones import Seen
from table_controller.words.tongues import languages, tongue
from tests.in_english import refused
from tests.table_controller.watching.test_attribution import card, in_play
from vision.table.sighting import Settled, Sighting

PICTURE = np.zeros((1, 1, 3), np.uint8)
BEN_LEADS: tuple[Input, ...] = (
    DealDone(), MakeCall(2, "4"), MakeCall(3, "pass"), MakeCall(4, "pass"), MakeCall(1, "pass"),
    NameTrump(2, Denomination.HEARTS), ChoosePartner(2, "with"), AnswerDrop(3, "play"),
)  # fmt: skip


@dataclass
class AMatch:
    """Ben leads; cards are laid down before eyes that never err."""

    referee: Referee
    asked: list[tuple[Doubt, ...]] = field(default_factory=list)
    lying: tuple[Sighting, ...] = ()
    now: float = 0.0

    def lay(self, *cards: Sighting) -> None:
        self.lying = (*self.lying, *cards)
        self.now += 1
        self.referee.tick(Moment(self.now, image=PICTURE))

    def say(self, wish: Wish) -> int:
        """What the tick answers; raises what it refuses with."""
        self.referee.wishes.put(wish)
        self.now += 1
        self.referee.tick(Moment(self.now))
        return wish.answer.result(0)

    @property
    def played(self) -> list[tuple[int, str]]:
        hand = self.referee.state.hand
        assert hand is not None
        return [(play.seat, play.card.text) for play in hand.trick if play.card is not None]


@pytest.fixture
def match(tmp_path: Path, no_sync: None) -> Iterator[AMatch]:
    with EventLog(tmp_path / "match-0001.jsonl") as log:
        made: list[AMatch] = []

        def look(image: np.ndarray, at: float) -> Seen:
            return Seen(Settled(at, made[0].lying))

        def wonder(doubts: tuple[Doubt, ...]) -> None:
            made[0].asked.append(doubts)

        referee = Referee(log, look, lambda state, number: None, lambda: "", wonder)
        made.append(AMatch(referee))
        referee.begin(NewMatch("iowa_standard", ("Ann", "Ben", "Cy", "Dee"), 1))
        for word in BEN_LEADS:
            made[0].say(Wish(word))
        yield made[0]


WAITING = card("AH", play_zone(3), 1)
"""In Cy's zone though it is Ben's turn; nobody saw where it came from."""
ASSUMED = card("AH", play_zone(3), 1, hand_place(2))
"""In Cy's zone, but it came from Ben, whose turn it is."""


@pytest.mark.parametrize("seat", [2, 3])
def test_a_card_that_waits_is_told_as_soon_as_somebody_says_whose_it_is(match: AMatch, seat: int) -> None:
    match.lay(WAITING)
    [doubt] = match.referee.doubts
    assert doubt.waits and {doubt.seat, doubt.other} == {2, 3} and match.played == []
    assert match.asked == [(doubt,)], "asked once, not once a tick"
    match.say(Wish(CardIsOf(1, seat), after=match.referee.sequence))
    assert match.played == [(seat, "AH")]
    assert match.referee.doubts == () and match.asked[-1] == ()


def test_a_card_that_waits_lights_the_lamps_of_both_who_may_own_it(match: AMatch) -> None:
    match.lay(WAITING)
    lamps = lamps_for(match.referee.state, match.referee.doubts)
    assert {seat: lamps[seat] for seat in (1, 2, 3, 4)} == {1: P.OFF, 2: P.QUESTION, 3: P.QUESTION, 4: P.OFF}
    assert lamps[0] is P.QUESTION
    assert box_for(match.referee.state, match.referee.doubts)[3] is Lamp.QUESTION
    match.say(Wish(CardIsOf(1, 2)))
    assert P.QUESTION not in lamps_for(match.referee.state, match.referee.doubts).values()


def test_what_was_only_assumed_lights_no_lamp_and_is_put_right_right_after(match: AMatch) -> None:
    match.lay(ASSUMED)
    [doubt] = match.referee.doubts
    assert not doubt.waits and match.played == [(2, "AH")]
    assert P.QUESTION not in lamps_for(match.referee.state, match.referee.doubts).values()
    match.say(Wish(CardIsOf(1, 3), after=match.referee.sequence))
    assert match.played == [(3, "AH")], "told anew as the other's, and not played twice though it still lies there"
    assert match.referee.doubts == ()


def test_what_was_assumed_rightly_is_said_to_be_so_and_changes_nothing(match: AMatch) -> None:
    match.lay(ASSUMED)
    before = match.referee.sequence
    match.say(Wish(CardIsOf(1, 2), after=before))
    assert match.played == [(2, "AH")] and match.referee.sequence == before
    assert match.referee.doubts == ()


def test_once_more_has_been_decided_it_is_left_to_the_corrections(match: AMatch) -> None:
    match.lay(ASSUMED)
    match.lay(card("9H", play_zone(3), 2, hand_place(3)))
    assert match.played == [(2, "AH"), (3, "9H")]
    assert match.referee.doubts == () == match.asked[-1]
    with refused("moved on"):
        match.say(Wish(CardIsOf(1, 3)))
    assert match.played == [(2, "AH"), (3, "9H")]


def test_after_an_undo_there_is_nothing_to_put_right(match: AMatch) -> None:
    match.lay(ASSUMED)
    match.say(Wish(Undo()))
    assert match.referee.doubts == ()


def test_who_is_neither_of_the_two_can_not_be_given_the_card(match: AMatch) -> None:
    match.lay(WAITING)
    for told in (CardIsOf(1, 4), CardIsOf(9, 2)):
        with refused("look, and choose again"):
            match.say(Wish(told))
    assert match.played == [] and len(match.referee.doubts) == 1


def test_an_answer_to_an_older_board_is_refused(match: AMatch) -> None:
    match.lay(WAITING)
    with refused("moved on"):
        match.say(Wish(CardIsOf(1, 2), after=match.referee.sequence - 1))
    assert match.played == []


def test_while_play_is_stopped_only_the_referee_is_heard(match: AMatch) -> None:
    match.lay(WAITING)
    match.referee.paused = True
    with refused("stopped play"):
        match.say(Wish(CardIsOf(1, 2)))
    match.say(Wish(CardIsOf(1, 2), by_referee=True))
    assert match.played == [(2, "AH")]


def test_a_card_taken_away_is_not_asked_about_any_more(match: AMatch) -> None:
    match.lay(WAITING)
    match.lying = ()
    match.lay()
    assert match.referee.doubts == () == match.asked[-1]


def test_every_answer_is_on_disk_and_the_log_gives_the_same_state(match: AMatch) -> None:
    match.lay(ASSUMED)
    match.say(Wish(CardIsOf(1, 3)))
    entries = read_log(match.referee.log.path).entries
    events: list[Event] = [event for entry in entries for event in entry.events]
    assert replay(events) == match.referee.state
    assert [event.seat for event in events if isinstance(event, CardPlayed)] == [2, 3]
    assert any(isinstance(event, FindingRaised) and event.finding.seat == 3 for event in events), "out of turn"


def test_nothing_is_asked_of_an_empty_state() -> None:
    doubt = Doubt(1, 2, 3, DoubtCode.UNSEEN, waits=True)
    assert lamps_for(State(), (doubt,)) == {0: P.WAITING}


def test_every_reason_for_a_doubt_is_told_in_every_language() -> None:
    """The reasons are whole sentences with both names in them; each language has its own for every one of them."""
    state = in_play()
    doubts = tuple(Doubt(mark, 2, 3, code) for mark, code in enumerate(DoubtCode))
    told = {code: doubts_shown(state, doubts, tongue(code)) for code in languages()}
    for row in zip(*told.values(), strict=True):
        assert len({shown.why for shown in row}) == len(told)
        assert all(state.who(2) in shown.why and state.who(3) in shown.why for shown in row)
    for code in languages():
        assert set(tongue(code).phrases["doubts"]) == {each.value for each in DoubtCode}
