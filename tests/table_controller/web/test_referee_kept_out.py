"""The referee's part of the API: everybody it keeps out, and what nobody may say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.cards import Card
from engine.inputs import GiveRuling, Input, ReadCard, SeeCard
from engine.wire import to_json
from tests.table_controller.a_table import PIN, ATable, a_table
from tests.table_controller.web.test_referee_api import act, ask


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ATable]:
    with a_table(tmp_path) as running:
        yield running


@pytest.fixture
def referee(table: ATable) -> Iterator[httpx.Client]:
    with table.referee() as client:
        yield client


@pytest.fixture(scope="module")
def closed_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ATable]:
    """One table for all who are kept out: whatever they try, its match stands where it stood."""
    with a_table(tmp_path_factory.mktemp("closed")) as running:
        yield running
        assert running.state()["sequence"] == 1


@pytest.fixture(scope="module")
def signed_in(closed_table: ATable) -> Iterator[httpx.Client]:
    with closed_table.referee() as client:
        yield client


POSTS: dict[str, Any] = {
    "act": {"input": to_json(GiveRuling("I win", (42, 0)))},
    "preview": {"at": 0, "instead": None, "after": 1},
    "correct": {"at": 0, "instead": None, "after": 1},
    "rules": {"preset": "iowa_standard"},
    "match": {"preset": "iowa_standard", "names": ["A", "B", "C", "D"]},
    "preferences": {"language": "fr"},
    "trouble": {},
    "calibration/grid": {"taps": [[0, 0], [100, 0], [100, 100], [0, 100]]},
    "calibration/taps": {"taps": [[0, 0], [100, 0], [100, 100], [0, 100]]},
    "calibration/scale": {"with_card": False},
    "recordings": {},
    "recordings/stop": {},
}
GETS = (
    "overview",
    "picture.jpg",
    "calibration",
    "calibration/1.jpg",
    "recordings/trouble-001",
    "recordings/trouble-001/1.jpg",
)
DELETES = ("calls", "calibration/taps", "recordings/trouble-001")


@pytest.mark.parametrize("where", [*POSTS, *GETS])
@pytest.mark.parametrize("cookie", ["", "guess", "0" * 43])
def test_nobody_does_or_sees_anything_without_a_session(
    closed_table: ATable, signed_in: httpx.Client, where: str, cookie: str
) -> None:
    table = closed_table
    address, sent = f"{table.server.address}/api/v1/referee/{where}", {"Origin": table.server.address}
    cookies = {"referee": cookie} if cookie else {}
    with httpx.Client(headers=sent, cookies=cookies) as stranger:
        answers = [stranger.post(address, json=POSTS[where])] if where in POSTS else []
        answers += [stranger.get(address)] if where in (*GETS, "recordings") else []
    for answer in answers:
        assert answer.status_code == 401 and "sign in" in answer.json()["refused"]
    assert answers and table.state()["sequence"] == 1 and table.state()["sides"][0]["score"] == "0"


@pytest.mark.parametrize("where", POSTS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Host": "elsewhere.example", "Origin": "http://elsewhere.example"},
        {"Content-Type": "text/plain"},
    ],
)
def test_another_sites_page_can_not_use_the_referees_browser(
    closed_table: ATable, signed_in: httpx.Client, where: str, headers: dict[str, str]
) -> None:
    body = json.dumps(POSTS[where])
    answer = signed_in.post(where, content=body, headers={"Content-Type": "application/json", **headers})
    assert answer.status_code in (403, 415), answer.text
    assert closed_table.state()["sequence"] == 1


@pytest.mark.parametrize("where", DELETES)
def test_nothing_is_taken_away_by_strangers_or_for_them(table: ATable, referee: httpx.Client, where: str) -> None:
    kept = table.folder / "trouble" / "trouble-001"
    kept.mkdir(parents=True)
    address, own = f"{table.server.address}/api/v1/referee/{where}", {"Origin": table.server.address}
    as_json = {"Content-Type": "application/json"}
    assert httpx.delete(address, headers={**own, **as_json}).status_code == 401
    assert referee.delete(where, headers={**as_json, "Origin": "https://elsewhere.example"}).status_code == 403
    assert referee.delete(where).status_code == 415
    assert kept.is_dir()


def test_a_request_without_an_origin_does_nothing(table: ATable, referee: httpx.Client) -> None:
    del referee.headers["Origin"]
    assert act(referee, GiveRuling("I win", (42, 0))).status_code == 403
    assert referee.get("overview").status_code == 200, "reading needs none"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(table: ATable) -> None:
    table.referee().close()
    sent = {"Origin": table.server.address}
    address = f"{table.server.address}/api/v1/referee/session"
    answer = httpx.post(address, json={"pin": PIN}, headers=sent)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
    assert PIN not in answer.text and answer.cookies["referee"] not in answer.text
    assert httpx.post(address, json={"pin": PIN}, headers={"Origin": "http://evil.example"}).status_code == 403


def test_guessing_the_pin_is_slowed_down_and_says_for_how_long(table: ATable) -> None:
    table.referee().close()
    address, sent = f"{table.server.address}/api/v1/referee/session", {"Origin": table.server.address}
    told = [httpx.post(address, json={"pin": f"{number:06d}"}, headers=sent) for number in range(5)]
    assert [answer.status_code for answer in told] == [401, 401, 401, 429, 429]
    assert int(told[-1].headers["Retry-After"]) >= 1
    assert httpx.post(address, json={"pin": PIN}, headers=sent).status_code == 429


def test_signing_out_ends_the_session(table: ATable, referee: httpx.Client) -> None:
    assert ask(referee, "session") == {"has_pin": True, "signed_in": True}
    assert referee.delete("session", headers={"Content-Type": "application/json"}).status_code == 204
    assert act(referee, GiveRuling("x", (1, 0))).status_code == 401


@pytest.mark.parametrize(
    "word", [SeeCard(1, None, 0.0, 1), ReadCard(1, Card.parse("QH"))], ids=lambda word: type(word).__name__
)
def test_what_only_machines_tell_not_even_the_referee_may_say(referee: httpx.Client, word: Input) -> None:
    assert act(referee, word).status_code == 403


def test_too_much_is_not_read(table: ATable, referee: httpx.Client) -> None:
    assert referee.post("act", content=b" " * 5000, headers={"Content-Type": "application/json"}).status_code == 413
    house = {"house": "#" * 40_000}
    assert referee.post("rules", json=house).status_code == 413
    deep = {"house": "x = " + "[" * 5000}
    assert ask(referee, "rules", deep)["faults"]
