"""Files that are written whole or not at all: a power cut leaves the old one or the new one, never half of it."""

from __future__ import annotations

import os
from pathlib import Path

SECRET, OPEN = 0o600, 0o644
"""Who may read: the service's user alone, or anybody."""


def write_whole(path: Path, text: str | bytes, mode: int = OPEN) -> None:
    """Write `text`, in UTF-8 where it is no bytes, to `path`, in place of what is there.

    Raises OSError, and what was there stays then.
    """
    half = path.with_name(path.name + ".half")
    descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode() if isinstance(text, str) else text)
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)
