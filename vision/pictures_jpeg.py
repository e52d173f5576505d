"""The anatomy of a JPEG file: where its picture ends, whatever stands behind it, and whether its scans are all there.

Phones append films, depth maps and padding behind a JPEG's end, and a torn file may end in the two bytes of a true
end. Only the segments are walked here; that the last scan holds every row is for the decoder to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

END = b"\xff\xd9"
"""The marker behind the last scan."""
_START, _SCAN, _FOREIGN = 0xD8, 0xDA, 0
"""Markers of the standard (ITU-T T.81): a picture's start, a scan's; and for one that is none of this picture's."""
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_NEXT_MARKER = re.compile(rb"\xff+([\x01-\xcf\xd8-\xfe])")
"""What ends a scan: a marker that is neither a stuffed zero nor a restart."""
_COEFFICIENTS = 64
"""To a block of 8 x 8 pixels, by the standard."""


@dataclass(frozen=True, slots=True)
class Jpeg:
    """What a file that begins like a JPEG holds of its first picture.

    `size`: width and height in pixels, None without a frame header; `end`: offset behind the last scan's bytes, where
    the end marker should stand; `has_all_scans`: False where a progressive picture's later scans, its detail, are
    missing.
    """

    size: tuple[int, int] | None
    end: int
    has_all_scans: bool


@dataclass(frozen=True, slots=True)
class _Segment:
    """One marker and its parameters; `at`: where the marker begins."""

    marker: int
    at: int
    data: bytes


def anatomy(data: bytes) -> Jpeg | None:
    """The parts of the first picture in these bytes; None for what does not begin like a JPEG."""
    if data[:2] != b"\xff\xd8":
        return None
    size, is_progressive, segment = None, False, _Segment(_START, 0, b"")
    scans: list[bytes] = []
    for segment in _segments(data):
        if segment.marker in _FRAMES and len(segment.data) >= 5:
            size = int.from_bytes(segment.data[3:5]), int.from_bytes(segment.data[1:3])
            is_progressive = segment.marker in _PROGRESSIVE
        elif segment.marker == _SCAN:
            scans.append(segment.data)
    end = segment.at if segment.marker in (END[1], _FOREIGN) else _without_padding(data)
    return Jpeg(size, end, not is_progressive or _reach_the_last_bit(scans))


def _segments(data: bytes) -> Iterator[_Segment]:
    """The markers in order, up to the end marker, or to the first that can't belong to this picture: _FOREIGN."""
    at = 2
    while (found := _NEXT_MARKER.search(data, at)) is not None:
        marker, at = found[1][0], found.start()
        length = int.from_bytes(data[found.end() : found.end() + 2])
        after = found.end() + length
        if marker == END[1]:
            yield _Segment(marker, at, b"")
            return
        if marker == _START or length < 2 or after > len(data):
            yield _Segment(_FOREIGN, at, b"")
            return
        yield _Segment(marker, at, data[found.end() + 2 : after])
        at = after


def _without_padding(data: bytes) -> int:
    """Where a picture without an end marker ends: before the zeros or 0xFF that fill the file, but for a stuffed one.

    A scan writes the byte 0xFF as 0xFF and a zero.
    """
    end = len(data.rstrip(b"\x00\xff"))
    return end + 2 if data[end : end + 2] == b"\xff\x00" else end


def _reach_the_last_bit(scans: list[bytes]) -> bool:
    """Whether the scans together bring every coefficient of every component that occurs down to its last bit."""
    exact: dict[int, set[int]] = {}
    for scan in scans:
        count = scan[0] if scan else 0
        if len(scan) < 2 * count + 4:
            return False
        first, last, bits = scan[2 * count + 1], scan[2 * count + 2], scan[2 * count + 3] & 15
        for k in range(count):
            known = exact.setdefault(scan[1 + 2 * k], set())
            if bits == 0:
                known.update(range(first, last + 1))
    return bool(exact) and all(len(known) == _COEFFICIENTS for known in exact.values())
