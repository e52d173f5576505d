"""What anybody may read names no folder of the table's machine."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from hardware.facts import Condition, Grade, HardwareCode, fact
from table_controller.board.around import TableAround
from table_controller.board.board import EMPTY
from table_controller.watching.facts import TableCode
from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.web.desk import Desk
from table_controller.web.without_folders import without_folders
from table_controller.words.tongues import languages

SECRET = "/home/somebody/cards/match-0001.jsonl"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"The match log {SECRET} is damaged at line 3.", "The match log match-0001.jsonl is damaged at line 3."),
        (f"('{SECRET}')", "('match-0001.jsonl')"),
        ("Delete /tmp/a/b/ and go on.", "Delete b/ and go on."),
        ("http://table:8000/referee/x, 3/4, ../shared/x", "http://table:8000/referee/x, 3/4, ../shared/x"),
        ("ls /dev/serial/by-id /etc/table.toml", "ls /dev/serial/by-id /etc/table.toml"),
    ],
)
def test_a_file_is_named_without_its_folders(text: str, told: str) -> None:
    assert without_folders(text) == told


ADDRESSES = ("/healthz", "/api/state", "/api/v1/state", "/", "/api/v1/matches", "/api/v1/matches/match-0001")


def test_nothing_that_anybody_may_read_names_a_folder(tmp_path: Path) -> None:
    """A sentence of every kind with words of the system's in it, in every language, and a damaged log."""
    (tmp_path / "match-0001.jsonl").write_text("{}\nno log\n")
    codes = [code for code in (*TableCode, *HardwareCode) if set(code.types.values()) == {str}]
    wrong = tuple(Condition("Camera", Grade.FAULT, fact(code, **dict.fromkeys(code.types, SECRET))) for code in codes)
    assert len(wrong) > 5
    around = TableAround(wrong[0].fact, True, (), wrong)
    server = WebServer(Bulletin(), listen("127.0.0.1", 0), Desk(folder=tmp_path))
    server.bulletin.hang(lambda to, letters: EMPTY.model_copy(update={"surroundings": around.shown(to)}))
    server.start()
    try:
        told = [httpx.get(f"{server.address}{path}?lang={to}").text for path in ADDRESSES for to in languages()]
    finally:
        server.stop()
    assert not any("/somebody/" in text or str(tmp_path) in text for text in told)
    assert any("match-0001.jsonl" in text for text in told)
