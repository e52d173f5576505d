"""The tick: written before shown, the same after a crash anywhere, and never killed by a stale word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import Unseen
from engine.events import CardPlayed, HandBegun, HandScored, QuestionAnswered, QuestionAsked
from engine.inputs import AnswerQuestion, Input, MakeCall, NameTrump, NewMatch, Undo
from engine.play.state import State, replay
from engine.play.unfolding import NotNow
from engine.rules.rulesets import RulesFaulty
from table_controller.match.acknowledged import witness_of
from table_controller.match.eventlog import EventLog, read_log
from table_controller.match.referee import Referee, Wish
from table_controller.watching.moments import Moment
from tests.in_english import refused
from tests.table_controller.a_hand import DEALT, NAMES, TRUMP, Hand, lying, plays

MATCH = NewMatch("iowa_standard", NAMES, 1)


def referee_of(path: Path, hand: Hand, shown: list[tuple[State, int]] | None = None) -> Referee:
    """A referee that takes up the log at `path`, as the service does on starting."""
    log = EventLog(path, source="a hand")
    seen: list[tuple[State, int]] = [] if shown is None else shown
    referee = Referee(log, hand.eyes(), lambda state, number: seen.append((state, number)), lambda: "a time")
    if not log.entries:
        referee.begin(MATCH)
    return referee


def play_through(path: Path, hand: Hand, until: int | None = None) -> State:
    referee = referee_of(path, hand)
    for moment in hand.moments[:until]:
        referee.tick(moment)
    referee.log.close()
    return referee.state


def test_a_whole_hand_is_seen_scored_and_the_next_one_begun(tmp_path: Path) -> None:
    state = play_through(tmp_path / "log", Hand())
    assert len(state.results) == 1
    assert state.hand is not None and state.hand.number == 2
    events = [event for entry in read_log(tmp_path / "log").entries for event in entry.events]
    laid = [(event.seat, event.card) for event in events if isinstance(event, CardPlayed)]
    assert laid == [(play.seat, play.card) for trick in plays() for play in trick]
    assert sum(isinstance(event, HandScored) for event in events) == 1
    assert isinstance(events[-1], HandBegun)


def test_nothing_is_shown_that_is_not_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "log"
    hand = Hand()
    log = EventLog(path)
    numbers: list[int] = []

    def show(state: State, number: int) -> None:
        on_disk = read_log(path)
        assert len(on_disk.entries) == number
        assert replay(event for entry in on_disk.entries for event in entry.events) == state
        numbers.append(number)

    referee = Referee(log, hand.eyes(), show, lambda: "a time")
    referee.begin(MATCH)
    for moment in hand:
        referee.tick(moment)
    log.close()
    assert numbers[-1] == len(read_log(path).entries)
    assert len(numbers) > 24


@pytest.mark.usefixtures("no_sync")
def test_a_crash_between_any_two_ticks_gives_the_very_same_log(tmp_path: Path) -> None:
    hand = Hand()
    play_through(tmp_path / "whole", hand)
    whole = (tmp_path / "whole").read_bytes()
    for cut in range(len(hand.moments) + 1):
        path = tmp_path / f"cut-{cut}"
        play_through(path, hand, until=cut)
        play_through(path, hand)
        assert path.read_bytes() == whole, f"cut after {cut} moments"


@pytest.mark.usefixtures("no_sync")
def test_a_crash_in_the_middle_of_a_tick_gives_the_very_same_log(tmp_path: Path) -> None:
    """The power goes right after any one line was synced, or while the next is being written."""
    hand = Hand()
    play_through(tmp_path / "whole", hand)
    lines = (tmp_path / "whole").read_bytes().splitlines(keepends=True)
    for kept in range(1, len(lines)):
        for torn in (b"", lines[kept][: len(lines[kept]) // 2]):
            path = tmp_path / "cut"
            path.write_bytes(b"".join(lines[:kept]) + torn)
            witness_of(path).unlink(missing_ok=True)
            play_through(path, hand)
            assert path.read_bytes() == b"".join(lines), f"{kept} lines kept, {len(torn)} bytes torn"


def test_a_replay_onto_a_finished_log_adds_nothing(tmp_path: Path) -> None:
    hand = Hand()
    before = play_through(tmp_path / "log", hand)
    content = (tmp_path / "log").read_bytes()
    assert play_through(tmp_path / "log", hand) == before
    assert (tmp_path / "log").read_bytes() == content


def test_a_word_that_makes_no_sense_is_kept_with_its_refusal(tmp_path: Path) -> None:
    play_through(tmp_path / "log", Hand())
    refused = [entry for entry in read_log(tmp_path / "log").entries if entry.refused]
    assert [entry.input for entry in refused] == [NameTrump(3, TRUMP)]
    assert refused[0].events == ()


def send(referee: Referee, told: Input, at: float = 99.0) -> Wish:
    wish = Wish(told)
    referee.wishes.put(wish)
    referee.tick(Moment(at))
    return wish


def test_a_stale_wish_is_refused_to_its_sender_and_the_loop_goes_on(tmp_path: Path) -> None:
    hand = Hand()
    referee = referee_of(tmp_path / "log", hand)
    with referee.log:
        before = referee.sequence
        with pytest.raises(NotNow):
            send(referee, Undo()).answer.result(0)
        with pytest.raises(RulesFaulty):
            send(referee, NewMatch("iowa_standart", NAMES, 1)).answer.result(0)
        assert referee.sequence == before
        for moment in hand.moments[:2]:
            referee.tick(moment)
        assert send(referee, MakeCall(2, "pass")).answer.result(0) == referee.sequence
        assert referee.sequence == before + 2


def test_whoever_is_answered_finds_it_shown(tmp_path: Path) -> None:
    hand, wish = Hand(), Wish(MakeCall(2, "pass"))
    answered: list[bool] = []
    with EventLog(tmp_path / "log") as log:
        referee = Referee(log, hand.eyes(), lambda state, number: answered.append(wish.answer.done()), lambda: "")
        referee.begin(MATCH)
        for moment in hand.moments[:2]:
            referee.tick(moment)
        referee.wishes.put(wish)
        referee.tick(Moment(99.0))
        assert answered[-1] is False and wish.answer.result(0) == referee.sequence


def test_a_wish_made_of_an_older_state_is_refused(tmp_path: Path) -> None:
    hand = Hand()
    referee = referee_of(tmp_path / "log", hand)
    with referee.log:
        for moment in hand.moments[:2]:
            referee.tick(moment)
        seen = referee.sequence
        first, again = Wish(MakeCall(2, "pass"), seen), Wish(MakeCall(3, "pass"), seen)
        referee.wishes.put(first)
        referee.wishes.put(again)
        referee.tick(Moment(99.0))
        assert first.answer.result(0) == seen + 1
        with refused("moved on"):
            again.answer.result(0)


def test_a_wish_whose_sender_has_gone_away_is_left_undone(tmp_path: Path) -> None:
    hand = Hand()
    referee = referee_of(tmp_path / "log", hand)
    with referee.log:
        for moment in hand.moments[:2]:
            referee.tick(moment)
        before = referee.sequence
        wish = Wish(MakeCall(2, "pass"))
        wish.answer.cancel()
        referee.wishes.put(wish)
        referee.tick(Moment(99.0))
        assert referee.sequence == before


def test_a_card_taken_back_is_not_played_again_though_it_still_lies_there(tmp_path: Path) -> None:
    hand = Hand()
    referee = referee_of(tmp_path / "log", hand)
    with referee.log:
        first = next(number for number, moment in enumerate(hand.moments) if moment.item and moment.item > 10)
        for moment in hand.moments[: first + 1]:
            referee.tick(moment)
        assert referee.state.hand is not None and len(referee.state.hand.trick) == 1
        send(referee, Undo())
        referee.tick(Moment(100.0))
        assert referee.state.hand.trick == ()


def test_a_card_laid_before_its_time_is_seen_when_its_time_has_come(tmp_path: Path) -> None:
    """Somebody lays a card while trump is being named: the table is looked at again after every word."""
    hand = Hand()
    early = plays()[0][0]
    assert early.card is not None
    hand.tables[1] = replace(DEALT, sightings=(lying(early.card, 1, 1),))
    referee = referee_of(tmp_path / "log", hand)
    with referee.log:
        for moment in hand.moments[:10]:
            referee.tick(moment)
        assert referee.state.hand is not None
        assert [play.card for play in referee.state.hand.trick] == [early.card]


def test_an_unread_card_is_asked_about_once_and_answered_by_a_person(tmp_path: Path) -> None:
    hand = Hand()
    first = plays()[0][0]
    assert first.card is not None
    for number, table in enumerate(hand.tables):
        faces = tuple(
            replace(each, face=Unseen.UNREADABLE, confidence=0.0) if each.mark == 1 else each
            for each in table.sightings
        )
        hand.tables[number] = replace(table, sightings=faces)
    referee = referee_of(tmp_path / "log", hand)
    with referee.log:
        for moment in hand.moments:
            referee.tick(moment)
            if referee.state.hand is not None and referee.state.hand.questions:
                send(referee, AnswerQuestion(1, first.card), moment.at)
        assert len(referee.state.results) == 1
    events = [event for entry in read_log(tmp_path / "log").entries for event in entry.events]
    assert sum(isinstance(event, QuestionAsked) for event in events) == 1
    assert sum(isinstance(event, QuestionAnswered) for event in events) == 1


def test_a_fault_in_making_out_what_was_seen_ends_the_looking_and_not_the_match(tmp_path: Path) -> None:
    hand, told = Hand(), list[Exception]()
    with EventLog(tmp_path / "log", source="a hand") as log:
        referee = Referee(log, hand.eyes(), lambda state, number: None, lambda: "a time", failed=told.append)
        referee.begin(MATCH)
        before = referee.state

        def broken(view: object, state: State) -> None:
            raise ZeroDivisionError("a fault of the program")

        referee._watching.see = broken  # type: ignore[method-assign]
        for moment in hand.moments[:40]:
            referee.tick(moment)
        assert told and {str(why) for why in told} == {"a fault of the program"}
        assert referee.state != before, "people's calls are heard all the same"
    silent = referee_of(tmp_path / "other", Hand())
    silent._watching.see = broken  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):  # in a test nothing is hidden
        for moment in hand.moments[:40]:
            silent.tick(moment)
    silent.log.close()
