"""Single happenings: what each makes of a story, and where it makes nothing."""

from __future__ import annotations

from engine.inputs import TakeBack
from table_controller.watching.evidence import Onlooker
from table_controller.watching.explain import begun, explain
from table_controller.watching.happenings import Explanation, Ground, laid_in_turn, taken_back, unseen
from table_controller.watching.odds import counted
from table_controller.watching.zones import Seen
from tests.table_controller.watching.script import settled, to_play
from vision.mat.mats import A3_FOUR

ODDS = counted()


def after(*lines: str) -> tuple[Explanation, Ground]:
    """The likeliest story after these looks, and the ground that the last one is."""
    witness, stories = Onlooker(ODDS), list(begun(to_play(), counted()))
    for at, line in enumerate(lines, start=1):
        look = witness.look(Seen(settled(line, float(at)), A3_FOUR))
        stories = explain(stories, look, ODDS, 0.0)
    return stories[0], Ground(look, ODDS)


def test_in_turn_is_one_story_for_each_name_a_card_may_have() -> None:
    story, _ = after("empty")
    witness = Onlooker(ODDS)
    look = witness.look(Seen(settled("1 AH@1:0.6", 1.0), A3_FOUR))
    found = list(laid_in_turn(story, Ground(look, ODDS), look.things[1]))
    assert {act.input.card.text if act.input.card else None for each in found for act in each.acts} == {"AH", None}


def test_nothing_is_taken_back_while_it_lies_there_or_when_all_is_gathered() -> None:
    assert not list(taken_back(*after("1 AH@1", "1 AH@1  2 9H@2")))
    assert not list(taken_back(*after("1 AH@1", "1 AH@1  2 9H@2", "empty")))


def test_the_card_that_is_gone_from_a_trick_may_have_been_taken_back() -> None:
    (found,) = taken_back(*after("1 AH@1", "1 AH@1  2 9H@2", "1 AH@1"))
    assert found.acts[-1].input == TakeBack(2)


def test_a_card_is_unseen_sooner_once_its_trick_has_gone() -> None:
    lying, gone = after("1 AH@1", "1 AH@1  2 9H@2"), after("1 AH@1", "1 AH@1  2 9H@2", "empty")
    (still,), (gathered,) = list(unseen(*lying)), list(unseen(*gone))
    assert gathered.log - gone[0].log > still.log - lying[0].log
