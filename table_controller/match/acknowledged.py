"""How many decisions of a log were acknowledged: a witness beside the log, for a log that has lost its end.

A log that was cut off between two lines looks whole. The witness is written after the log is on disk and before anybody
is answered, so it never says too much; it is not synced, so after a power cut it may say too little, and then it says
nothing that matters. It is no memory of the match: without it a log is read as it stands.
"""

from __future__ import annotations

import os
import re
import zlib
from contextlib import suppress
from pathlib import Path

_LINE = re.compile(rb"(\d{9}) ([0-9a-f]{8})\n")


def witness_of(log: Path) -> Path:
    """Where the count for this log lies."""
    return log.with_suffix(".count")


def acknowledged(log: Path) -> int:
    """So many decisions of the log were acknowledged at least; 0 where no witness can be read."""
    try:
        found = _LINE.fullmatch(witness_of(log).read_bytes())
    except OSError:
        return 0
    return int(found[1]) if found is not None and int(found[2], 16) == zlib.crc32(found[1]) else 0


class Witness:
    """The count beside one log, open for writing. A disk that does not take it is no reason to stop a match."""

    def __init__(self, log: Path) -> None:
        self._descriptor: int | None = None
        with suppress(OSError):
            self._descriptor = os.open(witness_of(log), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)

    def say(self, count: int) -> None:
        """So many are acknowledged from now on."""
        digits = b"%09d" % count
        if self._descriptor is not None:
            with suppress(OSError):
                os.pwrite(self._descriptor, b"%s %08x\n" % (digits, zlib.crc32(digits)), 0)

    def close(self) -> None:
        """Nothing can be said afterwards."""
        if self._descriptor is not None:
            os.close(self._descriptor)
        self._descriptor = None
