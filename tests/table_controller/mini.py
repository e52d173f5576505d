"""A recording without a card in it: grey pictures, and a whole hand entered by people. Small, quick, and real."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine import wire
from engine.inputs import DealDone, Input, NewMatch, PlayCard
from tests import PATIENCE_S
from tests.table_controller.a_hand import NAMES, WORDS, plays

STEP_S = 0.1


def words() -> list[Input]:
    """A match begun, dealt, bid and played out, every card entered by hand."""
    entered = [PlayCard(play.seat, play.card) for trick in plays() for play in trick if play.card]
    return [NewMatch("iowa_standard", NAMES, 1), DealDone(), *WORDS, *entered]


def make_recording(folder: Path, said: Sequence[Input] | None = None, pause: tuple[int, float] = (0, 0.0)) -> Path:
    """Writes the recording; one word every STEP_S seconds, and after so many words nobody speaks for so long."""
    folder.mkdir(parents=True)
    spoken = list(said) if said is not None else words()
    before, silent = pause
    lasts = STEP_S * (len(spoken) + 1) + silent
    times = [0.0, round(lasts / 2, 2), round(lasts, 2)]
    frames = [{"file": f"{number:04d}.jpg", "t": t} for number, t in enumerate(times, start=1)]
    for frame in frames:
        cv2.imwrite(str(folder / str(frame["file"])), np.full((720, 1280, 3), 120, np.uint8))
    facts = {"format": 1, "title": "A hand entered by people", "rules": "iowa_standard", "frames": frames}
    (folder / "recording.json").write_text(json.dumps(facts))
    lines = [
        json.dumps({"t": round(STEP_S * number + (silent if number > before else 0), 2), "input": wire.to_json(word)})
        for number, word in enumerate(spoken, start=1)
    ]
    (folder / "inputs.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def command(*arguments: object) -> list[str]:
    """The real command line, as a subprocess is given it."""
    return [sys.executable, "-m", "table_controller", *(str(argument) for argument in arguments)]


def surroundings(**extra: str) -> dict[str, str]:
    """The environment of a subprocess: one thread a network, no state outside the test."""
    return {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1", **extra}


def call(*arguments: object, **extra: str) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end."""
    return subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE_S,
        env=surroundings(**extra),
        check=False,
    )


def events_of(text: str) -> list[Any]:
    """The lines of `replay --json`."""
    return [json.loads(line) for line in text.splitlines()]


def replay_with_kills(recording: Path, folder: Path, kills: int, seed: int) -> str:
    """Replays onto one state folder, killed without warning `kills` times; the output of the last, whole replay.

    Each run is let go on until it has told some number of events more or less than there are: any moment is hit,
    that of starting and that of writing included.
    """
    chance = random.Random(seed)
    for _ in range(kills):
        arguments = command("replay", recording, "--json", "--state", folder, "--speed", 20)
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=surroundings()) as run:
            assert run.stdout is not None
            for _ in range(chance.randrange(45)):
                run.stdout.readline()
            run.send_signal(signal.SIGKILL)
    result = call("replay", recording, "--json", "--state", folder)
    assert result.returncode == 0, result.stderr
    return result.stdout
