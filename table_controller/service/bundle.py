"""One file to send with a report: what `doctor` found, settings, logs. No picture, no secret, no hand that is not over.

Secrets are left out by listing what goes in, and whatever stands in a token file is struck out wherever else it occurs.
"""

from __future__ import annotations

import json
import platform
import re
import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path

from engine.events import HandBegun, HandScored, MatchWon
from engine.inputs import ReadCard
from hardware.facts import Condition
from hardware.machine.checks import installed
from table_controller.match.eventlog import Entry, LogCorrupt, read_log
from table_controller.match.state_folder import match_logs
from table_controller.words.facts import as_json

LOGS = 10
"""So many of the newest matches' logs go into a bundle."""
JOURNAL = ("journalctl", "--unit", "pepper-table", "--no-pager", "--output", "short-iso", "--lines", "2000")
_FRAGMENT = re.compile(r"(/(?:table|seat/\d|referee)#)\S+")
NOTE = """What is in this bundle
doctor.json   what `pepper-table doctor` found on this machine
table.toml    the settings, if there were any
machine.txt   system and packages
journal.txt   what the service said lately, secrets struck out
logs/         the latest matches; a hand that is not over is left out where the table knew the cards
There are no pictures and no secrets in it. Players' names are in the logs.
"""


def pack(target: Path, conditions: Sequence[Condition], config: Path | None, state: Path) -> None:
    """Writes the bundle. Raises OSError where it can't be written."""
    secrets = _secrets(state)
    parts = {
        "README.txt": NOTE,
        "doctor.json": json.dumps([as_json(condition) for condition in conditions], indent=1),
        "machine.txt": _machine(),
        "journal.txt": _journal(),
    }
    if config is not None:
        parts["table.toml"] = config.read_text("utf-8", errors="replace")
    for path in (match_logs(state) if state.is_dir() else ())[-LOGS:]:
        parts[f"logs/{path.name}"] = open_part(path)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in parts.items():
            bundle.writestr(name, _struck_out(text, secrets))


def open_part(path: Path) -> str:
    """The log without the hand that is not over, if a reader camera knew its cards; a damaged log as it is, unread.

    What is left ends with a whole line, so that it can be read back.
    """
    try:
        entries = read_log(path).entries
    except (LogCorrupt, OSError) as why:
        return f"Not packed, because it can't be read: {why}\n"
    lines = path.read_bytes().split(b"\n")  # a name may hold what str.splitlines takes for the end of a line
    hidden = _first_hidden(entries)
    kept = lines[: 1 + (len(entries) if hidden is None else hidden)]
    return b"".join(line + b"\n" for line in kept).decode()


def _first_hidden(entries: Sequence[Entry]) -> int | None:
    """Index of the first entry of a hand that is not over and whose cards were read; None if there is none."""
    begun, known = 0, False
    for index, entry in enumerate(entries):
        if any(isinstance(event, HandBegun) for event in entry.events):
            begun, known = index, False
        known = known or isinstance(entry.input, ReadCard)
        if any(isinstance(event, HandScored | MatchWon) for event in entry.events):
            known = False
    return begun if known else None


def _secrets(state: Path) -> list[str]:
    """Everything secret that is kept beside the logs, longest first."""
    found: set[str] = set()
    kept = [path for name in ("*.token", "*.tokens", "referee.*") for path in state.glob(name)]
    for path in kept:
        found |= set(re.findall(r'"([^"]{8,})"', path.read_text("utf-8", errors="replace")))
    return sorted(found, key=len, reverse=True)


def _struck_out(text: str, secrets: Sequence[str]) -> str:
    for secret in secrets:
        text = text.replace(secret, "(struck out)")
    return _FRAGMENT.sub(r"\1(struck out)", text)


def _machine() -> str:
    about = [platform.platform(), f"Python {platform.python_version()}", *_release()]
    return "\n".join([*about, "", *(f"{name} {version}" for name, version in sorted(installed().items()))]) + "\n"


def _release() -> list[str]:
    files = (Path("/etc/os-release"), Path("/proc/device-tree/model"))
    return [path.read_text(errors="replace").strip("\0\n") for path in files if path.is_file()]


def _journal() -> str:
    try:
        told = subprocess.run(JOURNAL, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired) as why:
        return f"There is no journal: {why}\n"
    return told.stdout or told.stderr
