"""Who must speak: one answer on lamp, box, wall, table and phone, over every phase of every form of the game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from engine.cards import Card
from engine.inputs import (
    AnswerClaim,
    ClaimTricks,
    DealDone,
    DeclareMisdeal,
    DrawCards,
    NewMatch,
    SeeCard,
    Undo,
)
from engine.play.decide import step
from engine.play.hand import Phase
from engine.play.state import INITIAL, State
from engine.rules.rulesets import preset, preset_names
from firmware_bridge.messages import Lamp
from hardware.lamps.patterns import LampPattern
from hardware.lamps.pinmap import TABLE
from table_controller.board.asked import Task, asked_now, due
from table_controller.board.board import Board, Surroundings
from table_controller.board.scoreboard import Besides, Languages, scoreboard_for
from table_controller.board.show import ASKING, box_for, lamps_for
from table_controller.watching.telling import Asking, Question
from table_controller.words.tongues import languages, tongue
from tests.bench.random_hands import play_hand
from tests.table_controller.a_question import whose
from tests.table_controller.board.test_show import BEFORE_PLAY, after, card

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Finn")
FORMS = (*preset_names(), "five_tricks+lone")
TONGUES = tuple(tongue(code) for code in languages())
ACTING = Surroundings(acting=True)


def a_match(form: str) -> State:
    rules = preset(form)
    return step(INITIAL, NewMatch(rules, NAMES[: rules.table.players], 1))[1]


def claimed(state: State) -> Iterator[State]:
    """The same with tricks claimed: waiting for answers, refused, and agreed to by everybody."""
    assert state.hand is not None and state.rules is not None and state.turn is not None
    waiting = step(state, ClaimTricks(state.turn, state.rules.tricks - len(state.hand.tricks)))[1]
    yield waiting
    first, *_ = (each.seat for each in asked_now(waiting))
    yield step(waiting, AnswerClaim(first, False))[1]
    while waiting.hand is not None and waiting.hand.claim is not None:
        waiting = step(waiting, AnswerClaim(asked_now(waiting)[0].seat, True))[1]
        yield waiting


def unread(state: State) -> State:
    """The same with a card laid by the one on turn that nobody can read."""
    assert state.turn is not None
    return step(state, SeeCard(state.turn, None, 0.0, 1 + max((mark for mark in state.marks if mark), default=0)))[1]


def besides(state: State) -> Iterator[State]:
    """What may happen at a moment beside the next word."""
    if state.past is not None:
        yield step(state, Undo())[1]
    if state.phase is Phase.PLAY and state.turn is not None and state.hand is not None:
        yield unread(state)
        if not state.hand.trick:
            yield from claimed(state)
    if state.phase in (Phase.AUCTION, Phase.PLAY) and not state.results:
        yield step(state, DeclareMisdeal("a card was seen"))[1]


def moments(form: str) -> Iterator[State]:
    state, chance = a_match(form), random.Random(form)
    yield state
    for _ in range(2):
        for _, _, after_it in play_hand(state, chance):
            state = after_it
            yield state
            yield from besides(state)


def check(state: State, asked_whose: tuple[Question, ...] = ()) -> None:
    """All surfaces show the one answer: nobody more, nobody less, and about the same thing."""
    asked = {each.seat: each.task for each in asked_now(state, asked_whose)}
    on_lamps = lamps_for(state, asked_whose)
    asking = {**ASKING, Task.LEAD: on_lamps.get(state.turn or TABLE, LampPattern.OFF)}
    for seat in state.rules.seats if state.rules else ():
        if seat in asked:
            assert on_lamps[seat] is asking[asked[seat]]
        elif state.phase is not Phase.OVER:
            assert on_lamps[seat] in (LampPattern.OFF, LampPattern.FINDING)
    assert box_for(state, asked_whose) == {seat: Lamp[pattern.name] for seat, pattern in on_lamps.items()}
    for to in TONGUES:
        board = scoreboard_for(state, 1, "match-0001", ACTING, Besides(asking=Asking(asked_whose)), Languages(to, to))
        assert {seat.seat for seat in board.seats if seat.turn} == set(asked), "the wall's plates"
        assert {each.seat: each.task for each in board.asked} == asked, "the phones"
        assert all(each.text and "{" not in each.text + each.detail for each in board.asked)
        addressed = told_on_the_wall(board)
        assert all(state.who(seat) in addressed for seat in asked), (to.code, asked, addressed)
        assert not asked or can_say(board) >= {each.seat for each in due(state) if asked[each.seat] is each.task}


def told_on_the_wall(board: Board) -> str:
    """All of the wall that addresses somebody."""
    questions = [*(each.text for each in board.questions), *(each.text for each in board.doubts)]
    return " ".join([board.headline, board.detail, *questions])


def can_say(board: Board) -> set[int]:
    """The seats whose phone has something to press, or whose cards are drawn and laid on the table by hand."""
    by_hand = {each.seat for each in board.asked if each.task in (Task.DRAW, Task.STRAIGHTEN)}
    return {choice.seat for choice in board.choices} | by_hand


@pytest.mark.parametrize("form", FORMS)
def test_lamp_box_wall_table_and_phone_ask_the_same_people(form: str) -> None:
    seen = 0
    for state in moments(form):
        check(state)
        seen += 1
    assert seen > 40


def test_every_task_is_met_in_some_form() -> None:
    met = {each.task for form in FORMS for state in moments(form) for each in asked_now(state)}
    assert met >= set(Task) - {Task.DRAW, Task.STRAIGHTEN, Task.WHOSE}
    assert set(ASKING) == set(Task)


def drawn(form: str, *cards: str) -> State:
    turned = tuple((seat, Card.parse(text) if text else None) for seat, text in enumerate(cards, start=1))
    return step(a_match(form), DrawCards(turned))[1]


@pytest.mark.parametrize(
    ("form", "cards", "asked"),
    [
        ("five_tricks", ("9H", "", "KH", "AH"), {2: Task.STRAIGHTEN}),
        ("five_tricks", ("9H", "9C", "KH", "AH"), {1: Task.DRAW, 2: Task.DRAW}),
        ("five_tricks", ("TH", "9C", "KH", "AH"), {2: Task.DEAL}),
        ("five_tricks", ("TH", "9C"), {1: Task.DEAL}),
        ("iowa_standard", ("TH", "JC"), {2: Task.DEAL}),
    ],
)
def test_the_draw_for_the_deal_asks_whom_it_waits_for(
    form: str, cards: tuple[str, ...], asked: dict[int, Task]
) -> None:
    state = drawn(form, *cards)
    check(state)
    assert {each.seat: each.task for each in asked_now(state)} == asked


def test_a_claim_asks_those_who_must_agree_and_nobody_else() -> None:
    state = next(each for each in moments("iowa_standard") if each.hand is not None and each.hand.claim is not None)
    assert state.hand is not None and state.hand.claim is not None and state.rules is not None
    side = state.rules.side_of(state.hand.claim[0])
    asked = asked_now(state)
    assert asked and all(each.task is Task.CLAIM and state.rules.side_of(each.seat) != side for each in asked)
    board = scoreboard_for(state, 1, "", ACTING)
    assert all(state.who(state.hand.claim[0]) in each.detail for each in board.asked), "everybody sees who claims what"


def test_a_dealer_is_told_to_deal_and_may_say_that_it_is_done() -> None:
    state = a_match("iowa_standard")
    board = scoreboard_for(state, 1, "", ACTING)
    assert [(each.seat, each.text) for each in board.asked] == [(1, "You deal")]
    assert [choice.text for choice in board.choices if choice.seat == 1] == ["the cards are dealt"]
    assert [each.text for each in scoreboard_for(step(state, DealDone())[1], 2, "", ACTING).asked] == ["Your bid"]


def test_a_card_whose_owner_is_not_known_asks_both_before_their_turns() -> None:
    state = after(*BEFORE_PLAY, card(1, "AH"))
    doubt = whose(9, 2, 3)
    check(state, (doubt,))
    assert {(each.seat, each.task) for each in asked_now(state, (doubt,))} == {(2, Task.WHOSE), (3, Task.WHOSE)}
    board = scoreboard_for(state, 1, "", ACTING, Besides(asking=Asking((doubt,))))
    assert {choice.seat for choice in board.choices} == {TABLE}, "nothing else asks beside a question"


def test_while_the_referee_has_stopped_play_no_lamp_asks() -> None:
    lamps = lamps_for(a_match("iowa_standard"), paused=True)
    assert set(lamps.values()) == {LampPattern.OFF, LampPattern.WAITING} and lamps[TABLE] is LampPattern.WAITING


def in_play() -> State:
    """A hand before its first lead."""
    return next(state for state in moments("iowa_standard") if state.phase is Phase.PLAY)


@pytest.mark.parametrize(
    ("happened", "told"),
    [
        (lambda state: step(state, DeclareMisdeal("seen"))[1], "Misdeal: no score, the cards are dealt again."),
        (lambda state: step(state, Undo())[1], "The last decision was taken back."),
        (lambda state: list(claimed(state))[1], "The claim is refused: play goes on."),
        (lambda state: list(claimed(state))[-1], "The claim is agreed."),
        (lambda state: next(claimed(state)), ""),
        (lambda state: state, ""),
    ],
    ids=["misdeal", "taken back", "refused", "agreed", "waiting", "nothing"],
)
def test_what_is_decided_is_announced_as_what_it_is(happened: Callable[[State], State], told: str) -> None:
    assert scoreboard_for(happened(in_play()), 1).news == told


def test_a_hand_ended_by_a_claim_gives_its_reasons_and_says_nothing_twice() -> None:
    plays = [(1, "AH"), (2, "9C"), (3, "9D"), (4, "QC"), (1, "KH"), (2, "TC"), (3, "TD"), (4, "KC")]
    state = after(*BEFORE_PLAY, *(card(seat, text) for seat, text in plays), ClaimTricks(1, 4))
    while state.hand is not None and state.hand.claim is not None:
        state = step(state, AnswerClaim(asked_now(state)[0].seat, True))[1]
    for to in TONGUES:
        last = scoreboard_for(state, 1, languages=Languages(to, to)).last_hand
        assert last is not None and 2 <= len(last.why) <= 3, last
        openings = [sentence.split("(")[0] for sentence in last.why]
        assert len(set(openings)) == len(openings)
        assert sum(("Ben" in sentence and "2" in sentence) for sentence in last.why), "who and where is kept"
