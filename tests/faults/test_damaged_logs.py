"""A log that a failing disk has changed at random is refused, or holds all that was acknowledged.

`PEPPER_TABLE_DAMAGES=20000` tries so many.
"""

from __future__ import annotations

import json
import os
import random
import zlib
from pathlib import Path

from engine.inputs import DealDone, MakeCall
from table_controller.match.eventlog import EventLog, LogCorrupt, read_log

DAMAGES = int(os.environ.get("PEPPER_TABLE_DAMAGES", "1000"))
BLOCK = 64
"""Bytes of a block that is lost, doubled or swapped; small, so that a short log has many."""


def inputs_in(content: bytes) -> list[object]:
    """What the log's lines tell, read without the program's own reader. Asserts that every line is whole."""
    told = []
    for number, line in enumerate(content.decode().split("\n")[1:-1], start=1):
        body, _, end = line.rpartition(',"sum":"')
        assert end == f'{zlib.crc32(body.encode()):08x}"}}' and json.loads(line)["seq"] == number
        told.append(json.loads(line)["input"])
    return told


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The content with one fault of a disk in it."""
    spoilt, place, other = bytearray(content), chance.randrange(len(content)), chance.randrange(len(content))
    block, away = slice(place, place + BLOCK), slice(other, other + BLOCK)
    kind = chance.randrange(6)
    if kind == 0:
        spoilt[place] ^= 1 << chance.randrange(8)
    elif kind == 1:
        spoilt[block] = bytes(len(spoilt[block]))
    elif kind == 2:
        del spoilt[block]
    elif kind == 3:
        spoilt[place:place] = spoilt[block]
    elif kind == 4:
        spoilt[block], spoilt[away] = spoilt[away], spoilt[block]
    else:
        del spoilt[place:]
    return bytes(spoilt)


def test_no_damage_takes_an_acknowledged_decision_along_in_silence(tmp_path: Path) -> None:
    path, chance = tmp_path / "match-0001.jsonl", random.Random(4021)
    with EventLog(path) as log:
        for seat in range(1, 15):
            log.append(MakeCall(seat % 4 + 1, "pass") if seat % 3 else DealDone(), (), t="2026-12-01T06:00:00Z")
    whole = path.read_bytes()
    assert len(inputs_in(whole)) == 14
    refused = 0
    for number in range(DAMAGES):
        path.write_bytes(damaged(whole, chance))
        try:
            entries = read_log(path).entries
        except LogCorrupt:
            refused += 1
            continue
        assert list(entries) == log.entries, f"damage {number}"
    assert refused > DAMAGES * 0.9
