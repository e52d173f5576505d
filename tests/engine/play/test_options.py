from __future__ import annotations

from engine import inputs as i
from engine.cards import Card, Denomination
from engine.play.hand import Phase
from engine.play.options import options
from engine.play.state import INITIAL
from tests.engine.conftest import Table


def test_before_a_match_nothing_is_offered() -> None:
    assert options(INITIAL).by_seat == ()


def test_the_first_caller_may_call_before_the_deal_is_said_to_be_done(table: Table) -> None:
    offered = options(table.state)
    assert offered.anybody == (i.DealDone(),)
    assert i.MakeCall(1, "3") in offered.of(1)
    assert offered.of(2) == ()


def test_each_phase_offers_its_own(table: Table) -> None:
    table.auction("5", "pass", "pass")
    assert options(table.state).of(4) == tuple(i.MakeCall(4, call) for call in ("pass", "6", "little", "big"))
    table.auction("pass")
    assert options(table.state).of(1) == tuple(i.NameTrump(1, each) for each in Denomination)
    table.seat(1).names("H")
    assert options(table.state).of(1) == (i.ChoosePartner(1, "exchange"), i.ChoosePartner(1, "with"))
    table.seat(1).chooses("exchange")
    offered = options(table.state)
    assert offered.phase is Phase.DROP
    assert offered.turn is None
    assert [len(offered.of(seat)) for seat in (1, 2, 3, 4)] == [0, 2, 0, 2]
    table.seat(4).answers("play")
    offered = options(table.state)
    assert offered.turn == 1
    assert [len(offered.of(seat)) for seat in (1, 2, 3, 4)] == [24, 24, 0, 24]


def test_cards_that_were_played_are_offered_no_more(table: Table) -> None:
    table.contracted("3", "S").play("AH")
    offered = options(table.state)
    assert len(offered.cards) == 23
    assert Card.parse("AH") not in offered.cards
    assert offered.of(1) == ()
    assert offered.irregular == (i.TakeBack(1),)


def test_an_unread_card_is_among_the_questions(table: Table) -> None:
    table.contracted("3", "S").seat(1).lays("??", 0.1)
    offered = options(table.state)
    assert [question.seat for question in offered.questions] == [1]
    assert i.PlayCard(1, Card.parse("AH")) in offered.of(1)


def test_a_claim_is_offered_to_the_other_side_for_an_answer(table: Table) -> None:
    table.contracted("3", "S")
    table.tell(i.ClaimTricks(1, 6))
    answers = options(table.state).irregular
    assert answers == tuple(i.AnswerClaim(seat, agrees) for seat in (2, 4) for agrees in (True, False))


def test_bids_that_name_their_trump_are_offered_with_it() -> None:
    offered = options(Table("johnston_4").state)
    assert i.MakeCall(1, "3", Denomination.NO_TRUMP) in offered.of(1)
    assert len(offered.of(1)) == 1 + 8 * 5
