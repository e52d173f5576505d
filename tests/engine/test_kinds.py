"""A wrong type straight into `decide` is refused by the name of its field: no AssertionError, no strange event."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import get_args

import pytest

from engine import inputs as i
from engine.cards import Card, Denomination, Suit
from engine.layout import Layout
from engine.play.decide import NotNow, decide
from engine.play.state import INITIAL, State, replay
from engine.rules.rulesets import preset
from tests.engine.conftest import Table

CARD = Card.parse("QH")
GOOD: tuple[i.Input, ...] = (
    i.NewMatch("iowa_standard", ("A", "B", "C", "D"), 1),
    i.NewMatch(preset("iowa_standard"), ("A", "B", "C", "D"), 1),
    i.DrawCards(((1, CARD), (2, None))),
    i.MakeCall(1, "3", None),
    i.NameTrump(1, Denomination.NO_TRUMP),
    i.ChoosePartner(1, "with"),
    i.CallCard(1, CARD),
    i.AnswerDrop(1, "play"),
    i.PlayCard(1, CARD),
    i.AnswerQuestion(1, CARD),
    i.ReadCard(1, CARD),
    i.TakeBack(1),
    i.CardShown(1, CARD),
    i.LayDown(1, (CARD,)),
    i.GiveRest(1),
    i.NameHolder(1),
    i.SeeCard(1, CARD, 0.9, 7, (CARD,)),
    i.ReadMark(7, CARD, 0.9),
    i.DeclareMisdeal("a card showed"),
    i.CountHand(1, 4),
    i.SwapCards(1),
    i.TakeKitty(1),
    i.LayAway(1, 2),
    i.CallSuit(1, Suit.HEARTS),
    i.ClaimTricks(1, 2),
    i.AnswerClaim(1, True),
    i.SuspectRevoke(1, 2, 1),
    i.WarnTalk(1),
    i.GiveRuling("so", (1, -0.5)),
    i.NamePlayers(("A", "B", "C", "D")),
    i.Correct(1, (i.DealDone(),)),
)
WRONG = (object(), [], {}, b"1", float("nan"), float("inf"), 1.5j, ("x", object()), ((float("nan"),) * 2))
STATES: tuple[State, ...] = (INITIAL, Table().state, Table().contracted().state)


@pytest.mark.parametrize("good", GOOD, ids=lambda good: type(good).__name__)
def test_a_wrong_type_is_refused_by_the_fields_name(good: i.Input) -> None:
    for item in fields(good):
        for wrong in WRONG:
            told = replace(good, **{item.name: wrong})
            for state in STATES:
                with pytest.raises(TypeError, match=f"{type(good).__name__}.{item.name} = "):
                    decide(state, told)


@pytest.mark.parametrize("told", GOOD, ids=lambda good: type(good).__name__)
def test_what_has_the_right_type_is_decided_or_makes_no_sense_now(told: i.Input) -> None:
    for state in STATES:
        try:
            replay(decide(state, told), state)
        except NotNow as refused:
            assert refused.why


def test_every_input_with_fields_is_looked_at_here() -> None:
    kinds = {kind for kind in get_args(i.Input) if fields(kind)}
    assert kinds == {type(good) for good in GOOD}
    with pytest.raises(TypeError, match="no input"):
        decide(STATES[1], i.TableSeen(Layout()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "told",
    [i.ClaimTricks(1, 1.5), i.PlayCard(True, CARD), i.LayAway(1, 0.5)],  # type: ignore[arg-type]
)
def test_half_a_trick_and_a_truth_are_no_numbers(told: i.Input) -> None:
    with pytest.raises(TypeError, match=type(told).__name__):
        decide(STATES[2], told)


@pytest.mark.parametrize("told", [None, "undo", 3, object()])
def test_what_is_no_input_is_refused(told: object) -> None:
    with pytest.raises(TypeError, match="is no input"):
        decide(STATES[1], told)  # type: ignore[arg-type]
