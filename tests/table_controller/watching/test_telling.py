"""When something is told, asked, or better waited for."""

from __future__ import annotations

from engine.inputs import AnswerQuestion, SeeCard
from table_controller.watching.odds import Happened
from table_controller.watching.telling import ASKED, Question, Telling
from table_controller.watching.zones import Seen
from tests.table_controller.watching.script import Stage, settled, to_play
from vision.mat.mats import A3_FOUR


def test_what_is_certain_is_told_at_once_with_what_speaks_for_it() -> None:
    stage = Stage(to_play())
    stage.watching.see(Seen(settled("1 AH@1<1", 1.0), A3_FOUR), stage.state)
    word = stage.watching.next_word(stage.state, 1.0)
    assert isinstance(word, Telling)
    assert word.sure > 0.999
    assert {name for name, _ in word.act.odds} == {"happening", "place", "name", "card", "pack"}


def test_a_doubt_is_waited_for_as_long_as_waiting_is_cheaper_than_a_question() -> None:
    stage = Stage(to_play())
    stage.look(settled("1 9H@3<3", 1.0))
    stage.wait(1.0 + ASKED - 0.2)
    assert stage.told == []
    stage.wait(1.0 + ASKED + 0.3)
    assert stage.told == ["whose 1: 3 or 1"]


def test_whoever_is_asked_whose_a_card_is_parts_the_stories() -> None:
    stage = Stage(to_play())
    stage.look(settled("1 9H@3<3", 1.0))
    question = stage.watching.next_word(stage.state, 7.0)
    assert isinstance(question, Question)
    stage.watching.answered(question, 1)
    word = stage.watching.next_word(stage.state, 7.0)
    assert isinstance(word, Telling)
    assert isinstance(word.input, SeeCard)
    assert word.input.seat == 1


def test_a_question_names_the_two_stories_it_parts() -> None:
    stage = Stage(to_play())
    stage.look(settled("1 9H@3<3", 1.0))
    question = stage.watching.next_word(stage.state, 7.0)
    assert isinstance(question, Question)
    best, rival = question.why.told, question.why.beaten
    assert rival is not None
    assert {best.what, rival.what} == {Happened.LED_OUT_OF_TURN, Happened.IN_TURN}
    assert {best.seat, rival.seat} == {question.seat, question.other}


def test_a_persons_word_keeps_what_else_was_believed() -> None:
    stage = Stage(to_play())
    stage.look(settled("1 ??@1<1", 1.0))
    stage.wait(8.0)
    stage.look(settled("1 ??@1  2 9H@2<2", 8.0))
    stage.say(AnswerQuestion(1, next(card for card in stage.state.rules.deck.pack if card.text == "AH")))
    assert stage.told[-1] == "plays 2 9H"
