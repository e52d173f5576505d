"""The past put right: what stands is told again, with one thing changed, and the whole of it can be taken back."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import inputs as i
from engine.after.retelling import Step, Told, correction, outcome, stand_of
from engine.cards import Card, Denomination
from engine.play.decide import step
from engine.play.state import INITIAL, State
from engine.rules.rulesets import preset, preset_names
from engine.wire import from_json, to_json
from tests.bench.random_hands import play_hand
from tests.in_english import refused

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Finn")


def told(*words: i.Input, state: State = INITIAL) -> tuple[State, list[Told]]:
    """The state after these words, and the log of them."""
    log: list[Told] = []
    for word in words:
        events, state = step(state, word)
        log.append((word, events))
    return state, log


def a_match(rules: str, seed: int, hands: int = 1) -> tuple[State, list[Told]]:
    chance = random.Random(seed)
    players = preset(rules).table.players
    state, log = told(i.NewMatch(rules, NAMES[:players], 1))
    for _ in range(hands):
        if state.won_by is None:
            for word, events, after in play_hand(state, chance):
                log.append((word, tuple(events)))
                state = after
    return state, log


def steps(log: list[Told]) -> tuple[Step, ...]:
    return stand_of(log).steps


def bare(state: State) -> tuple[object, ...]:
    return state.score, state.phase, state.turn, state.hand, state.results, state.won_by


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(preset_names()), st.integers(0, 10_000))
def test_what_stands_told_again_is_the_same_match(rules: str, seed: int) -> None:
    state, log = a_match(rules, seed, hands=2)
    words = [each.word for each in steps(log) if each.word is not None]
    assert bare(told(log[0][0], *words)[0]) == bare(state)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.data())
def test_the_same_word_instead_changes_nothing_and_is_taken_back_whole(seed: int, data: st.DataObject) -> None:
    state, log = a_match("iowa_standard", seed, hands=2)
    stand = steps(log)
    at = data.draw(st.integers(0, len(stand) - 1))
    wanted = correction(stand_of(log), at, stand[at].word)
    events, after = step(state, wanted)
    assert bare(after) == bare(state)
    assert outcome(state, wanted).dropped == ()
    back = step(after, i.Undo())[1]
    assert bare(back) == bare(state)
    forth = step(back, i.Redo())[1]
    assert bare(forth) == bare(after)
    again = steps([*log, (wanted, events), (i.Undo(), step(after, i.Undo())[0])])
    assert [each.word for each in again] == [each.word for each in stand]


def test_undone_decisions_do_not_stand_and_redone_ones_do() -> None:
    words = (i.NewMatch("iowa_standard", NAMES[:4], 1), i.MakeCall(2, "pass"), i.MakeCall(3, "2"))
    log = told(*words, i.Undo())[1]
    assert [each.word for each in steps(log)] == [i.DealDone(), i.MakeCall(2, "pass")]
    log = told(*words, i.Undo(), i.Redo())[1]
    assert [each.word for each in steps(log)] == [i.DealDone(), i.MakeCall(2, "pass"), i.MakeCall(3, "2")]


CALLED = (
    i.NewMatch("iowa_standard", NAMES[:4], 1),
    i.MakeCall(2, "pass"),
    i.MakeCall(3, "4"),
    i.MakeCall(4, "pass"),
    i.MakeCall(1, "pass"),
    i.NameTrump(3, Denomination.HEARTS),
    i.ChoosePartner(3, "with"),
    i.AnswerDrop(4, "drop"),
    i.AnswerDrop(2, "drop"),
)


def test_a_bid_put_right_changes_the_score_and_leaves_the_rest() -> None:
    state, log = told(*CALLED)
    assert state.score == (4, 0)
    stand = steps(log)
    at = next(at for at, each in enumerate(stand) if each.word == i.MakeCall(3, "4"))
    wanted = correction(stand_of(log), at, i.MakeCall(3, "5"))
    foreseen = outcome(state, wanted)
    assert foreseen.state.score == (5, 0) and foreseen.dropped == ()
    assert step(state, wanted)[1].score == (5, 0)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.data())
def test_corrections_after_corrections_reach_every_decision(seed: int, data: st.DataObject) -> None:
    state, log = a_match("iowa_standard", seed, hands=2)
    plain = state
    for _ in range(3):
        stand = stand_of(log)
        at = data.draw(st.integers(0, len(stand.steps) - 1))
        wanted = correction(stand, at, stand.steps[at].word)
        events, state = step(state, wanted)
        log.append((wanted, events))
        assert bare(state) == bare(plain)
        assert [each.word for each in stand_of(log).steps] == [each.word for each in stand.steps]
    for _ in range(3):
        events, state = step(state, i.Undo())
        log.append((i.Undo(), events))
    assert bare(state) == bare(plain)


def test_what_no_longer_fits_is_left_out_and_named() -> None:
    state, log = told(*CALLED)
    stand = steps(log)
    at = next(at for at, each in enumerate(stand) if each.word == i.MakeCall(3, "4"))
    foreseen = outcome(state, correction(stand_of(log), at, i.MakeCall(3, "pass")))
    assert i.NameTrump(3, Denomination.HEARTS) in foreseen.dropped
    assert foreseen.state.score == (0, 0)


def test_a_void_bid_is_told_again() -> None:
    words = (*CALLED[:2], i.MakeCall(1, "3"), i.MakeCall(3, "4"))
    state, log = told(*words)
    stand = steps(log)
    assert len(stand[-2].before.hand.findings if stand[-2].before.hand else ()) == 1
    after = step(state, correction(stand_of(log), 1, i.MakeCall(2, "1")))[1]
    assert after.hand is not None and [each.seat for each in after.hand.findings] == [1]


def test_cards_seen_and_answered_are_told_again_as_plays() -> None:
    words = (*CALLED[:-2], i.AnswerDrop(4, "play"))
    read = i.SeeCard(4, Card.parse("9H"), 0.99, 8)
    seen = (i.SeeCard(3, None, 0.0, 7), read, i.AnswerQuestion(7, Card.parse("AH")))
    state, log = told(*words, *seen)
    stand = steps(log)
    plays = [each.word for each in stand if isinstance(each.word, i.PlayCard)]
    assert plays == [i.PlayCard(3, Card.parse("AH")), i.PlayCard(4, Card.parse("9H"))]
    at = next(at for at, each in enumerate(stand) if each.word == plays[1])
    after = step(state, correction(stand_of(log), at, i.PlayCard(4, Card.parse("TH"))))[1]
    assert after.hand is not None
    assert [play.card for play in after.hand.trick] == [Card.parse("AH"), Card.parse("TH")]
    corrected = told(i.AnswerQuestion(7, Card.parse("KH")), state=state)[1]
    assert i.PlayCard(3, Card.parse("KH")) in [each.word for each in steps([*log, *corrected])]


def test_more_than_was_decided_can_not_be_put_right() -> None:
    state = told(*CALLED)[0]
    for back in (0, -1, 1000):
        with refused("has not been decided"):
            step(state, i.Correct(back, ()))


def test_names_are_put_right_and_taken_back() -> None:
    state = told(*CALLED[:3])[0]
    after = step(state, i.NamePlayers(("Ann", "Bo", "Cy", "Dee")))[1]
    assert after.who(2) == "Bo" and after.hand == state.hand
    assert step(after, i.Undo())[1].who(2) == "Ben"
    with refused("4 players"):
        step(state, i.NamePlayers(("Ann",)))


def test_a_correction_is_written_and_read_back() -> None:
    wanted = i.Correct(3, (i.TakeBack(2), i.SwapCards(2), i.MakeCall(2, "pass"), i.PlayCard(1, Card.parse("QH"))))
    assert from_json(to_json(wanted)) == wanted
    for inside in ({"kind": "TableSeen", "layout": {"laid": []}}, {"kind": "Correct", "back": 1, "words": []}):
        with pytest.raises(ValueError, match="inside another message"):
            from_json({"kind": "Correct", "back": 1, "words": [inside]})
