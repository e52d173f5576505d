"""The page in Debian's Chromium: what it shows, how it reads across a room, and how it gets over a lost service."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.play.state import replay
from engine.wire import from_json
from table_controller.board.board import Board
from table_controller.match.eventlog import read_log
from table_controller.match.playback import bundled
from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.words.phrases import points
from table_controller.words.reasons import say_reason
from tests.table_controller.a_service import Service
from tests.table_controller.boards import BETWEEN_HANDS, CALLING, DISPUTED, EVERY, FINDING, PLAYING, WON
from tests.table_controller.mini import make_recording, words

pytestmark = pytest.mark.browser

IN_MID_HAND = 18
"""Words spoken when the power goes, the last of them cards: the log's number then."""
SCREENS = [(1920, 1080), (800, 480), (720, 1280), (390, 844)]

Show = Callable[[Board], None]


@pytest.fixture
def server() -> Iterator[WebServer]:
    served = WebServer(Bulletin(), listen("127.0.0.1", 0))
    served.start()
    yield served
    served.stop()


@pytest.fixture
def page(browser_page: Page, server: WebServer) -> Iterator[Page]:
    """The room page, open, and silent about errors of its own."""
    faults: list[str] = []
    hear_fault = lambda fault: faults.append(str(fault))  # noqa: E731 - the same function is taken off again
    browser_page.on("pageerror", hear_fault)
    browser_page.set_viewport_size({"width": 1920, "height": 1080})
    browser_page.goto(server.address)
    yield browser_page
    browser_page.remove_listener("pageerror", hear_fault)
    browser_page.goto("about:blank")
    assert faults == []


@pytest.fixture
def show(page: Page, server: WebServer) -> Show:
    """Hangs a board up and waits until the page shows it."""

    def hang_up(board: Board) -> None:
        server.bulletin.publish(board)
        page.wait_for_selector(f'body[data-sequence="{board.sequence}"]')

    return hang_up


def texts(page: Page, selector: str) -> list[str]:
    return [text.strip() for text in page.locator(selector).all_inner_texts()]


# ---------------------------------------------------------------- what it shows


def test_a_hand_in_play(page: Page, show: Show) -> None:
    show(PLAYING)
    assert texts(page, ".side h2") == ["Ann and Cy", "Ben and Dorothea-Louise"]
    assert texts(page, ".side .score") == ["27", "−31"]
    assert page.locator("#headline strong").inner_text() == "Dorothea-Louise to play"
    assert page.locator(".contract-text").inner_text() == "Ann and Cy: little pepper in hearts"
    assert page.locator(".trump svg.big").get_attribute("aria-label") == "hearts"
    assert texts(page, ".tricks b") == ["2", "1"]
    assert page.locator("#target").inner_text() == "Playing to 42"
    assert page.locator("#cards .card").count() == 2
    assert page.locator("#cards .rank").all_text_contents() == ["J", "10"]
    assert page.locator("#cards .card.winning title").text_content() == "jack of hearts"
    assert page.locator("#places .turn .name").all_text_contents() == ["Dorothea-", "Louise"]
    assert page.locator("#places .dealer").count() == 1
    assert "Ann: jack of hearts" in (page.locator("#table-words").text_content() or "")
    assert page.locator("#story .last").inner_text() == "Ann: little pepper in hearts, made"
    assert page.title() == "27 : −31 – Pepper Table"


def test_a_finding_and_a_question_with_their_proof(page: Page, show: Show) -> None:
    show(DISPUTED)
    notices = page.locator("#notices")
    assert notices.get_attribute("aria-live") == "polite"
    finding = notices.locator(".finding")
    assert finding.locator("h3").inner_text() == "Revoke by Ben"
    assert finding.locator(".proof").inner_text() == "trick 2: Ben, 9 of spades · trick 4: Ben, 9 of clubs"
    assert notices.locator(".question .likely svg").count() == 2
    assert page.locator("#cards .unread").count() == 1
    assert page.locator("#cards .taken").count() == 4
    show(PLAYING.model_copy(update={"sequence": 200, "findings": (FINDING,)}))
    assert notices.locator("article").count() == 1


def test_a_notice_that_stays_is_not_drawn_again(page: Page, show: Show) -> None:
    """A screen reader would say it twice."""
    show(DISPUTED)
    page.evaluate("document.querySelector('.finding').dataset.same = 'yes'")
    show(DISPUTED.model_copy(update={"sequence": 201, "questions": ()}))
    assert page.locator(".finding").get_attribute("data-same") == "yes"
    assert page.locator(".question").count() == 0


def test_between_hands_the_table_says_how_the_last_one_ended(page: Page, show: Show) -> None:
    show(CALLING)
    assert not page.locator("#result").is_visible()
    show(BETWEEN_HANDS)
    result = page.locator("#result")
    assert result.locator("h2").inner_text() == "Hand 7 is over"
    assert texts(page, "#result .deltas b") == ["+7", "−7"]
    assert len(texts(page, "#result .why li")) == 2
    show(WON)
    assert result.locator("h2").inner_text() == "Ann and Cy win the match"
    show(PLAYING.model_copy(update={"sequence": 300}))
    assert not result.is_visible()


# ---------------------------------------------------------------- how it reads

CUT_OFF = """() => [...document.querySelectorAll('body *')].filter((one) => {
  if (!one.checkVisibility() || one.closest('svg') || !one.innerText) return false;
  const style = getComputedStyle(one);
  if (style.textOverflow === 'ellipsis') return false;
  const box = one.getBoundingClientRect();
  const outside = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  return outside || one.scrollWidth > one.clientWidth + 1 && style.display !== 'inline'
    || one.scrollHeight > one.clientHeight + 2 && style.overflow === 'hidden';
}).map((one) => `${one.tagName}#${one.id}.${one.className}: ${one.innerText.slice(0, 40)}`)"""

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.side, #contract, #story, #table, header, #headline, .notice')]
    .filter((one) => one.checkVisibility() && !one.hidden)
    .map((one) => [one.id || one.className, one.getBoundingClientRect()]);
  const apart = (p, q) =>
    p.right <= q.left + 1 || q.right <= p.left + 1 || p.bottom <= q.top + 1 || q.bottom <= p.top + 1;
  const pairs = boxes.flatMap(([a, p]) => boxes.map(([b, q]) => [a, b, apart(p, q)]));
  return pairs.filter(([a, b, clear]) => a < b && !clear).map(([a, b]) => `${a} / ${b}`);
}"""


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("name", EVERY)
def test_nothing_is_cut_off_nothing_overlaps_and_nothing_scrolls(
    page: Page, show: Show, name: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    show(EVERY[name])
    page.evaluate("document.fonts.ready")
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.locator("#felt").bounding_box()["height"] > height / 5  # type: ignore[index]


CONTRAST = """() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const linear = (c) => c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > 0.9) return colour;
    }
    return [12, 23, 20];
  };
  const weak = [];
  for (const one of document.querySelectorAll('body *')) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !one.checkVisibility() || one.closest('svg')) continue;
    const r = ratio(parse(getComputedStyle(one).color), ground(one));
    if (r < 7) weak.push(`${one.tagName}.${one.className} ${one.textContent.slice(0, 20)}: ${r.toFixed(2)}`);
  }
  const pairs = { '.name': '.plate', '.note': '.plate', '.rank': '.paper', '.dealer-letter': '.dealer' };
  for (const [text, under] of Object.entries(pairs)) for (const one of document.querySelectorAll(text)) {
    const below = one.parentElement.querySelector(under);
    const r = ratio(parse(getComputedStyle(one).fill), parse(getComputedStyle(below).fill));
    if (r < 7) weak.push(`${text} on ${under}: ${r.toFixed(2)}`);
  }
  return weak;
}"""


@pytest.mark.parametrize("name", EVERY)
def test_every_text_has_a_contrast_of_seven_to_one(page: Page, show: Show, name: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    show(EVERY[name])
    assert page.evaluate(CONTRAST) == []
    page.emulate_media(reduced_motion="no-preference")


def test_who_asks_for_less_motion_gets_none(page: Page, show: Show) -> None:
    moving = "[...document.querySelectorAll('*')].some((one) => getComputedStyle(one).animationName !== 'none')"
    show(PLAYING)
    assert page.evaluate(moving)
    page.emulate_media(reduced_motion="reduce")
    assert not page.evaluate(moving)
    page.emulate_media(reduced_motion="no-preference")


def test_numbers_and_names_are_large_enough_for_a_room(page: Page, show: Show) -> None:
    show(PLAYING)
    size = "(selector) => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize)"
    assert page.evaluate(size, ".side .score") >= 140
    assert page.evaluate(size, ".side h2") >= 40
    assert page.evaluate(size, "#headline strong") >= 48
    drawn = page.locator("#cards .paper").first.bounding_box()
    assert drawn is not None and drawn["height"] >= 200


# ---------------------------------------------------------------- the line to the service


def test_nothing_is_asked_of_any_other_machine(page: Page, server: WebServer) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_selector("body[data-sequence]")
    assert len(asked) >= 5
    assert all(url.startswith(server.address) for url in asked)


def test_it_comes_back_by_itself_after_a_restart(page: Page, server: WebServer, show: Show) -> None:
    show(PLAYING)
    host, port = server.address.removeprefix("http://").split(":")
    server.stop()
    page.wait_for_selector("#stale", state="visible")
    again = WebServer(Bulletin(), listen(host, int(port)))
    again.bulletin.publish(DISPUTED.model_copy(update={"sequence": 500}))
    again.start()
    try:
        page.wait_for_selector('body[data-sequence="500"]')
        expect(page.locator("#stale")).to_be_hidden()
    finally:
        again.stop()


def test_a_silent_line_is_called_old_within_twelve_seconds(page: Page, show: Show) -> None:
    """The service hangs but the line stays open: nothing is heard, no ping either."""
    show(PLAYING)
    page.route("**/api/v1/events*", lambda route: None)  # whoever listens is never answered, now or later
    page.clock.install()
    page.reload()
    page.wait_for_selector("body[data-sequence]")
    page.clock.fast_forward(10_000)
    assert not page.locator("#stale").is_visible()
    page.clock.fast_forward(2_000)
    assert page.locator("#stale").is_visible()
    assert "may be old" in page.locator("#stale").inner_text()
    page.unroute("**/api/v1/events*")


def test_after_a_refusal_that_a_browser_takes_for_final_it_still_comes_back(browser_page: Page) -> None:
    """While a proxy answers in the service's place, an EventSource closes for good: the page opens it anew."""
    server = WebServer(Bulletin(), listen("127.0.0.1", 0))
    server.start()
    host, port = server.address.removeprefix("http://").split(":")
    browser_page.goto(server.address)
    browser_page.wait_for_selector("body[data-sequence]")
    server.stop()
    with socket.create_server((host, int(port)), reuse_port=False) as proxy:
        answered, _ = proxy.accept()
        answered.recv(4096)
        answered.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        answered.close()
    again = WebServer(Bulletin(), listen(host, int(port)))
    again.bulletin.publish(PLAYING.model_copy(update={"sequence": 600}))
    again.start()
    try:
        browser_page.wait_for_selector('body[data-sequence="600"]')
    finally:
        again.stop()
        browser_page.goto("about:blank")


def test_it_reloads_itself_when_the_page_has_a_newer_build(page: Page, server: WebServer, show: Show) -> None:
    show(PLAYING)
    page.evaluate("window.before = true")
    with page.expect_navigation():
        server.bulletin.build = "newer"
        server.bulletin.publish(PLAYING.model_copy(update={"sequence": 700}))
    page.wait_for_selector('body[data-sequence="700"]')
    assert page.evaluate("window.before") is None


# ---------------------------------------------------------------- the whole service


def test_the_bundled_hand_is_seen_on_the_page_to_its_final_score(browser_page: Page, tmp_path: Path) -> None:
    folder = bundled("iowa_hand")
    assert folder is not None
    lines = (folder / "expected.jsonl").read_text("utf-8").splitlines()
    state = replay(from_json(json.loads(line)) for line in lines)
    scored = state.results[0].scored
    assert scored is not None
    service = Service("--simulate", folder, "--state", tmp_path, "--speed", 20)
    try:
        browser_page.goto(service.address)
        expect(browser_page.locator("#contract .contract-text")).to_have_text("Ann and Cy: 4 in hearts")
        expect(browser_page.locator("#result h2")).to_have_text("Hand 1 is over")
        assert texts(browser_page, ".side .score") == [points(score) for score in scored.score]
        assert texts(browser_page, "#result .why li") == [say_reason(why, state) for why in scored.why]
        assert browser_page.locator(".notice").count() == 0
    finally:
        service.kill()
        browser_page.goto("about:blank")


def test_killed_in_mid_hand_and_started_again_the_page_goes_on_with_the_right_state(
    browser_page: Page, tmp_path: Path
) -> None:
    recording = make_recording(tmp_path / "entered", pause=(IN_MID_HAND, 60))
    service = Service("--simulate", recording, "--state", tmp_path / "state", "--speed", 0.5)
    try:
        browser_page.goto(service.address)
        expect(browser_page.locator("body")).to_have_attribute("data-sequence", str(IN_MID_HAND))
        service.kill()
        assert len(read_log(tmp_path / "state" / "match-0001.jsonl").entries) == IN_MID_HAND < len(words())
        browser_page.wait_for_selector("#stale", state="visible")
        service.restart()
        expect(browser_page.locator("#stale")).to_be_hidden()
        expect(browser_page.locator("body")).to_have_attribute("data-sequence", str(IN_MID_HAND))
        service.kill()
        service.restart("--speed", 1000)  # over what is left of the silence
        expect(browser_page.locator("#result h2")).to_have_text("Hand 1 is over")
        entries = read_log(tmp_path / "state" / "match-0001.jsonl").entries
        assert [entry.input for entry in entries] == words()
        scores = texts(browser_page, ".side .score")
    finally:
        service.kill()
        browser_page.goto("about:blank")
    final = replay(event for entry in entries for event in entry.events)
    assert scores == [points(score) for score in final.score]
