"""The first evening: from a bare start, on a page, to the first trick; and who may not begin is told so at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from table_controller.words.tongues import tongue
from tests.table_controller.a_table import ATable, a_bare_table

pytestmark = pytest.mark.browser
MOST_TAPS = 10


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ATable]:
    with a_bare_table(tmp_path) as running:
        yield running


@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_from_a_bare_start_to_the_first_card_in_ten_taps(browser_page: Page, table: ATable, language: str) -> None:
    """On the touch screen, with the names that were typed; no word of a terminal is needed."""
    to = tongue(language)
    page = browser_page.context.new_page()
    page.set_viewport_size({"width": 800, "height": 480})
    page.goto(f"{table.server.address}/table?lang={language}#{table.token(0)}")
    page.wait_for_selector("body[data-ready]")
    for seat, name in enumerate(("Ann", "Jean-François", "Cy", "Dee"), start=1):
        page.get_by_role("textbox", name=to.page["seat_n"].format(number=seat)).fill(name)
    page.get_by_label(to.page["who_deals"]).select_option("1")
    taps = (
        to.page["begin"],
        to.say("dealt"),
        to.name("bids", "big"),
        *[to.name("bids", "pass")] * 3,
        to.phrases["suits"]["NT"],
        f"Ann: {to.say('choice_play')}",
    )
    for number, text in enumerate(taps):
        page.get_by_role("button", name=text, exact=True).click()
        expect(page.locator(f'body[data-sequence="{number + 1}"]')).to_be_visible()
    page.wait_for_selector("#choices .suit-row button")
    page.locator("#choices .suit-row button").first.click()
    expect(page.locator("#cards .card")).to_have_count(1)
    page.close()
    assert len(taps) + 2 <= MOST_TAPS, "the dealer's choice and the card are taps, too"
    assert [seat["name"] for seat in table.state()["seats"]] == ["Ann", "Jean-François", "Cy", "Dee"]


def test_house_rules_change_the_summary_and_faults_keep_begin_shut(browser_page: Page, table: ATable) -> None:
    page = browser_page.context.new_page()
    page.goto(f"{table.server.address}/?lang=en")
    page.wait_for_selector("body[data-ready]")
    before = page.locator(".told").inner_text()
    page.get_by_label("Playing to").select_option("21")
    expect(page.locator(".told")).not_to_have_text(before)
    expect(page.locator(".told")).to_contain_text("21")
    page.get_by_text("House rules").click()
    page.get_by_label("The bidder and the partner swap a card").check()
    expect(page.locator(".fault")).to_be_visible()
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()
    page.close()


def test_a_page_without_leave_says_so_at_once_and_how_to_get_it(
    browser_page: Page, table: ATable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table_controller.web.guards.is_here", lambda request: False)
    monkeypatch.setattr("table_controller.web.api.starting_api.is_here", lambda request: False)
    page = browser_page.context.new_page()
    page.goto(f"{table.server.address}/?lang=en")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".leave")).to_contain_text("may look, but not begin")
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()
    page.close()
    start = {"preset": "iowa_standard", "names": ["A", "B", "C", "D"], "dealer": 1}
    asked = f"{table.server.address}/api/v1/start"
    assert httpx.post(asked, json=start).status_code in (401, 403)
    token = {"Authorization": f"Bearer {table.token(0)}"}
    assert httpx.post(asked, json=start, headers=token).status_code == 200


def test_a_match_that_is_on_is_not_ended_by_the_start_screen(table: ATable) -> None:
    asked, own = f"{table.server.address}/api/v1/start", {"Origin": table.server.address}
    start = {"preset": "cutthroat_3", "names": ["A", "B", "C"], "dealer": 0}
    assert httpx.post(asked, json={**start, "names": ["A"]}, headers=own).status_code == 409
    assert httpx.post(asked, json=start, headers=own).status_code == 200
    assert httpx.post(asked, json=start, headers=own).status_code == 409
    page = httpx.get(table.server.address).text
    assert "start.js" not in page and "scoreboard.js" in page
