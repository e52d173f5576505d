"""The folder that holds a table's logs: one file a match, one service at a time.

It knows names and locks, nothing of what stands in a log. Nothing of a real match is ever deleted here;
only simulated matches, which the service makes by the hundred, are thinned out.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import IO

from table_controller.match.acknowledged import witness_of

_MATCH = re.compile(r"match-(\d{4,})\.jsonl")


class FolderUnusable(OSError):
    """The state folder can't be used: it can't be written, or another service has it."""


class StateFolder:
    """A folder claimed by this process until it is closed or the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        """Makes the folder if need be and locks it; raises FolderUnusable."""
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock: IO[str] = open(path / "lock", "a+")  # noqa: SIM115 - the open file is the lock
        except OSError as fault:
            reason = (fault.strerror or str(fault)).lower()
            raise FolderUnusable(
                f"The state folder {path} can't be written ({reason}): give another with --state DIR."
            ) from fault
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            owner = self._owner()
            self._lock.close()
            raise FolderUnusable(
                f"Another service{owner} is using the state folder {path}: "
                "stop it first, or give this one a folder of its own with --state DIR."
            ) from fault
        self._lock.truncate(0)
        self._lock.write(str(os.getpid()))
        self._lock.flush()

    def __enter__(self) -> StateFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _owner(self) -> str:
        self._lock.seek(0)
        number = self._lock.read().strip()
        return f" (process {number})" if number.isdigit() else ""

    def matches(self) -> tuple[Path, ...]:
        """The match logs, oldest first."""
        return match_logs(self.path)

    def latest(self) -> Path | None:
        """The log of the match begun last, if there is one."""
        return next(reversed(self.matches()), None)

    def next_match(self) -> Path:
        """Where the log of a new match belongs; the file does not exist yet."""
        latest = self.latest()
        return self.path / f"match-{_number(latest) + 1 if latest else 1:04d}.jsonl"

    def keep_latest(self, count: int, only: Callable[[Path], bool]) -> None:
        """Of the logs for which `only` holds, deletes all but the last `count`."""
        for path in [path for path in self.matches() if only(path)][:-count]:
            path.unlink()
            witness_of(path).unlink(missing_ok=True)

    def close(self) -> None:
        """Lets another service have the folder."""
        self._lock.close()


def match_logs(folder: Path) -> tuple[Path, ...]:
    """The match logs in `folder`, oldest first; needs no claim."""
    return tuple(sorted((path for path in folder.iterdir() if _MATCH.fullmatch(path.name)), key=_number))


def _number(path: Path) -> int:
    found = _MATCH.fullmatch(path.name)
    return int(found[1]) if found else 0
