"""Every page in Debian's Chromium: three languages, four screens, two themes; nothing cut off, nothing that hinders."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from table_controller.web import desk
from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.web.desk import Desk
from table_controller.web.guards import SESSION_COOKIE
from table_controller.web.tokens import Tokens
from table_controller.words.tongues import languages
from tests.table_controller import moments
from tests.table_controller.a_table import ATable, a_table
from tests.table_controller.an_archive import write_match
from tests.table_controller.match.test_recordings_kept import keep
from tests.table_controller.web.test_page import CONTRAST, CUT_OFF, OVERLAPS, SCREENS

pytestmark = pytest.mark.browser

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
TABLE_SCREENS = [(800, 480), (720, 1280)]
RESIZED = "dispatchEvent(new Event('resize'))"
"""Has the page fit itself at once; by itself the browser tells of a new size when it has time."""


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    desk = Desk(hand_in=lambda wish: None, tokens=Tokens({seat: f"secret-{seat}" for seat in range(5)}))
    served = WebServer(Bulletin(), listen("127.0.0.1", 0), desk)
    served.start()
    yield served
    served.stop()


def look(page: Page, server: WebServer, path: str, moment: str) -> None:
    """Opens the page as it is at that moment."""
    sequence = moments.hang(server.bulletin, moment)
    page.goto(server.address + path)
    page.wait_for_selector(f'body[data-sequence="{sequence}"]')
    page.evaluate("document.fonts.ready")


# ---------------------------------------------------------------- nothing is cut off, in any language


@pytest.mark.parametrize("language", languages())
def test_the_room_page_holds_every_moment_on_every_screen(browser_page: Page, server: WebServer, language: str) -> None:
    for moment in ("calling", "dropping", "between", "disputed", "unread"):
        look(browser_page, server, f"/?lang={language}", moment)
        for width, height in SCREENS:
            browser_page.set_viewport_size({"width": width, "height": height})
            browser_page.evaluate(RESIZED)
            where = (language, moment, width)
            assert browser_page.evaluate(CUT_OFF) == [], where
            assert browser_page.evaluate(OVERLAPS) == [], where
            assert browser_page.evaluate("document.documentElement.scrollHeight <= innerHeight"), where


SCROLLS = """() => [...document.querySelectorAll('body, body *')].filter((one) => one.checkVisibility()
  && !one.closest('svg') && one.clientHeight && getComputedStyle(one).overflowY !== 'visible'
  && getComputedStyle(one).textOverflow !== 'ellipsis' && !one.closest('select')
  && one.scrollHeight > one.clientHeight + 1).map((one) => `${one.tagName}#${one.id}`)"""

SMALL = """() => [...document.querySelectorAll('button, select, summary, input, a')].filter((one) => {
  const box = one.getBoundingClientRect();
  return one.checkVisibility() && !one.classList.contains('skip') && (box.width < 48 || box.height < 48)
    && one.type !== 'range';
}).map((one) => `${one.tagName} ${one.textContent.slice(0, 20)}`)"""


@pytest.mark.parametrize("language", languages())
def test_the_screen_beside_the_table_never_scrolls_and_has_large_buttons(
    browser_page: Page, server: WebServer, language: str
) -> None:
    for moment in ("calling", "naming", "leading", "disputed", "unread", "between"):
        look(browser_page, server, f"/table?lang={language}", moment)
        for width, height in TABLE_SCREENS:
            browser_page.set_viewport_size({"width": width, "height": height})
            browser_page.evaluate(RESIZED)
            where = (language, moment, width)
            assert browser_page.evaluate(SCROLLS) == [], where
            assert browser_page.evaluate(SMALL) == [], where
            assert browser_page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where


@pytest.mark.parametrize("language", languages())
def test_a_phone_shows_all_of_its_width_and_can_be_touched(
    browser_page: Page, server: WebServer, language: str
) -> None:
    browser_page.set_viewport_size({"width": 390, "height": 844})
    for moment, seat in (("calling", 4), ("dropping", 2), ("leading", 4), ("between", 3)):
        look(browser_page, server, f"/seat/{seat}?lang={language}", moment)
        assert browser_page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (language, moment)
        assert browser_page.evaluate(SMALL) == [], (language, moment)


# ---------------------------------------------------------------- colours


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_contrast_is_seven_to_one_in_both_themes(browser_page: Page, server: WebServer, theme: str) -> None:
    browser_page.set_viewport_size({"width": 1920, "height": 1080})
    browser_page.emulate_media(reduced_motion="reduce")
    for path in ("/", "/table", "/seat/4"):
        for moment in ("disputed", "unread", "between"):
            look(browser_page, server, f"{path}?theme={theme}&suits=four", moment)
            assert browser_page.evaluate(CONTRAST) == [], (path, moment)
    browser_page.emulate_media(reduced_motion="no-preference")


def test_suits_are_drawn_in_four_colours_where_that_is_wanted(browser_page: Page, server: WebServer) -> None:
    colours = "() => ['C', 'D', 'H', 'S'].map((suit) => getComputedStyle(document.querySelector(`.s-${suit}`)).color)"
    look(browser_page, server, "/table?suits=two", "leading")
    assert len(set(browser_page.evaluate(colours))) == 2
    look(browser_page, server, "/table?suits=four", "leading")
    assert len(set(browser_page.evaluate(colours))) == 4


# ---------------------------------------------------------------- a running table with a past


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ATable]:
    folder = tmp_path_factory.mktemp("state")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda descriptor: None)
        patch.setattr(desk, "MOST_ACTS", 1000)
        for number in (1, 2):
            write_match(folder, number, seed=number, hands=20)
        keep(folder / "trouble" / "trouble-001")
        with a_table(folder) as running:
            for word in (*moments.GIVEN_UP, *moments.PLAYING, *moments.TRICK):
                assert running.act(0, word).status_code == 200
            yield running


@pytest.fixture
def page(browser_page: Page, table: ATable) -> Iterator[Page]:
    """A page of its own, the referee signed in, silent about errors of its own."""
    session = table.referee().cookies[SESSION_COOKIE]
    browser_page.context.add_cookies([{"name": SESSION_COOKIE, "value": session, "url": table.server.address}])
    opened = browser_page.context.new_page()
    opened.set_viewport_size({"width": 1280, "height": 900})
    faults: list[str] = []
    opened.on("pageerror", lambda fault: faults.append(str(fault)))
    yield opened
    opened.close()
    browser_page.context.clear_cookies()
    assert faults == []


PAGES = {
    "/": "body[data-sequence]",
    "/table": "body[data-sequence]",
    "/seat/4": "body[data-sequence]",
    "/referee": "#part-recordings .shelf",
    "/calibrate": "#remarks .fault",
    "/history": "section table",
    "/history?match=match-0001": "section table",
    "/history/match-0001/1": "body[data-step]",
}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_breach_of_wcag_2_2_aa(page: Page, table: ATable, path: str, theme: str) -> None:
    axe = resources.files("axe_playwright_python") / "axe.min.js"
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{table.server.address}{path}{'&' if '?' in path else '?'}theme={theme}")
    page.wait_for_selector(PAGES[path])
    page.evaluate(axe.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "(tags) => axe.run(document, {runOnly: tags}).then((told) => told.violations)", WCAG
    )
    assert [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found] == []


def test_a_correction_on_the_referees_page_changes_the_score_as_previewed(page: Page, table: ATable) -> None:
    page.goto(f"{table.server.address}/referee?lang=en")
    page.get_by_role("button", name="correct: Ann: 4", exact=True).click()
    page.locator("#ask").get_by_role("button", name="5", exact=True).click()
    rows = page.locator("#ask tbody tr")
    expect(rows.filter(has_text="Score of Ann and Cy").locator("td")).to_have_text(["4", "5"])
    page.get_by_role("button", name="Put it right").click()
    expect(page.locator("#part-now .score b").first).to_have_text("5")
    page.get_by_role("button", name="Take back the last decision").click()
    expect(page.locator("#part-now .score b").first).to_have_text("4")


def test_the_referee_stops_play_gives_a_ruling_and_changes_the_look(page: Page, table: ATable) -> None:
    page.goto(f"{table.server.address}/referee?lang=en")
    page.get_by_role("button", name="Stop play").click()
    expect(page.locator("#part-now .now")).to_have_text("The referee has stopped the clock")
    page.get_by_role("button", name="Let play go on").click()
    expect(page.get_by_role("button", name="Stop play")).to_be_visible()
    page.get_by_label("What is ruled").fill("Waited too long")
    page.get_by_label("Points for Ben and Dee").fill("2")
    page.get_by_role("button", name="What this changes").click()
    expect(page.locator("#ask li").last).to_have_text("Ben and Dee: 0 → 2")
    page.get_by_role("button", name="Give the ruling").click()
    expect(page.locator("#part-now .score b").last).to_have_text("2")
    page.get_by_role("button", name="Take back the last decision").click()
    page.get_by_label("Letters on the cards").select_option("nl")
    expect(page.get_by_label("Letters on the cards")).to_have_value("nl")
    page.get_by_label("Letters on the cards").select_option("en")
    expect(page.get_by_label("Letters on the cards")).to_have_value("en")


def test_the_pin_is_asked_for_and_a_wrong_one_told(page: Page, table: ATable) -> None:
    page.context.clear_cookies()
    page.goto(f"{table.server.address}/referee?lang=nl")
    page.get_by_label("Pincode").fill("000000")
    page.get_by_role("button", name="Aanmelden").click()
    expect(page.locator("#said")).to_have_text("Dat is de pincode niet.")
    page.get_by_label("Pincode").fill("246810")
    page.get_by_role("button", name="Aanmelden").click()
    expect(page.get_by_role("button", name="Afmelden")).to_be_visible()
    page.get_by_role("button", name="Afmelden").click()
    expect(page.get_by_label("Pincode")).to_be_visible()


def test_an_old_hand_is_replayed_step_by_step(page: Page, table: ATable) -> None:
    page.goto(f"{table.server.address}/history?lang=fr")
    page.get_by_role("link", name="Mains").nth(1).click()
    page.get_by_role("link", name="Revoir").first.click()
    page.wait_for_selector('body[data-step="0"]')
    steps = int(page.locator("#where").get_attribute("max") or 0)
    assert steps > 5
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#told h3")).to_have_text("La main 1 est finie")
    page.get_by_role("button", name="Retour").click()
    expect(page.locator("body")).to_have_attribute("data-step", str(steps - 1))


def test_the_screen_beside_the_table_takes_back_claims_and_calls(page: Page, table: ATable) -> None:
    page.goto(f"{table.server.address}/table?lang=en#{table.token(0)}")
    before = table.state()["sequence"]
    page.get_by_role("button", name="take a card back").click()
    page.get_by_role("button", name="Cy: take the card back").click()
    expect(page.locator("body")).to_have_attribute("data-sequence", str(before + 1))
    assert len(table.state()["trick"]["plays"]) == 3
    page.get_by_role("button", name="take back", exact=True).click()
    expect(page.locator("#cards .card")).to_have_count(4)
    page.get_by_role("button", name="claim tricks").click()
    page.locator("#ask").get_by_role("button", name="Dee", exact=True).click()
    page.locator("#ask").get_by_role("button", name="5", exact=True).click()
    expect(page.locator("#now strong")).to_have_text("Dee claims 5 of the tricks left")
    assert {choice["input"]["kind"] for choice in table.state()["choices"] if choice["seat"]} == {"AnswerClaim"}
    page.get_by_role("button", name="Ann: play on").click()
    expect(page.locator("#now strong")).not_to_have_text("Dee claims 5 of the tricks left")
    page.get_by_role("button", name="call the referee").click()
    expect(page.locator("#said")).to_have_text("The referee has been called.")
    page.get_by_role("button", name="misdeal").click()
    page.get_by_role("button", name="A card was seen").click()
    expect(page.locator("#now strong")).to_have_text("Ben deals")
    assert table.state()["phase"] == "dealing"
    page.get_by_role("button", name="take back", exact=True).click()
    table.server.bulletin.calls = ()


def test_a_printed_history_is_black_on_white_without_buttons(page: Page, table: ATable) -> None:
    page.goto(f"{table.server.address}/history?match=match-0001&lang=en")
    page.wait_for_selector("section table")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("#print").is_visible() and page.locator("section table").is_visible()
    page.emulate_media(media="screen")


def test_the_room_page_is_light_and_asks_for_nothing_twice(page: Page, table: ATable) -> None:
    sizes: dict[str, int] = {}
    page.on("response", lambda answer: sizes.update({answer.url: int(answer.headers.get("content-length", 0))}))
    page.goto(table.server.address)
    page.wait_for_selector("body[data-sequence]")
    page.evaluate("document.fonts.ready")
    assert any(url.endswith(".ttf") for url in sizes)
    assert sum(sizes.values()) <= 300_000, sizes
