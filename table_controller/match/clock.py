"""The one place that reads the wall clock. Everything that needs a time is given it."""

from __future__ import annotations

from datetime import UTC, datetime


def stamp() -> str:
    """Now, as the log writes it: `2026-11-30T10:00:00.123Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
