"""What everybody has seen stays known: each rule with the slip that shows it."""

from __future__ import annotations

import pytest

from engine import events as e
from engine import inputs as i
from engine.cards import Card
from engine.findings import FindingCode, Play
from engine.play import public
from engine.play.options import options
from engine.rules.rulesets import from_tables
from tests.engine.conftest import Table
from tests.in_english import refused, said


def told(table: Table) -> list[tuple[FindingCode, int, int | None]]:
    return [(each.code, each.seat, each.trick) for each in table.state.hand.findings]


def house(**knobs: object) -> Table:
    return Table(from_tables({"base": "iowa_standard", "irregular": knobs}, "house"))


def test_a_proof_stays_when_the_card_that_proved_it_is_taken_back() -> None:
    table = Table().contracted("3", "S")
    table.play("AH 9C TH KH AD QH")
    assert (FindingCode.REVOKE, 2, 1) in told(table)
    table.tell(i.TakeBack(2))
    assert (FindingCode.REVOKE, 2, 1) in told(table)


def test_an_exposed_card_proves_a_later_refusal_at_once_and_it_may_be_put_right() -> None:
    table = Table().contracted("3", "S")
    table.play("AD QH")
    table.tell(i.TakeBack(2))
    table.play("9D TD KD AH 9C")
    assert told(table) == [(FindingCode.REVOKE_CORRECTABLE, 2, 2)]
    assert said(table.findings[-1].text).startswith("Ben did not follow hearts in trick 2 (played 9C) but held QH")
    table.tell(i.TakeBack(2))
    assert told(table) == []
    table.play("QH TH KH")
    assert told(table) == []


def test_a_revoke_that_an_exposed_card_proves_stands_after_the_next_lead() -> None:
    table = Table().contracted("3", "S")
    table.tell(i.CardShown(2, Card.parse("QH")))
    table.play("AH 9C TH KH AC")
    assert [each for each in told(table) if each[0] is FindingCode.REVOKE] == [(FindingCode.REVOKE, 2, 1)]


def test_a_card_too_many_proves_the_suit_refused() -> None:
    table = Table().contracted("3", "S")
    table.play("AH 9C TH KH AD 9D")
    table.seat(2).plays("QH")
    assert (FindingCode.REVOKE, 2, 1) in told(table)


def test_a_card_shown_is_exposed_and_due_and_may_be_undone() -> None:
    table = Table().contracted("3", "S")
    before = table.state
    table.tell(i.CardShown(2, Card.parse("QH")))
    assert told(table) == [(FindingCode.EXPOSED_CARD, 2, None)]
    table.play("AH")
    assert [said(each) for each in options(table.state).reminders] != []
    table.tell(i.Undo())
    table.tell(i.Undo())
    assert table.state == before


def test_a_card_that_was_played_cannot_be_shown() -> None:
    table = Table().contracted("3", "S")
    table.play("AH")
    with refused("already"):
        table.tell(i.CardShown(2, Card.parse("AH")))


def test_a_card_seen_and_played_since_accuses_nobody() -> None:
    table = Table().contracted("3", "S")
    table.tell(i.CardShown(2, Card.parse("QH")))
    table.play("KH QH TH 9H AH 9C")
    assert [each for each in told(table) if each[0] is not FindingCode.EXPOSED_CARD] == []


def test_a_card_shown_before_an_exchange_may_have_been_laid_away() -> None:
    table = Table()
    table.auction("3", "pass", "pass", "pass")
    table.tell(i.CardShown(1, Card.parse("QH")))
    table.seat(1).names("S")
    table.seat(1).chooses("exchange")
    table.seat(2).answers("play")
    table.play("9D TD AD AH 9H 9C")
    assert all(each[0] is FindingCode.EXPOSED_CARD for each in told(table))


def test_a_hand_that_was_counted_short_must_hold_nothing_any_more() -> None:
    table = Table(from_tables({"base": "five_tricks", "irregular": {"revoke": "award_hand"}}, "house"))
    table.contracted("3", "S", maker=1)
    table.play("AH KH QH 9H")
    table.tell(i.CountHand(2, 1))
    seat = 2
    assert public.left(table.state.rules, table.state.hand, seat) == 1
    table.tell(i.CountHand(2, 0))
    assert public.left(table.state.rules, table.state.hand, seat) == 0
    assert public.size(table.state.rules, table.state.hand, 3) is None


def test_the_twin_in_the_kitty_is_no_card_too_many() -> None:
    table = Table("dilley_5", dealer=5, players=5)
    table.auction("4", "pass", "pass", "pass", "pass")
    table.seat(1).names("S")
    table.tell(i.CallCard(1, Card.parse("AH")))
    table.seat(1).plays("9C")
    table.tell(i.TakeBack(1))
    table.seat(1).plays("9C")
    assert public.known(table.state.rules, table.state.hand, 1) == [Card.parse("9C")]


# Leads out of turn


def test_a_lead_out_of_turn_taken_up_again_leaves_the_rightful_lead() -> None:
    table = Table().contracted("3", "S")
    table.seat(3).plays("9H")
    table.seat(1).plays("AC")
    table.tell(i.TakeBack(3))
    assert table.state.hand.trick == (Play(1, Card.parse("AC"), 1),)
    table.play("9C TC KC")
    assert table.state.hand.tricks[0].winner == 1
    assert [each[0] for each in told(table)] == [FindingCode.LEAD_OUT_OF_TURN]


def test_a_lead_out_of_turn_that_the_next_player_follows_is_accepted() -> None:
    table = Table().contracted("3", "S")
    table.seat(3).plays("9H")
    table.seat(4).plays("TH")
    with refused("stands"):
        table.tell(i.TakeBack(3))
    assert not [each for each in told(table) if each[0] is FindingCode.PLAY_OUT_OF_TURN]


def test_who_plays_to_the_rightful_lead_leaves_the_other_out_of_the_trick() -> None:
    table = Table().contracted("3", "S")
    table.seat(3).plays("9H")
    table.seat(1).plays("AC")
    table.seat(2).plays("9C")
    assert [play.seat for play in table.state.hand.trick] == [1, 2]
    assert e.PlayTakenBack(3, Card.parse("9H"), 1) in table.events
    table.play("TC KC")
    assert table.state.hand.tricks[0].winner == 1


@pytest.mark.parametrize(("knob", "may"), [("ignore", False), ("taken_back", True), ("stands", False)])
def test_the_house_says_whether_a_lead_out_of_turn_may_go_back(knob: str, may: bool) -> None:
    table = house(lead_out_of_turn=knob).contracted("3", "S")
    table.seat(3).plays("9H")
    table.seat(4).plays("TH")
    assert (i.TakeBack(3) in options(table.state).irregular) is may
