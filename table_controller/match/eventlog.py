"""The only memory of a match: one JSON line a decision, on disk before anybody is shown anything.

First line: the format. Every other line: number, time, place in a recording, the input, the events that
followed, and a checksum of all that. An unfinished last write is the torn end of a power cut: it was never
acknowledged, so it is dropped. Any other damage is refused loudly, and so is a log that has fewer decisions than were
acknowledged: this file never guesses, and knows no rule and no clock. Lines rather than a database: a log copied off a
table is a test fixture, and `tail -f` is the debugger.
"""

from __future__ import annotations

import errno
import itertools
import json
import os
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from engine import wire
from engine.events import Event
from engine.inputs import Input, LoggedInput
from engine.reasons import Reason
from table_controller.match.acknowledged import Witness, acknowledged
from table_controller.match.english_logs import EnglishLog
from table_controller.match.torn_tail import Tail, is_whole, tail_of
from table_controller.match.whole_files import write_whole
from table_controller.watching.why import Why, why_from

FORMAT = 3
"""Events give their reasons as codes with fields; words are made when somebody reads them."""
ENGLISH = 2
"""Up to this format events told English sentences: such logs are read, see english_logs.py, and gone on with."""
WITHOUT_SUMS = 1
"""The first format had no checksums; its logs go on without."""
_KEYS = {"format", "source"}
_ADVICE = "Nothing was changed: put a good copy in its place, move the file away to begin a new match,"


class LogCorrupt(ValueError):
    """A log is damaged somewhere else than at its torn end. Says file, line and what to do."""

    def __init__(self, path: Path, line: int, fault: str) -> None:
        repair = f"or keep what stands before the damage with `pepper-table log repair {path}`."
        super().__init__(f"The match log {path} is damaged at line {line}: {fault}. {_ADVICE} {repair}")
        self.path, self.line, self.fault = path, line, fault


_ROOM = "make room on the disk"
_RIGHT = "give the service the right to write there"
_DISK = "the disk or its card fails: copy the folder to another one, and go on there"
_GONE = "the folder was deleted, moved or its disk taken away: put it back, then start the service again"
_WAYS_OUT = {
    errno.ENOSPC: _ROOM,
    errno.EDQUOT: _ROOM,
    errno.EFBIG: _ROOM,
    errno.EACCES: _RIGHT,
    errno.EPERM: _RIGHT,
    errno.EROFS: "the disk takes no writing any more: start the machine again, and look at the disk",
    errno.EIO: _DISK,
    errno.ENOENT: _GONE,
    errno.ESTALE: _GONE,
}


class Unwritten(OSError):
    """A decision could not be written, so it does not count. Says file, fault and what to do."""

    def __init__(self, path: Path, fault: OSError) -> None:
        self.path = path
        self.fault = (os.strerror(fault.errno) if fault.errno else str(fault)).lower()
        self.way_out = _WAYS_OUT.get(fault.errno or 0, "look at the disk")
        super().__init__(f"Nothing can be written to {path} ({self.fault}), so nothing counts: {self.way_out}.")
        self.errno = fault.errno


@dataclass(frozen=True, slots=True)
class Header:
    """The first line. `source` names the recording that is played; empty at a real table."""

    source: str = ""
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision.

    `item` is the place in a recording that led to it (None at a real table). `refused` says why an
    input that made no sense was turned away: kept, so that a replay knows it was dealt with. `key` is what the person's
    program called this word, so that the same word is not taken twice; empty where it gave no name. `why`: why a camera
    told it.
    """

    seq: int
    t: str
    input: LoggedInput
    events: tuple[Event, ...]
    item: int | None = None
    refused: Reason | None = None
    key: str = ""
    why: Why | None = None

    def to_line(self, format: int = FORMAT) -> bytes:
        """One line with its newline, UTF-8."""
        fields: dict[str, Any] = {"seq": self.seq, "t": self.t}
        if self.item is not None:
            fields["item"] = self.item
        if self.key:
            fields["key"] = self.key
        fields["input"] = wire.to_json(self.input)
        if self.why is not None:
            fields["why"] = self.why.to_plain()
        fields["events"] = [wire.to_json(event) for event in self.events]
        if self.refused is not None:
            fields["refused"] = wire.to_plain(self.refused)
        line = _line(fields)
        return line if format == WITHOUT_SUMS else _with_sum(line)


@dataclass(frozen=True, slots=True)
class LogText:
    """What a log file holds: header (None while even that is torn), entries, and how many bytes are good.

    `unended`: the last good line lacks its newline. `fault`: the damage behind what is good, where it was let pass.
    """

    header: Header | None
    entries: tuple[Entry, ...]
    good_bytes: int
    torn_bytes: int
    unended: bool = False
    fault: LogCorrupt | None = None


def _line(fields: dict[str, Any]) -> bytes:
    """Raises ValueError for a number that JSON has not, and a letter that UTF-8 has not."""
    return (json.dumps(fields, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n").encode()


def _with_sum(line: bytes) -> bytes:
    """The same line with the CRC-32 of what stands before it as its last field."""
    bare = line.removesuffix(b"}\n")
    return bare + b',"sum":"%08x"}\n' % zlib.crc32(bare)


def _parse_header(path: Path, fields: dict[str, Any], line: bytes = b"") -> Header:
    if "format" not in fields:
        raise LogCorrupt(path, 1, 'the first line does not say its "format"')
    if fields["format"] not in (WITHOUT_SUMS, ENGLISH, FORMAT):
        known = f"{WITHOUT_SUMS}, {ENGLISH} and {FORMAT}"
        raise LogCorrupt(path, 1, f"it is in format {fields['format']!r}, and this program reads {known}")
    if line and fields.keys() - _KEYS and not is_whole(line):
        raise LogCorrupt(path, 1, "its checksum does not fit")
    return Header(source=str(fields.get("source", "")), format=int(fields["format"]))


def _parse_entry(path: Path, number: int, fields: dict[str, Any]) -> Entry:
    expected = number - 1
    if fields.get("seq") != expected:
        raise LogCorrupt(path, number, f"it has number {fields.get('seq')!r} where {expected} was due")
    try:
        return Entry(
            seq=expected,
            t=str(fields["t"]),
            input=_told(fields["input"], LoggedInput),
            events=tuple(_told(event, Event) for event in fields["events"]),
            item=fields.get("item"),
            key=str(fields.get("key", "")),
            why=why_from(fields.get("why")),
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


def _fields_of(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise LogCorrupt(path, number, "it is no JSON") from fault
    if not isinstance(fields, dict):
        raise LogCorrupt(path, number, "it is no JSON object")
    return fields


class _Reading:
    """The good lines of one file, as far as it was read."""

    def __init__(self, path: Path) -> None:
        self._path, self._english = path, EnglishLog()
        self.header: Header | None = None
        self.entries: list[Entry] = []
        self.good_bytes = 0

    @property
    def _line(self) -> int:
        return len(self.entries) + (1 if self.header is None else 2)

    def take(self, line: bytes) -> None:
        """The next line without its newline. Raises LogCorrupt."""
        fields = _fields_of(self._path, self._line, line)
        if self.header is None:
            self.header = _parse_header(self._path, fields, line)
        else:
            self.entries.append(self._entry(self.header.format, fields, line))
        self.good_bytes += len(line)

    def _entry(self, format: int, fields: dict[str, Any], line: bytes) -> Entry:
        if format <= ENGLISH:
            fields = _as_codes(fields, self._english)
        entry = _parse_entry(self._path, self._line, fields)
        if (format != WITHOUT_SUMS and not is_whole(line)) or (format == WITHOUT_SUMS and "sum" in fields):
            raise LogCorrupt(self._path, self._line, "its checksum does not fit")
        return entry

    def end(self, tail: bytes) -> bool:
        """What stands behind the last newline; whether that is a good line. Raises LogCorrupt."""
        kind = tail_of(tail, None if self.header is None else len(self.entries) + 1)
        if kind is Tail.DAMAGE:
            told = f"the last {len(tail)} bytes are no unfinished line, so decisions may be lost in them"
            raise LogCorrupt(self._path, self._line, told)
        if kind is Tail.WHOLE:
            self.take(tail)
        return kind is Tail.WHOLE

    def compare(self, count: int) -> None:
        """Raises LogCorrupt where more decisions were acknowledged than were read."""
        lost = count - len(self.entries)
        if lost > 0:
            raise LogCorrupt(self._path, self._line, f"its end is missing, {lost} of {count} decisions")

    def text(self, size: int, unended: bool = False, fault: LogCorrupt | None = None) -> LogText:
        """What was read, of so many bytes."""
        return LogText(self.header, tuple(self.entries), self.good_bytes, size - self.good_bytes, unended, fault)


def read_log(path: Path) -> LogText:
    """Reads a log and changes nothing; raises LogCorrupt, or OSError when the file can't be read."""
    text = read_what_is_good(path)
    if text.fault is not None:
        raise text.fault
    return text


def read_what_is_good(path: Path) -> LogText:
    """Reads a log up to its first damage, which is in the result. Raises OSError when the file can't be read."""
    count = acknowledged(path)  # before the log, which may grow meanwhile
    content = path.read_bytes()
    *lines, tail = content.split(b"\n")
    reading = _Reading(path)
    try:
        for line in lines:
            reading.take(line)
            reading.good_bytes += 1
        unended = reading.end(tail)
        reading.compare(count)
    except LogCorrupt as fault:
        return reading.text(len(content), fault=fault)
    return reading.text(len(content), unended)


def keep_what_is_good(path: Path, text: LogText) -> Path:
    """Makes the log end before its damage; where the damaged one is kept. Raises OSError."""
    content = path.read_bytes()
    taken = (path.with_suffix(f".damaged-{number}") for number in itertools.count(1))
    beside = next(place for place in taken if not place.exists())
    write_whole(beside, content)
    write_whole(path, content[: text.good_bytes])
    sync_folder(path.parent)
    witness = Witness(path)
    witness.say(len(text.entries))
    witness.close()
    return beside


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
        """Opens or creates `path`; drops a torn end; raises LogCorrupt or OSError, Unwritten for a new one."""
        self.path = path
        fresh = not path.exists()
        text = LogText(None, (), 0, 0) if fresh else read_log(path)
        self.header = text.header or Header(source)
        self.entries: list[Entry] = list(text.entries)
        self.torn_bytes = text.torn_bytes
        self._file: BinaryIO = open(path, "ab", buffering=0)  # noqa: SIM115 - held for the match's length
        self._witness = Witness(path)
        self._size, self._spoilt = text.good_bytes, text.torn_bytes > 0
        try:
            self._open_up(text)
        except OSError:
            self.close()
            if fresh:
                path.unlink(missing_ok=True)
            raise

    def _open_up(self, text: LogText) -> None:
        """What is on disk when the log opens: a header, whole lines, and how many of them count."""
        if text.unended:
            self._write(b"\n")
        if text.header is None:
            self._write(_with_sum(_line({"format": FORMAT, "source": self.header.source})))
            sync_folder(self.path.parent)
        self._witness.say(len(self.entries))

    def append(
        self,
        input: Input,
        events: tuple[Event, ...],
        *,
        t: str,
        item: int | None = None,
        refused: Reason | None = None,
        key: str = "",
        why: Why | None = None,
    ) -> Entry:
        """Writes one decision. When this returns the line is on disk; when it raises, nothing was kept.

        Raises Unwritten, and ValueError for what no log can hold.
        """
        entry = Entry(len(self.entries) + 1, t, input, events, item, refused, key, why)
        self._write(entry.to_line(self.header.format))
        self.entries.append(entry)
        self._witness.say(len(self.entries))
        return entry

    def __enter__(self) -> EventLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; the log can't be appended to afterwards."""
        self._file.close()
        self._witness.close()

    def _write(self, line: bytes) -> None:
        try:
            self._take_back()
            self._spoilt = True
            written = 0
            while written < len(line):
                written += self._file.write(line[written:]) or 0
            os.fsync(self._file.fileno())
            self._must_be_there()
        except OSError as fault:
            with suppress(OSError):
                self._take_back()
            raise Unwritten(self.path, fault) from fault
        self._spoilt = False
        self._size += len(line)

    def _take_back(self) -> None:
        """A full disk may have taken half a line: without it, or the next line would be spoilt."""
        if self._spoilt:
            self._file.truncate(self._size)
            self._spoilt = False

    def _must_be_there(self) -> None:
        """Raises OSError where what was written can't be found again: the file was deleted, or is another one."""
        if not os.path.samestat(os.fstat(self._file.fileno()), os.stat(self.path)):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))
