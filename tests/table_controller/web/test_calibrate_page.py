"""Camera and mat in Debian's Chromium, on the real service with a real picture of a table."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

import numpy as np
import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from hardware.cameras.frames import read_picture
from table_controller.match.playback import bundled
from table_controller.words.tongues import languages
from tests.table_controller.a_watched_table import (
    CY_LEADS,
    EMPTY,
    LAID,
    LOOKED,
    Open,
    WatchedTable,
    a_watched_table,
    referees_pages,
    without_markers,
)  # fmt: skip
from tests.table_controller.web.test_asking_page import begin, plays
from tests.table_controller.web.test_page import CONTRAST
from tests.table_controller.web.test_pages import SMALL, WCAG
from vision.mat.taps import TAPS

pytestmark = pytest.mark.browser

CORNERS = ((304, 127), (972, 115), (984, 593), (305, 600))
"""Where the mat's corners are in the pictures of the bundled hand, in pixels."""
NO_MAT, BARE, DIM, MIRRORED = "no-mat", "bare", "dim", "mirrored"
SCREENS = [(390, 844), (820, 1180), (1280, 800), (1920, 1080)]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedTable]:
    film = bundled("iowa_hand")
    assert film is not None
    laid, empty = read_picture(film / f"{LAID}.jpg"), read_picture(film / f"{EMPTY}.jpg")
    with a_watched_table(tmp_path_factory.mktemp("table"), keep_s=60) as running:
        running.camera.scene(NO_MAT, without_markers(laid))
        running.camera.scene(BARE, without_markers(empty))
        running.camera.scene(DIM, np.asarray(empty // 4, np.uint8))
        running.camera.scene(MIRRORED, np.ascontiguousarray(empty[:, ::-1]))
        yield running


@pytest.fixture
def pages(browser_page: Page, table: WatchedTable) -> Iterator[Open]:
    """Opens pages with the referee signed in; none may complain."""
    with referees_pages(browser_page, table, "/calibrate") as opened:
        yield opened


def frame(page: Page) -> FloatRect:
    page.locator("#frame").scroll_into_view_if_needed()
    box = page.locator("#frame").bounding_box()
    assert box is not None
    return box


def tap(page: Page, *corners: tuple[float, float]) -> None:
    """Taps on the picture there, in its own pixels."""
    for x, y in corners:
        box = frame(page)
        page.mouse.click(box["x"] + x / 1280 * box["width"], box["y"] + y / 720 * box["height"])


def handle_at(page: Page, number: int) -> tuple[float, float]:
    """Where that corner's handle is, in pixels of the picture."""
    across, down = page.locator("#handles button").nth(number - 1).evaluate("({style}) => [style.left, style.top]")
    return float(across.removesuffix("%")) * 12.80, float(down.removesuffix("%")) * 7.20


def seen(page: Page) -> Locator:
    return page.locator("#part-seen li")


def forget_taps(table: WatchedTable) -> None:
    with table.referee() as referee:
        answer = referee.delete("referee/calibration/taps", headers={"Content-Type": "application/json"})
        assert answer.status_code == 204


# ---------------------------------------------------------------- what is seen and what is wrong


def test_all_that_is_found_is_drawn_over_the_picture_and_told(table: WatchedTable, pages: Open) -> None:
    begin(table, CY_LEADS, LAID, "trick")
    page = pages()
    expect(seen(page)).to_have_text(["jack of hearts – Cy"])
    expect(page.locator("#part-seen")).to_contain_text("Markers seen: 4 of 4.")
    expect(page.locator("#remarks")).to_contain_text("All is well")
    expect(page.locator("#outlines .marker")).to_have_count(4)
    expect(page.locator("#outlines .zone:not(.nobodys)")).to_have_count(4)
    expect(page.locator("#outlines .label.whose text")).to_have_text(["1 Ann", "2 Bob", "3 Cy", "4 Dee"])
    expect(page.locator("#outlines .label.read text")).to_have_text("J")
    edge = page.locator("#outlines .edge").get_attribute("points") or ""
    drawn = np.array([[float(v) for v in point.split(",")] for point in edge.split()])
    assert np.abs(drawn - np.array(CORNERS)).max() < 3
    assert page.locator("#frame > img").evaluate("(it) => it.naturalWidth") == 1280


def test_what_is_wrong_is_said_with_what_to_do_as_soon_as_it_is(table: WatchedTable, pages: Open) -> None:
    page = pages()
    remarks = page.locator("#remarks")
    for scene, what, then in (
        (BARE, "The mat is not in sight.", "None of its corner markers is seen"),
        (DIM, "It is too dark everywhere.", "Switch a lamp on"),
        (MIRRORED, "The picture is mirrored.", "Switch the camera's mirroring off"),
        (EMPTY, "All is well", ""),
    ):
        table.camera.show(scene)
        expect(remarks).to_contain_text(what)
        expect(remarks).to_contain_text(then)
        if scene == DIM:
            board = table.until(lambda board: board["surroundings"]["missing"])
            said = [f"{what[:-1]}: switch a lamp on, or let the camera expose longer."]
            assert board["surroundings"]["missing"] == said, "the other pages say it in the same words, and once"
    table.camera.mode(f"frozen {EMPTY}")
    expect(remarks).to_contain_text("Pi camera 0 gives the same picture over and over.")
    expect(remarks).to_contain_text("It is started again by itself.")
    table.camera.mode("out")
    expect(remarks.locator("strong")).to_contain_text("The Pi finds no camera 0")
    expect(page.locator("#frame")).to_be_hidden()
    table.camera.show(EMPTY)
    expect(page.locator("#frame")).to_be_visible()


def test_nothing_is_asked_for_while_nobody_looks(table: WatchedTable, pages: Open) -> None:
    page = pages()
    expect(page.locator("#outlines .edge")).to_have_count(1)
    page.evaluate("""() => {
      window.looked = 0;
      Object.defineProperty(document, "hidden", { get: () => { window.looked += 1; return true; } });
    }""")
    page.wait_for_function("() => looked >= 2")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_function("() => looked >= 4")
    assert [url for url in asked if "calibration" in url] == []


def test_a_stranger_is_asked_for_the_pin(table: WatchedTable, pages: Open) -> None:
    page = pages()
    page.context.clear_cookies()
    page.goto(f"{table.address}/calibrate?lang=en")
    expect(page.get_by_label("PIN")).to_be_visible()
    page.get_by_label("PIN").fill("246810")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#outlines .edge")).to_have_count(1)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("PIN")).to_be_visible()


# ---------------------------------------------------------------- four taps


def test_tapped_in_the_browser_the_table_without_a_mat_is_refereed(table: WatchedTable, pages: Open) -> None:
    begin(table, CY_LEADS, EMPTY, "trick")
    page = pages()
    table.camera.show(BARE)
    expect(page.locator("#remarks")).to_contain_text("The mat is not in sight")
    page.get_by_role("button", name="Set by four taps").click()
    for step, corner in enumerate(CORNERS, start=1):
        expect(page.locator("#part-where")).to_contain_text(f"Corner {step} of 4")
        tap(page, corner)
    expect(page.locator("#outlines .zone:not(.nobodys)")).to_have_count(4)
    page.get_by_role("button", name="Keep these corners").click()
    expect(page.locator("#part-where")).to_contain_text("where its four corners were tapped")
    expect(page.locator("#remarks")).to_contain_text("All is well: the table lies by the four taps")
    table.camera.show(NO_MAT)
    expect(seen(page)).to_have_text(["jack of hearts – Cy"])
    assert plays(table) == [(3, "JH")]
    table.service.kill()
    expect(page.locator("#remarks")).to_contain_text("The table can't be reached")
    table.service.restart()
    expect(page.locator("#remarks")).to_contain_text("All is well: the table lies by the four taps")
    expect(seen(page)).to_have_text(["jack of hearts – Cy"])
    expect(page.locator("#part-where")).to_contain_text("where its four corners were tapped")
    assert plays(table) == [(3, "JH")], "and after a restart nothing is told twice"
    # Seen from the other side of the table it is Ann's zone.
    page.get_by_role("button", name="Tap anew").click()
    tap(page, *CORNERS[2:], *CORNERS[:2])
    page.get_by_role("button", name="Keep these corners").click()
    expect(seen(page)).to_have_text(["jack of hearts – Ann"])
    page.get_by_role("button", name="Back to the mat's markers").click()
    expect(page.get_by_role("button", name="Set by four taps")).to_be_visible()
    assert not (table.state / TAPS).exists()


def test_in_mid_hand_new_corners_change_nothing_that_was_decided(table: WatchedTable, pages: Open) -> None:
    begin(table, CY_LEADS, LAID, "trick")
    assert plays(table) == [(3, "JH")]
    before = table.until(lambda board: True)
    page = pages()
    page.get_by_role("button", name="Set by four taps").click()
    tap(page, *((x + 2, y - 2) for x, y in CORNERS))
    page.get_by_role("button", name="Keep these corners").click()
    expect(page.locator("#part-where")).to_contain_text("where its four corners were tapped")
    with table.referee() as referee:
        pictures = [b""]
        while len(pictures) < LOOKED:
            picture = referee.get("referee/picture.jpg").content
            pictures += [picture] if picture != pictures[-1] else []
    forget_taps(table)
    after = table.until(lambda board: True)
    assert after["sequence"] == before["sequence"] and after["trick"] == before["trick"]
    assert not after["questions"] and not after["findings"]


def test_a_corner_is_dragged_and_pushed_by_the_arrow_keys(table: WatchedTable, pages: Open) -> None:
    page = pages()
    page.get_by_role("button", name="Set by four taps").click()
    page.get_by_role("button", name="Place four corners to move").click()
    handles = page.locator("#handles button")
    expect(handles).to_have_count(4)
    expect(page.get_by_role("button", name="Keep these corners")).to_be_enabled()
    first, grid = page.get_by_role("button", name="Corner 1, far left"), page.locator("#outlines .zone").first
    box, before = frame(page), grid.get_attribute("points")
    page.mouse.move(box["x"] + 304 / 1280 * box["width"], box["y"] + 127 / 720 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 200 / 1280 * box["width"], box["y"] + 90 / 720 * box["height"], steps=4)
    expect(page.locator("#loupe")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#loupe")).to_be_hidden()
    expect(grid).not_to_have_attribute("points", before or "")
    assert handle_at(page, 1) == pytest.approx((200, 90), abs=3)
    first.focus()
    at = handle_at(page, 1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator("#loupe")).to_be_visible()
    assert handle_at(page, 1) == pytest.approx((at[0] + 2, at[1] + 20), abs=0.1)
    page.get_by_role("button", name="cancel").click()
    expect(handles).to_have_count(0)
    expect(page.get_by_role("button", name="Set by four taps")).to_be_visible()
    assert not (table.state / TAPS).exists()


def test_taps_that_are_no_corners_can_not_be_kept_and_it_is_said(table: WatchedTable, pages: Open) -> None:
    page = pages()
    page.get_by_role("button", name="Set by four taps").click()
    tap(page, CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3])
    expect(page.locator("#part-where")).to_contain_text("must be the corners in order")
    expect(page.get_by_role("button", name="Keep these corners")).to_be_disabled()
    page.get_by_role("button", name="Tap anew").click()
    expect(page.locator("#handles button")).to_have_count(0)
    expect(page.locator("#part-where")).to_contain_text("Corner 1 of 4")


def test_fingers_tap_and_drag_too(table: WatchedTable, pages: Open) -> None:
    page = pages()
    touch = page.context.new_cdp_session(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Set by four taps").click()

    def finger(kind: str, *points: tuple[float, float]) -> None:
        box = frame(page)
        at = [{"x": box["x"] + x / 1280 * box["width"], "y": box["y"] + y / 720 * box["height"]} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    for corner in CORNERS:
        finger("touchStart", corner)
        finger("touchEnd")
    expect(page.locator("#handles button")).to_have_count(4)
    finger("touchStart", CORNERS[1])
    for x in (1000, 1040, 1080):
        finger("touchMove", (x, 90))
    finger("touchEnd")
    assert handle_at(page, 2) == pytest.approx((1080, 90), abs=5)


# ---------------------------------------------------------------- everybody can use it


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_it_can_be_read_touched_and_heard_by_everybody(table: WatchedTable, pages: Open, theme: str) -> None:
    axe = (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    page = pages(theme=theme)
    expect(page.locator("#part-seen h2")).to_be_visible()
    for taps in (False, True):
        if taps:
            page.get_by_role("button", name="Set by four taps").click()
            tap(page, *CORNERS)
            expect(page.get_by_role("button", name="Keep these corners")).to_be_enabled()
        page.evaluate(axe)
        found = page.evaluate("(tags) => axe.run(document, {runOnly: tags}).then((told) => told.violations)", WCAG)
        assert [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found] == [], taps
        assert page.evaluate(CONTRAST) == [], taps


@pytest.mark.parametrize("language", languages())
def test_it_fits_every_screen_in_every_language(table: WatchedTable, pages: Open, language: str) -> None:
    page = pages(language=language)
    expect(page.locator("#part-scale h2")).to_be_visible()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (language, width)
        assert page.evaluate(SMALL) == [], (language, width)
        box = frame(page)
        assert box["height"] <= height and abs(box["width"] / box["height"] - 16 / 9) < 0.02, (language, width)
