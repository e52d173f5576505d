"""The page follows the rules: whole hands of three, four, five and six on the real service, entered by hand, with
names as long as they may be; nothing cut off, nothing overlapping, and nobody's partner told too early."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.play.hand import Phase
from engine.play.state import State
from engine.rules.rulesets import preset
from table_controller.words.phrases import points, side_words
from tests.table_controller.a_service import Players
from tests.table_controller.web.test_page import CUT_OFF, OVERLAPS, texts

pytestmark = pytest.mark.browser

NAMES = (
    "Bartholomew-Maximilian W",
    "Alexandra-Wilhelmina",
    "Ng",
    "Marie-Antoinette du Pont",
    "Wolfgang Amadeus Mozart",
    "Konstantinos Papadopoulo",
)
SCREENS = ((1920, 1080), (800, 480))
SHOWS = "(sequence) => document.body.dataset.sequence === sequence"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
COVERED = """() => {
  const boxes = [...document.querySelectorAll('#cards .card .paper, #places .plate, #places .dealer')]
    .map((one) => [one.closest('g[class]').className.baseVal + one.className.baseVal, one.getBoundingClientRect()]);
  const apart = (p, q) =>
    p.right <= q.left + 2 || q.right <= p.left + 2 || p.bottom <= q.top + 2 || q.bottom <= p.top + 2;
  const cards = boxes.filter(([name]) => name.endsWith('paper'));
  const plates = boxes.filter(([name]) => !name.endsWith('paper'));
  return cards.flatMap(([a, p]) => plates.filter(([, q]) => !apart(p, q)).map(([b]) => `${a} / ${b}`));
}"""
OUT_OF_PLATE = """() => [...document.querySelectorAll('#places .name, #places .note')].filter((text) => {
  const box = text.getBoundingClientRect(), plate = text.parentElement.querySelector('.plate').getBoundingClientRect();
  return box.left < plate.left || box.right > plate.right;
}).map((text) => text.textContent)"""


def worth_a_look(state: State) -> bool:
    """The last card of a trick is due, a hand has just ended, or the first call of a later one."""
    hand = state.hand
    assert hand is not None
    if state.phase in (Phase.DEAL, Phase.OVER):
        return bool(state.results)
    if state.phase is Phase.AUCTION:
        return bool(state.results) and len(hand.calls) == 1
    return state.phase is Phase.PLAY and len(hand.tricks) == 2 and len(hand.trick) == len(hand.active) - 1


@pytest.mark.parametrize(
    "rules", ["cutthroat_3", pytest.param("five_tricks+nt50", marks=pytest.mark.slow), "reagan_5", "widebeard_6"]
)
def test_two_hands_are_shown_whole_on_both_screens(browser_page: Page, tmp_path: Path, rules: str) -> None:
    players = Players(tmp_path, rules, NAMES[: preset(rules).table.players])
    page, wrong = browser_page, []
    try:
        page.emulate_media(reduced_motion="reduce")  # cards are measured where they lie, not on their way
        page.goto(players.service.address)
        page.evaluate("document.fonts.ready")
        for seed in (11, 12):
            for _, state in players.hand(seed):
                if not worth_a_look(state):
                    continue
                # Not at the next drawn frame, as a selector is waited for: a browser without a screen may draw none.
                page.wait_for_function(SHOWS, arg=str(players.board()["sequence"]), polling=100)
                for width, height in SCREENS:
                    page.set_viewport_size({"width": width, "height": height})
                    page.evaluate(DRAWN)
                    found = [page.evaluate(check) for check in (CUT_OFF, OVERLAPS, COVERED, OUT_OF_PLATE)]
                    wrong += [(width, state.phase.name, each) for each in found if each]
            state = players.state
            expect(page.locator("#result h2")).to_contain_text("is over")
            assert texts(page, ".side .score") == [points(score) for score in state.score]
            assert texts(page, ".side h2") == [side_words(state, side) for side in range(len(state.score))]
        assert wrong == []
    finally:
        players.close()
        page.goto("about:blank")
        page.emulate_media(reduced_motion="no-preference")
        page.set_viewport_size({"width": 1920, "height": 1080})


def told_of_partner(board: dict[str, Any]) -> str:
    contract = board["contract"] or {}
    return f"{contract.get('detail', '')} {[seat['note'] for seat in board['seats']]}"


@pytest.mark.parametrize("rules", ["dilley_5", pytest.param("reagan_5", marks=pytest.mark.slow)])
def test_nobody_is_told_the_partner_before_the_card_is_played(tmp_path: Path, rules: str) -> None:
    """What a page is sent is the same whoever holds the called card: the service itself does not know it."""
    players = Players(tmp_path, rules, ("Ann", "Ben", "Cy", "Dee", "Eve"))
    hidden = revealed = 0
    try:
        for seed in range(20):
            for _, state in players.hand(seed):
                hand = state.hand
                if hand is None or hand.called is None:
                    continue
                told = told_of_partner(players.board())
                if hand.partner is None:
                    hidden += 1
                    assert "with " not in told and "partner" not in told
                else:
                    revealed += 1
                    assert f"with {state.who(hand.partner)}" in told
            if hidden and revealed:
                return
        raise AssertionError("no partner was called and revealed")
    finally:
        players.close()
