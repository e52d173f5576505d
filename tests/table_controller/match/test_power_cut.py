"""The power goes with every page open: each comes back by itself, with the state that is on disk."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from engine.inputs import MakeCall
from engine.wire import to_json
from table_controller.match.eventlog import read_log
from table_controller.web.guards import SESSION_COOKIE
from table_controller.web.referee_door import Door
from tests import PATIENCE_S
from tests.table_controller.a_service import Service

pytestmark = pytest.mark.browser


def say(service: Service, token: str, word: MakeCall) -> None:
    sent = {"Authorization": f"Bearer {token}"}
    answer = httpx.post(
        f"{service.address}/api/v1/act", json={"input": to_json(word)}, headers=sent, timeout=PATIENCE_S
    )
    assert answer.status_code == 200, answer.text


def wait_until_seated(service: Service) -> None:
    with httpx.stream("GET", f"{service.address}/api/v1/events", timeout=PATIENCE_S) as updates:
        for line in updates.iter_lines():
            if line.startswith("data: {") and json.loads(line[6:])["surroundings"]["acting"]:
                return


def test_killed_in_mid_hand_every_open_page_comes_back_with_the_right_state(browser_page: Page, tmp_path: Path) -> None:
    service = Service("--camera", "none", "--names", "Ann,Ben,Cy,Dee", "--state", tmp_path)
    wait_until_seated(service)
    secrets = json.loads((tmp_path / "match-0001.tokens").read_text())
    table = json.loads((tmp_path / "table.token").read_text())["0"]
    door = Door(tmp_path)
    session = door.set_pin("246810", door.setup)
    context = browser_page.context
    context.add_cookies([{"name": SESSION_COOKIE, "value": session, "url": service.address}])
    # Five: a browser opens six lines to one host at most, and every page holds one.
    places = ("/", f"/table#{table}", f"/seat/3#{secrets['3']}", "/referee", "/history")
    pages = [context.new_page() for _ in places]
    try:
        for page, place in zip(pages, places, strict=True):
            page.goto(service.address + place)
        say(service, secrets["2"], MakeCall(2, "1"))
        for page in pages:
            expect(page.locator("body")).to_have_attribute("data-sequence", "2")
        service.kill()
        for page in pages:
            page.wait_for_selector("#stale", state="visible")
        service.restart()
        for page in pages:  # they ask again every second, as the service told them: test_bulletin.py
            page.wait_for_selector("#stale", state="hidden")
            expect(page.locator("body")).to_have_attribute("data-sequence", "2")
        pages[2].get_by_role("button", name="2", exact=True).click()
        expect(pages[0].locator(".contract-text")).to_have_text("Cy, so far")
        expect(pages[3].locator("#part-decisions li p").first).to_have_text("Cy: 2")
        expect(pages[3].get_by_role("button", name="Stop play")).to_be_visible()
        assert [entry.input for entry in read_log(tmp_path / "match-0001.jsonl").entries[1:]] == [
            MakeCall(2, "1"),
            MakeCall(3, "2"),
        ]
    finally:
        service.kill()
        for page in pages:
            page.close()
        context.clear_cookies()
