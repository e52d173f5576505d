"""Whatever is told at whatever moment: the engine answers with events or says NotNow, and stays consistent."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import inputs as i
from engine.cards import Denomination, Suit
from engine.knobs import Ruleset
from engine.play.decide import decide
from engine.play.options import options
from engine.play.state import State, replay
from engine.play.unfolding import NotNow
from tests.bench.random_hands import begin, play_hand
from tests.engine.play.test_properties import ALL_RULES, SEEDS
from tests.in_english import said


def any_input(rules: Ruleset, chance: random.Random) -> i.Input:
    seat = chance.randint(0, rules.table.players + 1)
    card = chance.choice([*rules.deck.pack, *rules.deck.pack])
    calls = ["pass", "surrender", "maybe", *(bid.name for bid in rules.auction.ladder)]
    choices: list[i.Input] = [
        i.DealDone(),
        i.DrawCards(tuple((seat, chance.choice([card, None])) for seat in range(1, chance.randint(1, 7)))),
        i.MakeCall(seat, chance.choice(calls), chance.choice([None, *Denomination])),
        i.NameTrump(seat, chance.choice(list(Denomination))),
        i.ChoosePartner(seat, chance.choice(["exchange", "with", "alone", "?"])),
        i.CallCard(seat, card),
        i.AnswerDrop(seat, chance.choice(["play", "drop", "maybe", "?"])),
        i.PlayCard(seat, card),
        i.PlayCard(seat, card),
        i.AnswerQuestion(chance.randint(0, 30), card),
        i.ReadCard(seat, card),
        i.TakeBack(seat),
        i.DeclareMisdeal("fuzz"),
        i.CountHand(seat, chance.randint(-1, 9)),
        i.SwapCards(seat),
        i.TakeKitty(seat),
        i.LayAway(seat, chance.randint(-1, 6)),
        i.CallSuit(seat, chance.choice(list(Suit))),
        i.ClaimTricks(seat, chance.randint(-1, 11)),
        i.AnswerClaim(seat, chance.random() < 0.5),
        i.SuspectRevoke(seat, chance.randint(0, 7), chance.randint(0, 11)),
        i.WarnTalk(seat),
        i.GiveRuling("fuzz", tuple(chance.randint(-9, 9) for _ in range(chance.randint(1, 6)))),
        i.Undo(),
        i.Redo(),
        any_sight(rules, seat, chance),
        any_sight(rules, seat, chance),
        any_sight(rules, seat, chance),
    ]
    return chance.choice(choices)


def any_sight(rules: Ruleset, seat: int, chance: random.Random) -> i.Input:
    """What a camera may tell: a card laid, read or not, one that it reads now, or one that shows."""
    card, mark, sure = chance.choice(rules.deck.pack), chance.randint(-3, 30), chance.random()
    return chance.choice(
        [
            i.SeeCard(seat, card, sure, mark, (chance.choice(rules.deck.pack),)),
            i.SeeCard(seat, None, 0.0, mark),
            i.ReadMark(mark, card, sure),
            i.CardShown(seat, card, mark, sure),
        ]
    )


def told(state: State, what: i.Input) -> State:
    try:
        return replay(decide(state, what), state)
    except NotNow as refusal:
        assert said(refusal.why).endswith((".", "?"))
        return state


@given(ALL_RULES, SEEDS, st.integers(0, 40))
@settings(max_examples=250, deadline=None)
def test_nothing_that_is_told_breaks_the_engine(rules: Ruleset, seed: int, start: int) -> None:
    chance = random.Random(seed)
    steps = list(play_hand(begin(rules), chance))
    state = steps[min(start, len(steps) - 1)][2]
    for _ in range(25):
        what = any_input(rules, chance)
        state = told(state, what)
        offered = options(state)
        assert len(offered.by_seat) == rules.table.players
        for each in offered.irregular:
            decide(state, each)
