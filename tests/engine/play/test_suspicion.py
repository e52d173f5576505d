"""Revokes, told from the cards that were seen."""

from __future__ import annotations

from engine import events as e
from engine import inputs as i
from engine.cards import Card
from engine.findings import FindingCode
from engine.reasons import Code, Reason
from tests.engine.conftest import Table
from tests.in_english import said


def proof(table: Table, index: int = 0) -> list[tuple[int, str, int]]:
    return [(play.seat, str(play.card), play.trick) for play in table.findings[index].proof]


def test_a_revoke_is_proved_when_the_refused_suit_is_shown(table: Table) -> None:
    table.contracted("3", "S")
    table.play("AH 9C TH KH")
    assert table.findings == []
    table.play("AD 9H")
    finding = table.findings[0]
    assert (finding.code, finding.seat, finding.trick) == (FindingCode.REVOKE, 2, 1)
    assert proof(table) == [(2, "9C", 1), (2, "9H", 2)]
    assert said(finding.text) == ("Ben did not follow hearts in trick 1 (played 9C) but held 9H, played in trick 2.")
    assert finding.ruling.code is Code.RULE_SAID


def test_the_left_bower_follows_trump(table: Table) -> None:
    table.contracted("3", "S")
    table.play("AS JC TS KS  AD 9C")
    assert table.findings == []


def test_whoever_keeps_the_left_bower_back_when_trump_is_led_revokes(table: Table) -> None:
    table.contracted("3", "S")
    table.play("AS 9H TS KS  AC JC")
    assert proof(table) == [(2, "9H", 1), (2, "JC", 2)]
    assert "the left bower, a trump while spades are trump" in said(table.findings[0].text)


def test_the_left_bower_is_no_card_of_its_printed_suit(table: Table) -> None:
    table.contracted("3", "S")
    table.play("AC 9H TC KC  AS JC TS KS")
    assert table.findings == []


def test_without_trump_it_is(table: Table) -> None:
    table.contracted("3", "NT")
    table.play("AC 9H TC KC  AS JC TS KS")
    assert proof(table) == [(2, "9H", 1), (2, "JC", 2)]


def test_one_card_can_prove_two_revokes_and_each_is_said_once(table: Table) -> None:
    table.contracted("3", "S")
    table.play("AH 9C TH 9D  KH TC JH QD  AD 9H KD JD  AC QH KC QC")
    assert [(each.code, each.seat, each.trick) for each in table.findings] == [
        (FindingCode.REVOKE, 2, 1),
        (FindingCode.REVOKE, 2, 2),
    ]
    assert proof(table, 0) == [(2, "9C", 1), (2, "9H", 3)]
    assert proof(table, 1) == [(2, "TC", 2), (2, "9H", 3)]


def test_an_uncertain_reading_accuses_nobody_but_is_asked_about(table: Table) -> None:
    table.contracted("3", "S")
    table.play("AH 9C TH KH  AD")
    events = table.seat(2).lays("9H", 0.6, guesses=("9D",))
    assert [type(event) for event in events] == [e.QuestionAsked]
    table.tell(i.AnswerQuestion(1, Card.parse("9H")))
    assert [(each.code, each.certainty) for each in table.findings] == [(FindingCode.REVOKE, 1.0)]


def test_a_finding_is_as_certain_as_its_least_certain_card(table: Table) -> None:
    table.contracted("3", "S")
    table.seat(1).plays("AH")
    table.seat(2).lays("9C", 0.7)
    table.play("TH KH  AD")
    table.seat(2).lays("9H", 0.99)
    assert table.findings[0].certainty == 0.7
    assert said(table.findings[0]).startswith("Please check")


def test_a_finding_is_withdrawn_when_its_card_is_corrected(table: Table) -> None:
    table.contracted("3", "S")
    table.seat(1).plays("AH")
    table.seat(2).lays("9C", 0.9)
    table.play("TH KH  AD 9H")
    assert len(table.state.hand.findings) == 1
    events = table.tell(i.AnswerQuestion(1, Card.parse("QH")))
    assert e.FindingWithdrawn(FindingCode.REVOKE, 2, 1, Reason(Code.CARD_CORRECTED)) in events
    assert table.state.hand.findings == ()


def test_a_correction_can_also_prove_a_revoke(table: Table) -> None:
    table.contracted("3", "S")
    table.seat(1).plays("AH")
    table.seat(2).lays("QH", 0.9)
    table.play("TH KH  AD 9H")
    table.tell(i.AnswerQuestion(1, Card.parse("9C")))
    assert [(each.code, each.seat) for each in table.findings] == [(FindingCode.REVOKE, 2)]


def test_the_revoke_of_the_last_trick_but_one_is_found_before_the_hand_is_scored(table: Table) -> None:
    table.contracted("3", "S")
    table.play("JS 9S TS QS  JC 9D TD QD  AS 9C TC QC  KS 9H TH QH  AD KC KD JD  AH JH KH AC")
    # Seat 2 follows all through; seat 4 plays a club at the end and has refused nothing.
    assert table.findings == []
    assert any(isinstance(event, e.HandScored) for event in table.events)
