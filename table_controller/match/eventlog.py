"""The only memory of a match: one JSON line a decision, on disk before anybody is shown anything.

First line: the format. Every other line: number, time, place in a recording, the input, the events that
followed, and a checksum of all that. What stands after the last newline is the torn end of a power cut: it was never
acknowledged, so it is dropped. Any other damage is refused loudly: this file never guesses, and knows no rule and no
clock. Lines rather than a database: a log copied off a table is a test fixture, and `tail -f` is the debugger.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from engine import wire
from engine.events import Event
from engine.inputs import Input
from engine.reasons import Reason
from table_controller.match.english_logs import EnglishLog

FORMAT = 3
"""Events give their reasons as codes with fields; words are made when somebody reads them."""
ENGLISH = 2
"""Up to this format events told English sentences: such logs are read, see english_logs.py, and gone on with."""
WITHOUT_SUMS = 1
"""The first format had no checksums; its logs go on without."""
_SUM = re.compile(rb',"sum":"([0-9a-f]{8})"}$')
_ADVICE = "Nothing was changed: move the file away to begin a new match, or put a good copy in its place."


class LogCorrupt(ValueError):
    """A log is damaged somewhere else than at its torn end. Says file, line and what to do."""

    def __init__(self, path: Path, line: int, fault: str) -> None:
        super().__init__(f"The match log {path} is damaged at line {line}: {fault}. {_ADVICE}")
        self.path, self.line, self.fault = path, line, fault


@dataclass(frozen=True, slots=True)
class Header:
    """The first line. `source` names the recording that is played; empty at a real table."""

    source: str = ""
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision.

    `item` is the place in a recording that led to it (None at a real table). `refused` says why an
    input that made no sense was turned away: kept, so that a replay knows it was dealt with.
    """

    seq: int
    t: str
    input: Input
    events: tuple[Event, ...]
    item: int | None = None
    refused: Reason | None = None

    def to_line(self, format: int = FORMAT) -> bytes:
        """One line with its newline, UTF-8."""
        fields: dict[str, Any] = {"seq": self.seq, "t": self.t}
        if self.item is not None:
            fields["item"] = self.item
        fields["input"] = wire.to_json(self.input)
        fields["events"] = [wire.to_json(event) for event in self.events]
        if self.refused is not None:
            fields["refused"] = wire.to_plain(self.refused)
        line = _line(fields)
        return line if format == WITHOUT_SUMS else _with_sum(line)


@dataclass(frozen=True, slots=True)
class LogText:
    """What a log file holds: header (None while even that is torn), entries, and how many bytes are good."""

    header: Header | None
    entries: tuple[Entry, ...]
    good_bytes: int
    torn_bytes: int


def _line(fields: dict[str, Any]) -> bytes:
    return (json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _with_sum(line: bytes) -> bytes:
    """The same line with the CRC-32 of what stands before it as its last field."""
    bare = line.removesuffix(b"}\n")
    return bare + b',"sum":"%08x"}\n' % zlib.crc32(bare)


def _is_whole(line: bytes) -> bool:
    found = _SUM.search(line)
    return found is not None and int(found[1], 16) == zlib.crc32(line[: found.start()])


def _parse_header(path: Path, fields: dict[str, Any]) -> Header:
    if "format" not in fields:
        raise LogCorrupt(path, 1, 'the first line does not say its "format"')
    if fields["format"] not in (WITHOUT_SUMS, ENGLISH, FORMAT):
        known = f"{WITHOUT_SUMS}, {ENGLISH} and {FORMAT}"
        raise LogCorrupt(path, 1, f"it is in format {fields['format']!r}, and this program reads {known}")
    return Header(source=str(fields.get("source", "")), format=int(fields["format"]))


def _parse_entry(path: Path, number: int, fields: dict[str, Any]) -> Entry:
    expected = number - 1
    if fields.get("seq") != expected:
        raise LogCorrupt(path, number, f"it has number {fields.get('seq')!r} where {expected} was due")
    try:
        return Entry(
            seq=expected,
            t=str(fields["t"]),
            input=_told(fields["input"], Input),
            events=tuple(_told(event, Event) for event in fields["events"]),
            item=fields.get("item"),
            refused=wire.from_plain(Reason, fields["refused"]) if fields.get("refused") else None,
        )
    except KeyError as fault:
        raise LogCorrupt(path, number, f"it has no {fault}") from fault
    except (TypeError, ValueError) as fault:
        raise LogCorrupt(path, number, str(fault).rstrip(".")) from fault


def _as_codes(fields: dict[str, Any], english: EnglishLog) -> dict[str, Any]:
    """The line of an old log as it is written today; what is no such line is left for the checks that follow."""
    try:
        told = fields["input"]["kind"]
        events = [english.event(event, told) for event in fields["events"]]
    except (KeyError, TypeError, AttributeError):
        return fields
    refused = fields.get("refused")
    if refused and isinstance(refused, str):
        return {**fields, "events": events, "refused": wire.to_plain(english.reason(refused))}
    return {**fields, "events": events}


def _told(message: Any, family: Any) -> Any:
    value = wire.from_json(message)
    if not isinstance(value, family):
        raise wire.NotAMessage(f"{message['kind']} stands where it does not belong")
    return value


def _parse_lines(path: Path, whole: bytes) -> Iterator[tuple[bytes, dict[str, Any]]]:
    for number, line in enumerate(whole.split(b"\n")[:-1], start=1):
        try:
            fields = json.loads(line)
        except ValueError as fault:
            raise LogCorrupt(path, number, "it is no JSON") from fault
        if not isinstance(fields, dict):
            raise LogCorrupt(path, number, "it is no JSON object")
        yield line, fields


def read_log(path: Path) -> LogText:
    """Reads a log and changes nothing; raises LogCorrupt, or OSError when the file can't be read."""
    content = path.read_bytes()
    good = content.rfind(b"\n") + 1
    header: Header | None = None
    english = EnglishLog()
    entries: list[Entry] = []
    for number, (line, fields) in enumerate(_parse_lines(path, content[:good]), start=1):
        if header is None:
            header = _parse_header(path, fields)
            continue
        if header.format <= ENGLISH:
            fields = _as_codes(fields, english)
        entry = _parse_entry(path, number, fields)
        if header.format != WITHOUT_SUMS and not _is_whole(line):
            raise LogCorrupt(path, number, "its checksum does not fit")
        entries.append(entry)
    return LogText(header, tuple(entries), good, len(content) - good)


def is_simulated(path: Path) -> bool:
    """Whether the log is of a recording and of no real match. A log that can't be read counts as real."""
    with path.open("rb") as file:
        first = file.readline()
    try:
        return first.endswith(b"\n") and bool(_parse_header(path, json.loads(first)).source)
    except (ValueError, TypeError):
        return False


def sync_folder(folder: Path) -> None:
    """Makes the creation of a file in `folder` survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class EventLog:
    """One match's log, open for appending. Only one process may hold it: see state_folder.py."""

    def __init__(self, path: Path, source: str = "") -> None:
        """Opens or creates `path`; drops a torn end; raises LogCorrupt or OSError."""
        self.path = path
        fresh = not path.exists()
        text = LogText(None, (), 0, 0) if fresh else read_log(path)
        self.header = text.header or Header(source)
        self.entries: list[Entry] = list(text.entries)
        self.torn_bytes = text.torn_bytes
        self._file: BinaryIO = open(path, "ab", buffering=0)  # noqa: SIM115 - held for the match's length
        self._size = text.good_bytes
        if text.torn_bytes:
            self._file.truncate(self._size)
        if text.header is None:
            self._write(_line({"format": FORMAT, "source": source}))
            sync_folder(path.parent)

    def append(
        self,
        input: Input,
        events: tuple[Event, ...],
        *,
        t: str,
        item: int | None = None,
        refused: Reason | None = None,
    ) -> Entry:
        """Writes one decision. When this returns the line is on disk; when it raises, nothing was kept."""
        entry = Entry(len(self.entries) + 1, t, input, events, item, refused)
        self._write(entry.to_line(self.header.format))
        self.entries.append(entry)
        return entry

    def __enter__(self) -> EventLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; the log can't be appended to afterwards."""
        self._file.close()

    def _write(self, line: bytes) -> None:
        try:
            written = 0
            while written < len(line):
                written += self._file.write(line[written:]) or 0
            os.fsync(self._file.fileno())
        except OSError:
            # A full disk may have taken half the line: take it back, or the next line would be spoilt.
            self._file.truncate(self._size)
            raise
        self._size += len(line)
