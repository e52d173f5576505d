"""What the page says: plain words that follow from the state, and never a card that is not on the table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import Card
from engine.findings import Finding, FindingCode
from engine.inputs import MakeCall, SeeCard
from engine.play.state import State
from engine.play.state import replay as replay_events
from engine.reasons import Code, Reason
from table_controller.board.board import EMPTY, Board, Surroundings
from table_controller.board.scoreboard import scoreboard_for
from table_controller.match.eventlog import EventLog, read_log
from tests.table_controller.a_hand import Hand, plays
from tests.table_controller.board.test_show import BEFORE_PLAY, FIRST_TRICK, after, card
from tests.table_controller.match.test_referee import play_through


def board(*told: object) -> Board:
    return scoreboard_for(after(*told), 1)  # type: ignore[arg-type]


def test_without_a_match_the_board_says_so() -> None:
    around = Surroundings(source="a recording")
    shown = scoreboard_for(State(), 0, "match-0001", around)
    assert shown.headline == EMPTY.headline
    assert shown.surroundings == around


def test_choices_are_offered_only_where_people_may_act() -> None:
    state = after(*BEFORE_PLAY[:2])
    assert scoreboard_for(state, 1).choices == ()
    assert not scoreboard_for(state, 1).joining
    acting = scoreboard_for(state, 1, "", Surroundings(acting=True))
    assert [choice.text for choice in acting.choices if choice.seat == 1][:3] == ["pass", "1", "2"]
    assert {choice.text for choice in acting.choices if choice.seat == 0} == {"take back"}
    assert acting.joining
    called = scoreboard_for(after(*BEFORE_PLAY[:3]), 1, "", Surroundings(acting=True))
    assert not called.joining, "once somebody has called, the codes are gone"


def test_dealing_and_bidding_name_who_is_to_act() -> None:
    assert board(BEFORE_PLAY[0]).headline == "Dee deals"
    bidding = board(*BEFORE_PLAY[:3])
    assert (bidding.headline, bidding.detail) == ("Ben to bid", "over 3, or pass")
    assert bidding.contract is not None and bidding.contract.text == "Ann, so far"
    assert [seat.note for seat in bidding.seats] == ["bids 3", "", "", ""]
    assert [seat.seat for seat in bidding.seats if seat.turn] == [2]
    assert [seat.seat for seat in bidding.seats if seat.dealer] == [4]


def test_contract_and_choices_in_words() -> None:
    playing = board(*BEFORE_PLAY)
    assert playing.contract is not None
    assert playing.contract.text == "Ann and Cy: 3 in hearts"
    assert (playing.contract.bid, playing.contract.trump, playing.contract.detail) == ("3", "H", "with partner")
    assert (playing.headline, playing.detail) == ("Ann to lead", "trick 1 of 6")
    assert playing.target == "Playing to 42"
    assert [side.name for side in playing.sides] == ["Ann and Cy", "Ben and Dee"]
    assert [side.needs for side in playing.sides] == ["42 to go", "42 to go"]
    assert [side.making for side in playing.sides] == [True, False]


def test_the_trick_shows_its_cards_and_who_is_winning() -> None:
    one = board(*BEFORE_PLAY, card(1, "TH"), card(2, "JD"))
    assert one.trick is not None
    assert [(play.seat, play.card.text if play.card else "") for play in one.trick.plays] == [(1, "TH"), (2, "JD")]
    assert [play.winning for play in one.trick.plays] == [False, True], "the left bower is a trump"
    shown = one.trick.plays[0].card
    assert shown is not None and (shown.rank, shown.suit, shown.words) == ("10", "H", "10 of hearts")


def test_a_finished_trick_stays_in_sight_with_its_winner() -> None:
    done = board(*BEFORE_PLAY, *FIRST_TRICK)
    assert done.trick is not None
    assert (done.trick.number, done.trick.taken_by, len(done.trick.plays)) == (1, 1, 4)
    assert (done.headline, done.detail) == ("Ann to lead", "Ann took trick 1")
    assert [side.tricks for side in done.sides] == [1, 0]
    assert done.seats[0].tricks == 1


@pytest.mark.parametrize("code", FindingCode)
def test_every_finding_has_a_title(code: FindingCode) -> None:
    state = after(*BEFORE_PLAY)
    assert state.hand is not None
    found = Finding(code, 2, 1, (), 1.0, Reason(Code.NO_REVOKE, seat=2, trick=1), Reason(Code.RULE_SAID))
    (shown,) = scoreboard_for(replace(state, hand=replace(state.hand, findings=(found,))), 1).findings
    assert shown.title and "{" not in shown.title


def test_a_finding_names_its_proof() -> None:
    refused = (card(1, "AH"), card(2, "9C"), card(3, "TH"), card(4, "QH"))
    shown = board(*BEFORE_PLAY, *refused, card(1, "AC"), card(2, "9H"))
    (finding,) = shown.findings
    assert finding.title == "Revoke by Ben"
    assert finding.proof == ("trick 1: Ben, 9 of clubs", "trick 2: Ben, 9 of hearts")
    assert finding.text and finding.ruling


def test_an_unsure_proof_says_how_sure() -> None:
    seen = [
        SeeCard(1, Card.parse("AH"), 0.99, 1),
        SeeCard(2, Card.parse("9C"), 0.95, 2),
        SeeCard(3, Card.parse("TH"), 0.99, 3),
        SeeCard(4, Card.parse("QH"), 0.99, 4),
        SeeCard(1, Card.parse("AC"), 0.99, 5),
        SeeCard(2, Card.parse("9H"), 0.97, 6),
    ]
    shown = board(*BEFORE_PLAY, *seen)
    assert shown.findings[0].proof[-1] == "the cards were read with 95% certainty"


def test_an_unread_card_becomes_a_question_with_its_likeliest_names() -> None:
    shown = board(*BEFORE_PLAY, SeeCard(1, None, 0.0, 7, (Card.parse("QH"), Card.parse("QD"))))
    (question,) = shown.questions
    assert (question.mark, question.seat, question.text) == (7, 1, "Which card did Ann lay?")
    assert [likely.text for likely in question.likeliest][:2] == ["QH", "QD"]
    assert shown.trick is not None and shown.trick.plays[0].card is None


def test_a_finished_hand_says_why_it_scored_as_it_did(tmp_path: Path) -> None:
    state = play_through(tmp_path / "log", Hand())
    shown = scoreboard_for(state, 50)
    assert shown.phase == "dealing"
    assert shown.last_hand is not None and shown.last_hand.number == 1
    assert shown.last_hand.contract == "Ann: 3 in hearts"
    assert len(shown.last_hand.why) == 2
    assert all(re.fullmatch(r"0|[+−]\d+", delta) for delta in shown.last_hand.delta)
    assert tuple(side.score for side in shown.sides) == shown.last_hand.score
    assert shown.history == (shown.last_hand,)


def test_a_thrown_in_hand_says_so() -> None:
    passes = tuple(MakeCall(seat, "pass") for seat in (1, 2, 3, 4))
    shown = board(*BEFORE_PLAY[:2], *passes)
    assert shown.last_hand is not None
    assert (shown.last_hand.contract, shown.last_hand.made) == ("thrown in", None)


@pytest.mark.usefixtures("no_sync")
def test_no_board_ever_holds_a_card_that_has_not_been_laid(tmp_path: Path) -> None:
    play_through(tmp_path / "log", Hand())
    order = [play.card.text for trick in plays() for play in trick if play.card]
    state, laid = State(), 0
    for entry in read_log(tmp_path / "log").entries:
        state = replay_events(entry.events, state)
        laid += sum(type(event).__name__ == "CardPlayed" for event in entry.events)
        text = scoreboard_for(state, entry.seq).model_dump_json()
        on_board = set(re.findall(r'"text":"([2-9TJQKA][CDHS])"', text))
        assert on_board <= set(order[:laid])


def test_the_same_state_gives_the_same_board(tmp_path: Path) -> None:
    state = play_through(tmp_path / "log", Hand())
    again = replay_events(event for entry in read_log(tmp_path / "log").entries for event in entry.events)
    assert scoreboard_for(state, 9) == scoreboard_for(again, 9)
    with EventLog(tmp_path / "log") as log:
        assert len(log.entries) == len(read_log(tmp_path / "log").entries)
