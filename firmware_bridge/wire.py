"""Pretend wires: ends a box in Python or any bytes can be hung on, for simulation and tests, and how a
cable spoils bytes.

`MemoryPort` is a port without any system call; `PtyWire` is a real terminal device which pyserial itself
opens.
"""

from __future__ import annotations

import contextlib
import errno
import os
import random
import tty
from collections.abc import Callable
from typing import Protocol

from firmware_bridge.link import Port


class WiredBox(Protocol):
    """What a wire needs of a box: `firmware_bridge.fake.FakeBox` has it."""

    outgoing: bytearray

    @property
    def unplugged(self) -> bool:
        """Whether the cable is out."""

    def receive(self, data: bytes) -> None:
        """Bytes from the host."""

    def tick(self, now: float) -> None:
        """The time is now."""


def spoil(data: bytes, chance: random.Random, *, drop: float = 0.0, garble: float = 0.0) -> bytes:
    """The bytes after a bad cable: each is lost with the one chance, and changed to another with the
    other."""
    if not drop and not garble:
        return data
    kept = (byte for byte in data if chance.random() >= drop)
    return bytes(byte ^ chance.randrange(1, 256) if chance.random() < garble else byte for byte in kept)


class MemoryPort:
    """A port straight into a WiredBox, for `SeatBox(open_port=...)`: no system call, no waiting."""

    def __init__(self, box: WiredBox) -> None:
        self._box = box

    def _check(self) -> None:
        if self._box.unplugged:
            raise OSError(errno.EIO, "the pretend cable is unplugged")

    @property
    def in_waiting(self) -> int:
        """Bytes the box has said and nobody read."""
        self._check()
        return len(self._box.outgoing)

    def read(self, size: int = 1) -> bytes:
        """Takes them."""
        self._check()
        data = bytes(self._box.outgoing[:size])
        del self._box.outgoing[:size]
        return data

    def write(self, data: bytes) -> int:
        """Hands bytes to the box."""
        self._check()
        self._box.receive(data)
        return len(data)

    def close(self) -> None:
        """Nothing to let go."""


def plug_into(box: WiredBox) -> tuple[Callable[[], list[str]], Callable[[str], Port]]:
    """The two arguments of SeatBox that make it talk to this fake: `SeatBox(*plug_into(box))`."""

    def find() -> list[str]:
        return [] if box.unplugged else ["pretend wire"]

    def open_port(name: str) -> Port:
        return MemoryPort(box)

    return find, open_port


class PtyWire:
    """A WiredBox behind a real terminal device, so that pyserial itself opens it: `name` is the port."""

    def __init__(self, box: WiredBox) -> None:
        self.box = box
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.name = os.ttyname(self._theirs)

    def pump(self, now: float) -> None:
        """Carries bytes both ways and ticks the box; call it as often as the link is polled."""
        with contextlib.suppress(BlockingIOError):  # the host has said nothing
            self.box.receive(os.read(self._ours, 4096))
        self.box.tick(now)
        if self.box.outgoing:
            sent = os.write(self._ours, self.box.outgoing)
            del self.box.outgoing[:sent]

    def close(self) -> None:
        """Pulls the cable."""
        os.close(self._ours)
        os.close(self._theirs)
