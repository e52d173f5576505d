"""A small crowd at the web door of the real service; `make bench PART=faults` brings the large one, and measures."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.faults import clients
from tests.faults.clients import Table, a_crowd, people
from tests.faults.crowd import KINDS, sources


@pytest.mark.parametrize("files", [4096, 256])
def test_whatever_a_crowd_does_seats_and_referee_are_served_and_nothing_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: int
) -> None:
    """With few file handles too: there is always one left for the log, and for whoever comes."""
    monkeypatch.setattr(clients, "OLD_MATCHES", 5)
    table = Table(tmp_path, files)
    try:
        with a_crowd(table.address, 20 * len(KINDS), 2 * len(KINDS)):
            noticed = asyncio.run(people(table, 3.0))
    finally:
        table.close()
    assert noticed.refused == [] and noticed.restarts == 0
    assert noticed.seat and noticed.referee and noticed.signing_in and noticed.newcomer
    assert noticed.log_bytes < 10_000, table.journal.read_text()


def test_a_crowd_is_many_from_one_address_and_one_each_from_many() -> None:
    found = list(sources(2000, 250))
    assert found.count("127.0.0.66") == 2000 and len(set(found)) == 251
