"""`make bench`: figures of this machine, as a table and merged into build/bench.json.

Every part measures the real thing: real decisions on a real disk, real sockets, the real service as a process of
its own. What a figure means stands beside it. Nothing here is imported by the program itself.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from engine.after.solver import Solver
from engine.cards import Denomination
from engine.events import Event
from engine.inputs import Input, NewMatch
from engine.knobs import Ruleset
from engine.play.state import State
from engine.rules.rulesets import preset
from tests.bench.fast_hands import FastGame
from tests.bench.many_hands import trial
from tests.bench.random_hands import begin, deal, play_hand

RESULTS = Path("build/bench.json")
SEED = 20260
WATCHERS = 200
UPDATES = 20
LOOP_HANDS = 20
ENGINE_S = 10.0
ENGINE_RUNS = 5
SOLVER_DEALS = 15
QUICK_HANDS = 2_000
RANDOM_HANDS = 100_000
WATCHED_HANDS = 30


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number: its key in bench.json, its unit, and what it is a measure of."""

    key: str
    value: float
    unit: str
    meaning: str


def engine() -> Iterator[Figure]:
    """Random hands with all their events, the fast path, and the solver: one thread, by the processor's own clock."""
    rules = preset("iowa_standard")
    meaning = "random hands a CPU second through decide and apply, every event (floor 500)"
    yield Figure("engine.hands_per_s", _median_rate(_Hands(rules)), "1/s", meaning)
    game, chance = FastGame(rules), random.Random(SEED)
    meaning = "the same on the fast path, without events (floor 5,000)"
    yield Figure("engine.fast_hands_per_s", _median_rate(lambda: game.play(chance)), "1/s", meaning)
    meaning = f"CPU seconds for an open deal, 5 denominations times 4 bidders; median of {SOLVER_DEALS} (budget 2)"
    yield Figure("engine.solver_s", statistics.median(_solved(rules)), "s", meaning)
    yield from _tried(QUICK_HANDS)


class _Hands:
    """One random hand after another, match after match."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules, self._chance = rules, random.Random(SEED)
        self._state = begin(rules)

    def __call__(self) -> None:
        for _, _, after in play_hand(self._state, self._chance):
            self._state = after
        if self._state.won_by is not None:
            self._state = begin(self._rules)


def _median_rate(once: Callable[[], object]) -> float:
    """How often a CPU second, median of several runs."""
    rates = []
    for _ in range(ENGINE_RUNS):
        count, began = 0, time.process_time()
        while (took := time.process_time() - began) < ENGINE_S / ENGINE_RUNS:
            once()
            count += 1
        rates.append(count / took)
    return statistics.median(rates)


def _solved(rules: Ruleset) -> Iterator[float]:
    chance = random.Random(SEED)
    for _ in range(SOLVER_DEALS):
        hands = {seat: cards for seat, cards in deal(rules, chance).items() if seat}
        began = time.process_time()
        for trump in Denomination:
            for side in (0, 1):  # partners share what the search has found out, as on the page
                bidders = frozenset(seat for seat in rules.seats if rules.side_of(seat) == side)
                solver = Solver(hands, trump, bidders)
                for maker in sorted(bidders):
                    solver.tricks(maker)
        yield time.process_time() - began


def random_hands() -> Iterator[Figure]:
    """Random hands over all presets and options, each one checked in every way the engine's trial knows."""
    yield from _tried(RANDOM_HANDS)


def _tried(hands: int) -> Iterator[Figure]:
    tried = trial(hands, SEED)
    for failure in tried.failures[:20]:
        print(failure, file=sys.stderr)
    yield Figure("engine.random_hands", tried.hands, "", f"checked over all presets, {tried.events:,} events")
    yield Figure("engine.failures", len(tried.failures), "", "of them, what went wrong")


def loop() -> Iterator[Figure]:
    """Decide, log, sync, apply: what stands between a card at rest and what is shown."""
    from engine.play.decide import decide
    from engine.play.state import apply
    from table_controller.match.eventlog import EventLog

    took: list[float] = []
    with tempfile.TemporaryDirectory(dir=_disk()) as folder, EventLog(Path(folder) / "match-0001.jsonl") as log:
        state = State()
        for told in _inputs(preset("iowa_standard"), LOOP_HANDS):
            began = time.perf_counter()
            events: tuple[Event, ...] = decide(state, told)
            log.append(told, events, t="2026-01-01T00:00:00.000Z")
            for event in events:
                state = apply(state, event)
            took.append(time.perf_counter() - began)
    yield Figure("loop.decide_p50_ms", _percentile(took, 50), "ms", f"decide, log synced, apply; {len(took)} decisions")
    yield Figure("loop.decide_p95_ms", _percentile(took, 95), "ms", "the same, 95th percentile (budget 20)")


def watch() -> Iterator[Figure]:
    """Generated hands filmed and watched; PEPPER_BENCH_HANDS says how many, and what earlier runs watched counts."""
    from tests.bench.watch import hands as watched

    hands = range(int(os.environ.get("PEPPER_BENCH_HANDS", WATCHED_HANDS)))
    counts = watched.watch_hands(hands, watched.SEED, watched.RESULTS, watched.report)
    yield from (Figure(*figure) for figure in watched.figures(counts))


def pages() -> Iterator[Figure]:
    """From a state published to the last byte of its board at every one of 200 readers."""
    from table_controller.web.api.app import WebServer, listen
    from table_controller.web.bulletin import Bulletin

    server = WebServer(Bulletin(), listen("127.0.0.1", 0))
    server.start()
    try:
        took = asyncio.run(_watch_updates(server))
    finally:
        server.stop()
    meaning = f"a change to its arrival at each of {WATCHERS} readers, 95th percentile (budget 150)"
    yield Figure("pages.update_p95_ms", _percentile(took, 95), "ms", meaning)


def start() -> Iterator[Figure]:
    """The service as `make run` starts it, until the board can be read; then its memory once a hand is played."""
    with tempfile.TemporaryDirectory(dir=_disk()) as folder:
        command = [sys.executable, "-m", "table_controller", "run", "--port", "0", "--state", folder, "--speed", "20"]
        began = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
            assert service.stdout is not None
            address = re.search(r"http://\S+", service.stdout.readline())
            assert address is not None
            _wait_for(address[0], lambda state: bool(state["sides"]))
            yield Figure("start.ready_s", time.perf_counter() - began, "s", "start to the first board (budget 4)")
            _wait_for(address[0], lambda state: state["last_hand"] is not None or state["match"] != "match-0001")
            yield Figure("memory.rss_mb", _resident_mb(service.pid), "MB", "resident, after a hand (budget 250)")
            service.terminate()


def sight() -> Iterator[Figure]:
    """What vision measures of itself."""
    yield from _figures_of("tests.bench.sight")


def bridge() -> Iterator[Figure]:
    """What the firmware's bridge measures of itself."""
    yield from _figures_of("tests.bench.bridge")


def load() -> Iterator[Figure]:
    """What 200 readers and six players cost the service, and what the room page costs a browser."""
    yield from _figures_of("tests.bench.pages")


def _figures_of(module: str) -> Iterator[Figure]:
    if importlib.util.find_spec(module) is None:
        return
    for key, value, unit, meaning in importlib.import_module(module).figures():
        yield Figure(key, value, unit, meaning)


def faults() -> Iterator[Figure]:
    """What people at the table notice of a crowd that means harm."""
    yield from _figures_of("tests.faults.clients")


PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "engine": engine,
    "hands": random_hands,
    "loop": loop,
    "watch": watch,
    "sight": sight,
    "bridge": bridge,
    "pages": pages,
    "load": load,
    "start": start,
    "faults": faults,
}


def machine() -> str:
    """This machine in words: processor, cores, system, Python."""
    info = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    model = re.search(r"model name\s*:\s*(.+)", info) or re.search(r"Model\s*:\s*(.+)", info)
    name = model[1].strip() if model else platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def main() -> None:
    """Measures the parts asked for, prints the table, merges the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=["all", *PARTS], default="all", help="hands takes minutes")
    chosen = parser.parse_args().part
    console = Console()
    table = Table("figure", "value", "unit", "what it is", title=machine(), title_justify="left")
    figures = [figure for name, part in PARTS.items() if chosen in ("all", name) for figure in part()]
    for figure in figures:
        table.add_row(figure.key, _written(figure.value), figure.unit, figure.meaning)
    console.print(table)
    merge(figures, RESULTS)


def merge(figures: list[Figure], path: Path) -> None:
    """Puts the figures into the file beside those of other parts and earlier runs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    known = json.loads(path.read_text()) if path.exists() else {}
    known |= {figure.key: round(figure.value, 3) for figure in figures}
    known["machine"] = machine()
    path.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")


def _inputs(rules: Ruleset, hands: int) -> Iterator[Input]:
    chance = random.Random(SEED)
    state = begin(rules)
    yield NewMatch(rules, state.names, 1)
    for _ in range(hands):
        for told, _, after in play_hand(state, chance):
            yield told
            state = after
        if state.won_by is not None:
            state = begin(rules)
            yield NewMatch(rules, state.names, 1)


async def _watch_updates(server: object) -> list[float]:
    from table_controller.board.board import EMPTY
    from table_controller.web.api.app import WebServer

    assert isinstance(server, WebServer)
    host, port = server.address.removeprefix("http://").split(":")
    streams = [await _open_stream(host, int(port)) for _ in range(WATCHERS)]
    took: list[float] = []
    for sequence in range(UPDATES):
        board = EMPTY.model_copy(update={"sequence": sequence, "detail": "x" * 4000})
        began = time.perf_counter()
        server.bulletin.publish(board)
        took += await asyncio.gather(*(_arrival(reader, sequence, began) for reader, _ in streams))
    for _, writer in streams:
        writer.close()
    return took


async def _open_stream(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(b"GET /api/events HTTP/1.1\r\nHost: bench\r\n\r\n")
    await reader.readuntil(b"id: ")
    return reader, writer


async def _arrival(reader: asyncio.StreamReader, sequence: int, began: float) -> float:
    await reader.readuntil(f"id: :{sequence}\n".encode())
    return time.perf_counter() - began


def _wait_for(address: str, is_there: Callable[[dict[str, Any]], bool]) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with urllib.request.urlopen(f"{address}/api/state", timeout=10) as answer:
            if is_there(json.loads(answer.read())):
                return
        time.sleep(0.02)
    raise TimeoutError("The service did not come so far within two minutes.")


def _resident_mb(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s*(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def _disk() -> Path:
    """A folder on the disk that logs would be on; a system's /tmp may be mere memory."""
    folder = Path("build")
    folder.mkdir(exist_ok=True)
    return folder


def _percentile(seconds: list[float], percent: int) -> float:
    """In milliseconds."""
    return statistics.quantiles(seconds, n=100)[percent - 1] * 1000


def _written(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or value >= 1000 else f"{value:.2f}"
