"""What the pages cost: a real service with 200 watching readers and six players, and a browser that opens the page.

The service is a process of its own, as `run` starts it; players say random legal words by their own tokens. Needs
Debian's Chromium and Playwright for the first paint; without them that figure is left out.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from engine.inputs import NewMatch
from engine.play.decide import step
from engine.play.state import INITIAL, State
from engine.rules.rulesets import preset
from engine.wire import to_json
from tests.bench.random_hands import play_hand

RULES, NAMES = "widebeard_6", ("Ann", "Ben", "Cy", "Dee", "Eve", "Finn")
WATCHERS = 200
WORDS = 60
SEED = 7
_CHROMIUM = Path("/usr/bin/chromium")
_ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]

Figure = tuple[str, float, str, str]


class _Players:
    """Six people at a table without a camera."""

    def __init__(self, folder: Path) -> None:
        arguments = ["run", "--camera", "none", "--rules", RULES, "--names", ",".join(NAMES), "--port", "0"]
        command = [sys.executable, "-m", "table_controller", *arguments, "--state", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None
        self.address = found[0]
        self.state: State = step(INITIAL, NewMatch(preset(RULES), NAMES, 1))[1]
        self._folder, self._chance = folder, random.Random(SEED)
        self._line = httpx.Client(base_url=self.address, timeout=30)
        self._words = self._legal_words()

    def _legal_words(self) -> Iterator[Any]:
        while True:
            for told, _, after in play_hand(self.state, self._chance):
                yield told
                self.state = after

    def say(self) -> float:
        """The next word by its seat's token, at the pace that the service lets people have; seconds until told."""
        told = next(self._words)
        seat = str(getattr(told, "seat", 0))
        secrets = json.loads((self._folder / ("match-0001.tokens" if seat != "0" else "table.token")).read_text())
        sent = {"Authorization": f"Bearer {secrets[seat]}"}
        while True:
            began = time.perf_counter()
            answer = self._line.post("/api/v1/act", json={"input": to_json(told)}, headers=sent)
            if answer.status_code != 429:
                answer.raise_for_status()
                return time.perf_counter() - began
            time.sleep(0.5)

    def wait_until_seated(self) -> None:
        with self._line.stream("GET", "/api/v1/events") as updates:
            for line in updates.iter_lines():
                if line.startswith("data: {") and json.loads(line[6:])["surroundings"]["acting"]:
                    return

    def close(self) -> None:
        self._line.close()
        self.process.terminate()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def figures() -> Iterator[Figure]:
    """The figures: key, value, unit, meaning."""
    with tempfile.TemporaryDirectory() as folder:
        players = _Players(Path(folder))
        try:
            players.wait_until_seated()
            alone = [players.say() for _ in range(WORDS)]
            watched, arrivals = asyncio.run(_with_watchers(players))
            slower = 100 * (statistics.median(watched) / statistics.median(alone) - 1)
            meaning = f"a word's way to the log and back with {WATCHERS} readers, against none, median"
            yield "pages.word_slower_percent", max(0.0, slower), "%", meaning
            p95 = statistics.quantiles(arrivals, n=20)[-1] * 1000
            yield "pages.word_to_page_p95_ms", p95, "ms", f"a word said until each of {WATCHERS} readers has it, p95"
            yield "pages.rss_mb", _resident_mb(players.process.pid), "MB", f"the service with {WATCHERS} readers"
            yield from _page(players.address)
        finally:
            players.close()


async def _with_watchers(players: _Players) -> tuple[list[float], list[float]]:
    host, port = players.address.removeprefix("http://").split(":")
    lines = [await _open(host, int(port), _LANGUAGES[reader % len(_LANGUAGES)]) for reader in range(WATCHERS)]
    took: list[float] = []
    arrived: list[float] = []
    for _ in range(WORDS):
        began = time.perf_counter()
        waiting = [asyncio.create_task(_next(reader)) for reader, _ in lines]
        took.append(await asyncio.to_thread(players.say))
        said = time.perf_counter() - took[-1]
        arrived += [at - max(began, said) for at in await asyncio.gather(*waiting)]
    for _, writer in lines:
        writer.close()
    return took, arrived


_LANGUAGES = ("en", "nl", "fr")


async def _open(host: str, port: int, language: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection(host, port, limit=1 << 20)
    writer.write(f"GET /api/v1/events?lang={language} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
    await reader.readuntil(b"event: state")
    return reader, writer


async def _next(reader: asyncio.StreamReader) -> float:
    await reader.readuntil(b"event: state")
    return time.perf_counter()


def _resident_mb(process: int) -> float:
    found = re.search(r"VmRSS:\s*(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def _page(address: str) -> Iterator[Figure]:
    """First paint of the room page and what it weighs, by Debian's Chromium."""
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        return
    if not _CHROMIUM.exists():
        return
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=_CHROMIUM, args=_ARGUMENTS, viewport={"width": 1920, "height": 1080}
        )
        page = context.new_page()
        sizes: dict[str, int] = {}
        page.on("response", lambda answer: sizes.update({answer.url: int(answer.headers.get("content-length", 0))}))
        paints = []
        for _ in range(5):
            page.goto(address)
            page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
            paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        page.evaluate("document.fonts.ready")
        context.close()
    yield "pages.first_paint_ms", statistics.median(paints), "ms", "the room page on loopback, first contentful paint"
    yield "pages.weight_kb", sum(sizes.values()) / 1000, "kB", "the room page with all it needs"


if __name__ == "__main__":
    for key, value, unit, meaning in figures():
        print(f"{key:28} {value:8.1f} {unit:3} {meaning}")
