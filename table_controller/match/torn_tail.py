"""What may stand behind a log's last newline: the beginning of the next line, as a power cut leaves it.

Whatever else stands there was a line once, or never one: that is damage, and may hold decisions that were acknowledged.
"""

from __future__ import annotations

import re
import zlib
from enum import Enum, auto

_SUM = re.compile(rb',"sum":"([0-9a-f]{8})"}')
_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
_OF_HEADER = re.compile(rb'\{"format": ?\d')


class Tail(Enum):
    """What the bytes behind the last newline are."""

    NONE = auto()
    UNFINISHED = auto()
    WHOLE = auto()
    """A whole line that lacks only its newline: it may be that somebody saw it, so it counts."""
    DAMAGE = auto()


def is_whole(line: bytes) -> bool:
    """Whether the line ends with the checksum of what stands before it."""
    found = _SUM.search(line, max(0, len(line) - 18))
    return found is not None and found.end() == len(line) and int(found[1], 16) == zlib.crc32(line[: found.start()])


def tail_of(tail: bytes, due: int | None) -> Tail:
    """Judges the tail where decision number `due` would begin, or the header (None)."""
    if not tail:
        return Tail.NONE
    if is_whole(tail):
        return Tail.WHOLE
    if not _begins(tail, due) or _CONTROL.search(tail) or _SUM.search(tail) or not _is_text(tail):
        return Tail.DAMAGE
    return Tail.UNFINISHED


def _begins(tail: bytes, due: int | None) -> bool:
    if due is None:
        return b'{"format":'.startswith(tail[:10]) if len(tail) <= 11 else _OF_HEADER.match(tail) is not None
    begins = b'{"seq":%d,' % due
    return tail[: len(begins)] == begins[: len(tail)]


def _is_text(tail: bytes) -> bool:
    """Whether it is UTF-8 but for a last letter that is cut."""
    try:
        tail.decode()
    except UnicodeDecodeError as fault:
        return fault.reason == "unexpected end of data"
    return True
