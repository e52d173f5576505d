"""The worked examples of the rulebook (E.4), row by row: each played through decide and apply, and argued.

`tricks` and `delta` in the order of `rules score`: the bidding side and the other, or the bidder, the called
partner if there is one, and the rest clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine import events as e
from engine import inputs as i
from engine.after.argue import Argument, argue
from engine.cards import Denomination
from engine.play import contract
from engine.play.hand import Phase, altered
from engine.rules.rulesets import from_tables, preset
from tests.engine import staging
from tests.engine.conftest import Table
from tests.in_english import refused, said


@dataclass(frozen=True)
class Example:
    bid: str
    tricks: tuple[int, ...]
    delta: tuple[float, ...]
    trump: str = "H"
    drop: str = ""  # one letter an opponent that answers, in the order asked: p or d
    option: str = "with"
    stuck: bool = False
    lone: bool = False
    before: tuple[int, ...] = ()


def d(*tricks: int) -> tuple[int, ...]:
    return tricks


EXAMPLES: dict[str, list[Example]] = {
    "iowa_standard": [
        Example("4", d(5, 1), d(4, 1)),
        Example("4", d(6, 0), d(4, -4), "S"),
        Example("3", d(2, 4), d(-3, 4), "NT"),
        Example("3", d(0, 0), d(3, 0), "C", "dd", "exchange"),
        Example("little", d(5, 1), d(-7, 7), "D", option="exchange"),
        Example("little", d(6, 0), d(7, -7), "D"),
        Example("big", d(6, 0), d(14, -14), "S", option="alone"),
        Example("big", d(0, 0), d(14, 0), "NT", "dd", "alone"),
        Example("6", d(6, 0), d(6, -6)),
    ],
    "stick_dealer": [
        Example("3", d(6, 0), d(3, -3), stuck=True),
        Example("3", d(2, 4), d(-3, 4), stuck=True),
    ],
    "wendell_harmon": [
        Example("say 4", d(4, 2), d(4, 2)),
        Example("5", d(0, 0), d(5, 0), drop="dd"),
    ],
    "score_what_you_get": [
        Example("3", d(5, 1), d(5, 1)),
        Example("4", d(3, 3), d(-4, 3)),
        Example("3", d(0, 0), d(3, 0), drop="dd"),
    ],
    "fixed_penalty": [
        Example("3", d(2, 4), d(-5, 4)),
        Example("4", d(6, 0), d(4, -5)),
        Example("5", d(5, 1), d(5, 1)),
    ],
    "fixed_penalty_6": [Example("3", d(2, 4), d(-6, 4)), Example("4", d(6, 0), d(4, -6))],
    "six_bid_free": [
        Example("6", d(6, 0), d(6, 0)),
        Example("6", d(5, 1), d(-6, 1)),
        Example("5", d(6, 0), d(5, -5)),
    ],
    "no_six": [
        Example("little", d(6, 0), d(6, -6)),
        Example("little", d(4, 2), d(-6, 6)),
        Example("big", d(0, 0), d(12, 0), drop="dd", option="alone"),
    ],
    "no_six_7_14": [Example("little", d(6, 0), d(7, -7))],
    "dirty_clubs": [
        Example("4", d(6, 0), d(4, -4), "C"),
        Example("5", d(4, 2), d(-5, 2), "C"),
        Example("4", d(0, 0), d(4, 0), "H", "dd"),
    ],
    "jon_melton": [
        Example("3", d(5, 1), d(5, 1)),
        Example("2", d(1, 5), d(-6, 5)),
        Example("pepper", d(6, 0), d(6, 0)),
        Example("pepper", d(5, 1), d(-6, 1)),
        Example("big", d(6, 0), d(12, 0)),
        Example("big", d(4, 2), d(-12, 2)),
    ],
    "rough_round": [
        Example("4", d(4, 2), d(4, 2)),
        Example("4", d(3, 3), d(-4, 3)),
        Example("4", d(6, 0), d(4, -4)),
    ],
    "cutthroat_3": [
        Example("4", d(5, 3, 0), d(4, 3, 0), drop="pd"),
        Example("5", d(5, 3, 0), d(5, 3, -5), drop="pp"),
        Example("4", d(3, 4, 1), d(-4, 4, 1), drop="pp"),
        Example("4", d(0, 0, 0), d(4, 0, 0), drop="dd"),
    ],
    "cutthroat_5": [
        Example("3", d(4, 2, 0, 0, 0), d(3, 2, -3, 0, 0), drop="ppdd"),
        Example("4", d(3, 1, 2, 0, 0), d(-4, 1, 2, 0, 0), drop="ppdd"),
        Example("3", d(0, 0, 0, 0, 0), d(3, 0, 0, 0, 0), drop="dddd"),
    ],
    "dilley_5": [
        Example("5", d(4, 2, 1, 1, 1), d(5, 5, 3, 3, 3)),
        Example("6", d(3, 1, 3, 1, 1), d(-6, -6, 5, 5, 5)),
    ],
    "reagan_5": [
        Example("3", d(3, 1, 1, 1, 0), d(3, 3, 2, 2, 2), drop="ppp"),
        Example("pepper", d(4, 2, 0, 0, 0), d(6, 6, -6, -6, -6), drop="ppp"),
        Example("big", d(4, 1, 1, 0, 0), d(-12, 2, 2, 2, 2), drop="ppp"),
        Example("4", d(0, 0, 0, 0, 0), d(4, 0, 0, 0, 0), drop="ddd"),
    ],
    "widebeard_6": [
        Example("5", d(6, 2), d(6, 2)),
        Example("6", d(5, 3), d(-5, 3)),
        Example("4", d(8, 0), d(8, -5)),
    ],
    "johnston_4": [
        Example("4", d(6, 4), d(6, 4), "S"),
        Example("7", d(5, 5), d(-7, 5), "H"),
        Example("5", d(6, 4), d(6, 2), "C", before=d(0, 40)),
    ],
    "five_tricks": [
        Example("3", d(4, 1), d(4, 0)),
        Example("3", d(2, 3), d(-3, 0)),
        Example("little", d(5, 0), d(12, 0)),
        Example("little", d(4, 1), d(-12, 0)),
        Example("big", d(5, 0), d(14, 0), "NT"),
        Example("big", d(3, 2), d(-14, 0), "NT"),
    ],
    "five_tricks_six": [Example("little", d(6, 0), d(12, 0)), Example("5", d(4, 2), d(-5, 0))],
    "five_tricks+super": [
        Example("super", d(5, 0), d(20, 0), "NT"),
        Example("super", d(4, 1), d(-20, 0), "NT"),
        Example("super", d(0, 5), d(-20, 0), "NT"),
    ],
    "five_tricks+lone": [
        Example("little", d(5, 0), d(24, 0), option="alone", lone=True),
        Example("big", d(5, 0), d(28, 0), "NT", option="alone", lone=True),
        Example("big", d(4, 1), d(-28, 0), "NT", option="alone", lone=True),
    ],
    "five_tricks+cards32": [
        Example("6", d(7, 1), d(7, 0)),
        Example("7", d(6, 2), d(-7, 0)),
        Example("big", d(8, 0), d(16, 0), "NT"),
        Example("big", d(7, 1), d(-16, 0), "NT"),
    ],
    "five_tricks+nt50": [
        Example("4", d(4, 1), d(6, 0), "NT"),
        Example("3", d(3, 2), (4.5, 0), "NT"),
        Example("4", d(3, 2), d(-6, 0), "NT"),
        Example("little", d(5, 0), d(18, 0), "NT"),
        Example("big", d(5, 0), d(14, 0), "NT"),
    ],
    "five_tricks+forced_dealer": [
        Example("1", d(2, 3), d(2, 0), stuck=True),
        Example("1", d(0, 5), d(-1, 0), stuck=True),
    ],
}
CASES = [(name, example) for name, examples in EXAMPLES.items() for example in examples]


def named(value: object) -> str:
    return value if isinstance(value, str) else f"{value.bid}-{'-'.join(map(str, value.tricks))}"  # type: ignore[attr-defined]


def new_table(name: str, before: tuple[int, ...] = ()) -> Table:
    players = preset(name).table.players
    table = Table(name, dealer=players, players=players)
    if before:
        table.state = altered(table.state, {"score": before})
    return table


@pytest.mark.parametrize(("name", "example"), CASES, ids=named)
def test_the_row_through_decide_and_apply(name: str, example: Example) -> None:
    table = new_table(name, example.before)
    maker = table.state.rules.table.players if example.stuck else None
    answers = ["play" if letter == "p" else "drop" for letter in example.drop]
    scored = staging.stage(table, example.bid, example.trump, example.tricks, example.option, answers, maker)
    assert in_order(table, scored) == example.delta
    assert table.findings == []


@pytest.mark.parametrize(("name", "example"), CASES, ids=named)
def test_the_row_argued_from_figures(name: str, example: Example) -> None:
    answers = tuple("play" if letter == "p" else "drop" for letter in example.drop)
    if preset(name).in_teams:
        answers = answers[:1]
    elif preset(name).drop.form == "vote":
        answers = answers[:3] if "drop" in answers else ()
    trump = Denomination(example.trump)
    score = argue(Argument(name, example.bid, trump, example.tricks, answers, example.lone, example.before))
    assert score.delta == example.delta
    assert len(score.why) >= 1


def in_order(table: Table, scored: e.HandScored) -> tuple[float, ...]:
    """The change of score as `rules score` lists it."""
    rules, result = table.state.rules, table.state.results[-1]
    order = list(rules.clockwise_from(result.contract.maker))
    revealed = [event.seat for event in table.events if isinstance(event, e.PartnerRevealed)]
    for seat in revealed:
        order.remove(seat)
        order.insert(1, seat)
    return tuple(scored.delta[rules.side_of(seat)] for seat in order[: rules.side_count])


def test_stick_dealer_the_dealer_surrenders() -> None:
    table = new_table("stick_dealer")
    table.auction("pass", "pass", "pass", "surrender")
    scored = table.events[-2]
    assert scored.delta == (0, -3)
    assert argue(Argument("stick_dealer", "surrender")).delta == (-3, 0)


def test_stick_dealer_with_more_than_the_minimum_the_opponents_may_drop_out() -> None:
    table = new_table("stick_dealer")
    table.auction("pass", "pass", "pass", "4")
    table.seat(4).names("H")
    table.seat(4).chooses("with")
    assert table.state.phase is Phase.DROP


def test_wendell_harmon_say_3_must_be_overcalled() -> None:
    table = new_table("wendell_harmon")
    table.auction("say 3", "pass", "pass")
    table.seat(4).calls("pass")
    assert table.findings[0].code.value == "insufficient_bid"
    scored = staging.stage(table, "4", "H", (3, 3), maker=4)
    assert in_order(table, scored) == (-4, 3)


def test_wendell_harmon_only_the_first_two_may_say_3() -> None:
    table = new_table("wendell_harmon")
    table.auction("pass", "pass")
    table.seat(3).calls("say 3")
    assert table.findings[0].code.value == "insufficient_bid"


def test_dilley_5_the_called_card_is_in_the_kitty() -> None:
    assert argue(Argument("dilley_5", "4", None, (4, 2, 1, 1, 1), ("play",) * 4)).delta == (4, 5, 5, 5, 5)
    table = new_table("dilley_5")
    staging.bidding(table, "4", "H", None)
    table.seat(1).names("H")
    table.tell(i.CallCard(1, preset("dilley_5").deck.pack[0]))
    for card in staging.planned(table, 1, (4, 2, 1, 1, 1), staging.random.Random(5), alone=True):
        table.tell(i.PlayCard(table.state.turn, card))
    scored = next(event for event in table.events if isinstance(event, e.HandScored))
    assert scored.delta == (4, 5, 5, 5, 5)


@pytest.mark.parametrize(
    ("name", "before", "bid", "tricks", "score", "winner"),
    [
        ("must_bid+target30", (27, 29), "3", (4, 2), (30, 31), 0),
        ("must_bid+target30", (10, 29), "4", (3, 3), (6, 32), None),
        ("must_bid+target30", (-27, 50), "4", (3, 3), (-31, 53), 1),
        ("must_bid+target30", (-27, -9), "4", (3, 3), (-31, -6), 1),
        ("johnston_4", (38, 0), "5", (6, 4), (44, 4), 0),
        ("five_tricks+target21", (19, 0), "2", (3, 2), (22, 0), 0),
        ("five_tricks+target21", (18, 0), "2", (2, 3), (20, 0), None),
        ("five_tricks+target21", (20, 0), "3", (2, 3), (17, 0), None),
        ("iowa_standard", (38, 41), "4", (5, 1), (42, 42), None),
        ("iowa_standard", (38, 40), "4", (5, 1), (42, 41), 0),
    ],
)
def test_the_end_of_the_match(
    name: str, before: tuple[int, int], bid: str, tricks: tuple[int, int], score: tuple[int, int], winner: int | None
) -> None:
    table = new_table(name, before)
    staging.stage(table, bid, "S", tricks)
    assert table.state.score == score
    assert table.state.won_by == winner


def test_forced_dealer_without_the_option_four_passes_throw_in() -> None:
    assert argue(Argument("five_tricks", "pass")).delta == (0, 0)
    table = new_table("five_tricks")
    table.auction("pass", "pass", "pass", "pass")
    assert table.events[-2:] == [e.HandThrownIn(), e.HandBegun(2, 1)]


def test_dirty_clubs_nobody_is_asked_whether_to_drop_out() -> None:
    table = new_table("dirty_clubs")
    table.auction("4", "pass", "pass", "pass")
    table.seat(1).names("C")
    table.seat(1).chooses("with")
    assert table.state.phase is Phase.PLAY


def test_formal_drop_the_right_opponent_decides_even_against_a_yes() -> None:
    table = new_table("formal_drop")
    table.auction("4", "pass", "pass", "pass")
    table.seat(1).names("C")
    table.seat(1).chooses("with")
    assert contract.asked(table.state.rules, table.state.hand) == (2,)
    table.seat(2).answers("play")
    table.seat(4).answers("drop")
    assert table.state.score == (4, 0)


def test_formal_drop_the_left_opponent_may_say_maybe() -> None:
    table = new_table("formal_drop")
    table.auction("4", "pass", "pass", "pass")
    table.seat(1).names("C")
    table.seat(1).chooses("with")
    table.seat(2).answers("maybe")
    table.seat(4).answers("play")
    assert table.state.phase is Phase.PLAY


@pytest.mark.parametrize(("name", "leader"), [("nt_left_lead", 3), ("nt_right_of_dealer", 3), ("iowa_standard", 2)])
def test_who_leads_in_no_trump(name: str, leader: int) -> None:
    table = new_table(name)
    table.auction("pass", "4", "pass", "pass")
    table.seat(2).names("NT")
    table.seat(2).chooses("with")
    table.seat(3).answers("play")
    assert table.state.turn == leader


def test_right_of_dealer_leads_or_the_next_who_plays() -> None:
    table = new_table("nt_right_of_dealer")
    table.auction("4", "pass", "pass", "pass")
    table.seat(1).names("NT")
    table.seat(1).chooses("exchange")
    table.seat(2).answers("play")
    assert table.state.turn == 4


def test_jon_melton_a_player_who_passed_may_come_back() -> None:
    table = new_table("jon_melton")
    table.auction("pass", "1", "pass", "pass", "2", "pass", "pass", "pass")
    assert table.state.hand.contract.maker == 1
    assert table.state.phase is Phase.TRUMP


def test_rough_round_four_forced_hands_and_then_an_auction() -> None:
    table = new_table("rough_round")
    for number in range(1, 5):
        assert table.state.hand.number == number
        staging.stage(table, "4", "H", (4, 2))
    table.tell(i.DealDone())
    assert table.state.phase is Phase.AUCTION


def test_called_partner_is_nobody_until_the_card_is_played() -> None:
    table = new_table("reagan_5")
    staging.bidding(table, "3", "H", None)
    staging.agree(table, 1, "H", "with", [])
    assert table.state.hand.partner is None
    assert table.state.hand.called is not None


def test_reagan_5_a_bower_may_not_be_called() -> None:
    table = new_table("reagan_5")
    staging.bidding(table, "3", "H", None)
    table.seat(1).names("H")
    for seat in (2, 3, 4):
        if table.state.phase is Phase.DROP:
            table.seat(seat).answers("play")
    with refused("bower"):
        table.tell(i.CallCard(1, next(card for card in preset("reagan_5").deck.pack if str(card) == "JD")))


def test_exchange_only_and_always_with_leave_no_choice() -> None:
    table = new_table("exchange_only")
    table.auction("4", "pass", "pass", "pass")
    table.seat(1).names("H")
    assert table.state.phase is Phase.DROP
    table.seat(2).answers("play")
    assert table.state.hand.active == (1, 2, 4)


def test_a_house_where_a_forced_dealer_pays_half() -> None:
    rules = from_tables({"base": "stick_dealer", "auction": {"forced_dealer_pays_half": True}}, "house")
    table = Table(rules)
    scored = staging.stage(table, "3", "H", (2, 4), maker=4)
    assert scored.delta == (4, -1.5)
    assert "A forced dealer pays half: −1½." in said(scored.why[0])


def test_a_house_that_plays_a_rough_round_at_a_tie() -> None:
    rules = from_tables({"base": "iowa_standard", "rough": {"on_tie": "any"}}, "house")
    table = Table(rules)
    table.state = altered(table.state, {"score": (0, 3)})
    staging.stage(table, "4", "H", (5, 1))
    assert table.state.score == (4, 4)
    assert [table.state.hand.rough, table.state.hand.number] == [4, 2]
    table.tell(i.DealDone())
    assert table.state.phase is Phase.TRUMP
    assert table.state.turn == 2
