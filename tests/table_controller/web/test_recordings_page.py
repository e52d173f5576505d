"""Recordings made, looked at and deleted on the referee's page, in Debian's Chromium on the real service."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.table_controller.a_watched_table import (
    CY_LEADS,
    EMPTY,
    LAID,
    Open,
    WatchedTable,
    a_watched_table,
    referees_pages,
)
from tests.table_controller.mini import call, events_of
from tests.table_controller.web.test_asking_page import begin, plays

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedTable]:
    with a_watched_table(tmp_path_factory.mktemp("table")) as running:
        yield running


@pytest.fixture
def pages(browser_page: Page, table: WatchedTable) -> Iterator[Open]:
    """Opens pages with the referee signed in; none may complain."""
    with referees_pages(browser_page, table, "/referee") as opened:
        yield opened


def test_a_recording_is_made_looked_at_and_deleted(table: WatchedTable, pages: Open) -> None:
    begin(table, CY_LEADS, EMPTY, "trick")
    page = pages("/referee")
    part = page.locator("#part-recordings")
    expect(part).to_contain_text("There is none yet.")
    part.get_by_role("button", name="Record the table").click()
    expect(part.locator("#film-facts")).to_have_text(re.compile("Being recorded: .*pictures: 1"))
    table.camera.show(LAID)
    expect(part.locator("#film-facts")).to_have_text(re.compile("pictures: [2-9]"))
    assert plays(table) == [(3, "JH")]
    part.get_by_role("button", name="Stop recording").click()
    expect(part.locator(".shelf li")).to_have_count(1)
    expect(part.locator("#film")).to_contain_text(f"Kept in {table.state / 'recordings' / 'recording-001'}")
    folder = Path(part.locator(".shelf code").inner_text())
    again = call("replay", folder, "--json")
    assert again.returncode == 0, again.stderr
    played = [told for told in events_of(again.stdout) if told.get("kind") == "CardPlayed"]
    assert [(told["seat"], told["card"]) for told in played] == [(3, "JH")], "it is read from the pictures once more"
    part.get_by_role("button", name="Look at it: recording-001").click()
    box = page.locator("#ask")
    expect(box).to_contain_text("Picture 1 of ")
    expect(box.locator("img")).to_have_js_property("naturalWidth", 1280)
    box.get_by_role("button", name="Next").click()
    expect(box).to_contain_text("Picture 2 of ")
    box.get_by_role("button", name="Close").click()
    part.get_by_role("button", name="Delete: recording-001").click()
    box.get_by_role("button", name="cancel").click()
    assert folder.is_dir()
    part.get_by_role("button", name="Delete: recording-001").click()
    box.get_by_role("button", name="Delete").click()
    expect(part).to_contain_text("There is none yet.")
    assert not folder.exists()


def test_a_recording_that_goes_on_is_shown_to_whoever_comes_later(table: WatchedTable, pages: Open) -> None:
    with table.referee() as referee:
        assert referee.post("referee/recordings", json={}).status_code == 200
    page = pages("/referee", "nl")
    part = page.locator("#part-recordings")
    expect(part.locator("#film-facts")).to_contain_text("Wordt opgenomen")
    part.get_by_role("button", name="Stop de opname").click()
    part.get_by_role("button", name="Wissen").click()
    page.locator("#ask").get_by_role("button", name="Wissen").click()
    expect(part.locator(".shelf li")).to_have_count(0)


def test_a_full_disk_is_said_where_one_looks(table: WatchedTable, pages: Open) -> None:
    place = table.state / "recordings"
    if place.exists():
        place.rmdir()
    place.write_text("a file is in the way")
    page = pages("/referee")
    page.get_by_role("button", name="Record the table").click()
    expect(page.locator("#film")).to_contain_text("The recording could not be written (")
    place.unlink()
