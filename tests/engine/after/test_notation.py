from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.after.notation import NotAHand, parse, record, write
from engine.knobs import Ruleset
from tests.bench.random_hands import begin, play_hand
from tests.engine.conftest import Table
from tests.engine.play.test_properties import ALL_RULES, SEEDS

HAND = """\
Pepper hand 1
Rules: iowa_standard
Names: Ann | Ben | Cid | Dot
Hand: 1
Dealer: 4
Score: 0 0
Held 1: AH KH AS 9D KS QS
Held 2: QH JH TS 9S AD KD
Held 3: TH 9H JS AC KC QC
Held 4: TC 9C JC TD JD QD
Calls: 1 3, 2 pass, 3 pass, 4 pass
Maker: 1
Trump: S
Option: with
Drop: 2 play
Trick 1: 1 AH, 2 QH, 3 TH, 4 TC = 1
Trick 2: 1 KH, 2 JH, 3 9H, 4 9C = 1
Trick 3: 1 AS, 2 TS, 3 JS, 4 JC = 3
Trick 4: 3 AC, 4 TD, 1 9D, 2 9S = 2
Trick 5: 2 AD, 3 KC, 4 JD, 1 KS = 1
Trick 6: 1 QS, 2 KD, 3 QC, 4 QD = 1
Result: made 3 1
"""


def played() -> Table:
    table = Table().contracted("3", "S")
    table.play("AH QH TH TC  KH JH 9H 9C  AS TS JS JC  AC TD 9D 9S  AD KC JD KS  QS KD QC QD")
    return table


def test_a_hand_reads_like_this() -> None:
    table = played()
    assert write(record(table.state, table.state.results[0])) == HAND


def test_what_is_written_can_be_parsed() -> None:
    table = played()
    assert parse(HAND) == record(table.state, table.state.results[0])


@given(ALL_RULES, SEEDS)
@settings(max_examples=60, deadline=None)
def test_every_hand_round_trips(rules: Ruleset, seed: int) -> None:
    state = list(play_hand(begin(rules), random.Random(seed)))[-1][2]
    hand = record(state, state.results[-1])
    assert parse(write(hand)) == hand


@given(st.tuples(*[st.text(max_size=9)] * 4))
def test_any_name_survives(names: tuple[str, ...]) -> None:
    table = played()
    from engine.play.hand import altered

    state = altered(table.state, {"names": names})
    hand = record(state, state.results[0])
    assert parse(write(hand)).names == names


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_damaged_hand_is_refused_or_still_says_something(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(HAND) - 1))
    length = data.draw(st.integers(0, 8))
    put = data.draw(st.text("AH9?:=,| \n%12Tricklmade", max_size=4))
    damaged = HAND[:at] + put + HAND[at + length :]
    try:
        hand = parse(damaged)
    except NotAHand as error:
        assert str(error)
    else:
        assert parse(write(hand)) == hand


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Pepper hand 1", "Pepper hand 9", "Line 1: a hand begins with"),
        ("Rules: iowa_standard\n", "", "The hand lacks: rules"),
        ("Dealer: 4", "Dealer: none", "Line 5: 'none' is no number"),
        ("Held 2:", "Held 3:", "Held lines are numbered from 1"),
        ("1 AH, 2 QH", "1 AH, 2 QX", "'QX' is not a card"),
        (" = 3", "", "a trick ends with"),
        ("Trump: S", "Trump: X", "Line 13"),
        ("Maker: 1", "Maker: 1\nMaker: 1", "Maker stands there twice"),
        ("Option: with", "Optionn: with", "there is no line 'Optionn'"),
        ("Result: made", "Result: perhaps", "'made' or 'failed'"),
    ],
)
def test_a_faulty_line_is_named(old: str, new: str, says: str) -> None:
    with pytest.raises(NotAHand, match=says):
        parse(HAND.replace(old, new))
