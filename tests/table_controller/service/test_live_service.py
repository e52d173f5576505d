"""`pepper-table run --camera pi` as a process of its own, its rpicam-vid a fake that stalls, vanishes and returns.

The page is watched as a browser watches it; meanwhile a match is played by hand.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from engine.events import CardPlayed
from engine.inputs import MakeCall
from engine.wire import to_json
from hardware.cameras.frames import read_picture
from table_controller.match.eventlog import read_log
from table_controller.match.playback import bundled, load_recording
from tests import PATIENCE_S
from tests.table_controller.a_camera import FakeCamera
from tests.table_controller.a_service import Service


class Watching:
    """A page that is being watched."""

    def __init__(self, address: str) -> None:
        self._client = httpx.Client(base_url=address, timeout=PATIENCE_S)
        self._stream = self._client.stream("GET", "/api/events")
        self._lines = self._stream.__enter__().iter_lines()

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> tuple[dict[str, Any], float]:
        """The first board for which it holds, and how long that took."""
        began = time.monotonic()
        for line in self._lines:
            if line.startswith("data: {"):
                board = json.loads(line[6:])
                if holds(board):
                    return board, time.monotonic() - began
            if time.monotonic() - began > PATIENCE_S:
                break
        raise AssertionError("the page never showed it")

    def close(self) -> None:
        self._stream.__exit__(None, None, None)
        self._client.close()


def missing(board: dict[str, Any]) -> list[str]:
    return [trouble["words"] for trouble in board["surroundings"]["troubles"] if trouble["what"] == "Camera"]


@pytest.fixture
def camera(tmp_path: Path) -> FakeCamera:
    camera = FakeCamera(tmp_path / "camera")
    camera.scene("table", np.full((720, 1280, 3), 120, np.uint8))
    return camera


@pytest.fixture
def service(tmp_path: Path, camera: FakeCamera) -> Iterator[Service]:
    config = tmp_path / "table.toml"
    config.write_text('camera = "pi"\n[lamps]\nkind = "none"\n[box]\nkind = "none"\n')
    arguments = ("--config", config, "--state", tmp_path / "state", "--names", "Ann,Ben,Cy,Dee")
    service = Service(*arguments, environment=camera.environment)
    yield service
    service.kill()


def test_a_camera_that_is_missing_comes_stalls_and_vanishes_while_people_play_on(
    service: Service, camera: FakeCamera, tmp_path: Path
) -> None:
    page = Watching(service.address)
    board, _ = page.until(lambda board: missing(board) == [_NO_CAMERA])
    assert board["surroundings"]["source"] == "Cards are entered by hand"

    camera.show("table")
    board, took = page.until(lambda board: board["surroundings"]["source"] == "Pi camera 0" and not missing(board))
    print(f"plugged in: seen after {took:.1f} s")
    assert board["surroundings"]["health"] != []

    camera.mode("stall")
    board, took = page.until(lambda board: bool(missing(board)))
    print(f"stalled: said after {took:.1f} s")
    assert missing(board) == ["Pi camera 0 gave no picture for 2.5 seconds: look at its cable."]
    _say(service, tmp_path / "state", MakeCall(2, "pass"))
    page.until(lambda board: board["sequence"] == 2)

    camera.show("table")
    _, took = page.until(lambda board: not missing(board) and board["surroundings"]["source"] == "Pi camera 0")
    print(f"came back: seen after {took:.1f} s")

    camera.mode("out")
    board, took = page.until(lambda board: bool(missing(board)))
    print(f"vanished: said after {took:.1f} s")
    _say(service, tmp_path / "state", MakeCall(3, "1"))
    page.until(lambda board: board["sequence"] == 3)

    page.close()


def test_cards_laid_under_a_real_camera_are_played_and_a_power_cut_in_mid_trick_doubles_none(
    tmp_path: Path, camera: FakeCamera
) -> None:
    film = bundled("iowa_hand")
    assert film is not None
    for name in _SCENES:
        camera.scene(name, read_picture(film / f"{name}.jpg"))
    camera.show("0001")
    arguments = ("--camera", "pi", "--state", tmp_path / "state", "--names", "Ann,Bob,Cy,Dee", "--dealer", "4")
    with Service(*arguments, environment=camera.environment) as service:
        page = Watching(service.address)
        page.until(lambda board: board["surroundings"]["source"] == "Pi camera 0")
        for said in load_recording("iowa_hand").said[1:]:
            _say(service, tmp_path / "state", said.input)
        _lay(camera, page, _SCENES[1:3], first=1)
        page.close()
        service.kill()
        service.restart()
        page = Watching(service.address)
        _lay(camera, page, _SCENES[3:], first=3)
        page.close()
    events = [event for entry in read_log(tmp_path / "state" / "match-0001.jsonl").entries for event in entry.events]
    played = [(event.seat, event.card.text) for event in events if isinstance(event, CardPlayed)]
    assert played == [(3, "JH"), (4, "JS"), (1, "9H"), (2, "QH")]
    marks = [event.mark for event in events if isinstance(event, CardPlayed)]
    assert len(set(marks)) == len(marks), "a camera that starts anew counts on from where the log left off"


_SCENES = ("0001", "0038", "0045", "0052", "0059")
_TRICK = ["JH", "JS", "9H", "QH"]


def _lay(camera: FakeCamera, page: Watching, scenes: tuple[str, ...], first: int) -> None:
    """One card more with every scene; each is waited for on the page."""
    for number, scene in enumerate(scenes, start=first):
        camera.show(scene)
        page.until(lambda board, number=number: _cards(board) == _TRICK[:number])


def _cards(board: dict[str, Any]) -> list[str]:
    return [play["card"]["text"] for play in (board["trick"] or {"plays": []})["plays"] if play["card"]]


_NO_CAMERA = "The Pi finds no camera 0 (no cameras available): switch it off, then look at the ribbon cable."


def _say(service: Service, state: Path, word: Any) -> None:
    tokens = json.loads(sorted(state.glob("match-*.tokens"))[-1].read_text())
    answer = httpx.post(
        f"{service.address}/api/v1/act",
        json={"input": to_json(word)},
        headers={"Authorization": f"Bearer {tokens[str(word.seat)]}"},
        timeout=PATIENCE_S,
    )
    assert answer.status_code == 200, answer.text
