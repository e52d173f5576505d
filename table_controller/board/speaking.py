"""Rulings said aloud through espeak-ng, where it is installed and wanted: each finding once, in the table's language.

A thread of its own speaks, so that a long sentence holds nobody up; when there is too much to say, the oldest is left
out. What stood on the board already when the service started was said before.
"""

from __future__ import annotations

import queue
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

from table_controller.board.board import Board
from table_controller.words.tongues import tongue

PROGRAM = "espeak-ng"
MOST_WAITING = 4
"""Sentences that may wait to be spoken; of more the oldest are left unsaid. Raised, the voice lags behind the table."""
_LONGEST_S = 30.0
"""Seconds that one sentence may take before its speaker is taken to hang."""
_WORDS_A_MINUTE = "150"

Speak = Callable[[str, str], None]
"""Says a text in a language, and returns when it is said."""


def is_installed() -> bool:
    """Whether this machine can speak."""
    return shutil.which(PROGRAM) is not None


def speak(text: str, language: str, into: Path | None = None) -> None:
    """Says it, or writes it `into` a WAV file. A machine without sound or program stays silent."""
    voice = tongue(language).phrases["language"]["voice"]
    # The text comes by the standard input: no name at the table can become an option.
    command = [PROGRAM, "-v", voice, "-s", _WORDS_A_MINUTE, "--stdin", *(["-w", str(into)] if into else [])]
    try:
        subprocess.run(command, input=text.encode(), timeout=_LONGEST_S, capture_output=True, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return


class Voice:
    """Hears every board and says what is new on it. `say` speaks; tests give their own."""

    def __init__(self, say: Speak = speak) -> None:
        self._say = say
        self._known: set[str] | None = None
        self._waiting: queue.Queue[tuple[str, str]] = queue.Queue(MOST_WAITING)
        self._thread: threading.Thread | None = None

    def hear(self, board: Board, language: str, aloud: bool) -> None:
        """Takes up what is new on the board; never waits. `aloud`: whether the host wants it said."""
        standing = {f"{board.match} {board.hand} {finding.id}": finding for finding in board.findings}
        before, self._known = self._known, set(standing)
        if before is None or not aloud:
            return
        for key, finding in standing.items():
            if key not in before:
                self._put(f"{finding.title}. {finding.text} {finding.ruling}".strip(), language)

    def _put(self, text: str, language: str) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
            self._thread.start()
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait((text, language))

    def _run(self) -> None:
        while True:
            self._say(*self._waiting.get())
