"""Phones at the seats and the screen beside the table, in Debian's Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from engine.inputs import AnswerDrop, ChoosePartner, DealDone, MakeCall, NameTrump, NewMatch
from engine.wire import to_json
from table_controller.board.board import Board, ChoiceShown
from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.words.phrases import choice_in_words
from table_controller.words.tongues import tongue
from tests.table_controller.a_hand import NAMES, TRUMP, plays
from tests.table_controller.a_table import ATable, a_table
from tests.table_controller.boards import CALLING, DISPUTED, QUESTION, card
from tests.table_controller.web.test_page import CONTRAST

pytestmark = pytest.mark.browser


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ATable]:
    with a_table(tmp_path) as running:
        yield running


def open_seat(page: Page, table: ATable, seat: int, language: str = "en") -> Page:
    """A phone that has just read its seat's code."""
    opened = page.context.new_page()
    opened.set_viewport_size({"width": 390, "height": 844})
    place = f"seat/{seat}" if seat else "table"
    opened.goto(f"{table.server.address}/{place}?lang={language}#{table.token(seat)}")
    opened.wait_for_selector("body[data-sequence]")
    return opened


def press(page: Page, text: str) -> None:
    """A tap on the button with this text, on a page brought to the front: behind another it draws every two seconds."""
    page.bring_to_front()
    page.get_by_role("button", name=text, exact=True).click()


SPOKEN = {1: "en", 2: "fr", 3: "en", 4: "fr"}
CALLED = (
    MakeCall(2, "pass"),
    MakeCall(3, "2"),
    MakeCall(4, "pass"),
    MakeCall(1, "3"),
    NameTrump(1, TRUMP),
    ChoosePartner(1, "with"),
    AnswerDrop(4, "play"),
)


def test_a_hand_is_called_and_played_on_four_phones_in_two_languages(browser_page: Page, table: ATable) -> None:
    room = browser_page.context.new_page()
    room.goto(table.server.address)
    expect(room.locator("#codes figure")).to_have_count(4)
    phones = {seat: open_seat(browser_page, table, seat, language) for seat, language in SPOKEN.items()}
    try:
        assert [phones[seat].locator("#who").inner_text() for seat in phones] == list(NAMES)
        expect(phones[2].locator("#now strong")).to_have_text("Ann donne")
        press(phones[1], "the cards are dealt")
        expect(phones[2].locator("#now strong")).to_have_text("Votre enchère")
        for word in CALLED:
            text = choice_in_words(word, tongue(SPOKEN[word.seat]))
            press(phones[word.seat], text)
        expect(room.locator("#codes")).to_be_hidden()
        expect(room.locator(".contract-text")).to_have_text("Ann and Cy: 3 in hearts")
        for trick in plays():
            for play in trick:
                assert play.card is not None
                shown = tongue(SPOKEN[play.seat]).card(play.card.text)
                press(phones[play.seat], shown)
        expect(room.locator("#result h2")).to_have_text("Hand 1 is over")
        expect(phones[1].locator("#last h2")).to_have_text("Hand 1: Ann: 3 in hearts")
        expect(phones[2].locator("#last h2")).to_have_text("Main 1: Ann : 3 à cœur")
    finally:
        for page in (room, *phones.values()):
            page.close()


def test_only_who_is_asked_has_buttons(browser_page: Page, table: ATable) -> None:
    asked, waiting = open_seat(browser_page, table, 2), open_seat(browser_page, table, 3)
    expect(asked.locator("#choices button")).to_have_count(9)
    expect(asked.locator("#now strong")).to_have_text("Ann deals")
    expect(waiting.locator("#choices button")).to_have_count(0)
    expect(waiting.locator("#now strong")).to_have_text("Ann deals")
    assert table.act(1, DealDone()).status_code == 200
    expect(asked.locator("#now strong")).to_have_text("Your bid")
    expect(waiting.locator("#now strong")).to_have_text("Ben to bid")
    assert table.token(2) not in asked.url
    asked.reload()
    press(asked, "pass")
    expect(waiting.locator("#now strong")).to_have_text("Your bid")
    asked.close()
    waiting.close()


def test_a_word_whose_answer_is_lost_on_the_way_counts_once(browser_page: Page, table: ATable) -> None:
    dealer, said = open_seat(browser_page, table, 1), list[str]()

    def lose_the_first_answer(route: Route) -> None:
        said.append(str(route.request.headers["idempotency-key"]))
        answer = route.fetch()
        if len(said) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    dealer.route("**/api/v1/act*", lose_the_first_answer)
    before = table.state()["sequence"]
    with dealer.expect_response("**/api/v1/act*") as answered:
        press(dealer, "the cards are dealt")
    assert answered.value.ok
    assert len(said) == 2 and len(set(said)) == 1
    assert table.state()["sequence"] == before + 1
    expect(dealer.locator("#said")).to_have_text("")
    dealer.close()


def test_a_phone_without_a_code_is_told_what_to_do(browser_page: Page, table: ATable) -> None:
    page = browser_page.context.new_page()
    page.goto(f"{table.server.address}/seat/2")
    page.evaluate("localStorage.clear()")
    page.get_by_role("button", name="pass", exact=True).click()
    expect(page.locator("#said")).to_have_text(
        "Only who took a seat at this match may act: take the seat's code again."
    )
    page.close()


def test_the_screen_beside_the_table_speaks_for_whoever_is_asked_and_takes_back(
    browser_page: Page,
    table: ATable,
) -> None:
    screen = open_seat(browser_page, table, 0)
    screen.set_viewport_size({"width": 800, "height": 480})
    screen.get_by_role("button", name="the cards are dealt", exact=True).click()
    screen.get_by_role("button", name="2", exact=True).click()
    expect(screen.locator("#now strong")).to_have_text("Cy to bid")
    screen.get_by_role("button", name="take back").click()
    expect(screen.locator("#now strong")).to_have_text("Ben to bid")
    screen.get_by_role("button", name="do it again").click()
    expect(screen.locator("#now strong")).to_have_text("Cy to bid")
    screen.close()


# ---------------------------------------------------------------- how it reads

CHOICES = tuple(
    ChoiceShown(seat=2, text=text, input=to_json(MakeCall(2, call)))
    for text, call in (
        ("pass", "pass"),
        ("4", "4"),
        ("5", "5"),
        ("6", "6"),
        ("little pepper", "little"),
        ("big pepper", "big"),
    )
)
BOARDS: dict[str, Board] = {
    "asked": CALLING.model_copy(update={"choices": CHOICES}),
    "question": DISPUTED.model_copy(
        update={"questions": (QUESTION.model_copy(update={"seat": 2, "others": (card("9C"), card("TD"))}),)}
    ),
    "over": CALLING.model_copy(
        update={"choices": (ChoiceShown(seat=0, text="new match", input=to_json(NewMatch("iowa_standard", NAMES, 1))),)}
    ),
}


SCREENS = [("/seat/2", 390, 844), ("/table", 800, 480), ("/table", 720, 1280)]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(("path", "width", "height"), SCREENS)
def test_buttons_are_large_texts_are_clear_and_nothing_runs_out_of_the_side(
    browser_page: Page,
    name: str,
    path: str,
    width: int,
    height: int,
) -> None:
    server = WebServer(Bulletin(), listen("127.0.0.1", 0))
    server.start()
    page = browser_page.context.new_page()
    try:
        page.set_viewport_size({"width": width, "height": height})
        server.bulletin.publish(BOARDS[name])
        page.goto(server.address + path)
        page.wait_for_selector(f'body[data-sequence="{BOARDS[name].sequence}"]')
        if name == "question":
            page.get_by_text("another card").click()
        touched = page.locator("button:visible, summary:visible")
        sizes = [touched.nth(at).bounding_box() for at in range(touched.count())]
        drawn = [size for size in sizes if size is not None]
        assert all(size["width"] >= 48 and size["height"] >= 48 for size in drawn)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(CONTRAST) == []
    finally:
        page.close()
        server.stop()
