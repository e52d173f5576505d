"""`pepper-table run` with nothing plugged in: it plays by hand; a seat box comes, is pressed, goes, and comes again.

The box is the fake at the far end of a real terminal device; lamps without pins are said, and missed by nobody.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.events import CallMade
from firmware_bridge.fake import FakeBox
from firmware_bridge.messages import Button, Lamp
from firmware_bridge.wire import PtyWire
from table_controller.match.eventlog import read_log
from tests.table_controller.a_service import Service
from tests.table_controller.service.test_live_service import Watching


@contextmanager
def plugged_in(port: Path, box: FakeBox) -> Iterator[None]:
    """The box at that port, alive in a thread of its own; pulled out at the end."""
    wire, pulled = PtyWire(box), threading.Event()
    box.power_cycle()

    def live() -> None:
        while not pulled.wait(0.002):
            wire.pump(time.monotonic())

    thread = threading.Thread(target=live)
    thread.start()
    port.symlink_to(wire.name)
    try:
        yield
    finally:
        port.unlink()
        pulled.set()
        thread.join()
        wire.close()


def says(board: dict[str, Any], state: str) -> bool:
    ids = [trouble["id"] for trouble in board["surroundings"]["troubles"]]
    return f"seat-box.{state}" in ids if state else not [name for name in ids if name.startswith("seat-box")]


def test_a_box_that_comes_goes_and_comes_again(tmp_path: Path) -> None:
    port, config = tmp_path / "ttyBOX", tmp_path / "table.toml"
    config.write_text(f'camera = "usb:/dev/none"\n[lamps]\nkind = "gpio"\n[box]\nkind = "serial"\nport = "{port}"\n')
    box = FakeBox()
    with Service("--config", config, "--state", tmp_path / "state", "--names", "Ann,Ben,Cy,Dee") as service:
        page = Watching(service.address)
        board, _ = page.until(lambda board: says(board, "absent"))
        whats = {trouble["what"] for trouble in board["surroundings"]["troubles"]}
        assert whats >= {"Camera", "Lamps", "Seat box"}
        with plugged_in(port, box):
            _, took = page.until(lambda board: says(board, ""))
            print(f"a box plugged in: ready after {took:.1f} s")
            box.press(2, Button.PASS)
            page.until(lambda board: board["sequence"] == 2)
            box.press(3, Button.UP)
            board, _ = page.until(lambda board: board["seats"][2]["note"] != "")
            box.press(3, Button.OK)
            page.until(lambda board: board["sequence"] == 3)
            assert Lamp.BID_WANTED in box.lamps.values()
        _, took = page.until(lambda board: says(board, "lost"))
        print(f"pulled: said after {took:.1f} s")
        with plugged_in(port, box):
            page.until(lambda board: says(board, ""))
            box.press(4, Button.PASS)
            page.until(lambda board: board["sequence"] == 4)
        page.close()
    events = [event for entry in read_log(tmp_path / "state/match-0001.jsonl").entries for event in entry.events]
    assert [(call.seat, call.call) for call in events if isinstance(call, CallMade)] == [
        (2, "pass"), (3, "2"), (4, "pass")
    ]  # fmt: skip
    assert json.loads((tmp_path / "state/match-0001.tokens").read_text())
