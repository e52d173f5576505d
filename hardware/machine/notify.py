"""Telling systemd that the service is ready and alive (sd_notify), over its datagram socket. Ten lines, so no package.

Nothing happens where systemd did not start us: NOTIFY_SOCKET is then not set.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class Notifier:
    """`NOTIFY_SOCKET` and `WATCHDOG_USEC` of the environment given. Sending never fails the service."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._every = int(environment.get("WATCHDOG_USEC", "0")) / 2_000_000
        self._fed: float | None = None

    def ready(self, status: str = "") -> None:
        """The service answers from now on."""
        self._send("READY=1" + (f"\nSTATUS={_one_line(status)}" if status else ""))

    def status(self, words: str) -> None:
        """One line for `systemctl status`."""
        self._send(f"STATUS={_one_line(words)}")

    def stopping(self) -> None:
        """The service ends on its own account."""
        self._send("STOPPING=1")

    def alive(self, now: float, *parts_alive: bool) -> bool:
        """Feeds the watchdog if every part is alive, at half its time; call it every tick. Whether it was fed."""
        if not self._every or not all(parts_alive):
            return False
        if self._fed is not None and now - self._fed < self._every:
            return False
        self._fed = now
        self._send("WATCHDOG=1")
        return True

    def _send(self, text: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK) as end:
                end.sendto(text.encode(), self._address)
        except OSError:
            return  # systemd is not listening: no reason to stop refereeing


def _one_line(words: str) -> str:
    return " ".join(words.split())
