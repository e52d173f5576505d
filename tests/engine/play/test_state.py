from __future__ import annotations

import pickle
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as e
from engine.play.decide import decide, step
from engine.play.hand import Phase
from engine.play.state import INITIAL, replay
from engine.rules.rulesets import preset
from tests.bench.random_hands import begin, play_hand
from tests.engine.conftest import Table


def test_a_state_is_a_value(table: Table) -> None:
    table.contracted("3", "S").play("AH 9H")
    assert replay(table.events) == table.state
    assert replay(table.events[:-1]) != table.state
    assert pickle.loads(pickle.dumps(table.state)) == table.state


def test_applying_an_event_leaves_the_old_state_alone(table: Table) -> None:
    before = table.state
    table.seat(1).calls("3")
    assert before.phase is Phase.DEAL
    assert before.hand.calls == ()


def test_players_without_a_name_are_called_by_their_seat() -> None:
    assert INITIAL.who(3) == "Seat 3"


def test_a_camera_that_starts_anew_goes_on_counting(table: Table) -> None:
    table.contracted("3", "S")
    assert table.state.next_mark == 1
    table.seat(1).lays("AH", mark=40)
    assert table.state.next_mark == 41


def test_a_new_match_forgets_the_old_one(table: Table) -> None:
    table.contracted("3", "S").play("AH")
    events = [e.MatchStarted(table.state.rules, ("", "", "", ""), 2), e.HandBegun(1, 2)]
    after = replay(events, table.state)
    assert after.score == (0, 0)
    assert after.past is None
    assert after.results == ()


def test_a_finished_hand_is_kept_with_all_that_was_seen(table: Table) -> None:
    table.contracted("3", "S")
    table.play("AH QH TH TC  KH JH 9H 9C  AS TS JS JC  AC TD 9D 9S  AD KC JD KS  QS KD QC QD")
    result = table.state.results[0]
    assert result.tricks == (4, 1, 1, 0)
    assert result.before == (0, 0)
    assert result.scored.score == (3, 1)
    assert len(result.hand.plays) == 24


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_a_step_leaves_the_state_that_applying_its_events_leaves(seed: int) -> None:
    state = begin(preset("dilley_5"))
    for told, events, after in play_hand(state, random.Random(seed)):
        assert step(state, told) == (events, after)
        assert decide(state, told) == events
        assert replay(events, state) == after
        state = after
