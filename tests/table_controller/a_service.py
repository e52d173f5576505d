"""The real service as a process of its own, killed and started again on the same port and state folder; and people
who play random legal hands on it by their own tokens, as phones do."""

from __future__ import annotations

import json
import random
import re
import subprocess
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import httpx

from engine.inputs import Input, NewMatch
from engine.play.decide import step
from engine.play.state import INITIAL, State
from engine.rules.rulesets import preset
from engine.wire import to_json
from table_controller.board.scoreboard import TABLE
from table_controller.web.desk import MOST_ACTS, RATE_S
from tests import PATIENCE_S
from tests.bench.random_hands import play_hand
from tests.table_controller.mini import command, surroundings


class Service:
    """`pepper-table run`, up when this returns."""

    def __init__(self, *arguments: object, environment: dict[str, str] | None = None) -> None:
        self._arguments, self._environment = arguments, environment or {}
        self.address = self._start(0)

    def _start(self, port: int, *besides: object) -> str:
        arguments = command("run", "--port", port, *self._arguments, *besides)
        self._process = subprocess.Popen(
            arguments, stdout=subprocess.PIPE, text=True, env=surroundings(**self._environment)
        )
        assert self._process.stdout is not None
        found = re.search(r"http://\S+", self._process.stdout.readline())
        assert found is not None
        return found[0]

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """The power goes."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def restart(self, *besides: object) -> None:
        """The power comes back; up again when this returns, with these arguments besides those of the beginning."""
        self._start(int(self.address.rpartition(":")[2]), *besides)


class Players:
    """People at a table where cards are entered by hand; what they know of the match is kept here as `state`."""

    def __init__(self, folder: Path, rules: str, names: tuple[str, ...]) -> None:
        self._folder = folder
        self.service = Service("--camera", "none", "--rules", rules, "--names", ",".join(names), "--state", folder)
        self._line = httpx.Client(base_url=self.service.address, timeout=PATIENCE_S)
        self.state: State = step(INITIAL, NewMatch(preset(rules), names, 1))[1]
        self._lately = {seat: deque[float](maxlen=MOST_ACTS) for seat in range(len(names) + 1)}
        self._wait_until_seated()

    def close(self) -> None:
        """The power goes, and everybody leaves."""
        self.service.kill()
        self._line.close()

    def hand(self, seed: int) -> Iterator[tuple[Input, State]]:
        """One hand, word by word as the service takes it; the state after each."""
        for told, _, after in play_hand(self.state, random.Random(seed)):
            self.say(told)
            self.state = after
            yield told, after

    def say(self, word: Input) -> None:
        """Says it as the seat's phone would, or the screen beside the table."""
        token = self._tokens()[self._with_time(getattr(word, "seat", TABLE))]
        said = {"input": to_json(word)}
        answer = self._line.post("/api/v1/act", json=said, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200, answer.text

    def _with_time(self, seat: int) -> int:
        """Who says it: the seat, or the table's screen for it; nobody is faster than the service lets people be."""
        who = min((seat, TABLE), key=lambda one: len(self._lately[one]) == MOST_ACTS and self._lately[one][0])
        lately = self._lately[who]
        if len(lately) == MOST_ACTS:
            Event().wait(max(0.0, lately[0] + RATE_S + 0.1 - time.monotonic()))
        lately.append(time.monotonic())
        return who

    def board(self) -> dict[str, Any]:
        """What every page is sent."""
        told: dict[str, Any] = self._line.get("/api/state").json()
        return told

    def _wait_until_seated(self) -> None:
        with self._line.stream("GET", "/api/events") as updates:
            for told in updates.iter_lines():
                if told.startswith("data: {") and json.loads(told[6:])["surroundings"]["acting"]:
                    return

    def _tokens(self) -> dict[int, str]:
        files = [self._folder / "table.token", *sorted(self._folder.glob("match-*.tokens"))[-1:]]
        return {int(seat): str(secret) for file in files for seat, secret in json.loads(file.read_text()).items()}
