"""Cuts a stream of JPEG pictures, as `rpicam-vid --codec mjpeg -o -` writes them, into single ones. No I/O.

Written by hand: OpenCV would decode half a picture into one with a grey lower half, and never say so.
"""

from __future__ import annotations

# The second bytes of JPEG's markers.
_START, _END, _SCAN = 0xD8, 0xD9, 0xDA
_LONGEST = 16_000_000  # bytes; more without an end is no camera's picture


class JpegCutter:
    """Takes bytes in pieces of any size, gives whole pictures; halves are dropped and counted in `broken`."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._at = 0  # read so far, within _data
        self._in_scan = False
        self.broken = 0

    def feed(self, data: bytes) -> list[bytes]:
        """The pictures completed by `data`, in order."""
        self._data += data
        found = []
        while (end := self._advance()) is not None:
            found.append(bytes(self._data[:end]))
            self._drop(end)
        if len(self._data) > _LONGEST:
            self._lose(len(self._data))
        return found

    def _drop(self, count: int) -> None:
        del self._data[:count]
        self._at, self._in_scan = 0, False

    def _lose(self, count: int) -> None:
        self.broken += 1
        self._drop(count)

    def _advance(self) -> int | None:
        """Where the picture at the front ends, None while that is not known."""
        while True:
            if self._at == 0 and not self._find_start():
                return None
            step = self._scan() if self._in_scan else self._segment()
            if step is not None:
                return step or None

    def _find_start(self) -> bool:
        begin = self._data.find(b"\xff\xd8")
        if begin < 0:
            del self._data[: max(0, len(self._data) - 1)]  # noise; the last byte may begin a marker
            return False
        del self._data[:begin]
        self._at = 2
        return True

    def _segment(self) -> int | None:
        """Steps over one header segment. 0: needs more bytes; None: go on."""
        if len(self._data) < self._at + 4:
            return 0
        marker, kind = self._data[self._at], self._data[self._at + 1]
        if marker != 0xFF or kind in (0x00, _START, _END):
            self._lose(2)  # its own start only: the next picture's may have been stepped over
            return None
        length = int.from_bytes(self._data[self._at + 2 : self._at + 4], "big")
        self._at += 2 + length
        self._in_scan = kind == _SCAN
        return None

    def _scan(self) -> int | None:
        """Looks for the end in the picture's own data, where 0xFF is always followed by 0 or a restart mark."""
        place = self._data.find(b"\xff", self._at)
        if place < 0:
            self._at = max(self._at, len(self._data))
            return 0
        if place + 1 >= len(self._data):
            self._at = place
            return 0
        kind = self._data[place + 1]
        if kind == _END:
            return place + 2
        if kind == _START:  # the next picture begins before this one ended
            self._lose(place)
            return None
        self._in_scan = kind in (0x00, 0xFF) or 0xD0 <= kind <= 0xD7
        self._at = place + (1 if kind == 0xFF else 2) if self._in_scan else place
        return None
