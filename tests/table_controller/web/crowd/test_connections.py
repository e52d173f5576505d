"""Connections of a real server: slow ones end, streams leave room, and what a client says of itself is not believed."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.web.crowd import connections
from table_controller.web.crowd.connections import BACKLOG, EACH, OWN_FILES, places_here
from table_controller.web.crowd.lines import Lines, Places
from tests import PATIENCE_S
from tests.table_controller.a_table import ATable, a_table


@pytest.fixture
def server() -> Iterator[WebServer]:
    served = WebServer(Bulletin(), listen("127.0.0.1", 0))
    served.start()
    yield served
    served.stop()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE_S", 0.3)
    monkeypatch.setattr(connections, "LINGER_S", 0.2)


def connected(server: WebServer, source: str = "127.0.0.1") -> socket.socket:
    host, port = server.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE_S, source_address=(source, 0))


def rest(line: socket.socket) -> bytes:
    """All that still comes until the other side ends; a timeout fails the test."""
    heard = b""
    try:
        while part := line.recv(65536):
            heard += part
    except ConnectionResetError:
        pass
    return heard


UNFINISHED = [
    b"",
    b"GET /api/v1/state HTT",
    b"GET /api/v1/state HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    b"GET /api/v1/state HTTP/1.1\r\nHost: x\r\n\r\nGET /api/v1/st",
    b"GET /api/v1/state HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nxx",
    b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nxx",
    b"POST /api/v1/act HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    b"POST /api/v1/referee/session HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
]


@pytest.mark.parametrize("sent", UNFINISHED)
def test_a_request_that_never_comes_whole_ends(server: WebServer, impatient: None, sent: bytes) -> None:
    with connected(server) as line:
        line.sendall(sent)
        rest(line)
    assert httpx.get(f"{server.address}/api/v1/state").status_code == 200


def test_a_body_that_drips_is_cut_however_long_it_lasts(server: WebServer, impatient: None) -> None:
    with connected(server) as line:
        line.sendall(b"POST /api/v1/act HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n")
        line.settimeout(0.05)
        for _ in range(400):
            try:
                line.sendall(b"x")
                if line.recv(65536) == b"":
                    return
            except TimeoutError:
                continue
            except OSError:
                return
    raise AssertionError("never cut")


def test_an_answer_is_read_even_if_the_body_was_too_long_to_be_heard(tmp_path: Path) -> None:
    with a_table(tmp_path) as table, connected(table.server) as line:
        head = f"POST /api/v1/act HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {table.token(1)}\r\n"
        line.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n".encode() + b" " * 9000)
        assert line.recv(65536).startswith(b"HTTP/1.1 413")


def streaming(server: WebServer, source: str) -> tuple[socket.socket, bytes]:
    line = connected(server, source)
    line.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
    return line, line.recv(12)


def test_readers_of_one_address_leave_room_for_all_others(server: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Lines(Places(lines=30, streams=20, each=10))
    monkeypatch.setattr(server._app.state, "lines", lines)
    crowd = [streaming(server, "127.0.0.1") for _ in range(25)]
    assert [heard for _, heard in crowd] == [b"HTTP/1.1 200"] * 20 + [b"HTTP/1.1 503"] * 5
    late = [streaming(server, f"127.0.0.{number}") for number in range(2, 12)]
    assert [heard for _, heard in late] == [b"HTTP/1.1 200"] * 10
    assert httpx.get(f"{server.address}/api/v1/state").status_code == 200
    refused = httpx.get(f"{server.address}/api/v1/events?lang=nl", timeout=PATIENCE_S)
    assert refused.status_code == 503 and refused.headers["retry-after"] == "5"
    assert refused.json()["refused"].startswith("Er kijken te veel mensen")
    for line, _ in (*crowd, *late):
        line.close()


def test_there_are_never_more_lines_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    for most in (256, 1024, 4096, 1 << 20):
        monkeypatch.setattr(resource, "getrlimit", lambda what, most=most: (most, most))
        places = places_here()
        assert places.lines + BACKLOG + OWN_FILES <= most and places.lines - places.streams >= min(EACH, 19)
    assert (places.lines, places.streams) == (1250, 1000)


def test_what_is_said_of_where_a_request_came_from_is_not_believed(tmp_path: Path) -> None:
    with a_table(tmp_path) as table:
        table.referee().close()
        answers = [tried(table, f"10.0.0.{number}") for number in range(6)]
    assert answers[0] == 401 and 429 in answers


def tried(table: ATable, claimed: str) -> int:
    address = table.server.address
    sent = {"Origin": address, "X-Forwarded-For": claimed, "Forwarded": f"for={claimed}"}
    answer = httpx.post(f"{address}/api/v1/referee/session", json={"pin": "000000"}, headers=sent, timeout=PATIENCE_S)
    return answer.status_code


def test_the_server_knows_that_it_is_well_without_its_door(server: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server._app.state, "lines", Lines(Places(lines=1, streams=0, each=1)))
    assert server.is_well(PATIENCE_S)
    server.stop()
    assert not server.is_well(0.1)
