"""Why the table asks, in every language, without a brace left open."""

from __future__ import annotations

import pytest

from engine.inputs import NewMatch
from engine.play.decide import step
from engine.play.state import INITIAL
from table_controller.watching.odds import Happened
from table_controller.watching.why import Account, Why
from table_controller.words.tongues import languages, tongue
from table_controller.words.whys import why_asked_which, why_asked_whose, why_told
from tests.table_controller.a_question import whose

STATE = step(INITIAL, NewMatch("iowa_standard", ("Ann", "Ben", "Cy", "Dee"), 4))[1]
UNSEEN = Why(0.9, Account(Happened.UNSEEN, 3, {"happening": -3.0}))


@pytest.mark.parametrize(
    ("nearer", "told"),
    [
        (0.0, "It lies between Ben and Cy, and both may have laid it."),
        (-3.0, "It lies nearer to Cy, but it is Ben's turn."),
        (3.0, "Either Ben laid it in turn, or Cy laid one card too many."),
    ],
)
def test_a_question_whose_says_where_the_card_lies_and_whose_turn_it_is(nearer: float, told: str) -> None:
    assert why_asked_whose(whose(7, 2, 3, nearer).why, STATE) == told


def test_a_question_which_says_whether_the_card_was_seen_at_all() -> None:
    assert why_asked_which(UNSEEN, STATE) == "The trick was gathered, and nobody saw Cy's card."
    for name, told in ((-5.0, "can't read it"), (-0.01, "not surely enough")):
        assert told in why_asked_which(Why(0.9, Account(Happened.IN_TURN, 3, {"name": name})), STATE)


def test_the_log_tells_how_sure_and_what_speaks_for_the_other_story() -> None:
    told = why_told(whose(7, 2, 3, -2.0).why, STATE)
    assert told == (
        "80.0000% sure that Ben laid it in turn, rather than that Cy laid one card too many, "
        "what most speaks for the other is where it lies"
    )
    assert why_told(UNSEEN, STATE).endswith("it rests on how often such a thing happens")


@pytest.mark.parametrize("code", languages())
def test_every_language_has_words_for_all_that_may_have_happened(code: str) -> None:
    to = tongue(code)
    for what in Happened:
        why = Why(0.9, Account(what, 2, {"place": -1.0, "name": -0.1}), Account(what, 3, {"place": -1.0}))
        for said in (why_told(why, STATE, to), why_asked_which(why, STATE, to), why_asked_whose(why, STATE, to)):
            assert said and "{" not in said
