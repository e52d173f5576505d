"""Hands that end before the last card: laid down, claimed, thrown in, given to others; and who has a say in it."""

from __future__ import annotations

from engine import events as e
from engine import inputs as i
from engine.cards import Card
from engine.findings import FindingCode
from engine.play.hand import Phase
from engine.play.options import options
from engine.rules.rulesets import from_tables
from tests.engine.conftest import Table
from tests.in_english import refused


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(each) for each in text.split())


def scored(table: Table) -> e.HandScored:
    return next(event for event in reversed(table.events) if isinstance(event, e.HandScored))


def test_a_hand_laid_down_is_a_claim_of_all_tricks_left_and_no_card_of_it_is_a_play() -> None:
    table = Table().contracted("3", "S")
    table.play("AH 9H TH KH")
    table.tell(i.LayDown(1, cards("JS JC AS KS QS")))
    assert table.state.hand.claim == (1, 5)
    assert not table.findings
    assert table.state.turn == 1
    assert {choice.seat for choice in options(table.state).irregular if isinstance(choice, i.AnswerClaim)} == {2, 4}
    table.tell(i.AnswerClaim(2, True))
    table.tell(i.AnswerClaim(4, True))
    assert scored(table).delta == (3, -3)


def test_silence_is_no_assent_and_one_who_will_not_agree_plays_on() -> None:
    table = Table().contracted("3", "S")
    table.tell(i.LayDown(1))
    table.tell(i.AnswerClaim(2, True))
    assert table.state.phase is Phase.PLAY
    table.tell(i.AnswerClaim(4, False))
    assert table.state.hand.claim is None
    table.play("AH 9H TH KH")


def test_cards_laid_down_with_a_claim_that_was_refused_prove_a_revoke() -> None:
    table = Table(from_tables({"base": "iowa_standard", "irregular": {"revoke": "award_hand"}}, "house"))
    table.contracted("3", "S")
    table.play("AH 9C TH KH AC 9D TC KC")
    table.tell(i.LayDown(2, cards("QH AD KD QD")))
    assert [(each.code, each.seat, each.trick) for each in table.findings] == [(FindingCode.REVOKE, 2, 1)]


def test_all_throw_in_and_the_table_asks_who_takes_the_rest() -> None:
    table = Table().contracted("3", "S")
    table.play("AH 9H TH KH")
    table.tell(i.HandOver())
    assert not table.findings
    offered = options(table.state).irregular
    assert offered == (*(i.GiveRest(seat) for seat in (1, 2, 3, 4)), i.PlayOn(), i.TakeBack(1)) or i.PlayOn() in offered
    table.tell(i.GiveRest(1))
    assert scored(table).delta == (3, -3)


def test_a_hand_that_is_not_over_goes_on() -> None:
    table = Table().contracted("3", "S")
    table.play("AH 9H TH KH")
    table.tell(i.HandOver())
    table.tell(i.PlayOn())
    table.play("AC 9C TC KC")
    assert len(table.state.hand.tricks) == 2


def reagan() -> Table:
    table = Table("reagan_5", dealer=5, players=5)
    table.auction("5", "pass", "pass", "pass", "pass")
    table.seat(1).names("S")
    for seat in (2, 3, 4, 5):
        if table.state.phase is Phase.DROP:
            table.seat(seat).answers("play")
    table.tell(i.CallCard(1, Card.parse("AH")))
    return table


def test_before_the_partner_is_known_everybody_answers_and_the_holder_is_asked() -> None:
    table = reagan()
    table.tell(i.ClaimTricks(1, 6))
    for seat in (2, 3, 4, 5):
        table.tell(i.AnswerClaim(seat, True))
    assert table.state.phase is Phase.PLAY
    assert options(table.state).irregular == tuple(i.NameHolder(seat) for seat in (1, 2, 3, 4, 5))
    table.tell(i.NameHolder(3))
    assert scored(table).delta == (5, -5, 5, -5, -5)


def test_where_nobody_else_holds_the_called_card_the_maker_stands_alone() -> None:
    table = reagan()
    table.tell(i.HandOver())
    table.tell(i.GiveRest(1))
    table.tell(i.NameHolder(1))
    assert scored(table).delta == (5, -5, -5, -5, -5)


def test_who_dropped_out_has_no_say_in_a_claim() -> None:
    table = Table("cutthroat_3", dealer=3, players=3)
    table.auction("4", "pass", "pass")
    table.seat(1).names("S")
    table.seat(2).answers("play")
    table.seat(3).answers("drop")
    table.tell(i.ClaimTricks(1, 8))
    with refused("by the other side"):
        table.tell(i.AnswerClaim(3, False))
    table.tell(i.AnswerClaim(2, True))
    assert scored(table).delta == (4, -4, 0)


def test_nothing_is_played_to_a_hand_that_was_agreed_to_end() -> None:
    table = reagan()
    table.tell(i.HandOver())
    table.tell(i.GiveRest(1))
    with refused("over by agreement"):
        table.seat(1).plays("AS")


def test_undo_takes_a_laid_down_hand_back_as_one() -> None:
    table = Table().contracted("3", "S")
    before = table.state
    table.tell(i.LayDown(1, cards("AS KS")))
    table.tell(i.Undo())
    assert table.state == before
