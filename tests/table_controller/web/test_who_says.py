"""Whose a word is to say: every input, at every moment of hands of every form, from every chair."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

from engine import inputs as i
from engine.layout import Seat
from engine.play.decide import decide
from engine.play.state import INITIAL, State, replay
from engine.play.unfolding import NotNow
from engine.rules.rulesets import preset, preset_names
from table_controller.board.scoreboard import TABLE
from table_controller.web.who_says import REFEREE, WHO_SAYS, may_say
from tests.bench.random_hands import begin, play_hand
from tests.engine.play.test_any_input import any_input

TABLES_OWN = {i.NewMatch, i.DeclareMisdeal, i.Undo, i.Redo}
REFEREES_OWN = {i.DrawCards, i.CountHand, i.TakeKitty, i.LayAway, i.WarnTalk, i.GiveRuling, i.NamePlayers}
MACHINES_OWN = {i.SeeCard, i.ReadMark, i.ReadCard, i.Correct}
HANDS = 3
MARK = 40
TRIES = 6
"""Words of chance at each moment of a hand: some thousand in each form's HANDS."""


def chairs(state: State) -> range:
    """Every seat, the table's screen and the referee."""
    return range(REFEREE, (state.rules.table.players if state.rules else 6) + 1)


def speakers(word: Any, state: State) -> set[Seat]:
    """Who may say it, worked out anew: by kind, and for a seat's own words by the seat that it is about."""
    kind = type(word)
    if kind in MACHINES_OWN:
        return set()
    if kind in REFEREES_OWN:
        return {REFEREE}
    if kind in TABLES_OWN:
        return {REFEREE, TABLE}
    if kind is i.DealDone:
        return {REFEREE, TABLE, *({state.hand.dealer} if state.hand is not None else ())}
    return {REFEREE, TABLE, *({word.seat} & set(chairs(state)) if hasattr(word, "seat") else asked(word, state))}


def asked(word: i.AnswerQuestion, state: State) -> set[Seat]:
    """Whose card the mark is of, as far as the hand that is on tells."""
    hand = state.hand
    if hand is None:
        return set()
    tricks = (*(trick.plays for trick in hand.tricks), hand.trick)
    lying = {play.seat for plays in tricks for play in plays if play.mark == word.mark}
    return lying | {question.seat for question in hand.questions if question.mark == word.mark}


@pytest.mark.parametrize("form", preset_names())
def test_every_word_is_let_through_from_whom_it_may_come_and_from_nobody_else(form: str) -> None:
    rules, chance = preset(form), random.Random(form)
    asked_of_seats = 0
    for _, _, state in (each for _ in range(HANDS) for each in play_hand(begin(rules), chance)):
        state = told(state, unread_card(state))
        for word in (*(any_input(rules, chance) for _ in range(TRIES)), *answers(state)):
            let_in = {who for who in chairs(state) if may_say(who, word, state)}
            assert let_in == speakers(word, state), word
            asked_of_seats += isinstance(word, i.AnswerQuestion) and len(let_in) > len({TABLE, REFEREE})
    assert asked_of_seats > HANDS


def unread_card(state: State) -> i.SeeCard:
    """The camera sees a card that it can't read before whoever is at turn."""
    return i.SeeCard(state.turn or 1, None, 0.0, MARK)


def answers(state: State) -> list[i.AnswerQuestion]:
    """An answer about each card that lies on the table, and each that is asked about."""
    assert state.rules is not None
    told = (*state.hand.plays, *state.hand.questions) if state.hand is not None else ()
    return [i.AnswerQuestion(each.mark, state.rules.deck.pack[0]) for each in told if each.mark is not None]


def told(state: State, word: i.Input) -> State:
    try:
        return replay(decide(state, word), state)
    except NotNow:
        return state


def test_the_table_of_speakers_names_every_input_of_the_engine() -> None:
    assert set(WHO_SAYS) == set(get_args(i.Input))


@pytest.mark.parametrize("word", ["MakeCall", None, 5, object()])
def test_what_is_no_input_is_nobodys(word: object) -> None:
    assert not any(may_say(who, word, INITIAL) for who in range(REFEREE, 7))


def test_a_seat_answers_for_its_own_cards_alone_and_for_none_before_a_match() -> None:
    answer = i.AnswerQuestion(1, preset("iowa_standard").deck.pack[0])
    assert [who for who in range(REFEREE, 5) if may_say(who, answer, INITIAL)] == [REFEREE, TABLE]
