"""The course of a hand, told as people tell it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import events as e
from engine import inputs as i
from engine.cards import Card, Denomination
from engine.findings import FindingCode
from engine.knobs import EndRules
from engine.play.decide import NotNow, decide
from engine.play.hand import Phase
from engine.play.state import INITIAL, replay
from engine.reasons import Code, Reason
from engine.rules.rulesets import RulesFaulty, preset
from tests.engine.conftest import Table
from tests.in_english import refused, said


def names_of(events: tuple[e.Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_match_begins_with_a_deal(table: Table) -> None:
    assert names_of(tuple(table.events)) == ["MatchStarted", "HandBegun"]
    assert table.state.phase is Phase.DEAL
    assert table.state.score == (0, 0)


def test_the_first_call_says_that_the_deal_is_done(table: Table) -> None:
    assert names_of(table.seat(1).calls("3")) == ["CardsDealt", "CallMade"]
    assert table.state.turn == 2


def test_the_highest_bidder_is_the_maker(table: Table) -> None:
    table.auction("2", "3", "pass", "4")
    assert table.events[-1] == e.ContractMade(4, "4", 4)
    assert table.state.phase is Phase.TRUMP
    assert table.state.turn == 4


def test_four_passes_throw_the_hand_in_and_the_deal_passes_on(table: Table) -> None:
    table.auction("pass", "pass", "pass", "pass")
    assert table.events[-2:] == [e.HandThrownIn(), e.HandBegun(2, 1)]
    assert table.state.score == (0, 0)


def test_after_an_exchange_three_play_and_the_maker_leads(table: Table) -> None:
    table.auction("pass", "3", "pass", "pass")
    table.seat(2).names("H")
    table.seat(2).chooses("exchange")
    table.seat(3).answers("play")
    assert table.events[-1] == e.PlayBegan((1, 2, 3), 2)


def test_big_pepper_is_alone_without_being_asked(table: Table) -> None:
    table.auction("big", "pass", "pass", "pass")
    table.seat(1).names("NT")
    assert table.state.phase is Phase.DROP
    table.seat(4).answers("play")
    assert table.events[-1] == e.PlayBegan((1, 2, 4), 1)


def test_dropping_out_takes_both_opponents_and_one_who_plays_decides(table: Table) -> None:
    table.auction("3", "pass", "pass", "pass")
    table.seat(1).names("H")
    table.seat(1).chooses("with")
    table.seat(2).answers("drop")
    assert table.state.phase is Phase.DROP
    table.seat(4).answers("play")
    assert table.events[-1] == e.PlayBegan((1, 2, 3, 4), 1)


def test_a_surrendered_hand_is_scored_and_the_next_one_begins(table: Table) -> None:
    table.auction("3", "pass", "pass", "pass")
    table.seat(1).names("H")
    table.seat(1).chooses("with")
    table.seat(2).answers("drop")
    events = table.seat(4).answers("drop")
    assert names_of(events) == ["DropAnswered", "HandSurrendered", "HandScored", "HandBegun"]
    assert table.state.score == (3, 0)
    assert table.state.hand.dealer == 1


def test_a_trick_goes_to_its_winner_who_leads_next(table: Table) -> None:
    table.contracted("3", "S")
    events = []
    for seat, card in enumerate(["AH", "9H", "9S", "KH"], start=1):
        events = table.seat(seat).plays(card)
    assert names_of(events) == ["CardPlayed", "TrickTaken"]
    assert events[-1].seat == 3
    assert table.state.turn == 3


def test_a_whole_hand_ends_in_a_score_with_its_reasons(table: Table) -> None:
    table.contracted("4", "H")
    table.play("JH 9H TH QH  JD 9S TS QS  AH 9C TC QC  KH 9D TD QD  AS KS JS AC  KC JC AD KD")
    scored = next(event for event in table.events if isinstance(event, e.HandScored))
    assert scored.delta == (4, -4)
    assert tuple(map(said, scored.why)) == (
        "Ann and Cid bid 4 in hearts and took 6 tricks: made, +4 (the bid counts, not the tricks).",
        "Ben and Dot played and took no trick: −4.",
    )
    assert table.state.hand.number == 2


@pytest.mark.parametrize(
    ("told", "says"),
    [
        (i.NameTrump(1, Denomination.HEARTS), "being dealt"),
        (i.ChoosePartner(1, "with"), "being dealt"),
        (i.AnswerDrop(1, "play"), "being dealt"),
        (i.PlayCard(1, Card.parse("QH")), "being dealt"),
        (i.AnswerQuestion(1, Card.parse("QH")), "being dealt"),
        (i.MakeCall(1, "7"), "no call '7'"),
        (i.MakeCall(9, "1"), "no seat 9"),
        (i.MakeCall(1, "3", Denomination.HEARTS), "after the auction"),
        (i.Undo(), "nothing to take back"),
        (i.Redo(), "Nothing was taken back"),
    ],
)
def test_a_stale_button_is_refused_and_changes_nothing(table: Table, told: i.Input, says: str) -> None:
    before = table.state
    with refused(says):
        table.tell(told)
    assert table.state is before


def test_only_the_maker_names_trump(table: Table) -> None:
    table.auction("3", "pass", "pass", "pass")
    with refused("Ann names trump"):
        table.seat(2).names("H")


def test_only_those_asked_may_drop_out(table: Table) -> None:
    table.auction("3", "pass", "pass", "pass")
    table.seat(1).names("H")
    table.seat(1).chooses("with")
    with refused("Cid is not asked now: Ben or Dot is"):
        table.seat(3).answers("drop")
    with refused("play or drop"):
        table.seat(2).answers("maybe")


def test_without_a_match_nothing_can_be_told() -> None:
    with refused("No match has begun"):
        decide(INITIAL, i.DealDone())


def test_a_match_needs_rules_and_players_that_fit() -> None:
    with pytest.raises(RulesFaulty, match="no preset"):
        decide(INITIAL, i.NewMatch("poker", ("", "", "", ""), 1))
    unsound = replace(preset("iowa_standard"), end=EndRules(target=0))
    with pytest.raises(RulesFaulty, match="below the smallest bid"):
        decide(INITIAL, i.NewMatch(unsound, ("", "", "", ""), 1))
    with refused("4 players, but 3 names"):
        decide(INITIAL, i.NewMatch("iowa_standard", ("", "", ""), 1))
    with refused("no seat 5"):
        decide(INITIAL, i.NewMatch("iowa_standard", ("", "", "", ""), 5))


def test_a_bid_out_of_turn_is_void(table: Table) -> None:
    table.auction("2")
    events = table.seat(3).calls("4")
    assert names_of(events) == ["FindingRaised"]
    assert table.findings[0].code is FindingCode.BID_OUT_OF_TURN
    assert table.findings[0].seat == 3
    assert table.state.turn == 2
    table.seat(2).calls("pass")
    table.seat(3).calls("4")
    assert table.state.hand.calls[-1].name == "4"


def test_the_same_button_twice_is_no_finding(table: Table) -> None:
    table.auction("2")
    with refused("Ann has called 2 already"):
        table.seat(1).calls("2")


def test_an_insufficient_bid_may_be_put_right(table: Table) -> None:
    table.auction("3")
    assert names_of(table.seat(2).calls("3")) == ["FindingRaised"]
    assert table.findings[0].code is FindingCode.INSUFFICIENT_BID
    assert "only pass, 4, 5, 6, little, big" in said(table.findings[0].text)
    table.seat(2).calls("4")
    assert [call.name for call in table.state.hand.calls] == ["3", "4"]


def test_an_insufficient_bid_counts_as_a_pass_once_the_next_player_calls(table: Table) -> None:
    table.auction("3")
    table.seat(2).calls("2")
    table.seat(3).calls("4")
    assert [call.name for call in table.state.hand.calls] == ["3", "pass", "4"]
    assert len(table.findings) == 1


def test_a_match_ends_at_42_and_then_takes_nothing_more(new_table: Callable[..., Table]) -> None:
    table = new_table("iowa_standard")
    for _ in range(3):
        dealer = table.state.hand.dealer
        bidder = dealer % 4 + 1
        table.auction("big", "pass", "pass", "pass") if bidder in (1, 3) else table.auction(
            "pass", "big", "pass", "pass"
        )
        maker = table.state.turn
        table.seat(maker).names("S")
        for opponent in (2, 4):
            table.seat(opponent).answers("drop")
    assert table.state.score == (42, 0)
    assert table.events[-1] == e.MatchWon(0, Reason(Code.WON_HAS, total=42, target=42))
    assert table.state.phase is Phase.OVER
    with refused("match is over"):
        table.seat(1).calls("3")


def test_undo_takes_back_one_decision_and_redo_brings_it_again(table: Table) -> None:
    table.contracted("4", "H")
    table.play("JH 9H TH")
    before = table.state
    table.seat(4).plays("QH")
    after = table.state
    table.tell(i.Undo())
    assert table.state == before
    table.tell(i.Redo())
    assert table.state == after


def test_undo_reaches_back_to_the_first_decision_of_the_match(table: Table) -> None:
    first = table.state
    table.contracted("4", "H")
    table.play("JH 9H TH QH  JD 9S TS QS  AH 9C TC QC  KH 9D TD QD  AS KS JS AC  KC JC AD KD")
    last = table.state
    while table.state.past is not None:
        table.tell(i.Undo())
    assert table.state == first
    while table.state.future is not None:
        table.tell(i.Redo())
    assert table.state == last
    assert replay(table.events) == last


def test_a_new_decision_after_an_undo_forgets_what_was_undone(table: Table) -> None:
    table.auction("3")
    table.tell(i.Undo())
    table.auction("4")
    with pytest.raises(NotNow):
        table.tell(i.Redo())
