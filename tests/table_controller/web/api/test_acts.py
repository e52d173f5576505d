"""Acting from a page: what a seat may say, and everything that nobody may."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from engine.cards import Card, Denomination
from engine.inputs import (
    AnswerDrop,
    ChoosePartner,
    DealDone,
    GiveRuling,
    Input,
    MakeCall,
    NameTrump,
    NewMatch,
    PlayCard,
    ReadCard,
    SeeCard,
    Undo,
)
from table_controller.match.eventlog import read_log
from table_controller.web import bodies
from table_controller.web import desk as web_desk
from table_controller.web.api import acts
from table_controller.web.api.acts import Desk
from table_controller.web.crowd import connections
from table_controller.web.guards import is_local
from tests import PATIENCE_S
from tests.table_controller.a_hand import NAMES, TRUMP, plays
from tests.table_controller.a_table import ATable, a_table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ATable]:
    monkeypatch.setattr(web_desk, "MOST_ACTS", 1000)
    with a_table(tmp_path) as running:
        yield running


def refused(answer: httpx.Response, status: int, told: str) -> None:
    assert answer.status_code == status, answer.text
    assert told in answer.json()["refused"]


def test_a_whole_hand_is_called_and_played_by_its_seats(table: ATable) -> None:
    words: list[tuple[int, Input]] = [
        (2, MakeCall(2, "pass")),
        (3, MakeCall(3, "2")),
        (4, MakeCall(4, "pass")),
        (1, MakeCall(1, "3")),
        (1, NameTrump(1, TRUMP)),
        (1, ChoosePartner(1, "with")),
        (4, AnswerDrop(4, "play")),
        *((play.seat, PlayCard(play.seat, play.card)) for trick in plays() for play in trick if play.card),
    ]
    for number, (seat, word) in enumerate(words, start=2):
        answer = table.act(seat, word, after=number - 1)
        assert (answer.status_code, answer.json()) == (200, {"sequence": number}), answer.text
    state = table.state()
    assert state["last_hand"]["number"] == 1
    entries = read_log(table.folder / "match-0001.jsonl").entries
    assert [entry.input for entry in entries[1:]] == [word for _, word in words]


def test_a_word_that_makes_no_sense_now_is_refused_in_words(table: ATable) -> None:
    refused(table.act(1, NameTrump(1, TRUMP)), 409, "No trump is to be named now")


def test_a_stale_button_is_refused(table: ATable) -> None:
    seen = table.state()["sequence"]
    assert table.act(2, MakeCall(2, "pass"), after=seen).status_code == 200
    refused(table.act(3, MakeCall(3, "pass"), after=seen), 409, "moved on")


@pytest.mark.parametrize("token", ["x", "Bearer", "0" * 22, "ü"])
def test_nobody_acts_without_a_token(table: ATable, token: str) -> None:
    before = table.state()["sequence"]
    sent = {"Authorization": f"Bearer {token}".encode()}
    body = {"input": {"kind": "MakeCall", "seat": 2, "call": "pass"}}
    answer = httpx.post(f"{table.server.address}/api/v1/act", json=body, headers=sent)  # type: ignore[arg-type]
    refused(answer, 401, "take the seat's code again")
    assert table.state()["sequence"] == before


@pytest.mark.parametrize(
    "word",
    [
        MakeCall(2, "pass"),
        Undo(),
        NewMatch("iowa_standard", NAMES, 1),
        ReadCard(1, Card.parse("QH")),
        GiveRuling("I win", (42, 0)),
        SeeCard(1, Card.parse("AH"), 0.99, 1),
    ],
    ids=lambda word: type(word).__name__,
)
def test_a_seat_says_only_what_is_its_own_to_say(table: ATable, word: Input) -> None:
    refused(table.act(1, word), 403, "not for this seat")


def test_that_the_cards_are_dealt_is_the_dealers_to_say(table: ATable) -> None:
    refused(table.act(2, DealDone()), 403, "not for this seat")
    assert table.act(1, DealDone()).status_code == 200


def test_the_table_may_speak_for_whoever_is_asked_and_take_back(table: ATable) -> None:
    assert table.act(0, MakeCall(2, "1")).status_code == 200
    assert table.act(0, Undo()).status_code == 200
    refused(table.act(0, ReadCard(1, Card.parse("QH"))), 403, "not for this seat")
    refused(table.act(0, GiveRuling("So be it", (1, 0))), 403, "not for this seat")


def test_a_new_match_gets_a_log_of_its_own_and_phones_stay_seated(table: ATable) -> None:
    seated = table.token(1)
    assert table.act(0, NewMatch("iowa_standard", ("Eve", "Finn", "Gus", "Hal"), 2)).status_code == 200
    with httpx.stream("GET", f"{table.server.address}/api/events", timeout=PATIENCE_S) as stream:
        assert any('"Eve"' in line for line in stream.iter_lines())
    assert (table.folder / "match-0002.jsonl").exists()
    sent = {"Authorization": f"Bearer {seated}"}
    body = {"input": {"kind": "MakeCall", "seat": 1, "call": "pass"}}
    assert httpx.post(f"{table.server.address}/api/v1/act", json=body, headers=sent).status_code == 200
    refused(table.act(0, NewMatch("iowa_standart", NAMES, 1)), 409, "did you mean iowa_standard")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"oops",
        b"[]",
        b'{"input": 1}',
        b'{"input": {}}',
        b'{"input": {"kind": "MakeCall"}}',
        b'{"input": {"kind": "MakeCall", "seat": "2", "call": "pass"}}',
        b'{"input": {"kind": "MakeCall", "seat": 2, "call": "pass"}, "after": -1}',
        b'{"input": {"kind": "MakeCall", "seat": 2, "call": "pass"}, "more": 1}',
        b'{"input": {"kind": "CallMade", "seat": 2, "call": "pass", "x": 1}}',
        b"\xff\xfe",
        b'{"input": ' + b"[" * 3000,
    ],
)
def test_what_is_no_word_is_refused_and_nothing_breaks(table: ATable, body: bytes) -> None:
    sent = {"Authorization": f"Bearer {table.token(2)}", "Content-Type": "application/json"}
    answer = httpx.post(f"{table.server.address}/api/v1/act", content=body, headers=sent)
    assert answer.status_code in (400, 403)
    assert "Traceback" not in answer.text
    assert table.state()["sequence"] == 1


def test_an_event_is_no_word(table: ATable) -> None:
    refused(table.act(2, {"kind": "CallMade", "seat": 2, "call": "pass"}), 403, "not for this seat")


def test_a_body_that_is_too_long_or_never_ends_is_not_waited_for(
    table: ATable, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = {"Authorization": f"Bearer {table.token(2)}", "Content-Type": "application/json"}
    answer = httpx.post(f"{table.server.address}/api/v1/act", content=b" " * 5000, headers=sent)
    refused(answer, 413, "too long")
    monkeypatch.setattr(bodies, "READ_S", 0.2)
    host, port = table.server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as slow:
        head = f"POST /api/v1/act HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        slow.sendall(f"{head}Authorization: Bearer {table.token(2)}\r\nContent-Length: 100\r\n\r\n{{".encode())
        assert slow.recv(4096).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Host": "elsewhere.example"},
        {"Host": "elsewhere.example:8000", "Origin": "http://elsewhere.example:8000"},
    ],
)
def test_a_page_of_another_site_can_not_speak_for_a_player(table: ATable, headers: dict[str, str]) -> None:
    refused(table.act(2, MakeCall(2, "pass"), **headers), 403, "own pages only")


def test_a_plain_form_can_not_speak_for_a_player(table: ATable) -> None:
    sent = {"Authorization": f"Bearer {table.token(2)}", "Content-Type": "text/plain"}
    body = json.dumps({"input": {"kind": "MakeCall", "seat": 2, "call": "pass"}}).encode()
    refused(httpx.post(f"{table.server.address}/api/v1/act", content=body, headers=sent), 415, "application/json")


def test_a_page_gone_mad_is_slowed_down(tmp_path: Path) -> None:
    with a_table(tmp_path) as table:
        answers = [table.act(1, NameTrump(1, Denomination.CLUBS)).status_code for _ in range(web_desk.MOST_ACTS + 1)]
        assert answers == [409] * web_desk.MOST_ACTS + [429]
        assert table.act(2, MakeCall(2, "pass")).status_code == 200, "nobody else is slowed down"


def test_where_a_recording_plays_the_desk_is_closed(table: ATable) -> None:
    table.desk.tokens = None
    answer = httpx.post(f"{table.server.address}/api/v1/act", json={"input": {}}, headers={"Authorization": "Bearer x"})
    refused(answer, 401, "Only who took a seat")


def test_a_thousand_silent_connections_keep_nobody_out(table: ATable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE_S", 0.5)
    host, port = table.server.address.removeprefix("http://").split(":")
    silent = [socket.create_connection((host, int(port)), timeout=PATIENCE_S) for _ in range(1000)]
    try:
        for connection in silent:
            assert connection.recv(1) == b"", "cut"
        assert table.act(2, MakeCall(2, "pass")).status_code == 200
    finally:
        for connection in silent:
            connection.close()


def test_tokens_are_on_no_board_in_no_log_and_in_no_refusal(table: ATable) -> None:
    secrets = [table.token(seat) for seat in range(5)]
    assert table.act(2, MakeCall(2, "pass")).status_code == 200
    told = [
        httpx.get(f"{table.server.address}{path}").text
        for path in ("/", "/table", "/seat/2", "/api/state", "/healthz", "/openapi.json")
    ]
    told.append((table.folder / "match-0001.jsonl").read_text())
    told.append(table.act(1, NameTrump(1, TRUMP)).text)
    assert not any(secret in text for secret in secrets for text in told)


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1:8000", True),
        ("192.168.1.20", True),
        ("[::1]:8000", True),
        ("[fe80::1]", True),
        ("localhost:8000", True),
        ("pepper.local", True),
        ("pepper", True),
        ("elsewhere.example", False),
        ("192.168.1.20.elsewhere.example", False),
        ("", False),
    ],
)
def test_only_names_of_this_network_are_taken_for_this_machine(host: str, local: bool) -> None:
    assert is_local(host) is local


def test_the_desk_counts_each_seat_by_itself() -> None:
    desk = Desk()
    assert not any(desk.is_too_fast(1, now=0.0) for _ in range(web_desk.MOST_ACTS))
    assert desk.is_too_fast(1, now=0.1)
    assert not desk.is_too_fast(2, now=0.1)
    assert not desk.is_too_fast(1, now=100.0)


KEY = {"Idempotency-Key": "one-of-a-kind"}


def counted(table: ATable) -> list[Input]:
    return [entry.input for entry in read_log(table.folder / "match-0001.jsonl").entries[1:]]


def test_a_word_said_again_with_its_key_is_the_same_word(table: ATable) -> None:
    answers = [table.act(2, MakeCall(2, "pass"), after=1, **KEY) for _ in range(3)]
    assert [(answer.status_code, answer.json()) for answer in answers] == [(200, {"sequence": 2})] * 3
    assert counted(table) == [MakeCall(2, "pass")]
    refused(table.act(2, MakeCall(2, "1"), after=1, **KEY), 409, "Another word")
    assert table.act(3, MakeCall(3, "pass"), **KEY).status_code == 200, "keys are each seat's own"
    assert table.act(0, Undo(), **KEY).status_code == table.act(0, Undo(), **KEY).status_code == 200
    assert len(counted(table)) == 3


def test_a_word_that_was_refused_is_refused_again(table: ATable) -> None:
    for _ in range(2):
        refused(table.act(1, NameTrump(1, TRUMP), **KEY), 409, "No trump is to be named now")
    assert counted(table) == []


def test_a_disk_that_is_slow_is_told_as_it_is(table: ATable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "ANSWER_S", 0.2)
    synced = threading.Event()
    sync = os.fsync

    def slowly(descriptor: int) -> None:
        assert synced.wait(PATIENCE_S)
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", slowly)
    slow = table.act(2, MakeCall(2, "pass"), after=1, **KEY)
    refused(slow, 503, "may count yet")
    assert slow.headers["retry-after"] == "1"
    refused(table.act(3, MakeCall(3, "pass")), 503, "does not answer: try again")
    synced.set()
    monkeypatch.setattr(acts, "ANSWER_S", PATIENCE_S)
    again = table.act(2, MakeCall(2, "pass"), after=1, **KEY)
    assert (again.status_code, again.json()) == (200, {"sequence": 2})
    assert table.act(1, MakeCall(1, "pass")).json() == {"sequence": 3}
    assert counted(table) == [MakeCall(2, "pass"), MakeCall(1, "pass")], "what was to be tried again was not heard"
