"""Pretend wires: ends a box in Python or any bytes can be hung on, for simulation and tests, and how a
cable spoils bytes.

`MemoryPort` is a port without any system call; `PtyWire` is a real terminal device which pyserial itself
opens.
"""

from __future__ import annotations

import errno
import os
import random
import select
import time
import tty
from collections.abc import Callable
from typing import Protocol

from firmware_bridge.link import Port, SerialPort

UNDER_WAY_S = 60.0
"""How long bytes may be under way through a terminal: on a machine that lives they come in milliseconds."""

HELD_BY_TERMINAL = 4000
"""Bytes that a terminal surely keeps for a reader; what is beyond may be seen only when these are read."""


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


class NoisyPort:
    """A port behind a cable that changes a share of the bytes, each way."""

    def __init__(self, port: Port, chance: random.Random, share: float) -> None:
        self._port = port
        self._chance = chance
        self._share = share

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read without waiting."""
        return self._port.in_waiting

    def read(self, size: int = 1) -> bytes:
        """Up to so many bytes, some of them wrong."""
        return spoil(self._port.read(size), self._chance, garble=self._share)

    def write(self, data: bytes) -> int:
        """Writes what fits, some of it wrong."""
        return self._port.write(spoil(data, self._chance, garble=self._share))

    def close(self) -> None:
        """Lets the port go."""
        self._port.close()


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


class CountedPort(SerialPort):
    """The link's own port, counting. A terminal hands bytes on when the machine finds time; a simulation that waits for
    what is still under way (`PtyWire`, a simulated chip) goes the same way on a busy machine as on an idle one."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.got = self.sent = 0
        self.closed = False

    def read(self, size: int = 1) -> bytes:
        """Up to so many bytes."""
        data = super().read(size)
        self.got += len(data)
        return data

    def write(self, data: bytes) -> int:
        """Writes what fits."""
        count = super().write(data)
        self.sent += count
        return count

    def close(self) -> None:
        """Lets the port go."""
        self.closed = True
        super().close()

    def await_bytes(self, said: int) -> None:
        """Waits until so many bytes, in all since the port was opened, were read or can be. Raises OSError."""
        if self.closed:
            return
        coming = min(said - self.got, HELD_BY_TERMINAL)
        until = time.monotonic() + UNDER_WAY_S
        while self.in_waiting < coming:
            if time.monotonic() > until:
                raise OSError(errno.EIO, f"{coming} bytes never came out of {self.name}")
            select.select([], [], [], 0.0002)


class PtyWire:
    """A WiredBox behind a real terminal device, so that pyserial itself opens it: `name` is the port."""

    def __init__(self, box: WiredBox) -> None:
        self.box = box
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.name = os.ttyname(self._theirs)
        self._port: CountedPort | None = None
        self._heard = self._said = 0  # since `open`

    def open(self, name: str) -> CountedPort:
        """For `SeatBox(open_port=...)`: `pump` then carries all there is, however busy the machine."""
        self._port = CountedPort(name)
        self._heard = self._said = 0
        return self._port

    def pump(self, now: float) -> None:
        """Carries bytes both ways and ticks the box; call it as often as the link is polled."""
        self._hear()
        self.box.tick(now)
        if self.box.outgoing:
            sent = os.write(self._ours, self.box.outgoing)
            del self.box.outgoing[:sent]
            self._said += sent
        if self._port is not None:
            self._port.await_bytes(self._said)

    def _hear(self) -> None:
        under_way = self._port.sent - self._heard if self._port is not None else 0
        while True:
            if under_way > 0:
                select.select([self._ours], [], [], UNDER_WAY_S)
            try:
                data = os.read(self._ours, 4096)
            except BlockingIOError:  # the host has said nothing
                return
            self._heard += len(data)
            under_way -= len(data)
            self.box.receive(data)

    def close(self) -> None:
        """Pulls the cable."""
        os.close(self._ours)
        os.close(self._theirs)
