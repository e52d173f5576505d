"""The history's addresses: pages of a long history, and what is said when it can't be looked up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from table_controller.web.api import history_api
from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.web.desk import Desk
from tests import PATIENCE_S
from tests.table_controller.board.test_history import write_match

NUMBERS = (1, 2, 3, 9999, 10000)


@pytest.fixture
def address(tmp_path: Path, no_sync: None) -> Iterator[str]:
    server = WebServer(Bulletin(), listen("127.0.0.1", 0), Desk(folder=tmp_path))
    server.start()
    yield f"{server.address}/api/v1"
    server.stop()


def ask(address: str) -> httpx.Response:
    return httpx.get(address, timeout=PATIENCE_S)


def test_a_long_history_is_told_by_pages_newest_first(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_api, "MOST_MATCHES", 2)
    for number in NUMBERS:
        write_match(tmp_path, number, seed=number, hands=1)
    (tmp_path / "match-0002.jsonl").write_text("{}\nno log\n")
    before, found = "", list[str]()
    for _ in range(3):
        page = ask(f"{address}/matches?before={before}").json()
        found += [match["id"] for match in page["matches"]]
        before = page["earlier"]
    assert before == "" and found == [f"match-{number:04d}" for number in reversed(NUMBERS)]


def test_a_sheet_is_of_the_newest_and_leads_to_the_earlier_ones(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_api, "MOST_MATCHES", 2)
    for number in NUMBERS:
        write_match(tmp_path, number, seed=number, hands=1)
    root, path, rows = address.removesuffix("/api/v1"), "/api/v1/matches.csv", list[int]()
    while path:
        sheet = ask(root + path)
        rows.append(len(sheet.text.splitlines()) - 1)
        path = sheet.links.get("next", {}).get("url", "")
    assert rows == [2, 2, 1]


@pytest.mark.parametrize("before", ["x", "match-1", "match-0001' OR 1=1", "../match-0001"])
def test_a_page_begins_at_a_match_and_nowhere_else(address: str, before: str) -> None:
    assert httpx.get(f"{address}/matches", params={"before": before}).status_code == 422


@pytest.mark.parametrize("path", ["matches", "matches.csv", "statistics", "matches/match-0001"])
def test_a_history_that_can_not_be_looked_up_says_what_to_do(address: str, tmp_path: Path, path: str) -> None:
    write_match(tmp_path, 1, seed=1, hands=1)
    (tmp_path / "history.sqlite").mkdir()
    answer = ask(f"{address}/{path}")
    assert answer.status_code == 503
    told = answer.json()["refused"]
    assert "make room on the table's disk" in told and str(tmp_path) not in told and "Errno" not in told
