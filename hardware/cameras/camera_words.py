"""Which camera a word in the settings means: `pi`, `pi:1`, `usb`, `usb:/dev/video2`, or a file in its place.

Words only: no device is looked for, and no picture library is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class CameraKind(Enum):
    """How pictures are had."""

    PI = "pi"
    USB = "usb"
    FILE = "file"


class NoSuchCamera(ValueError):
    """A word that names no camera; the sentence says which do."""


@dataclass(frozen=True, slots=True)
class CameraWord:
    """`number` counts a Pi's cameras; `place` is a device or a file, empty for whichever USB camera is there."""

    kind: CameraKind
    number: int = 0
    place: str = ""

    @property
    def name(self) -> str:
        """What people call it."""
        match self.kind:
            case CameraKind.PI:
                return f"Pi camera {self.number}"
            case CameraKind.USB:
                return f"The USB camera{' ' + self.place if self.place else ''}"
            case CameraKind.FILE:
                return f"The film {self.place}"


def camera_word(word: str) -> CameraWord:
    """Raises NoSuchCamera for a word that names none."""
    kind, _, which = word.partition(":")
    if kind == "pi" and (not which or which.isdecimal()):
        return CameraWord(CameraKind.PI, number=int(which or 0))
    if kind == "usb" and (not which or which.startswith("/dev/")):
        return CameraWord(CameraKind.USB, place=which)
    if "/" in word or "." in word:
        return CameraWord(CameraKind.FILE, place=word)
    raise NoSuchCamera("give pi, pi:1, usb, usb:/dev/video2, none, or the path of a video or of a recording")
