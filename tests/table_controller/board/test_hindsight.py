"""What could have been made: on the page of the real service after a hand, and never before it is over."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.after.solver import best_of, could_make
from engine.inputs import NewMatch, Undo
from engine.play.decide import step
from engine.play.state import State
from engine.rules.rulesets import preset
from table_controller.board.hindsight import Hindsight
from table_controller.words.reasons import say_reason
from tests import PATIENCE_S
from tests.bench.random_hands import play_hand
from tests.table_controller.a_hand import NAMES
from tests.table_controller.a_service import Players


def a_hand_all_of_whose_cards_are_seen() -> tuple[int, list[State]]:
    """A seed, and the states of its hand from beginning to end."""
    begun = step(State(), NewMatch(preset("iowa_standard"), NAMES, 1))[1]
    for seed in range(100):
        states = [state for _, _, state in play_hand(begun, random.Random(seed))]
        if could_make(states[-1], states[-1].results[-1]):
            return seed, states
    raise AssertionError("in none of them was every card seen")


@pytest.mark.browser
def test_the_page_says_it_after_the_hand_and_forgets_it_with_the_hand(browser_page: Page, tmp_path: Path) -> None:
    seed, _ = a_hand_all_of_whose_cards_are_seen()
    players = Players(tmp_path, "iowa_standard", NAMES)
    try:
        browser_page.goto(players.service.address)
        for _, state in players.hand(seed):
            if not state.results:
                assert "could have made" not in str(players.board())
        best = best_of(could_make(players.state, players.state.results[-1]))
        assert best is not None
        said = say_reason(best, players.state)
        expect(browser_page.locator("#result .could")).to_have_text(said)
        assert said.endswith(tuple(f"for {name}." for name in NAMES))
        players.say(Undo())
        expect(browser_page.locator("#result")).to_be_hidden()
        assert "could have made" not in str(players.board())
    finally:
        players.close()
        browser_page.goto("about:blank")


def test_the_search_is_beside_the_tick_and_only_of_a_finished_hand() -> None:
    _, states = a_hand_all_of_whose_cards_are_seen()
    afterwards = Hindsight()
    try:
        for state in states[:-1]:
            assert not afterwards.follow(state) and not afterwards.is_searching
        assert not afterwards.follow(states[-1]), "asked, not waited for"
        assert afterwards.is_searching
        afterwards.wait(PATIENCE_S)
        assert afterwards.follow(states[-1])
        result = states[-1].results[-1]
        assert afterwards.known_of(result) == best_of(could_make(states[-1], result)) is not None
        assert not afterwards.follow(states[-1]) and not afterwards.is_searching, "once is enough"
    finally:
        afterwards.close()


def test_a_search_that_is_killed_leaves_the_line_empty_and_stops_nothing() -> None:
    _, states = a_hand_all_of_whose_cards_are_seen()
    afterwards = Hindsight()
    afterwards.follow(states[-1])
    afterwards.close()
    assert not afterwards.is_searching
    assert afterwards.known_of(states[-1].results[-1]) is None
