"""The real firmware on a simulated chip: built once a run, worked by its standard input, its port a terminal."""

from __future__ import annotations

import functools
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType

import pytest

FOLDER = Path(__file__).parents[2] / "firmware_bridge" / "firmware"
NEEDED = ("avr-gcc", "make", "cc")


@functools.cache
def built() -> Path:
    """The folder with seatbox.elf and simbox, up to date. Skips the test where tools are missing."""
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    if missing or not Path("/usr/include/simavr/sim_avr.h").exists():
        lacking = ", ".join([*missing, "libsimavr-dev"])
        pytest.skip(
            f"the firmware can't be run here ({lacking}): apt-get install gcc-avr avr-libc libsimavr-dev libelf-dev"
        )
    folder = Path(__file__).parents[2] / "build" / "firmware"
    made = subprocess.run(
        ["make", "-C", str(FOLDER), f"BUILD={folder}", "all", "simulator"], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    return folder


class SimBox:
    """A seat box of real firmware. Context manager; `name` is its serial port.

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
        self.lamps: list[tuple[int, bool, int]] = []  # (lamp, lit, microseconds of its own clock)
        self.name = self._line("port ", within=600)

    def run(self, milliseconds: int = 1) -> None:
        """Lets so much of the chip's time pass."""
        self.tell(f"step {milliseconds}")
        self.now = int(self._line("at ", within=600)) / 1e6

    def tell(self, line: str) -> None:
        """One line of its little language."""
        assert self._process.stdin
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def press(self, seat: int, button: int) -> None:
        self.tell(f"press {seat} {button}")

    def release(self, seat: int, button: int) -> None:
        self.tell(f"release {seat} {button}")

    def stats(self) -> dict[str, int]:
        """Its figures since power-up."""
        self.tell("stats")
        words = self._line("stats ", within=600).split()
        return {name: int(value) for name, value in (word.split("=") for word in words)}

    def pixels(self) -> bytes:
        """The picture last sent to the rings: three bytes (green, red, blue) an LED."""
        self.tell("pixels")
        return bytes.fromhex(self._line("pixels ", within=600))

    def lit(self) -> set[int]:
        """Which lamps are lit now."""
        self.stats()  # all said before this has been read
        now: dict[int, bool] = {lamp: lit for lamp, lit, _ in self.lamps}
        return {lamp for lamp, lit in now.items() if lit}

    def _line(self, begin: str, within: float) -> str:
        """The rest of the next line that begins so; lamps on the way are noted."""
        until = time.monotonic() + within
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
            ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, until - time.monotonic()))
            data = os.read(self._process.stdout.fileno(), 65536) if ready else b""
            assert data, f"the simulated box said no line beginning with {begin!r}"
            self._unread += data

    def __enter__(self) -> SimBox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait()
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
