"""Questions with the picture in Debian's Chromium, on the real service over a real picture of a table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.inputs import NewMatch
from table_controller.match.playback import load_recording
from table_controller.web.guards import SESSION_COOKIE
from table_controller.words.tongues import languages
from tests.table_controller.a_watched_table import (
    BOB_LEADS,
    CY_LEADS,
    LAID,
    SMUDGED,
    WatchedTable,
    a_watched_table,
)
from tests.table_controller.mini import call
from tests.table_controller.web.test_page import CONTRAST
from tests.table_controller.web.test_pages import SMALL, WCAG

pytestmark = pytest.mark.browser
NAMES = ("Ann", "Bob", "Cy", "Dee")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedTable]:
    with a_watched_table(tmp_path_factory.mktemp("table"), keep_s=60) as running:
        yield running


@pytest.fixture
def pages(browser_page: Page, table: WatchedTable) -> Iterator[Any]:
    """Opens pages, each as whoever may open it; none may complain."""
    opened: list[Page] = []
    faults: list[str] = []

    def open_page(path: str, seat: int | None, language: str = "en", theme: str = "dark") -> Page:
        if seat is None:
            cookie = {"name": SESSION_COOKIE, "value": table.session(), "url": table.address}
            browser_page.context.add_cookies([cookie])  # type: ignore[list-item]
        page = browser_page.context.new_page()
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.emulate_media(reduced_motion="reduce")
        secret = f"#{table.token(seat)}" if seat is not None else ""
        page.goto(f"{table.address}{path}?lang={language}&theme={theme}{secret}")
        opened.append(page)
        return page

    yield open_page
    for page in opened:
        page.close()
    browser_page.context.clear_cookies()
    assert faults == []


def begin(table: WatchedTable, words: Any, scene: str, what: str) -> dict[str, Any]:
    """Another match from an empty table, called so; then the scene, until it is asked about."""
    before = table.until(lambda board: True)["match"]
    table.clear()
    with table.referee() as referee:
        body = {"preset": "iowa_standard", "names": NAMES, "dealer": 4}
        assert referee.post("referee/match", json=body).status_code == 200
    table.until(lambda board: board["match"] != before and board["surroundings"]["acting"])
    table.say(*words)
    table.camera.show(scene)
    return table.until(lambda board: board[what])


def has_picture(box: Locator) -> None:
    """The crop has come and is a picture of something."""
    picture = box.get_by_alt_text("The card that is asked about")
    expect(picture).to_be_visible()
    assert picture.evaluate("(it) => it.naturalWidth") >= 200


def plays(table: WatchedTable) -> list[tuple[int, str]]:
    board = table.until(lambda board: board["trick"] and any(play["card"] for play in board["trick"]["plays"]))
    return [(play["seat"], play["card"]["text"]) for play in board["trick"]["plays"]]


def test_a_card_that_nobody_can_read_is_shown_to_its_seat_and_told_with_a_tap(table: WatchedTable, pages: Any) -> None:
    [question] = begin(table, CY_LEADS, SMUDGED, "questions")["questions"]
    assert question["seat"] == 3
    phone, other = pages("/seat/3", 3), pages("/seat/2", 2)
    has_picture(phone.locator("#question"))
    expect(other.locator("body")).to_have_attribute("data-phase", "playing")
    assert not other.locator("#question").is_visible()
    phone.locator("#question").get_by_role("button", name="jack of hearts").click()
    expect(phone.locator("#question")).to_be_hidden()
    assert plays(table) == [(3, "JH")]


def test_the_table_and_the_referee_are_asked_too(table: WatchedTable, pages: Any) -> None:
    begin(table, CY_LEADS, SMUDGED, "questions")
    beside, referee = pages("/table", 0), pages("/referee", None)
    has_picture(beside.locator("#question"))
    has_picture(referee.locator("#part-asked"))
    referee.locator("#part-asked").get_by_role("button", name="jack of hearts").click()
    expect(referee.locator("#part-asked")).to_be_hidden()
    expect(beside.locator("#question")).to_be_hidden()
    assert plays(table) == [(3, "JH")]


def test_a_screen_without_its_secret_is_asked_without_the_picture(table: WatchedTable, browser_page: Page) -> None:
    begin(table, CY_LEADS, SMUDGED, "questions")
    stranger = browser_page.context.new_page()
    asked: list[str] = []
    stranger.on("request", lambda request: asked.append(request.url))
    stranger.goto(f"{table.address}/table?lang=en")
    stranger.evaluate("localStorage.clear()")
    stranger.reload()
    expect(stranger.locator("#question")).to_be_visible()
    asked.clear()
    stranger.reload()
    expect(stranger.locator("#question strong")).to_have_text("Which card did Cy lay?")
    assert not any("picture.png" in url for url in asked)
    stranger.close()


def test_whose_card_it_is_is_asked_on_the_table_and_answered_with_a_tap(table: WatchedTable, pages: Any) -> None:
    board = begin(table, BOB_LEADS, LAID, "doubts")
    assert [seat["lamp"] for seat in board["seats"]] == ["off", "question", "question", "off"]
    beside, room, phone = pages("/table", 0), pages("/", 0), pages("/seat/3", 3)
    box = beside.locator("#question")
    expect(box.locator("strong")).to_have_text("Whose card is this: Bob's or Cy's?")
    expect(box).to_contain_text("it is Bob's turn")
    has_picture(box)
    expect(room.locator("#notices")).to_contain_text("Whose card is this: Bob's or Cy's?")
    expect(phone.locator("#now strong")).to_have_text("Whose card is this?")
    box.get_by_role("button", name="Bob").click()
    expect(box).to_be_hidden()
    expect(room.locator("#notices article")).to_have_count(0)
    assert plays(table) == [(2, "JH")]


def test_the_referee_says_whose_card_it_is(table: WatchedTable, pages: Any) -> None:
    begin(table, BOB_LEADS, LAID, "doubts")
    page = pages("/referee", None, "nl")
    box = page.locator("#part-asked")
    expect(box.locator("strong")).to_have_text("Van wie is deze kaart: van Bob of van Cy?")
    box.get_by_role("button", name="Cy", exact=True).click()
    expect(box).to_be_hidden()
    assert plays(table) == [(3, "JH")]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_what_is_asked_can_be_read_touched_and_heard_by_everybody(table: WatchedTable, pages: Any, theme: str) -> None:
    axe = (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    for words, scene, what in ((CY_LEADS, SMUDGED, "questions"), (BOB_LEADS, LAID, "doubts")):
        begin(table, words, scene, what)
        for path, seat in (("/table", 0), ("/seat/3", 3), ("/referee", None), ("/", 0)):
            page = pages(path, seat, "en", theme)
            page.set_viewport_size({"width": 800, "height": 480} if path == "/table" else {"width": 390, "height": 844})
            page.wait_for_selector("#part-health h2" if seat is None else "body[data-sequence]")
            if path != "/":
                has_picture(page.locator("#part-asked" if seat is None else "#question"))
            page.evaluate(axe)
            found = page.evaluate("(tags) => axe.run(document, {runOnly: tags}).then((told) => told.violations)", WCAG)
            assert [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found] == [], (path, what)
            if path != "/":
                assert page.evaluate(SMALL) == [], (path, what)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, what)
            if path in ("/table", "/seat/3"):
                assert page.evaluate(CONTRAST) == [], (path, what)
            page.close()


@pytest.mark.parametrize("language", languages())
def test_a_doubt_with_its_picture_fits_beside_the_table(table: WatchedTable, pages: Any, language: str) -> None:
    begin(table, BOB_LEADS, LAID, "doubts")
    for width, height in ((800, 480), (720, 1280)):
        page = pages("/table", 0, language)
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#question img")).to_be_visible()
        side, box = page.locator("#side").bounding_box(), page.locator("#question").bounding_box()
        assert side is not None and box is not None
        assert box["y"] + box["height"] <= side["y"] + side["height"] + 1, "both answers are in sight"
        page.close()


def test_the_live_picture_goes_on_with_the_watchers_words_beside_it(table: WatchedTable, pages: Any) -> None:
    page = pages("/referee", None)
    page.get_by_role("button", name="Show the live picture").click()
    view = page.locator("#part-health .live img")
    expect(view).to_be_visible()
    first = view.get_attribute("src")
    expect(view).not_to_have_attribute("src", first or "")
    expect(page.locator(".live figcaption")).to_contain_text("All four markers of the mat in sight.")
    page.get_by_role("button", name="Stop play").click()
    expect(page.get_by_role("button", name="Let play go on")).to_be_visible()
    assert view.is_visible(), "a change of the board does not take it away"
    page.get_by_role("button", name="Let play go on").click()
    expect(page.get_by_role("button", name="Stop play")).to_be_visible()
    page.get_by_role("button", name="Hide it").click()
    expect(view).to_be_hidden()


def test_that_was_wrong_keeps_a_folder_that_plays_again(table: WatchedTable, pages: Any) -> None:
    begin(table, BOB_LEADS, LAID, "doubts")
    page = pages("/referee", None)
    part = page.locator("#part-recordings")
    expect(part).to_contain_text("The pictures of the last 60 seconds are kept in memory")
    part.get_by_role("button", name="That was wrong").click()
    told = part.locator("#kept-words")
    expect(told).to_contain_text("Kept in ")
    folder = str(told.text_content()).removeprefix("Kept in ").partition(". ")[0]
    assert folder.startswith(str(table.state / "trouble"))
    recording = load_recording(folder)
    begun = [said.input for said in recording.said if isinstance(said.input, NewMatch)]
    assert [list(match.names) for match in begun] == [list(NAMES)]
    again = call("replay", folder, "--json")
    assert again.returncode == 0, again.stderr
    assert any(json.loads(line).get("kind") == "PartnerChosen" for line in again.stdout.splitlines())
