"""The table's questions as addresses: who may see the card and answer, and everybody who is turned away."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from engine.cards import Card, Denomination, Unseen
from engine.inputs import AnswerDrop, ChoosePartner, DealDone, Input, MakeCall, NameTrump, NewMatch
from table_controller.watching.moments import Moment
from table_controller.watching.sight import Nobody
from table_controller.watching.zones import Seen
from table_controller.web import desk
from tests import PATIENCE_S
from tests.table_controller.a_hand import NAMES, lying
from tests.table_controller.a_table import ATable, a_table
from vision.table.sighting import Settled, Sighting

BEN_LEADS: tuple[Input, ...] = (
    DealDone(), MakeCall(2, "4"), MakeCall(3, "pass"), MakeCall(4, "pass"), MakeCall(1, "pass"),
    NameTrump(2, Denomination.HEARTS), ChoosePartner(2, "with"), AnswerDrop(3, "play"),
)  # fmt: skip
PICTURE = np.zeros((1, 1, 3), np.uint8)
UNREAD = lying(Unseen.UNREADABLE, 2, 5, 0.0)
WAITING = replace(lying(Card.parse("AH"), 3, 1), came_from=None)
"""In Cy's zone though it is Ben's turn; nobody saw where it came from."""
HASTE = 20.0
"""The table's clock runs so much faster than ours: whose a card is, is asked after seconds."""


class LaidOut(Nobody):
    """A table on which a test lays cards; they are seen at the next tick."""

    def __init__(self) -> None:
        super().__init__(threading.Event().wait)
        self._new: tuple[Sighting, ...] | None = None

    def lay(self, *cards: Sighting) -> None:
        self._new = cards

    def moment(self, within: float) -> Moment:
        super().moment(within)
        return Moment(HASTE * time.monotonic(), image=PICTURE if self._new is not None else None)

    def look(self, image: np.ndarray, at: float) -> Seen | None:
        new, self._new = self._new, None
        return Seen(Settled(at, new)) if new is not None else None


@pytest.fixture
def sight() -> LaidOut:
    return LaidOut()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_sync: None, sight: LaidOut) -> Iterator[ATable]:
    monkeypatch.setattr(desk, "MOST_ACTS", 1000)
    with a_table(tmp_path, NewMatch("iowa_standard", NAMES, 1), sight) as running:
        running.desk.crop = {1: b"\x89PNG one", 5: b"\x89PNG five", 7: b"\x89PNG seven"}.get
        for word in BEN_LEADS:
            assert running.act(0, word).status_code == 200
        yield running


def until(table: ATable, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    with httpx.stream("GET", f"{table.server.address}/api/v1/events", timeout=PATIENCE_S) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: {") and holds(board := table.state()):
                return board
    raise AssertionError("never")


def headers(table: ATable, seat: int | None) -> dict[str, str]:
    return {} if seat is None else {"Authorization": f"Bearer {table.token(seat)}"}


def picture(table: ATable, seat: int | None, mark: int) -> httpx.Response:
    address = f"{table.server.address}/api/v1/asked/{mark}/picture.png"
    return httpx.get(address, headers=headers(table, seat), timeout=PATIENCE_S)


def give(table: ATable, seat: int | None, mark: int, to: int, after: int | None = None) -> httpx.Response:
    body = {"seat": to, "after": table.state()["sequence"] if after is None else after}
    address = f"{table.server.address}/api/v1/asked/{mark}/owner"
    return httpx.post(address, json=body, headers=headers(table, seat), timeout=PATIENCE_S)


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["refused"]


def test_the_card_is_shown_to_the_table_and_the_seat_that_is_asked(table: ATable, sight: LaidOut) -> None:
    sight.lay(UNREAD)
    assert [each["mark"] for each in until(table, lambda board: board["questions"])["questions"]] == [5]
    for seat in (0, 2):
        answer = picture(table, seat, 5)
        assert answer.content == b"\x89PNG five" and answer.headers["content-type"] == "image/png"
        assert answer.headers["cache-control"] == "no-store"
    with table.referee() as referee:
        assert referee.get(f"{table.server.address}/api/v1/asked/5/picture.png").content == b"\x89PNG five"


def test_the_card_is_shown_to_nobody_else(table: ATable, sight: LaidOut) -> None:
    sight.lay(UNREAD)
    until(table, lambda board: board["questions"])
    assert refused(picture(table, 3, 5)) == (403, "That is not for this seat to say.")
    assert picture(table, None, 5).status_code == 401
    address = f"{table.server.address}/api/v1/asked/5/picture.png"
    assert httpx.get(address, headers={"Authorization": "Bearer guess"}).status_code == 401
    assert httpx.get(address, cookies={"referee": "guess"}).status_code == 401


def test_other_cards_than_those_asked_about_are_shown_to_nobody(table: ATable, sight: LaidOut) -> None:
    assert refused(picture(table, 0, 7)) == (404, "That card is not asked about any more.")
    sight.lay(UNREAD)
    until(table, lambda board: board["questions"])
    assert picture(table, 0, 7).status_code == 404
    with table.referee() as referee:
        assert referee.get(f"{table.server.address}/api/v1/asked/7/picture.png").status_code == 404
    table.desk.crop = lambda mark: None
    assert refused(picture(table, 0, 5)) == (404, "There is no picture of that card.")


def test_whoever_looks_too_often_is_told_to_wait_and_can_still_act(
    table: ATable, sight: LaidOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    sight.lay(WAITING)
    until(table, lambda board: board["doubts"])
    monkeypatch.setattr(desk, "MOST_ACTS", 3)
    assert [picture(table, 2, 1).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert give(table, 2, 1, 2).status_code == 200


@pytest.mark.parametrize("asked", [0, 2, 3])
def test_the_table_and_both_seats_may_say_whose_card_it_is(table: ATable, sight: LaidOut, asked: int) -> None:
    sight.lay(WAITING)
    [doubt] = until(table, lambda board: board["doubts"])["doubts"]
    assert doubt["text"] == "Whose card is this: Ben's or Cy's?"
    assert doubt["why"] == "It lies nearer to Cy, but it is Ben's turn."
    assert [seat["lamp"] for seat in table.state()["seats"]] == ["off", "question", "question", "off"]
    assert picture(table, asked, 1).status_code == 200
    assert give(table, asked, 1, 2).status_code == 200
    board = until(table, lambda board: not board["doubts"])
    assert [(play["seat"], play["card"]["text"]) for play in board["trick"]["plays"]] == [(2, "AH")]


def test_the_referee_says_whose_card_it_is_though_play_is_stopped(table: ATable, sight: LaidOut) -> None:
    sight.lay(WAITING)
    board = until(table, lambda board: board["doubts"])
    table.desk.pause(True)
    assert "stopped play" in refused(give(table, 0, 1, 3))[1]
    with table.referee() as referee:
        address, body = f"{table.server.address}/api/v1/asked/1/owner", {"seat": 3, "after": board["sequence"]}
        assert referee.post(address, json=body, headers={"Origin": "http://elsewhere.example"}).status_code == 403
        assert referee.post(address, json=body).status_code == 200
    board = until(table, lambda board: not board["doubts"])
    assert [play["seat"] for play in board["trick"]["plays"]] == [3]


def test_answers_that_are_nobodys_are_refused_and_change_nothing(table: ATable, sight: LaidOut) -> None:
    sight.lay(WAITING)
    before = until(table, lambda board: board["doubts"])
    assert give(table, None, 1, 2).status_code in (401, 403)
    assert refused(give(table, 4, 1, 4)) == (403, "That is not for this seat to say.")
    assert refused(give(table, 0, 7, 2)) == (404, "That card is not asked about any more.")
    assert refused(give(table, 0, 1, 4)) == (409, "The table has moved on meanwhile: look, and choose again.")
    assert give(table, 0, 1, 2, after=before["sequence"] - 1).status_code == 409
    address = f"{table.server.address}/api/v1/asked/1/owner"
    for body in ({"seat": 2}, {"after": 1}, {"seat": 9, "after": 1}, {"seat": 2, "after": 1, "more": 1}):
        assert httpx.post(address, json=body, headers=headers(table, 0)).status_code == 400
    assert table.state()["doubts"] == before["doubts"]
