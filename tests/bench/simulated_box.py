"""The real firmware on a simulated chip (simavr), for tests and measurements: built by its Makefile, its port a pty.

The table itself never uses this; without a box it talks to `fake.py`. Needs Debian's avr tools.
"""

from __future__ import annotations

import functools
import os
import select
import shutil
import subprocess
from pathlib import Path
from types import TracebackType

from firmware_bridge.wire import CountedPort
from tests import ROOT

FOLDER = ROOT / "firmware_bridge" / "firmware"
BUILD = ROOT / "build" / "firmware"
WITHIN_S = 600.0
"""How long the simulator may take to answer: only a broken one does not."""

_TOOLS = ("avr-gcc", "make", "cc")
_HEADER = Path("/usr/include/simavr/sim_avr.h")
_PACKAGES = "gcc-avr avr-libc libsimavr-dev libelf-dev make gcc"


class NoSimulator(RuntimeError):
    """The firmware can't be built or run here; the sentence says what to do."""


@functools.cache
def built() -> Path:
    """The folder with seatbox.elf and simbox, up to date. Raises NoSimulator."""
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    if not _HEADER.exists():
        missing.append("libsimavr-dev")
    if missing:
        raise NoSimulator(
            f"The firmware can't be run here ({', '.join(missing)} missing): apt-get install {_PACKAGES}."
        )
    command = ["make", "-C", str(FOLDER), f"BUILD={BUILD}", "all", "simulator"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        raise NoSimulator(f"The firmware can't be built here: {made.stderr.strip()}")
    return BUILD


class SimulatedBox:
    """A seat box of real firmware. Context manager; `name` is its serial port, `open` opens it.

    By steps (the default) its time stands still but in `run`, so that a busy machine changes nothing; with `real_pace`
    it runs as fast as the real one.
    """

    def __init__(self, *, real_pace: bool = False) -> None:
        folder = built()
        self.now = 0.0  # seconds of the chip's clock; by steps only
        self._process = subprocess.Popen(
            [folder / "simbox", folder / "seatbox.elf", *([] if real_pace else ["--steps"])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._unread = b""
        self._host: CountedPort | None = None
        self._sent_before = 0  # by ports closed since
        self._said = self._said_before = 0  # bytes, in all and until the port was opened
        self.lamps: list[tuple[int, bool, int]] = []  # (lamp, lit, microseconds of its own clock)
        self.name = self._line("port ")

    def open(self, name: str) -> CountedPort:
        """Opens its port; the argument is that `SeatBox` wants of `open_port`. One at a time."""
        if self._host is not None:
            self._sent_before += self._host.sent
        self._host = CountedPort(name)  # throws away what was said to nobody
        self._said_before = self._said
        return self._host

    def run(self, milliseconds: int = 1) -> None:
        """Lets so much of the chip's time pass."""
        sent = self._sent_before + (self._host.sent if self._host else 0)
        self.tell(f"step {milliseconds} {sent}")
        microseconds, said = self._line("at ").split()
        self.now, self._said = int(microseconds) / 1e6, int(said)
        if self._host is not None:
            self._host.await_bytes(self._said - self._said_before)

    def tell(self, line: str) -> None:
        """One line of its little language (simbox.c)."""
        assert self._process.stdin
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def press(self, seat: int, button: int) -> None:
        """A finger goes down."""
        self.tell(f"press {seat} {button}")

    def release(self, seat: int, button: int) -> None:
        """And up again."""
        self.tell(f"release {seat} {button}")

    def stats(self) -> dict[str, int]:
        """Its figures since power-up."""
        self.tell("stats")
        words = self._line("stats ").split()
        return {name: int(value) for name, value in (word.split("=") for word in words)}

    def pixels(self) -> bytes:
        """The picture last sent to the rings: three bytes (green, red, blue) an LED."""
        self.tell("pixels")
        return bytes.fromhex(self._line("pixels "))

    def lit(self) -> set[int]:
        """Which lamps are lit now."""
        self.stats()  # all said before this has been read
        now: dict[int, bool] = {lamp: lit for lamp, lit, _ in self.lamps}
        return {lamp for lamp, lit in now.items() if lit}

    def _line(self, begin: str) -> str:
        """The rest of the next line that begins so; lamps on the way are noted."""
        assert self._process.stdout
        while True:
            while b"\n" in self._unread:
                line, _, self._unread = self._unread.partition(b"\n")
                text = line.decode()
                if text.startswith("lamp "):
                    lamp, lit, at = (int(word) for word in text.split()[1:])
                    self.lamps.append((lamp, bool(lit), at))
                elif text.startswith(begin):
                    return text.removeprefix(begin)
            ready, _, _ = select.select([self._process.stdout], [], [], WITHIN_S)
            data = os.read(self._process.stdout.fileno(), 65536) if ready else b""
            if not data:
                raise NoSimulator(f"The simulated box said no line beginning with {begin!r}.")
            self._unread += data

    def __enter__(self) -> SimulatedBox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait()
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
