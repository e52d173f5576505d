"""When a camera took a picture, as it wrote into the JPEG (EXIF). The few bytes needed are read by hand: the image
libraries of the service don't tell, or only in their newest versions.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path

_TIME = re.compile(r"\d{4}:\d\d:\d\d \d\d:\d\d:\d\d")
# The tags of EXIF that tell a time, and of the folder that they stand in.
_EXIF_FOLDER, _TAKEN, _PART_OF_SECOND, _CHANGED = 0x8769, 0x9003, 0x9291, 0x0132


def time_taken(path: Path) -> str | None:
    """The time as text that sorts, `2026:11:30 20:15:01.25`; None where the picture doesn't say. Raises OSError."""
    exif = _exif_of(path.read_bytes())
    if exif is None:
        return None
    try:
        order = {b"II": "<", b"MM": ">"}[exif[:2]]
        main = _entries(exif, order, struct.unpack_from(order + "I", exif, 4)[0])
        inner = _entries(exif, order, main[_EXIF_FOLDER][1]) if _EXIF_FOLDER in main else {}
        taken = _text(exif, inner.get(_TAKEN)) or _text(exif, main.get(_CHANGED))
        part = _text(exif, inner.get(_PART_OF_SECOND))
    except (KeyError, struct.error):
        return None
    if not _TIME.fullmatch(taken) or taken.startswith("0000"):
        return None  # garbled, or a camera whose clock was never set
    return f"{taken}.{part}" if part else taken


def _exif_of(data: bytes) -> bytes | None:
    at = 2
    while data[:2] == b"\xff\xd8" and at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        length = int.from_bytes(data[at + 2 : at + 4])
        if data[at + 1] == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0":
            return data[at + 10 : at + 2 + length]
        at += 2 + length
    return None


def _entries(exif: bytes, order: str, at: int) -> dict[int, tuple[int, int, int]]:
    """Tag to length in bytes, value (or where it lies), and where these four bytes are. Raises struct.error."""
    (count,) = struct.unpack_from(order + "H", exif, at)
    found = {}
    for k in range(count):
        place = at + 2 + 12 * k
        tag, _, length, value = struct.unpack_from(order + "HHII", exif, place)
        found[tag] = (length, value, place + 8)
    return found


def _text(exif: bytes, entry: tuple[int, int, int] | None) -> str:
    if entry is None:
        return ""
    length, value, own = entry
    at = own if length <= 4 else value
    return exif[at : at + length].split(b"\0")[0].decode("ascii", "replace").strip()
