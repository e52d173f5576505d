"""What people at the table notice of a crowd at the web door: `make bench PART=faults`.

The service is a process of its own with systemd's watchdog pretended round it; so is the crowd. Meanwhile a seat says
words, the referee looks and signs in, and one who only watches waits for the board.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from engine.inputs import MakeCall, NewMatch, Undo
from engine.play.decide import step
from engine.play.state import INITIAL
from engine.rules.rulesets import preset
from engine.wire import to_json
from table_controller.match.eventlog import EventLog
from table_controller.web.referee_door import Door
from tests.bench.random_hands import play_hand

LINES, ONE_EACH = 2000, 250
PLAYED_S = 20.0
"""Seconds that people go on while the crowd is there."""
OLD_MATCHES = 60
"""Matches in the history that the crowd asks for as a sheet."""
SIGN_IN_S = 3.0
"""Seconds from one signing in to the next: after twenty sessions the door ends the oldest, the referee's own."""
WATCHDOG_S = 30
"""Seconds after which systemd would start the service anew; the unit's own."""
FILES = 4096
"""Files that the service may have open, and the crowd too."""
PIN = "246810"
ME, ANOTHER, PHONE = "127.0.0.77", "127.0.0.78", "127.0.0.79"
Figure = tuple[str, float, str, str]


@dataclass
class Noticed:
    """Seconds that each of them waited; `fed` when the watchdog was; `refused` what was answered instead."""

    seat: list[float] = field(default_factory=list)
    referee: list[float] = field(default_factory=list)
    signing_in: list[float] = field(default_factory=list)
    newcomer: list[float] = field(default_factory=list)
    watcher: list[float] = field(default_factory=list)
    fed: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    restarts: int = 0
    log_bytes: int = 0
    watchers: int = 0


class Table:
    """The service at a table without a camera, with a history, its watchdog, and its journal in a file."""

    def __init__(self, folder: Path, files: int = FILES) -> None:
        self.folder = folder / "state"
        self.folder.mkdir()
        old_matches(self.folder)
        door = Door(self.folder)
        self.session = door.set_pin(PIN, door.setup)
        self.mark = door.mark()
        self.journal = folder / "journal"
        self._systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._systemd.bind(str(folder / "notify"))
        self._systemd.setblocking(False)
        command = [sys.executable, "-m", "table_controller", "run", "--camera", "none", "--port", "0"]
        told = {"NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": str(WATCHDOG_S * 1_000_000)}
        with self.journal.open("wb") as journal:
            self.process = subprocess.Popen(
                [*command, "--rules", "iowa_standard", "--names", "Ann,Ben,Cy,Dee", "--state", str(self.folder)],
                stdout=subprocess.PIPE,
                stderr=journal,
                text=True,
                env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1", **told},
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)),
            )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None, self.journal.read_text()
        self.address = found[0]
        self._wait_until_seated()

    def _wait_until_seated(self) -> None:
        with httpx.stream("GET", f"{self.address}/api/v1/events", timeout=60) as updates:
            for line in updates.iter_lines():
                if line.startswith("data: {") and json.loads(line[6:])["surroundings"]["acting"]:
                    return

    def token(self) -> str:
        """The secret of the screen beside the table, which may speak for every seat."""
        return str(json.loads((self.folder / "table.token").read_text())["0"])

    def fed(self) -> int:
        """How often the watchdog has been fed since the last time this was asked."""
        count = 0
        while True:
            try:
                count += self._systemd.recv(4096) == b"WATCHDOG=1"
            except BlockingIOError:
                return count

    def close(self) -> None:
        """The power goes."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._systemd.close()


def old_matches(folder: Path) -> None:
    """A history: one match that was played to its end, many times over."""
    chance, first = random.Random(7), folder / "match-0001.jsonl"
    begun = NewMatch(preset("iowa_standard"), ("Ann", "Ben", "Cy", "Dee"), 1)
    with EventLog(first) as log:
        events, state = step(INITIAL, begun)
        log.append(begun, events, t="2026-01-01T00:00:00Z")
        while state.won_by is None:
            for told, events, after in play_hand(state, chance):
                log.append(told, events, t="2026-01-01T00:00:00Z")
                state = after
    for number in range(2, OLD_MATCHES + 1):
        shutil.copy(first, folder / f"match-{number:04d}.jsonl")


@contextmanager
def a_crowd(address: str, lines: int, one_each: int) -> Iterator[None]:
    """The crowd is there, every one of it connected once."""
    command = ["nice", "-n", "5", sys.executable, "-m", "tests.faults.crowd", address, str(lines), str(one_each)]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES)),
    )
    assert process.stdout is not None and process.stdin is not None
    try:
        assert process.stdout.readline() == b"here\n"
        yield
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


async def people(table: Table, lasting_s: float) -> Noticed:
    """People at the table for so many seconds."""
    noticed = Noticed()
    until = time.monotonic() + lasting_s
    async with asyncio.TaskGroup() as group:
        group.create_task(_seat(table, noticed, until))
        group.create_task(_referee(table, noticed, until))
        group.create_task(_signs_in(table, noticed.signing_in, noticed, until, {"known": table.mark}))
        group.create_task(_signs_in(table, noticed.newcomer, noticed, until, {}))
        group.create_task(_systemd(table, noticed, until))
    noticed.restarts = int(table.process.poll() is not None)
    noticed.log_bytes = table.journal.stat().st_size
    return noticed


def _browser(table: Table, source: str, **cookies: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=source)
    own = {"Origin": table.address, "Content-Type": "application/json"}
    return httpx.AsyncClient(base_url=table.address, headers=own, cookies=cookies, transport=transport, timeout=60)


async def _seat(table: Table, noticed: Noticed, until: float) -> None:
    """A word and its undoing, as fast as a table's screen may; the board is awaited by who watches."""
    said = {"Authorization": f"Bearer {table.token()}"}
    words = (MakeCall(2, "pass"), Undo())
    async with _browser(table, PHONE) as phone:
        number = 0
        while time.monotonic() < until:
            body = {"input": to_json(words[number % 2])}
            took = await _timed(noticed, phone, "POST", "/api/v1/act", json=body, headers=said)
            noticed.seat.append(took)
            number += 1
            await asyncio.sleep(0.55)


async def _referee(table: Table, noticed: Noticed, until: float) -> None:
    async with _browser(table, ME, referee=table.session) as page:
        while time.monotonic() < until:
            noticed.referee.append(await _timed(noticed, page, "GET", "/api/v1/referee/overview"))
            await asyncio.sleep(0.25)


async def _signs_in(table: Table, took: list[float], noticed: Noticed, until: float, cookies: dict[str, str]) -> None:
    """Signs in again and again: from a browser that the door knows, or from a new one."""
    while time.monotonic() < until:
        async with _browser(table, ME if cookies else ANOTHER, **cookies) as page:
            took.append(await _timed(noticed, page, "POST", "/api/v1/referee/session", json={"pin": PIN}))
        await asyncio.sleep(SIGN_IN_S)


async def _systemd(table: Table, noticed: Noticed, until: float) -> None:
    while time.monotonic() < until:
        noticed.fed += [time.monotonic()] * table.fed()
        await asyncio.sleep(0.2)


async def _timed(noticed: Noticed, page: httpx.AsyncClient, method: str, path: str, **sent: object) -> float:
    began = time.perf_counter()
    try:
        answer = await page.request(method, path, **sent)  # type: ignore[arg-type]
        if answer.status_code != 200:
            noticed.refused.append(f"{path}: {answer.status_code} {answer.text[:100]}")
    except httpx.HTTPError as fault:
        noticed.refused.append(f"{path}: {fault!r}")
    return time.perf_counter() - began


def p95_ms(seconds: list[float]) -> float:
    """In milliseconds."""
    return statistics.quantiles(seconds, n=20)[-1] * 1000


def figures() -> Iterator[Figure]:
    """The figures: key, value, unit, meaning."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        try:
            alone = asyncio.run(people(table, PLAYED_S / 4))
            yield "faults.alone_seat_p95_ms", p95_ms(alone.seat), "ms", "a word without the crowd, p95"
            with a_crowd(table.address, LINES, ONE_EACH):
                noticed = asyncio.run(people(table, PLAYED_S))
        finally:
            table.close()
    crowd = f"with {LINES} hostile connections from one address and {ONE_EACH} from as many"
    for who, seconds in (
        ("seat", noticed.seat),
        ("referee", noticed.referee),
        ("sign_in", noticed.signing_in),
        ("newcomer_sign_in", noticed.newcomer),
    ):
        yield f"faults.crowd_{who}_p95_ms", p95_ms(seconds), "ms", f"{who.replace('_', ' ')} {crowd}, p95"
    gaps = [after - before for before, after in zip(noticed.fed, noticed.fed[1:], strict=False)]
    yield "faults.crowd_refused", len(noticed.refused), "", f"of theirs not answered with 200: {noticed.refused[:3]}"
    yield (
        "faults.crowd_watchdog_gap_s",
        max(gaps, default=PLAYED_S),
        "s",
        f"longest between two signs of life, of {WATCHDOG_S}",
    )
    yield "faults.crowd_restarts", noticed.restarts, "", "ends of the service"
    yield "faults.crowd_log_kb", noticed.log_bytes / 1000, "kB", f"written to the journal in {PLAYED_S:g} s"


if __name__ == "__main__":
    for key, value, unit, meaning in figures():
        print(f"{key:34} {value:8.1f} {unit:3} {meaning}")
