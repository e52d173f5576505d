"""What the camera sees, and what the engine makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import events as e
from engine import inputs as i
from engine.cards import Card
from engine.findings import FindingCode
from engine.layout import Layout
from engine.places import MIDDLE, OUTSIDE, Place, play_zone
from tests.engine.conftest import Table
from tests.in_english import refused, said


def played(table: Table) -> list[tuple[int, str]]:
    return [(event.seat, str(event.card)) for event in table.events if isinstance(event, e.CardPlayed)]


@pytest.fixture
def playing(table: Table) -> Table:
    return table.contracted("3", "S")


def test_backs_at_every_seat_say_that_the_deal_is_done(table: Table) -> None:
    assert table.tell(i.TableSeen(Layout((), (1, 1, 0, 1)))) == ()
    assert table.tell(i.TableSeen(Layout((), (1, 2, 1, 1)))) == (e.CardsDealt(),)


def test_a_deal_is_not_done_while_the_last_trick_lies_there(playing: Table) -> None:
    playing.play("JS 9S TS QS  JC 9D TD QD  AS 9C TC QC  KS 9H TH QH  AD KD JD AC")
    for seat, card in enumerate(["KC", "AH", "JH", "KH"], start=1):
        playing.seat(seat).lays(card)
    assert playing.state.hand.number == 2
    backs = (1, 1, 1, 1)
    assert playing.tell(i.TableSeen(Layout(tuple(playing.laid), backs))) == ()
    assert playing.tell(i.TableSeen(Layout((), backs))) == (e.CardsDealt(),)


def test_a_card_in_ones_zone_is_ones_play(playing: Table) -> None:
    playing.seat(1).lays("AH")
    playing.seat(2).lays("9H")
    assert played(playing) == [(1, "AH"), (2, "9H")]


def test_the_same_layout_twice_says_nothing_new(playing: Table) -> None:
    playing.seat(1).lays("AH")
    assert playing.looks() == ()


def test_several_new_cards_are_ordered_by_turn_whatever_order_they_are_seen_in(playing: Table) -> None:
    for seat, card in [(4, "KH"), (2, "9H"), (1, "AH"), (3, "TH")]:
        playing.put(play_zone(seat), card)
    playing.looks()
    assert played(playing) == [(1, "AH"), (2, "9H"), (3, "TH"), (4, "KH")]
    assert playing.findings == []


def test_the_lead_to_the_next_trick_may_lie_beside_the_last_one(playing: Table) -> None:
    for seat, card in [(1, "AH"), (2, "9H"), (3, "TH"), (4, "KH"), (1, "QD")]:
        playing.put(play_zone(seat), card)
    playing.looks()
    assert played(playing)[-1] == (1, "QD")
    assert playing.findings == []


def test_cards_that_stay_or_go_change_nothing(playing: Table) -> None:
    for seat, card in [(1, "AH"), (2, "9H"), (3, "TH"), (4, "KH")]:
        playing.seat(seat).lays(card)
    assert playing.looks() == ()
    assert playing.gathers() == ()


def test_a_trick_dragged_together_is_no_new_play(playing: Table) -> None:
    for seat, card in [(1, "AH"), (2, "9H"), (3, "TH"), (4, "KH")]:
        playing.seat(seat).lays(card)
    playing.laid.clear()
    for card in ("AH", "9H", "TH", "KH"):
        playing.put(play_zone(1), card)
    assert playing.looks() == ()


def test_a_card_that_gets_a_new_mark_is_still_the_same_card(playing: Table) -> None:
    playing.seat(1).lays("AH")
    playing.laid.clear()
    assert playing.seat(1).lays("AH") == ()


def test_another_reading_of_the_same_mark_is_no_second_play(playing: Table) -> None:
    playing.seat(1).lays("AH")
    playing.laid.clear()
    assert playing.seat(1).lays("KH", mark=1) == ()
    assert playing.seat(1).lays("??", 0.1, mark=1) == ()


def test_a_card_in_the_middle_is_of_whoever_is_to_play_and_one_outside_is_nothing(playing: Table) -> None:
    playing.put(OUTSIDE, "KD")
    playing.put(MIDDLE, "AH")
    playing.looks()
    assert played(playing) == [(1, "AH")]


def test_a_card_entered_and_then_seen_is_played_once(playing: Table) -> None:
    playing.seat(1).plays("AH")
    assert playing.seat(1).lays("AH") == ()


def test_an_unreadable_card_is_asked_about_once_and_play_goes_on(playing: Table) -> None:
    asked = playing.seat(1).lays("??", 0.3, alternatives=((Card.parse("AH"), 0.5), (Card.parse("KH"), 0.3)))
    assert asked == (e.QuestionAsked(1, 1, play_zone(1), (Card.parse("AH"), Card.parse("KH")), 1),)
    assert playing.looks() == ()
    playing.seat(2).lays("9H")
    playing.seat(3).lays("TH")
    playing.seat(4).lays("KH")
    assert playing.findings == []
    events = playing.tell(i.AnswerQuestion(1, Card.parse("AH")))
    assert [type(event).__name__ for event in events] == ["QuestionAnswered", "CardPlayed", "TrickTaken"]
    assert playing.state.turn == 1


def test_a_card_that_becomes_readable_answers_its_own_question(playing: Table) -> None:
    playing.seat(1).lays("??", 0.3)
    playing.laid.clear()
    events = playing.seat(1).lays("AH", mark=1)
    assert events == (
        e.QuestionAnswered(1, Card.parse("AH"), "camera"),
        e.CardPlayed(1, Card.parse("AH"), 1, 1.0, 1),
    )


def test_an_unread_card_that_gets_a_new_mark_is_still_the_same_card(playing: Table) -> None:
    playing.seat(1).lays("??", 0.3)
    playing.laid.clear()
    assert playing.seat(1).lays("??", 0.2) == ()
    playing.laid.clear()
    assert played_by_question(playing.seat(1).lays("AH"))


def played_by_question(events: tuple[e.Event, ...]) -> bool:
    return [type(event).__name__ for event in events] == ["QuestionAnswered", "CardPlayed"]


def test_a_trick_with_an_unread_card_may_be_gathered_and_answered_later(playing: Table) -> None:
    playing.seat(1).lays("9H")
    playing.seat(2).lays("??", 0.2)
    playing.seat(3).lays("TH")
    playing.seat(4).lays("KH")
    playing.gathers()
    playing.seat(2).lays("9D")
    playing.tell(i.AnswerQuestion(2, Card.parse("AH")))
    assert playing.findings == []
    assert playing.state.turn == 3
    assert [trick.winner for trick in playing.state.hand.tricks] == [2]


def test_a_card_nobody_saw_is_asked_about_once_its_trick_has_been_gathered(playing: Table) -> None:
    """White on white, or covered at once: the others of its trick were seen, and have gone together."""
    for seat, card in [(1, "AH"), (2, "9H"), (3, "TH")]:
        playing.seat(seat).lays(card)
    assert playing.gathers() == (), "only what is laid next tells that the trick is over"
    events = playing.seat(1).lays("AS")
    [asked] = [event for event in events if isinstance(event, e.QuestionAsked)]
    assert (asked.seat, asked.trick) == (4, 1) and asked.mark < 0, "no card that lies there has such a mark"
    assert not [event for event in events if isinstance(event, e.PlayTakenBack)]
    playing.tell(i.AnswerQuestion(asked.mark, Card.parse("KH")))
    assert played(playing)[-2:] == [(1, "AS"), (4, "KH")]
    assert playing.state.hand.tricks[0].winner == 1 and playing.findings == []


def test_one_card_that_is_taken_back_while_another_lies_there_is_no_gathering(playing: Table) -> None:
    playing.seat(1).lays("AH")
    playing.seat(2).lays("9H")
    playing.laid.pop()
    events = playing.seat(2).lays("TH")
    assert [type(event) for event in events] == [e.PlayTakenBack, e.CardPlayed]


def test_an_unreadable_card_in_the_middle_is_not_taken_for_one_that_was_gathered(playing: Table) -> None:
    for seat, card in [(1, "AH"), (2, "9H"), (3, "TH"), (4, "KH")]:
        playing.seat(seat).lays(card)
    playing.gathers()
    playing.put(MIDDLE, "??", 0.0)
    [asked] = [event for event in playing.looks() if isinstance(event, e.QuestionAsked)]
    assert (asked.seat, asked.trick) == (1, 2)


def test_a_lead_turns_out_to_have_been_out_of_turn(playing: Table) -> None:
    playing.seat(1).lays("9H")
    playing.seat(2).lays("??", 0.2)
    playing.seat(3).lays("TH")
    playing.seat(4).lays("KH")
    playing.gathers()
    playing.seat(2).lays("9D")
    playing.tell(i.AnswerQuestion(2, Card.parse("QH")))
    assert [finding.code for finding in playing.findings] == [FindingCode.LEAD_OUT_OF_TURN]
    assert playing.findings[0].seat == 2


def test_the_last_unread_card_of_a_hand_still_proves_a_revoke_before_the_hand_is_scored(playing: Table) -> None:
    playing.play("AH 9C TH KH  JS 9S TS QS  JC 9D TD QD  AS AC TC QC  KS JD JH KC")
    playing.put(play_zone(1), "AD")
    playing.put(play_zone(2), "??", 0.2)
    playing.put(play_zone(3), "KD")
    playing.put(play_zone(4), "QH")
    playing.looks()
    assert playing.state.hand.number == 1
    events = playing.tell(i.AnswerQuestion(2, Card.parse("9H")))
    names = [type(event).__name__ for event in events]
    assert names.index("FindingRaised") < names.index("HandScored")
    assert playing.findings[0].code is FindingCode.REVOKE
    assert playing.findings[0].seat == 2


def test_a_card_of_the_last_trick_that_shows_up_elsewhere_was_only_moved(playing: Table) -> None:
    playing.play("AH 9H TH KH  AS")
    assert playing.seat(2).lays("9H", 0.7) == ()
    assert playing.state.turn == 2


def test_a_gathered_card_read_again_with_an_alternative_is_asked_about(playing: Table) -> None:
    playing.play("AH 9H TH KH  AD 9D TD KD  QH")
    events = playing.seat(2).lays("9H", 0.7, alternatives=((Card.parse("9S"), 0.2),))
    assert events == (e.QuestionAsked(1, 2, play_zone(2), (Card.parse("9S"),), 3),)
    assert playing.looks() == ()
    assert playing.findings == []


def test_a_gathered_card_read_again_for_sure_is_a_finding_and_a_question(playing: Table) -> None:
    playing.play("AH 9H TH KH  AD 9D TD KD  QH")
    events = playing.seat(2).lays("9H", 0.99)
    assert [type(event).__name__ for event in events] == ["FindingRaised", "QuestionAsked"]
    finding = playing.findings[0]
    assert finding.code is FindingCode.CARD_SEEN_TWICE
    assert [(play.seat, str(play.card), play.trick) for play in finding.proof] == [(2, "9H", 1), (2, "9H", 3)]
    assert finding.certainty == 0.99
    assert playing.looks() == ()
    playing.tell(i.AnswerQuestion(1, Card.parse("9S")))
    assert playing.state.turn == 3


def test_one_card_at_two_places_at_once_is_seen_twice(playing: Table) -> None:
    playing.seat(1).lays("AH")
    playing.seat(2).lays("AH", 0.95)
    assert [finding.code for finding in playing.findings] == [FindingCode.CARD_SEEN_TWICE]


def test_a_card_that_is_not_in_the_pack_is_found(playing: Table) -> None:
    playing.seat(1).lays("2H", 0.95)
    assert [finding.code for finding in playing.findings] == [FindingCode.FOREIGN_CARD]


def test_a_card_out_of_turn_stays_the_card_of_its_seat(playing: Table) -> None:
    playing.seat(1).lays("AH")
    playing.seat(3).lays("TH")
    assert [(each.code, each.seat, each.trick) for each in playing.findings] == [(FindingCode.PLAY_OUT_OF_TURN, 3, 1)]
    assert playing.state.turn == 2
    playing.seat(2).lays("9H")
    playing.seat(4).lays("KH")
    assert [play.seat for play in playing.state.hand.tricks[0].plays] == [1, 3, 2, 4]
    assert len(playing.findings) == 1


def test_a_lead_out_of_turn_is_found(playing: Table) -> None:
    playing.seat(2).lays("9H", 0.9)
    finding = playing.findings[0]
    assert (finding.code, finding.seat, finding.certainty) == (FindingCode.LEAD_OUT_OF_TURN, 2, 0.9)
    assert said(finding.text) == "Ben led 9H out of turn in trick 1: it was Ann's turn."


def test_a_second_card_in_one_trick_is_found_once_and_counts_later_when_it_is_due(playing: Table) -> None:
    playing.put(play_zone(1), "AH")
    playing.put(play_zone(1), "QD")
    playing.looks()
    assert [(each.code, each.seat) for each in playing.findings] == [(FindingCode.EXTRA_CARD, 1)]
    assert playing.looks() == ()
    for seat, card in [(2, "9H"), (3, "TH"), (4, "KH")]:
        playing.seat(seat).lays(card)
    assert played(playing)[-1] == (4, "KH")
    # The trick is gathered, the second card still lies there, and it is its owner's turn.
    playing.laid = [laid for laid in playing.laid if str(laid.face) == "QD"]
    playing.looks()
    assert played(playing)[-1] == (1, "QD")
    assert len(playing.findings) == 1


def test_a_card_of_the_partner_who_sits_out_is_found(table: Table) -> None:
    table.contracted("3", "S", option="exchange")
    table.seat(1).lays("AH")
    table.seat(3).lays("TH")
    assert [(each.code, each.seat) for each in table.findings] == [(FindingCode.EXTRA_CARD, 3)]
    table.seat(2).lays("9H")
    table.seat(4).lays("KH")
    assert table.state.turn == 1


def test_a_card_that_was_taken_back_on_the_page_is_not_played_again_while_it_lies_there(playing: Table) -> None:
    playing.seat(1).lays("AH")
    playing.tell(i.Undo())
    assert playing.looks() == ()
    playing.laid.clear()
    playing.seat(1).lays("KH")
    assert playing.state.hand.trick[0].card == Card.parse("KH")


def test_a_wrong_reading_is_corrected_by_a_person(playing: Table) -> None:
    for seat, card in [(1, "9H"), (2, "KH"), (3, "TH"), (4, "QH")]:
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


def test_a_card_lying_face_down_in_a_zone_is_no_play(playing: Table) -> None:
    assert playing.seat(1).lays("##") == ()


@pytest.fixture
def double(new_table: Callable[..., Table]) -> Table:
    """Johnston's double deck; Ann has bid 3 in spades and leads."""
    table = new_table("johnston_4")
    table.seat(1).calls("3", "S")
    table.auction("pass", "pass", "pass")
    return table


def test_in_a_double_deck_the_twin_of_a_card_is_a_play(double: Table) -> None:
    double.seat(1).lays("AH")
    double.seat(2).lays("AH")
    double.seat(3).lays("TH")
    double.seat(4).lays("KH")
    double.gathers()
    double.seat(1).lays("KH")
    assert played(double) == [(1, "AH"), (2, "AH"), (3, "TH"), (4, "KH"), (1, "KH")]
    assert double.findings == []


def test_in_a_double_deck_a_trick_that_is_gathered_is_no_new_play(double: Table) -> None:
    for seat, card in [(1, "AH"), (2, "QH"), (3, "TH"), (4, "KH")]:
        double.seat(seat).lays(card)
    double.laid = double.laid[:2]
    double.put(play_zone(1), "KH")
    assert double.looks() == ()
    double.laid.clear()
    for card in ("AH", "QH", "TH", "KH"):
        double.put(play_zone(1), card)
    assert double.looks() == ()


def test_a_third_copy_is_seen_too_often(double: Table) -> None:
    double.play("AH AH TH KH")
    double.seat(1).lays("AH", 0.95)
    assert [finding.code for finding in double.findings] == [FindingCode.CARD_SEEN_TWICE]


def test_a_pack_that_is_shuffled_face_up_accuses_nobody(table: Table) -> None:
    table.tell(i.TableSeen(Layout((), (1, 1, 1, 1))))
    assert table.seat(2).lays("AH", 0.99) == ()


def asked(table: Table) -> Table:
    """Ann has bid 3 in spades with her partner, and the opponents have yet to say whether they play."""
    table.auction("3", "pass", "pass", "pass")
    table.seat(1).names("S")
    table.seat(1).chooses("with")
    return table


def test_an_opponent_who_plays_to_the_lead_has_answered(table: Table) -> None:
    asked(table).seat(1).lays("AH", 0.95)
    assert table.state.hand.active == ()
    events = table.seat(2).lays("9H", 0.95)
    assert events[0] == e.DropAnswered(2, "play")
    assert played(table) == [(1, "AH"), (2, "9H")]
    assert table.findings == []


def test_an_opponent_who_shows_a_card_before_the_lead_has_not_answered(table: Table) -> None:
    asked(table).seat(2).lays("9H", 0.95)
    assert table.state.hand.active == ()
    assert [finding.code for finding in table.findings] == [FindingCode.EXPOSED_CARD]


def test_where_the_right_opponent_decides_a_card_is_no_answer(new_table: Callable[..., Table]) -> None:
    table = asked(new_table("formal_drop"))
    table.seat(1).lays("AH", 0.95)
    table.seat(2).lays("9H", 0.95)
    assert table.state.hand.answers == ()


FIRST_TRICK = ("AH", "QH", "TH", "KH")


@pytest.fixture
def second_trick(double: Table) -> Table:
    """Ann has taken the first trick of a double deck; nothing lies there."""
    for seat, card in enumerate(FIRST_TRICK, start=1):
        double.seat(seat).lays(card)
    double.gathers()
    return double


def test_of_a_double_deck_one_card_like_the_last_tricks_before_its_turn_is_a_new_one(second_trick: Table) -> None:
    """Cy and Dee lay at once, and Cy the other ten where his first one lay: Bob's and Cy's turns are still to come."""
    second_trick.seat(1).lays("JH")
    second_trick.put(play_zone(3), "TH")
    second_trick.put(play_zone(2), "9H")
    second_trick.looks()
    assert played(second_trick)[4:] == [(1, "JH"), (2, "9H"), (3, "TH")]


def test_half_a_trick_of_equal_cards_that_lies_there_anew_is_the_old_one_unless_the_table_was_seen_empty(
    second_trick: Table,
) -> None:
    second_trick.seat(1).lays("KD")
    for seat, card in ((2, "QH"), (3, "TH"), (4, "KH")):
        second_trick.put(play_zone(seat), card)
    assert second_trick.looks() == (), "a hand hid the trick, and its cards have new marks"
    fresh = second_trick.laid[-4].mark
    second_trick.tell(i.TableSeen(Layout(tuple(second_trick.laid), fresh_from=fresh)))
    assert played(second_trick)[4:] == [(1, "KD"), (2, "QH"), (3, "TH"), (4, "KH")]


def test_cards_of_the_trick_that_lies_there_are_not_new_because_the_table_was_empty_before_it(double: Table) -> None:
    for seat, card in enumerate(FIRST_TRICK, start=1):
        double.seat(seat).lays(card)
    double.laid[2] = replace(double.laid[2], mark=99)
    assert double.tell(i.TableSeen(Layout(tuple(double.laid), fresh_from=1))) == ()


def test_besides_an_unread_card_another_of_the_seat_accuses_nobody_until_somebody_says_which_it_is(
    playing: Table,
) -> None:
    playing.seat(1).lays("??", 0.0, mark=40)
    assert playing.seat(1).lays("AH", 0.97, mark=41) == (), "a shadow, it may be, and the card itself"
    playing.tell(i.AnswerQuestion(40, Card.parse("AH")))
    assert playing.looks() == () and playing.findings == []
    assert [str(play.card) for play in playing.state.hand.trick] == ["AH"]


def test_besides_an_unread_card_that_was_another_one_a_card_is_too_many(playing: Table) -> None:
    playing.seat(1).lays("??", 0.0, mark=40)
    playing.seat(1).lays("AH", 0.97, mark=41)
    playing.tell(i.AnswerQuestion(40, Card.parse("KH")))
    playing.looks()
    assert [finding.code for finding in playing.findings] == [FindingCode.EXTRA_CARD]


LONE_LEAD = Layout(fresh_from=2, reached=(1, 2, 3, 4))
"""Nothing lies there after the lead to the first trick, and everybody's arm has come in since."""


def shown(table: Table, *reached: int) -> tuple[e.Event, ...]:
    """The camera looks, and so many seats have reached in since the lone lead was laid."""
    return table.tell(i.TableSeen(Layout(tuple(table.laid), fresh_from=2, reached=reached)))


def test_a_lone_lead_that_has_gone_after_everybody_reached_in_was_gathered_with_a_trick_nobody_saw(
    playing: Table,
) -> None:
    playing.seat(1).lays("AH")
    assert playing.tell(i.TableSeen(LONE_LEAD)) == ()
    playing.laid.clear()
    playing.put(play_zone(1), "AS")
    asked = [event for event in shown(playing, 1, 2, 3, 4) if isinstance(event, e.QuestionAsked)]
    assert [(each.seat, each.trick) for each in asked] == [(2, 1), (3, 1), (4, 1)]
    for question, card in zip(asked, ("9H", "TH", "KH"), strict=True):
        playing.tell(i.AnswerQuestion(question.mark, Card.parse(card)))
    assert [trick.winner for trick in playing.state.hand.tricks] == [1]
    assert [str(play.card) for play in playing.state.hand.trick] == ["AS"] and playing.findings == []


def test_a_lone_lead_that_has_gone_was_taken_back_where_somebody_has_not_reached_in(playing: Table) -> None:
    playing.seat(1).lays("AH")
    playing.laid.clear()
    playing.put(play_zone(1), "AS")
    told = shown(playing, 1, 2, 3)
    assert not [event for event in told if isinstance(event, e.QuestionAsked)]
    assert playing.state.hand.trick_number == 1


@pytest.mark.parametrize("seen_first", [play_zone(1), play_zone(2)])
def test_of_cards_that_came_together_where_nobody_knows_who_leads_the_first_in_the_circle_leads(
    playing: Table, seen_first: Place
) -> None:
    for seat, card in [(1, "AH"), (2, "9H"), (3, "TH")]:
        playing.seat(seat).lays(card)
    playing.gathers()
    for place, card in sorted({play_zone(1): "AD", play_zone(2): "9D"}.items(), key=lambda each: each[0] != seen_first):
        playing.put(place, card)
    playing.looks()
    assert [(play.seat, str(play.card)) for play in playing.state.hand.trick] == [(1, "AD"), (2, "9D")]
    assert playing.findings == []


def test_where_two_cards_could_not_be_read_nobody_is_accused_of_having_led_out_of_turn(playing: Table) -> None:
    playing.seat(1).lays("9H")
    playing.seat(2).lays("??", 0.2)
    playing.seat(3).lays("??", 0.2)
    playing.seat(4).lays("KH")
    playing.gathers()
    playing.seat(2).lays("9D")
    for mark, card in ((2, "QH"), (3, "TH")):
        playing.tell(i.AnswerQuestion(mark, Card.parse(card)))
    assert playing.state.hand.tricks[0].winner == 4 and playing.findings == []
    playing.seat(1).lays("AD")
    assert playing.findings == [], "nor in the trick that follows it"


def test_a_contradiction_is_said_where_no_likely_reading_can_be_true(playing: Table) -> None:
    events = playing.seat(1).lays("5S", 0.97, alternatives=((Card.parse("5C"), 0.17),))
    assert [type(event).__name__ for event in events] == ["FindingRaised", "QuestionAsked"]
    assert playing.findings[0].code is FindingCode.FOREIGN_CARD


def test_what_lies_unread_where_one_of_them_lay_is_another_card_once_the_table_was_seen_empty(playing: Table) -> None:
    """The fourth card of the trick was never seen, and the next lead can't be read: it is no card of that trick."""
    for seat, card in [(1, "AH"), (2, "9H"), (3, "TH")]:
        playing.seat(seat).lays(card)
    playing.gathers()
    playing.put(play_zone(1), "??", 0.3)
    unread = Layout(tuple(playing.laid), fresh_from=playing.mark)
    asked = [event for event in playing.tell(i.TableSeen(unread)) if isinstance(event, e.QuestionAsked)]
    assert [(each.seat, each.trick) for each in asked] == [(4, 1), (1, 2)]


def test_a_lone_unread_lead_that_comes_back_under_another_mark_is_the_same_though_no_card_was_seen_meanwhile(
    playing: Table,
) -> None:
    playing.seat(1).lays("??", 0.3)
    playing.gathers()
    playing.put(play_zone(1), "??", 0.3)
    assert playing.tell(i.TableSeen(Layout(tuple(playing.laid), fresh_from=2, reached=(1, 2, 3, 4)))) == ()


def test_a_card_laid_since_the_table_was_empty_is_no_reading_of_one_that_was_gathered_unread(playing: Table) -> None:
    for seat, face in [(1, "AH"), (2, "??"), (3, "TH")]:
        playing.seat(seat).lays(face, 1.0 if face != "??" else 0.3)
    playing.gathers()
    playing.put(play_zone(2), "AS")
    playing.tell(i.TableSeen(Layout(tuple(playing.laid), fresh_from=playing.mark)))
    assert [(question.seat, question.trick) for question in playing.state.hand.questions] == [(2, 1), (4, 1)]
    assert [(play.seat, str(play.card)) for play in playing.state.hand.trick] == [(2, "AS")]


def test_one_who_reached_in_before_the_next_ones_card_has_laid_one_that_was_not_seen(playing: Table) -> None:
    playing.seat(1).lays("??", 0.3)
    playing.tell(i.AnswerQuestion(1, Card.parse("AH")))
    playing.put(play_zone(3), "TH")
    [asked, laid] = shown(playing, 2, 3)
    assert isinstance(asked, e.QuestionAsked) and (asked.seat, asked.trick) == (2, 1) and asked.mark < 0
    assert isinstance(laid, e.CardPlayed) and laid.seat == 3 and playing.findings == []
    playing.put(play_zone(2), "9H")
    events = playing.looks()
    assert [type(event) for event in events] == [e.QuestionAnswered, e.CardPlayed], "seen after all"
    assert playing.state.hand.questions == () and playing.findings == []


@pytest.mark.parametrize(("face", "reached"), [("AH", (2, 3, 4)), ("??", (3, 4))])
def test_a_card_before_its_turn_is_a_finding_by_good_light_and_where_the_one_on_turn_has_not_reached_in(
    playing: Table, face: str, reached: tuple[int, ...]
) -> None:
    playing.seat(1).lays(face, 1.0 if face != "??" else 0.3)
    playing.put(play_zone(4), "KH")
    shown(playing, *reached)
    assert [finding.code for finding in playing.findings] == [FindingCode.PLAY_OUT_OF_TURN]


def test_who_took_the_trick_and_gathers_it_has_not_led_by_that(playing: Table) -> None:
    for seat, card in [(1, "AH"), (2, "9H"), (3, "TH"), (4, "KH")]:
        playing.seat(seat).lays(card)
    playing.laid.clear()
    playing.put(play_zone(2), "QD")
    shown(playing, 1, 2)
    assert [finding.code for finding in playing.findings] == [FindingCode.LEAD_OUT_OF_TURN]


def test_a_card_of_the_last_trick_that_nobody_saw_is_asked_for_once_the_table_is_empty(playing: Table) -> None:
    playing.play("AH 9C TH KH  JS 9S TS QS  JC 9D TD QD  AS AC TC QC  KS JD JH KC")
    for seat, card in [(1, "AD"), (2, "9H"), (3, "KD")]:
        playing.seat(seat).lays(card)
    assert playing.gathers() == (), "a hand may hide them"
    [asked] = playing.tell(i.TableSeen(Layout(fresh_from=playing.mark + 1)))
    assert isinstance(asked, e.QuestionAsked) and (asked.seat, asked.trick) == (4, 6)
    assert playing.tell(i.TableSeen(Layout(fresh_from=playing.mark + 1))) == ()
    events = playing.tell(i.AnswerQuestion(asked.mark, Card.parse("QH")))
    assert any(isinstance(event, e.HandScored) for event in events)


def test_a_card_of_an_earlier_trick_that_nobody_saw_waits_for_what_is_laid_next(playing: Table) -> None:
    for seat, card in [(1, "AH"), (2, "9H"), (3, "TH")]:
        playing.seat(seat).lays(card)
    playing.laid.clear()
    assert playing.tell(i.TableSeen(Layout(fresh_from=playing.mark + 1))) == ()


def test_a_lead_that_nobody_saw_was_led_all_the_same(playing: Table) -> None:
    """Else whoever followed to it would be held against the suit of the first card that was seen."""
    playing.put(play_zone(2), "??", 0.2)
    playing.looks()
    playing.seat(3).lays("9D")
    playing.seat(4).lays("??", 0.2)
    playing.gathers()
    playing.put(play_zone(4), "AH")
    fresh = Layout(tuple(playing.laid), fresh_from=playing.mark)
    asked = [event for event in playing.tell(i.TableSeen(fresh)) if isinstance(event, e.QuestionAsked)]
    assert [(each.seat, each.trick) for each in asked] == [(1, 1)]
    assert [play.seat for play in playing.state.hand.tricks[0].plays] == [1, 2, 3, 4]
    for mark, card in ((asked[0].mark, "TD"), (1, "QD"), (3, "AD")):
        playing.tell(i.AnswerQuestion(mark, Card.parse(card)))
    assert playing.state.hand.tricks[0].winner == 4 and playing.findings == []
