"""The web server: one page, one state, a stream that begins with everything and never waits for anybody."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import PurePosixPath

import httpx
import pytest

from table_controller.board.board import EMPTY, Board
from table_controller.web import bulletin
from table_controller.web.api.app import PortTaken, WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.web.crowd import connections
from table_controller.web.pages import build_id, edition, read_static
from tests import PATIENCE_S


def numbered(sequence: int) -> Board:
    return EMPTY.model_copy(update={"sequence": sequence, "match": "match-0001"})


@pytest.fixture
def server() -> Iterator[WebServer]:
    served = WebServer(Bulletin(), listen("127.0.0.1", 0))
    served.start()
    yield served
    served.stop()


class Stream:
    """Reads a stream of events one by one."""

    def __init__(self, response: httpx.Response) -> None:
        self._lines = response.iter_lines()

    def next(self) -> dict[str, str]:
        event: dict[str, str] = {}
        for line in self._lines:
            if not line and event:
                return event
            name, _, value = line.partition(": ")
            if name:
                event[name] = value
        raise EOFError


def test_the_page_and_all_it_needs_come_from_here(server: WebServer) -> None:
    page = httpx.get(server.address)
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert build_id(read_static()) in page.text
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    assert {PurePosixPath(path).suffix for path in named} == {".css", ".js", ".svg"}
    answers = [httpx.get(server.address + path) for path in (*named, "/static/sans-regular.ttf")]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    everything = page.text + "".join(answer.text for answer in answers[:-1])
    assert set(re.findall(r"https?://[^\"\s]+", everything)) <= {"http://www.w3.org/2000/svg"}
    assert sum(len(content) for content in read_static().values()) < 300_000


def test_a_browser_keeps_files_of_this_edition_and_asks_again_for_those_of_another(server: WebServer) -> None:
    now = httpx.get(f"{server.address}/static/{edition(read_static())}/scripts/page/dom.js")
    old = httpx.get(f"{server.address}/static/000000000000/scripts/page/dom.js")
    assert "immutable" in now.headers["cache-control"] and old.headers["cache-control"] == "no-cache"
    assert now.content == old.content == read_static()["scripts/page/dom.js"]


NOT_SERVED = (
    "/static/nothing.css",
    "/static/..%2Fweb.py",
    "/static/%2e%2e/web.py",
    "/static/edition/scoreboard.html",
    "/static/edition/%2e%2e/pages.py",
    "/static/edition/scripts/nothing.js",
    "/etc/passwd",
)


@pytest.mark.parametrize("path", NOT_SERVED)
def test_nothing_else_is_served(server: WebServer, path: str) -> None:
    assert httpx.get(server.address + path).status_code == 404


def test_the_state_is_the_board_last_published(server: WebServer) -> None:
    server.bulletin.publish(numbered(7))
    state = httpx.get(f"{server.address}/api/state").json()
    assert state["sequence"] == 7
    assert Board.model_validate({key: value for key, value in state.items() if key != "build"}) == numbered(7)


def test_the_page_carries_the_board_and_no_name_can_break_out_of_it(server: WebServer) -> None:
    evil = "</script><script>alert(1)</script>"
    server.bulletin.publish(numbered(3).model_copy(update={"title": evil}))
    page = httpx.get(server.address).text
    data = page.split('id="board">')[1].split("</script>")[0]
    assert json.loads(data)["title"] == evil
    assert evil not in page


def test_health_says_ready_and_what_is_missing(server: WebServer) -> None:
    health = httpx.get(f"{server.address}/healthz").json()
    assert health == {"ready": True, "sequence": 0, "build": server.bulletin.build, "missing": [], "health": []}


def test_the_stream_begins_with_everything_and_goes_on_with_every_change(server: WebServer) -> None:
    server.bulletin.publish(numbered(1))
    with httpx.stream("GET", f"{server.address}/api/events", timeout=PATIENCE_S) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        stream = Stream(response)
        first = stream.next()
        assert (first["event"], first["id"], first["retry"]) == ("state", "match-0001:1", "1000")
        assert json.loads(first["data"])["build"] == server.bulletin.build
        server.bulletin.publish(numbered(2))
        second = stream.next()
        assert (second["id"], json.loads(second["data"])["sequence"]) == ("match-0001:2", 2)


def test_a_silent_table_still_gives_signs_of_life(server: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulletin, "PING_S", 0.05)
    with httpx.stream("GET", f"{server.address}/api/events", timeout=PATIENCE_S) as response:
        stream = Stream(response)
        assert stream.next()["event"] == "state"
        assert stream.next() == {"event": "ping", "data": server.bulletin.build}


def test_one_that_never_reads_is_dropped_and_never_waited_for(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE_S", 0.2)
    host, port = server.address.removeprefix("http://").split(":")
    deaf = socket.create_connection((host, int(port)))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.sendall(b"GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n")
    heard = b""
    while b"event: state" not in heard:  # the stream has begun
        heard += deaf.recv(64)
    assert server.bulletin.watching == 1
    large = EMPTY.model_copy(update={"detail": "x" * 200_000})
    gone = threading.Event()
    for sequence in range(10_000):
        server.bulletin.publish(large.model_copy(update={"sequence": sequence}))
        if server.bulletin.watching == 0:
            gone.set()
            break
        httpx.get(f"{server.address}/healthz", timeout=PATIENCE_S)  # meanwhile everybody else is served
    assert gone.is_set()
    deaf.close()


def test_a_taken_port_is_refused_with_what_to_do(server: WebServer) -> None:
    host, port = server.address.removeprefix("http://").split(":")
    with pytest.raises(PortTaken, match=rf"at {host} port {port} \(address already in use\).*--port N"):
        listen(host, int(port))


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(PortTaken, match=r"can't be served at 203\.0\.113\.1"):
        listen("203.0.113.1", 0)


def test_a_second_answer_on_a_connection_is_sent_at_once() -> None:
    """TCP keeps a small packet back for 40 ms unless told not to, which asyncio does for some sockets only."""

    async def accepted() -> int:
        told = asyncio.get_running_loop().create_future()

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            told.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(answer, sock=listen("127.0.0.1", 0)) as serving:
            _, writer = await asyncio.open_connection(*serving.sockets[0].getsockname())
            writer.close()
            return int(await told)

    assert asyncio.run(accepted())


def test_stopping_ends_open_streams_at_once(server: WebServer) -> None:
    with httpx.stream("GET", f"{server.address}/api/events", timeout=PATIENCE_S) as response:
        stream = Stream(response)
        stream.next()
        server.stop()
        with pytest.raises((EOFError, httpx.HTTPError)):
            stream.next()


def test_the_build_changes_with_any_file_of_the_page() -> None:
    files = read_static()
    before = build_id(files)
    assert build_id(files) == before
    for name in ("scoreboard.css", "scripts/page/dom.js"):
        changed = {**files, name: files[name] + b" "}
        assert build_id(changed) != before and edition(changed) != edition(files)
