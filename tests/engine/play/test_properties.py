"""What holds for every hand of every preset, whatever is dealt, called and played."""

from __future__ import annotations

import json
import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as e
from engine import inputs as i
from engine.cards import Card
from engine.findings import FindingCode
from engine.knobs import Ruleset
from engine.play.decide import decide
from engine.play.hand import Phase
from engine.play.options import options
from engine.play.state import State, replay
from engine.play.tricks import legal_cards
from engine.rules.rulesets import preset, preset_names
from engine.wire import from_json, to_json
from tests.bench.random_hands import Hands, begin, deal, legal_now, play_hand
from tests.in_english import said

RULES = preset("iowa_standard")
SEEDS = st.integers(0, 2**32)
OPTIONS = ["super", "lone", "cards32", "nt50", "forced_dealer", "target21", "maker_swap", "lone+nt50+cards32"]
ALL_RULES = st.sampled_from([*preset_names(), *(f"five_tricks+{each}" for each in OPTIONS)]).map(preset)


class Revoker:
    """Plays legally until it holds a card of the suit led, then refuses once. Remembers who and when."""

    def __init__(self, skip: int) -> None:
        self.skip = skip
        self.revoked: tuple[int, int] | None = None

    def __call__(self, state: State, hands: Hands, chance: random.Random) -> Card:
        hand = state.hand
        legal = legal_now(state, hands)
        led = hand.trick[0].card if hand.trick else None
        following = legal_cards(hands[state.turn], led, hand.trump)
        illegal = [card for card in hands[state.turn] if card not in following]
        if hand.trick and illegal and self.revoked is None:
            if self.skip == 0:
                self.revoked = (state.turn, hand.trick_number)
                return chance.choice(illegal)
            self.skip -= 1
        return chance.choice(legal)


@given(ALL_RULES, SEEDS)
@settings(max_examples=200, deadline=None)
def test_a_legal_hand_conserves_cards_and_tricks_and_yields_no_finding(rules: Ruleset, seed: int) -> None:
    chance = random.Random(seed)
    told = [event for _, events, _ in play_hand(begin(rules), chance) for event in events]
    assert not any(isinstance(event, e.FindingRaised | e.QuestionAsked) for event in told)
    cards = Counter(event.card for event in told if isinstance(event, e.CardPlayed))
    assert cards <= Counter(rules.deck.pack)
    taken = [event for event in told if isinstance(event, e.TrickTaken)]
    began = [event for event in told if isinstance(event, e.PlayBegan)]
    assert len(taken) == (rules.tricks if began else 0)
    assert cards.total() == (rules.tricks * len(began[0].active) if began else 0)


@given(ALL_RULES, SEEDS)
@settings(max_examples=100, deadline=None)
def test_the_auction_always_ends_in_a_contract_or_a_new_deal(rules: Ruleset, seed: int) -> None:
    told = [event for _, events, _ in play_hand(begin(rules), random.Random(seed)) for event in events]
    made = [event for event in told if isinstance(event, e.ContractMade)]
    thrown_in = [event for event in told if isinstance(event, e.HandThrownIn)]
    gave_up = [event for event in told if isinstance(event, e.CallMade) and event.call == "surrender"]
    assert len(made) + len(thrown_in) + len(gave_up) == 1
    ranks = [rules.auction.bid(event.call).rank for event in told if _is_bid(rules, event)]
    assert ranks == sorted(set(ranks))
    assert isinstance(told[-1], e.HandBegun | e.MatchWon)


def _is_bid(rules: Ruleset, event: e.Event) -> bool:
    return isinstance(event, e.CallMade) and rules.auction.bid(event.call) is not None


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_scores_change_only_as_the_rulebook_says(seed: int) -> None:
    state, chance = begin(RULES), random.Random(seed)
    for _ in range(3):
        steps = list(play_hand(state, chance))
        for _, events, after in steps:
            for scored in (event for event in events if isinstance(event, e.HandScored)):
                _check_score(after, scored)
        state = steps[-1][2]
        if state.phase is Phase.OVER:
            break


def _check_score(state: State, scored: e.HandScored) -> None:
    result = state.results[-1]
    bid, side = result.contract.bid, RULES.side_of(result.contract.maker)
    gain, other = scored.delta[side], scored.delta[1 - side]
    tricks = [sum(result.tricks[seat - 1] for seat in RULES.seats if RULES.side_of(seat) == s) for s in (0, 1)]
    assert scored.made == (gain > 0)
    assert abs(gain) == bid.value
    if sum(tricks) == 0:
        assert scored.made
        assert other == 0
    elif bid.pepper:
        assert other == -gain
    else:
        assert other == (tricks[1 - side] or -bid.value)
    assert scored.score == state.score


@given(ALL_RULES, SEEDS)
@settings(max_examples=80, deadline=None)
def test_the_log_replays_to_the_live_state_and_every_event_survives_json(rules: Ruleset, seed: int) -> None:
    told: list[e.Event] = [
        e.MatchStarted(rules, ("",) * rules.table.players, 1),
        e.HandBegun(1, 1, rules.rough.opening),
    ]
    steps = list(play_hand(begin(rules), random.Random(seed)))
    for told_in, events, _ in steps:
        assert from_json(json.loads(json.dumps(to_json(told_in)))) == told_in
        told += [from_json(json.loads(json.dumps(to_json(event)))) for event in events]
    assert replay(told) == steps[-1][2]


@given(ALL_RULES.filter(lambda rules: rules.tricks == rules.deal.hand), SEEDS, st.integers(0, 6))
@settings(max_examples=250, deadline=None)
def test_a_revoke_is_always_found_by_the_end_of_the_hand_and_blames_the_right_seat(
    rules: Ruleset, seed: int, skip: int
) -> None:
    chance, revoker = random.Random(seed), Revoker(skip)
    told = [event for _, events, _ in play_hand(begin(rules), chance, revoker) for event in events]
    raised = [event.finding for event in told if isinstance(event, e.FindingRaised)]
    found = [each for each in raised if each.code is FindingCode.REVOKE]
    others = [each for each in raised if each.code not in REVOKES]
    assert len(others) <= 1  # the revoke may also have held back the called card
    if revoker.revoked is None:
        assert found == []
        return
    assert {(each.seat, each.trick) for each in found} == {revoker.revoked}
    refusal, shown = found[0].proof
    assert found[0].code is FindingCode.REVOKE
    assert (refusal.seat, refusal.trick) == revoker.revoked
    if shown.seat == refusal.seat:
        assert shown.trick > refusal.trick
    else:
        assert shown.trick == refusal.trick
        assert said(found[0].text).endswith("every other place for it is ruled out.")
    scored = next(n for n, event in enumerate(told) if isinstance(event, e.HandScored))
    first = next(n for n, event in enumerate(told) if isinstance(event, e.FindingRaised))
    assert first < scored


@given(ALL_RULES, SEEDS, st.integers(1, 30))
@settings(max_examples=60, deadline=None)
def test_undo_then_redo_is_as_if_nothing_had_been_undone(rules: Ruleset, seed: int, back: int) -> None:
    last = list(play_hand(begin(rules), random.Random(seed)))[-1][2]
    state, undone = last, 0
    while undone < back and state.past is not None:
        state, undone = replay(decide(state, i.Undo()), state), undone + 1
    for _ in range(undone):
        state = replay(decide(state, i.Redo()), state)
    assert state == last


@given(ALL_RULES, SEEDS)
@settings(max_examples=60, deadline=None)
def test_somebody_can_always_act_and_everything_offered_is_accepted(rules: Ruleset, seed: int) -> None:
    state = begin(rules)
    for _, _, after in play_hand(state, random.Random(seed)):
        offered = options(state)
        inputs = [each for seat in offered.by_seat for each in seat] + [*offered.anybody, *offered.irregular]
        assert inputs
        for each in inputs:
            assert decide(state, each)
        state = after


@given(SEEDS, st.booleans())
@settings(max_examples=50, deadline=None)
def test_a_hand_laid_before_the_camera_is_told_like_one_that_is_entered(seed: int, patient: bool) -> None:
    """The camera tells every card at once, or several together."""
    chance = random.Random(seed)
    state = begin(RULES)
    seen, laid = state, []
    for told, events, _ in list(play_hand(state, chance)):
        if not isinstance(told, i.PlayCard):
            seen = replay(decide(seen, told), seen)
            continue
        laid.append(i.SeeCard(told.seat, told.card, 0.95, len(seen.marks) + len(laid) + 1))
        trick_ends = any(isinstance(event, e.TrickTaken) for event in events)
        if patient or trick_ends or chance.random() < 0.5:
            for each in laid:
                seen = replay(decide(seen, each), seen)
            laid = []

    final = list(play_hand(begin(RULES), random.Random(seed)))[-1][2]
    assert seen.score == final.score
    assert seen.results[-1].tricks == final.results[-1].tricks
    assert seen.results[-1].findings == ()


@given(st.sampled_from(["five_tricks", "five_tricks+lone"]).map(preset), SEEDS, st.integers(0, 6))
@settings(max_examples=150, deadline=None)
def test_with_a_card_left_unplayed_only_the_guilty_seat_can_be_blamed(rules: Ruleset, seed: int, skip: int) -> None:
    chance, revoker = random.Random(seed), Revoker(skip)
    told = [event for _, events, _ in play_hand(begin(rules), chance, revoker) for event in events]
    found = {(each.finding.seat, each.finding.trick) for each in told if isinstance(each, e.FindingRaised)}
    assert found <= {revoker.revoked}


@given(ALL_RULES, SEEDS, st.integers(0, 6), st.booleans())
@settings(max_examples=150, deadline=None)
def test_with_the_hands_known_a_revoke_is_told_at_once_and_nothing_else_is(
    rules: Ruleset, seed: int, skip: int, honest: bool
) -> None:
    state, hands = begin(rules), deal(rules, random.Random(seed))
    for seat in rules.seats:
        for card in hands[seat]:
            state = replay(decide(state, i.ReadCard(seat, card)), state)
    revoker = None if honest else Revoker(skip)
    told = [event for _, events, _ in play_hand(state, random.Random(seed), revoker) for event in events]
    found = [event.finding for event in told if isinstance(event, e.FindingRaised)]
    if revoker is None or revoker.revoked is None:
        assert found == []
        return
    assert {(each.seat, each.trick) for each in found if each.code in REVOKES} <= {revoker.revoked}
    if rules.partner.option == "always_with" and rules.partner.swap == "none" and not rules.deal.kitty:
        at = next(n for n, event in enumerate(told) if _is_play(event, *revoker.revoked))
        assert isinstance(told[at + 1], e.FindingRaised)
        assert told[at + 1].finding.code is FindingCode.REVOKE_CORRECTABLE


REVOKES = (FindingCode.REVOKE, FindingCode.REVOKE_CORRECTABLE)


def _is_play(event: e.Event, seat: int, trick: int) -> bool:
    return isinstance(event, e.CardPlayed) and (event.seat, event.trick) == (seat, trick)
