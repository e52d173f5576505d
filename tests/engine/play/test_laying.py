"""A card that is laid, as a camera tells it: plays, questions, and what the engine finds in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import events as e
from engine import inputs as i
from engine.cards import Card
from engine.findings import FindingCode
from engine.places import play_zone
from tests.engine.conftest import Table
from tests.in_english import refused, said


@pytest.fixture
def playing(table: Table) -> Table:
    return table.contracted("3", "S")


def test_a_card_seen_is_its_seats_play(playing: Table) -> None:
    assert playing.seat(1).lays("AH", 0.97) == (e.CardPlayed(1, Card.parse("AH"), 1, 0.97, 1),)
    assert playing.state.turn == 2


def test_an_unreadable_card_is_asked_about_and_play_goes_on(playing: Table) -> None:
    asked = playing.seat(1).lays("??", 0.0, guesses=("AH", "KH"))
    assert asked == (e.QuestionAsked(1, 1, play_zone(1), (Card.parse("AH"), Card.parse("KH")), 1),)
    for seat, card in ((2, "9H"), (3, "TH"), (4, "KH")):
        playing.seat(seat).lays(card)
    assert playing.findings == []
    events = playing.tell(i.AnswerQuestion(1, Card.parse("AH")))
    assert [type(event).__name__ for event in events] == ["QuestionAnswered", "CardPlayed", "TrickTaken"]
    assert playing.state.turn == 1


def test_guesses_that_were_played_already_are_not_offered(playing: Table) -> None:
    playing.play("AH 9H TH KH")
    [asked] = playing.seat(1).lays("??", 0.0, guesses=("AH", "AD"))
    assert isinstance(asked, e.QuestionAsked) and asked.likeliest == (Card.parse("AD"),)


def test_a_card_that_becomes_readable_answers_its_own_question(playing: Table) -> None:
    playing.seat(1).lays("??", 0.3)
    assert playing.reads(1, "AH") == (
        e.QuestionAnswered(1, Card.parse("AH"), "camera"),
        e.CardPlayed(1, Card.parse("AH"), 1, 1.0, 1),
    )


def test_a_card_that_was_read_wrongly_is_put_right_by_the_camera(playing: Table) -> None:
    for seat, card in ((1, "9H"), (2, "KH"), (3, "TH"), (4, "QH")):
        playing.seat(seat).lays(card)
    assert playing.state.turn == 2
    assert [type(event).__name__ for event in playing.reads(1, "AH")] == ["PlayCorrected", "TrickTaken"]
    assert playing.state.turn == 1


def test_a_mark_that_was_never_laid_is_not_read(playing: Table) -> None:
    with refused("Nobody asks about a card with the mark 99"):
        playing.reads(99, "AH")


def test_a_trick_with_an_unread_card_may_be_gathered_and_answered_later(playing: Table) -> None:
    for seat, card in ((1, "9H"), (2, "??"), (3, "TH"), (4, "KH")):
        playing.seat(seat).lays(card)
    playing.seat(2).lays("9D")
    playing.tell(i.AnswerQuestion(2, Card.parse("AH")))
    assert playing.findings == []
    assert playing.state.turn == 3
    assert [trick.winner for trick in playing.state.hand.tricks] == [2]


def test_a_lead_turns_out_to_have_been_out_of_turn(playing: Table) -> None:
    for seat, card in ((1, "9H"), (2, "??"), (3, "TH"), (4, "KH")):
        playing.seat(seat).lays(card)
    playing.seat(2).lays("9D")
    playing.tell(i.AnswerQuestion(2, Card.parse("QH")))
    assert [(each.code, each.seat) for each in playing.findings] == [(FindingCode.LEAD_OUT_OF_TURN, 2)]


def test_where_two_cards_could_not_be_read_nobody_is_accused_of_having_led_out_of_turn(playing: Table) -> None:
    for seat, card in ((1, "9H"), (2, "??"), (3, "??"), (4, "KH")):
        playing.seat(seat).lays(card)
    playing.seat(2).lays("9D")
    for mark, card in ((2, "QH"), (3, "TH")):
        playing.tell(i.AnswerQuestion(mark, Card.parse(card)))
    assert playing.state.hand.tricks[0].winner == 4 and playing.findings == []
    playing.seat(1).lays("AD")
    assert playing.findings == [], "nor in the trick that follows it"


def test_the_last_unread_card_of_a_hand_still_proves_a_revoke_before_the_hand_is_scored(playing: Table) -> None:
    playing.play("AH 9C TH KH  JS 9S TS QS  JC 9D TD QD  AS AC TC QC  KS JD JH KC")
    for seat, card in ((1, "AD"), (2, "??"), (3, "KD"), (4, "QH")):
        playing.seat(seat).lays(card)
    assert playing.state.hand.number == 1
    events = playing.tell(i.AnswerQuestion(2, Card.parse("9H")))
    names = [type(event).__name__ for event in events]
    assert names.index("FindingRaised") < names.index("HandScored")
    assert (playing.findings[0].code, playing.findings[0].seat) == (FindingCode.REVOKE, 2)


def test_a_card_of_an_earlier_trick_read_unsurely_is_asked_about(playing: Table) -> None:
    playing.play("AH 9H TH KH  AD 9D TD KD  QH")
    events = playing.seat(2).lays("9H", 0.7, guesses=("9S",))
    assert events == (e.QuestionAsked(1, 2, play_zone(2), (Card.parse("9S"),), 3),)
    assert playing.findings == []


def test_a_card_of_an_earlier_trick_read_surely_is_a_finding_and_a_question(playing: Table) -> None:
    playing.play("AH 9H TH KH  AD 9D TD KD  QH")
    events = playing.seat(2).lays("9H", 0.99)
    assert [type(event).__name__ for event in events] == ["FindingRaised", "QuestionAsked"]
    finding = playing.findings[0]
    assert finding.code is FindingCode.CARD_SEEN_TWICE and finding.certainty == 0.99
    assert [(play.seat, str(play.card), play.trick) for play in finding.proof] == [(2, "9H", 1), (2, "9H", 3)]
    playing.tell(i.AnswerQuestion(1, Card.parse("9S")))
    assert playing.state.turn == 3


def test_a_card_that_is_not_in_the_pack_is_found_and_asked_about(playing: Table) -> None:
    events = playing.seat(1).lays("2H", 0.95)
    assert [type(event).__name__ for event in events] == ["FindingRaised", "QuestionAsked"]
    assert [finding.code for finding in playing.findings] == [FindingCode.FOREIGN_CARD]


def test_a_card_out_of_turn_stays_the_card_of_its_seat(playing: Table) -> None:
    for seat, card in ((1, "AH"), (3, "TH")):
        playing.seat(seat).lays(card)
    assert [(each.code, each.seat, each.trick) for each in playing.findings] == [(FindingCode.PLAY_OUT_OF_TURN, 3, 1)]
    assert playing.state.turn == 2
    for seat, card in ((2, "9H"), (4, "KH")):
        playing.seat(seat).lays(card)
    assert [play.seat for play in playing.state.hand.tricks[0].plays] == [1, 3, 2, 4]
    assert len(playing.findings) == 1


def test_a_lead_out_of_turn_is_found(playing: Table) -> None:
    playing.seat(2).lays("9H", 0.9)
    finding = playing.findings[0]
    assert (finding.code, finding.seat, finding.certainty) == (FindingCode.LEAD_OUT_OF_TURN, 2, 0.9)
    assert said(finding.text) == "Ben led 9H out of turn in trick 1: it was Ann's turn."


def test_a_second_card_in_one_trick_is_found(playing: Table) -> None:
    playing.seat(1).lays("AH")
    playing.seat(1).lays("QD")
    assert [(each.code, each.seat) for each in playing.findings] == [(FindingCode.EXTRA_CARD, 1)]
    for seat, card in ((2, "9H"), (3, "TH"), (4, "KH")):
        playing.seat(seat).lays(card)
    playing.seat(1).lays("QD", mark=2)  # the trick is gathered, the second card still lies there, and it is its turn
    assert [str(play.card) for play in playing.state.hand.trick] == ["QD"]
    assert len(playing.findings) == 1


def test_a_card_of_the_partner_who_sits_out_is_found(table: Table) -> None:
    table.contracted("3", "S", option="exchange")
    table.seat(1).lays("AH")
    table.seat(3).lays("TH")
    assert [(each.code, each.seat) for each in table.findings] == [(FindingCode.EXTRA_CARD, 3)]
    table.seat(2).lays("9H")
    table.seat(4).lays("KH")
    assert table.state.turn == 1


def test_a_wrong_reading_is_corrected_by_a_person(playing: Table) -> None:
    for seat, card in ((1, "9H"), (2, "KH"), (3, "TH"), (4, "QH")):
        playing.seat(seat).lays(card)
    assert playing.state.turn == 2
    events = playing.tell(i.AnswerQuestion(1, Card.parse("AH")))
    assert [type(event).__name__ for event in events] == ["PlayCorrected", "TrickTaken"]
    assert playing.state.turn == 1
    playing.tell(i.Undo())
    assert playing.state.turn == 2


def test_nobody_asks_about_a_mark_that_was_never_seen(playing: Table) -> None:
    with refused("Nobody asks about a card with the mark 99"):
        playing.tell(i.AnswerQuestion(99, Card.parse("AH")))


def test_a_card_shown_keeps_its_mark_and_certainty(table: Table) -> None:
    table.tell(i.DealDone())
    table.seat(1).calls("3")
    table.tell(i.CardShown(2, Card.parse("AH"), 7, 0.95))
    [finding] = table.findings
    assert (finding.code, finding.certainty, finding.proof[-1].mark) == (FindingCode.EXPOSED_CARD, 0.95, 7)
    assert 7 in table.state.marks
    assert table.state.hand.exposed == ((2, Card.parse("AH")),)


@pytest.fixture
def double(new_table: Callable[..., Table]) -> Table:
    """Johnston's double deck; Ann has bid 3 in spades and leads."""
    table = new_table("johnston_4")
    table.seat(1).calls("3", "S")
    table.auction("pass", "pass", "pass")
    return table


def test_in_a_double_deck_the_twin_of_a_card_is_a_play_and_a_third_copy_is_seen_too_often(double: Table) -> None:
    double.seat(1).lays("AH", 0.95)
    double.seat(2).lays("AH", 0.95)
    assert double.findings == [] and len(double.state.hand.trick) == 2
    double.seat(3).lays("AH", 0.95)
    assert [finding.code for finding in double.findings] == [FindingCode.CARD_SEEN_TWICE]
