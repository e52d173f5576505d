from __future__ import annotations

from typing import Any

import pytest

from engine.after.argue import Argument, Impossible, Role, argue, ends, roles
from engine.cards import Denomination
from engine.rules.rulesets import RulesFaulty
from table_controller.words.reasons import Parts, say_reason
from tests.in_english import refused

SIDES = Parts(("The bidding side", "The other side"))


def test_a_score_comes_with_its_reasons() -> None:
    score = argue(Argument("iowa_standard", "4", Denomination.HEARTS, (5, 1)))
    assert score.delta == (4, 1)
    assert score.made
    assert tuple(say_reason(why, SIDES) for why in score.why) == (
        "The bidding side bid 4 in hearts and took 5 tricks: made, +4 (the bid counts, not the tricks).",
        "The other side took 1 trick: +1.",
    )


def test_a_failed_bid_says_by_how_much() -> None:
    score = argue(Argument("iowa_standard", "3", None, (2, 4)))
    assert not score.made
    assert say_reason(score.why[0], SIDES) == "The bidding side bid 3 and took 2 tricks, 1 short: −3."


@pytest.mark.parametrize("tricks", [(), (0, 0), (6, 0)])
def test_tricks_may_be_left_out_where_nobody_played(tricks: tuple[int, ...]) -> None:
    assert argue(Argument("iowa_standard", "3", None, tricks, ("drop",))).delta == (3, 0)


def test_four_passes_score_nothing() -> None:
    assert argue(Argument("iowa_standard", "pass")).delta == (0, 0)


def test_the_end_of_the_match_follows_from_the_scores_before() -> None:
    score = argue(Argument("iowa_standard", "4", None, (5, 1), score=(38, 41)))
    won = ends("iowa_standard", score, (38, 41))
    assert won is None  # 42 each: another hand decides
    assert ends("iowa_standard", score, (39, 41)).side == 0  # type: ignore[union-attr]
    assert ends("iowa_standard", score, (37, 40)) is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"bid": "7", "tricks": (6, 0)}, "no bid '7': bids are 1, 2, 3, 4, 5, 6, little, big"),
        ({"bid": "3", "tricks": (3,)}, "needs 2 numbers of tricks"),
        ({"bid": "3"}, "needs 2 numbers of tricks"),
        ({"bid": "3", "tricks": (3, 4)}, "has 6 tricks, not 7"),
        ({"bid": "3", "tricks": (7, -1)}, "fewer than no tricks"),
        ({"bid": "3", "tricks": (3, 3), "answers": ("perhaps",)}, "'perhaps' is no answer"),
        ({"bid": "3", "tricks": (3, 3), "answers": ("play", "play")}, "needs one answer here, but 2"),
        ({"bid": "3", "tricks": (3, 3), "answers": ("drop",)}, "dropped out takes no trick"),
        ({"bid": "surrender"}, "nobody surrenders in the auction"),
        ({"bid": "3", "tricks": (3, 3), "score": (1,)}, "keeps 2 scores"),
        ({"bid": "surrender", "rules": "stick_dealer", "score": (1,)}, "keeps 2 scores"),
    ],
)
def test_impossible_arguments_are_refused(arguments: dict[str, Any], says: str) -> None:
    with refused(says, Impossible):
        argue(Argument(**{"rules": "iowa_standard", **arguments}))


@pytest.mark.parametrize(
    ("answers", "tricks", "delta"),
    [
        (("drop", "drop", "drop"), (), (4, 0, 0, 0, 0)),
        (("drop", "drop", "drop", "play"), (0, 0, 0, 0, 0), (4, 0, 0, 0, 0)),
        (("play", "play", "drop", "drop"), (3, 1, 2, 0, 0), (4, 4, 2, 2, 2)),
        ((), (3, 1, 2, 0, 0), (4, 4, 2, 2, 2)),
    ],
)
def test_a_vote_is_of_all_four_and_ends_the_hand_before_a_partner_is_called(
    answers: tuple[str, ...], tricks: tuple[int, ...], delta: tuple[int, ...]
) -> None:
    assert argue(Argument("reagan_5", "4", None, tricks, answers)).delta == delta


@pytest.mark.parametrize(
    ("name", "bid", "wanted"), [("no_six", "little pepper", "little"), ("jon_melton", "little", "pepper")]
)
def test_bids_are_found_under_their_other_names(name: str, bid: str, wanted: str) -> None:
    assert argue(Argument(name, bid, None, (6, 0))).delta == argue(Argument(name, wanted, None, (6, 0))).delta


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"rules": "no_nt", "bid": "3", "trump": Denomination.NO_TRUMP, "tricks": (3, 3)}, "not played in no trump"),
        ({"rules": "five_tricks", "bid": "big", "trump": Denomination.HEARTS, "tricks": (5, 0)}, "always played in no"),
        ({"rules": "five_tricks", "bid": "3", "tricks": (3, 3)}, "has 5 tricks, not 6"),
        ({"rules": "five_tricks", "bid": "3", "tricks": (3, 2), "answers": ("drop",)}, "nobody may drop out"),
        ({"rules": "five_tricks", "bid": "3", "tricks": (3, 2), "lone": True}, "is not played alone"),
        (
            {"rules": "dirty_clubs", "bid": "4", "trump": Denomination.CLUBS, "answers": ("drop",)},
            "nobody may drop out in clubs",
        ),
        ({"rules": "stick_dealer", "bid": "pass"}, "may not pass"),
        ({"rules": "cutthroat_3", "bid": "3", "tricks": (8, 0)}, "one number for each seat"),
    ],
)
def test_impossible_arguments_of_other_forms(arguments: dict[str, Any], says: str) -> None:
    with refused(says, Impossible):
        argue(Argument(**arguments))


def test_rules_that_are_not_there_are_refused() -> None:
    with pytest.raises(RulesFaulty, match="no preset 'poker'"):
        argue(Argument("poker", "3", tricks=(3, 3)))


@pytest.mark.parametrize(
    ("argument", "parts"),
    [
        (Argument("iowa_standard", "4"), (Role.BIDDING_SIDE, Role.OTHER_SIDE)),
        (Argument("stick_dealer", "surrender"), (Role.DEALER, Role.OTHER_SIDE)),
        (Argument("cutthroat_3", "4"), (Role.BIDDER, Role.OPPONENT, Role.OPPONENT)),
        (Argument("dilley_5", "4"), (Role.BIDDER, Role.PARTNER, *[Role.OPPONENT] * 3)),
        (Argument("dilley_5", "4", answers=("play",) * 4), (Role.BIDDER, *[Role.OPPONENT] * 4)),
    ],
)
def test_whoever_has_no_name_has_a_part(argument: Argument, parts: tuple[Role, ...]) -> None:
    assert roles(argument) == parts
