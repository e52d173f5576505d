"""Bytes to messages and back. No port, clock or log: bytes go in, messages come out; a message goes in,
bytes come out.

A frame is COBS(code, fields, check A, check B) and a zero byte. Check A is CRC-16/CCITT-FALSE. One CRC-16
lets one random frame in 65,536 through, and a press made of noise would be a bid nobody made, so check B, a
CRC-16/ARC over the same bytes, stands beside it: together one in two thousand million. COBS comes from the
package `cobs`; check B is eight lines here, since the standard library has only the other.
"""

from __future__ import annotations

import struct
from binascii import crc_hqx
from dataclasses import dataclass

from cobs import cobs

from firmware_bridge.messages import Message, NotABoxMessage, from_payload

LONGEST = 40
"""Bytes of the longest frame allowed, the zero at its end not counted. What runs on longer is noise."""

_CHECKS = struct.Struct("<HH")


def _arc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0xA001 if byte & 1 else 0)
        table.append(byte)
    return tuple(table)


_ARC = _arc_table()


def crc_arc(data: bytes) -> int:
    """CRC-16/ARC: polynomial 0x8005 reflected, start 0; of b"123456789" it is 0xBB3D."""
    crc = 0
    for byte in data:
        crc = crc >> 8 ^ _ARC[(crc ^ byte) & 0xFF]
    return crc


def crc_ccitt(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF; of b"123456789" it is 0x29B1."""
    return crc_hqx(data, 0xFFFF)


def frame(payload: bytes) -> bytes:
    """A payload with its checks, framed, the closing zero included. Raises ValueError if it is too long."""
    encoded = bytes(cobs.encode(payload + _CHECKS.pack(crc_ccitt(payload), crc_arc(payload))))
    if len(encoded) > LONGEST:
        raise ValueError(f"A frame of {len(encoded)} bytes is longer than the {LONGEST} allowed.")
    return encoded + b"\0"


def encode(message: Message) -> bytes:
    """The bytes of a message on the wire."""
    return frame(message.payload())


@dataclass(slots=True)
class DroppedFrames:
    """How many frames were thrown away, by why. A zero on its own is no frame: it wakes a sleeping line."""

    framing: int = 0  # no COBS, too short or too long
    checks: int = 0  # check A or B is wrong
    meaning: int = 0  # checks right, fields impossible
    unknown: int = 0  # a code of a later protocol: not a fault

    @property
    def bad(self) -> int:
        """Frames damaged on the way."""
        return self.framing + self.checks + self.meaning


class Decoder:
    """Takes bytes in pieces of any size, gives whole messages. Damage costs the frame it hits, and the one
    that a lost zero glued to it; the next zero sets all right."""

    def __init__(self) -> None:
        self._begun = bytearray()
        self._skipping = False
        self.refused = DroppedFrames()

    def feed(self, data: bytes) -> list[Message]:
        """The messages completed by `data`, in order."""
        found = []
        pieces = data.split(b"\0")
        for number, piece in enumerate(pieces):
            self._take(piece)
            if number < len(pieces) - 1:
                message = self._close()
                if message is not None:
                    found.append(message)
        return found

    def _take(self, piece: bytes) -> None:
        if self._skipping:
            return
        self._begun += piece
        if len(self._begun) > LONGEST:
            self._skipping = True
            self._begun.clear()

    def _close(self) -> Message | None:
        if self._skipping:
            self._skipping = False
            self.refused.framing += 1
            return None
        encoded, self._begun = bytes(self._begun), bytearray()
        return self._read(encoded) if encoded else None

    def _read(self, encoded: bytes) -> Message | None:
        try:
            data = bytes(cobs.decode(encoded))
        except cobs.DecodeError:
            data = b""
        if len(data) <= _CHECKS.size:
            self.refused.framing += 1
            return None
        payload, checks = data[: -_CHECKS.size], data[-_CHECKS.size :]
        if checks != _CHECKS.pack(crc_ccitt(payload), crc_arc(payload)):
            self.refused.checks += 1
            return None
        try:
            message = from_payload(payload)
        except NotABoxMessage:
            self.refused.meaning += 1
            return None
        if message is None:
            self.refused.unknown += 1
        return message
