"""The real service over a real picture of a table, its camera a fake that shows scenes of the bundled hand.

In SMUDGED the card's indices are stuck over: that a card lies there is seen, but not which.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import httpx
from playwright.sync_api import Page

from engine.inputs import AnswerDrop, ChoosePartner, Input, MakeCall, NameTrump
from engine.wire import to_json
from hardware.cameras.frames import Picture, read_picture
from table_controller.match.playback import bundled
from table_controller.web.guards import SESSION_COOKIE
from table_controller.web.referee_door import Door
from tests import PATIENCE_S
from tests.table_controller.a_camera import FakeCamera
from tests.table_controller.a_hand import TRUMP
from tests.table_controller.a_service import Service
from tests.table_controller.a_table import PIN

LOOKED = 12  # so many pictures, one a tick: the first may be late, then the table is at rest
EMPTY, LAID, SMUDGED = "0001", "0038", "smudged"
INDICES = ((602, 184), (671, 296))
"""Where the card's indices are in the picture LAID, in pixels."""
CY_LEADS: tuple[Input, ...] = (
    MakeCall(1, "pass"), MakeCall(2, "3"), MakeCall(3, "4"), MakeCall(4, "pass"),
    NameTrump(3, TRUMP), ChoosePartner(3, "with"), AnswerDrop(4, "play"),
)  # fmt: skip
BOB_LEADS: tuple[Input, ...] = (
    MakeCall(1, "pass"), MakeCall(2, "4"), MakeCall(3, "pass"), MakeCall(4, "pass"),
    NameTrump(2, TRUMP), ChoosePartner(2, "with"), AnswerDrop(3, "play"),
)  # fmt: skip


MARKERS = ((348, 170), (928, 160), (937, 548), (350, 554))
"""Where the mat's markers are in every picture, in pixels."""
Open = Callable[..., Page]
"""Opens a page: its path, language and theme."""


def smudged(picture: Picture) -> Picture:
    """The picture with its card unreadable: paper in the place of its indices."""
    spoilt = picture.copy()
    for place in INDICES:
        cv2.circle(spoilt, place, 16, (215, 231, 243), -1)
    return spoilt


def without_markers(picture: Picture) -> Picture:
    """The same table without a mat that anybody could tell: its markers are papered over."""
    bare = picture.copy()
    for x, y in MARKERS:
        cv2.rectangle(bare, (x - 36, y - 36), (x + 36, y + 36), (190, 212, 225), -1)
    return bare


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """The running service, what its camera shows, and how to speak to it."""

    service: Service
    camera: FakeCamera
    state: Path

    @property
    def address(self) -> str:
        return self.service.address

    def token(self, seat: int) -> str:
        file = sorted(self.state.glob("match-*.tokens"))[-1] if seat else self.state / "table.token"
        return str(json.loads(file.read_text())[str(seat)])

    def session(self) -> str:
        """A session of the referee; the first time the PIN is set."""
        door = Door(self.state)
        return door.open(PIN, "test") if door.has_pin else door.set_pin(PIN, door.setup)

    def referee(self) -> httpx.Client:
        return httpx.Client(
            base_url=f"{self.address}/api/v1",
            headers={"Origin": self.address},
            cookies={SESSION_COOKIE: self.session()},
            timeout=PATIENCE_S,
        )

    def say(self, *words: Input) -> None:
        """As the referee does, for whoever it is."""
        with self.referee() as client:
            for word in words:
                answer = client.post("referee/act", json={"input": to_json(word)})
                assert answer.status_code == 200, answer.text

    def clear(self) -> None:
        """Everything is taken off the table, and the service has looked at it."""
        self.camera.show(EMPTY)
        with self.referee() as client:
            pictures = [b""]
            while len(pictures) < LOOKED:
                picture = client.get("referee/picture.jpg").content
                pictures += [picture] if picture != pictures[-1] else []

    def until(self, holds: Any) -> dict[str, Any]:
        """The first board for which it holds."""
        began = time.monotonic()
        with httpx.stream("GET", f"{self.address}/api/v1/events", timeout=PATIENCE_S) as stream:
            for line in stream.iter_lines():
                if line.startswith("data: {"):
                    board: dict[str, Any] = json.loads(line[6:])
                    if holds(board):
                        return board
                if time.monotonic() - began > PATIENCE_S:
                    break
        raise AssertionError(f"the page never showed it: {board['headline']}, {board['surroundings']}")


@contextmanager
def a_watched_table(folder: Path, keep_s: int = 0) -> Iterator[WatchedTable]:
    """Starts the service; Dee deals, and the table is empty."""
    film = bundled("iowa_hand")
    assert film is not None
    camera = FakeCamera(folder / "camera")
    for name in (EMPTY, LAID):
        camera.scene(name, read_picture(film / f"{name}.jpg"))
    camera.scene(SMUDGED, smudged(read_picture(film / f"{LAID}.jpg")))
    camera.show(EMPTY)
    config, state = folder / "table.toml", folder / "state"
    config.write_text(
        'camera = "pi"\n[table]\nnames = ["Ann", "Bob", "Cy", "Dee"]\ndealer = 4\n'
        f'[lamps]\nkind = "none"\n[box]\nkind = "none"\n[trouble]\nkeep_s = {keep_s}\n'
    )
    with Service("--config", config, "--state", state, environment=camera.environment) as service:
        table = WatchedTable(service, camera, state)
        table.until(lambda board: board["surroundings"]["source"] == "Pi camera 0" and board["surroundings"]["health"])
        yield table


@contextmanager
def referees_pages(browser_page: Page, table: WatchedTable, usual: str) -> Iterator[Open]:
    """Opens pages with the referee signed in, `usual` unless another is named; none may complain."""
    opened: list[Page] = []
    faults: list[str] = []

    def open_page(path: str = usual, language: str = "en", theme: str = "dark") -> Page:
        cookie = {"name": SESSION_COOKIE, "value": table.session(), "url": table.address}
        browser_page.context.add_cookies([cookie])  # type: ignore[list-item]
        page = browser_page.context.new_page()
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.emulate_media(reduced_motion="reduce")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(f"{table.address}{path}?lang={language}&theme={theme}")
        opened.append(page)
        return page

    yield open_page
    for page in opened:
        page.close()
    browser_page.context.clear_cookies()
    table.camera.show(EMPTY)
    assert faults == []
