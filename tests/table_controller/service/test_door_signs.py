"""What the terminal says at the start: addresses that can be opened, and codes that hold them."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from table_controller.service.door_signs import drawn, put_up
from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.web.tokens import table_secret


def said(capsys: pytest.CaptureFixture[str], folder: Path, address: str, acting: bool = True) -> str:
    put_up(folder, address, acting)
    return capsys.readouterr().out


def test_wall_referee_and_touch_screen_are_told_with_their_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(capsys, tmp_path, "http://192.168.1.20:8000").splitlines()
    assert told[0].startswith("The scoreboard is at http://192.168.1.20:8000 ")
    assert "/referee#" in told[1] and "set a PIN there" in told[1]
    assert told[2].endswith(f"/table#{table_secret(tmp_path)}")
    assert not any("#" in line for line in said(capsys, tmp_path, "http://192.168.1.20:8000", False).splitlines()[2:])


def test_an_address_of_this_machine_alone_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "this machine only" in said(capsys, tmp_path, "http://127.0.0.1:8000")
    assert "this machine only" not in said(capsys, tmp_path, "http://192.168.1.20:8000")


def test_no_address_is_told_that_nobody_can_open() -> None:
    server = WebServer(Bulletin(), listen("0.0.0.0", 0))
    try:
        assert "0.0.0.0" not in server.address and server.address.rpartition(":")[2].isdigit()
    finally:
        server.stop()


def test_a_terminal_shows_codes_that_a_phone_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert said(capsys, tmp_path, "http://192.168.1.20:8000").count("\u2584") > 100
    assert said(capsys, tmp_path, "http://127.0.0.1:8000").count("\u2584") == 0
    assert read(drawn("http://192.168.1.20:8000/table#abcdef")) == "http://192.168.1.20:8000/table#abcdef"


HALVES = {" ": (1, 1), "\u2580": (0, 1), "\u2584": (1, 0), "\u2588": (0, 0)}


def read(blocks: str) -> str:
    """What a camera reads off the terminal: each letter is two squares, one above the other."""
    plain = "".join(blocks.replace("\x1b[7m", "").replace("\x1b[0m", ""))
    lines = [line for line in plain.splitlines() if line]
    upper_and_lower = [[HALVES[each] for each in line] for line in lines]
    rows = [[pair[half] for pair in line] for line in upper_and_lower for half in (0, 1)]
    squares = np.array([row + [1] * (max(map(len, rows)) - len(row)) for row in rows], np.uint8) * 255
    for picture in (squares, 255 - squares):
        found = cv2.QRCodeDetector().detectAndDecode(cv2.resize(picture, None, fx=8, fy=8, interpolation=0))[0]
        if found:
            return found
    return ""
