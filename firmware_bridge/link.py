"""The seat box on its serial port: found by what it says, not by the port's name; kept, lost, and found
again.

The only file that imports `serial`. Nothing here waits: `poll` reads what is there, writes what fits, and
goes. The talk itself is `conversation.py`.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from firmware_bridge.conversation import Conversation, LinkPhase, Press, Taken
from firmware_bridge.messages import BoxState, Counters, Hello, Lamp, SelfTestDone
from firmware_bridge.status import BoxTold, LinkState, told

__all__ = ["LinkState", "Port", "Press", "SeatBox", "SerialPort", "serial_ports"]

ANSWER_WITHIN_S = 4.0
"""How long a port may stay silent: opening it resets an Uno, whose bootloader then listens for up to two
seconds."""

RETRY_S = 1.0
"""Seconds until a port is tried again. Chosen, not measured. Raised, a box that is plugged in is found later."""
UNSENT_MAX = 4096
"""Bytes that may wait for a port that takes none: a third of a second of them at BAUD."""
READ_MAX = 4096
"""Bytes read at once: what a port gathers while the host is held up for a third of a second."""
BAUD = 115200
"""Bits a second, as the firmware sets its port."""

# Makers of the boards and their USB bridges: Arduino (two), CH340, FTDI, CP210x.
_MAKERS = frozenset({0x2341, 0x2A03, 0x1A86, 0x0403, 0x10C4})


class Port(Protocol):
    """What the link needs of a serial port; pyserial's and the fake's have it."""

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read without waiting. Raises OSError when the device is gone."""

    def read(self, size: int = 1) -> bytes:
        """Up to so many bytes, never waiting."""

    def write(self, data: bytes) -> int:
        """Writes what fits now and says how much that was."""

    def close(self) -> None:
        """Lets the port go."""


def serial_ports() -> list[str]:
    """Ports that may be a seat box, by the makers of such boards; a stable order."""
    from serial.tools import list_ports

    return sorted(port.device for port in list_ports.comports() if port.vid in _MAKERS)


class SerialPort:
    """A port opened for us alone, never waited on. Raises OSError (serial.SerialException is one)."""

    def __init__(self, name: str) -> None:
        import serial

        self.name = name
        self._serial = serial.Serial(name, BAUD, timeout=0, write_timeout=0, exclusive=True)

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read without waiting."""
        return int(self._serial.in_waiting)

    def read(self, size: int = 1) -> bytes:
        """Up to so many bytes."""
        return bytes(self._serial.read(size))

    def write(self, data: bytes) -> int:
        """Writes what fits. Not pyserial's own `write`: with a full line it spins until there is room, for
        ever."""
        try:
            return os.write(self._serial.fileno(), data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Lets the port go."""
        self._serial.close()


class SeatBox:
    """The seat box, there or not. Call `poll` every tick; it never waits and never raises for a fault of
    the cable.

    `find` names the ports to try, `open_port` opens one: both are replaced to talk to a fake.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[str]] = serial_ports,
        open_port: Callable[[str], Port] = SerialPort,
    ) -> None:
        self._find = find
        self._open_port = open_port
        self._port: Port | None = None
        self._name = ""
        self._opened = 0.0
        self._talk: Conversation | None = None
        self._taken = Taken()
        self._wanted: dict[int, Lamp] = {}
        self._unsent = b""
        self._queue: list[str] = []
        self._next_try: float | None = None
        self._trouble = LinkState.SEARCHING
        self._trouble_port = ""
        self.reconnects = 0

    # What the table wants to know

    @property
    def state(self) -> LinkState:
        """How the cable is doing."""
        if self._talk is None:
            return self._trouble
        return {
            LinkPhase.READY: LinkState.READY,
            LinkPhase.REFUSED: LinkState.REFUSED,
            LinkPhase.SILENT: LinkState.LOST,
            LinkPhase.ASKING: self._trouble,
        }[self._talk.phase]

    @property
    def told(self) -> BoxTold:
        """The same for the people at the table, with port, firmware and the button that hangs."""
        return told(self.state, self._name or self._trouble_port, self.hello, self.hanging)

    @property
    def hanging(self) -> int:
        """The buttons that hang, as bits of BoxState.held."""
        return self._talk.hanging if self._talk else 0

    @property
    def hello(self) -> Hello | None:
        """Who the box is, once it has said so."""
        return self._talk.hello if self._talk else None

    @property
    def box_state(self) -> BoxState | None:
        """The box's latest own report."""
        return self._talk.state if self._talk else None

    @property
    def counters(self) -> Counters | None:
        """What `ask_counters` brought, when it has come."""
        return self._talk.counters if self._talk else None

    @property
    def self_test(self) -> SelfTestDone | None:
        """What `ask_self_test` brought, when it has come."""
        return self._talk.self_test if self._talk else None

    @property
    def lamps_confirmed(self) -> bool:
        """Whether the box has said that its lamps are as last shown."""
        return self.state is LinkState.READY and self._talk is not None and self._talk.lamps_confirmed

    # What the table does

    def show(self, wanted: Mapping[int, Lamp]) -> None:
        """What the box's lamps shall show, by seat (0: the table's). Kept, and sent whenever a box is
        there."""
        self._wanted = dict(wanted)
        if self._talk is not None:
            self._talk.show(self._wanted)

    def ask_counters(self) -> None:
        """Have the box say its counters."""
        if self._talk is not None:
            self._talk.ask_counters()

    def ask_self_test(self) -> None:
        """Have the box test itself."""
        if self._talk is not None:
            self._talk.ask_self_test()

    def poll(self, now: float) -> tuple[Press, ...]:
        """One tick: presses that are new since the last. `now` in seconds of any clock that never goes
        back."""
        if self._port is None:
            self._search(now)
        if self._port is None or self._talk is None:
            return ()
        try:
            presses = self._talk.receive(self._read(self._port), now)
            self._write(self._port, self._talk.send(now))
        except OSError:  # the cable was pulled, or a second program reads the port
            self._lose(now, LinkState.LOST)
            return ()
        self._give_up(now)
        return presses

    def close(self) -> None:
        """Lets the port go. `poll` would search again."""
        if self._port is not None:
            with contextlib.suppress(OSError):  # it may be gone already
                self._port.close()
        self._port = self._talk = None
        self._name = ""

    # Searching and losing

    def _search(self, now: float) -> None:
        if self._next_try is not None and now < self._next_try:
            return
        if not self._queue:
            self._queue = list(self._find())
            if not self._queue:
                if self._trouble is not LinkState.LOST:
                    self._trouble = LinkState.ABSENT
                self._next_try = now + RETRY_S
                return
        self._open(self._queue.pop(0), now)

    def _open(self, name: str, now: float) -> None:
        try:
            port = self._open_port(name)
        except OSError as why:
            self._trouble = _refusal(why, self._trouble)
            self._trouble_port = name
            self._next_try = now + (0.0 if self._queue else RETRY_S)
            return
        self._port, self._name, self._opened, self._unsent = port, name, now, b""
        if self._trouble not in (LinkState.LOST, LinkState.MUTE):
            self._trouble = LinkState.SEARCHING
        self._talk = Conversation(now, self._taken)
        self._talk.show(self._wanted)

    def _give_up(self, now: float) -> None:
        """Leaves a port on which nobody speaks, to try the others."""
        assert self._talk is not None
        if self._talk.phase is LinkPhase.READY:
            self._trouble = LinkState.SEARCHING
            self._opened = now
        elif self._talk.phase is not LinkPhase.REFUSED and now - self._opened > ANSWER_WITHIN_S:
            was_there = self._talk.phase is LinkPhase.SILENT or self._trouble is LinkState.LOST
            mute = self._trouble if self._queue else LinkState.MUTE  # the box may be on another port
            self._trouble_port = self._name
            self._lose(now, LinkState.LOST if was_there else mute)

    def _lose(self, now: float, trouble: LinkState) -> None:
        if self._talk is not None and self._talk.hello is not None:
            self.reconnects += 1
        self.close()
        self._trouble = trouble
        self._next_try = now + RETRY_S

    def _read(self, port: Port) -> bytes:
        waiting = port.in_waiting
        return port.read(min(waiting, READ_MAX)) if waiting else b""

    def _write(self, port: Port, data: bytes) -> None:
        self._unsent += data
        if len(self._unsent) > UNSENT_MAX:  # nobody reads: what is old is worth nothing, all is said again
            self._unsent = data
        if self._unsent:
            self._unsent = self._unsent[port.write(self._unsent) :]


def _refusal(why: OSError, otherwise: LinkState) -> LinkState:
    """Why a port can't be opened. pyserial wraps the system's error and says "lock" when another has it."""
    text = str(why).lower()
    if why.errno == errno.EACCES or "permission" in text:
        return LinkState.FORBIDDEN
    if why.errno in (errno.EBUSY, errno.EAGAIN) or "lock" in text:
        return LinkState.BUSY
    return otherwise if otherwise is LinkState.LOST else LinkState.ABSENT
