"""What a kind of camera is: how a word in the settings means one, and how that one is opened.

A new kind is one file beside this one and one line in kinds.py. A kind's file is read with the settings, so it loads
no picture library before a camera is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hardware.cameras.frames import Picture
    from hardware.facts import Condition


class Source(Protocol):
    """An open camera."""

    def read(self) -> Picture:
        """The next picture, waiting for it. Raises CameraLost."""

    def close(self) -> None:
        """Lets the camera go; a waiting read then fails."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a camera. A picture of another size is refused: the calibration would be wrong
    without a word."""

    width: int = 1280
    height: int = 720
    rate: int = 10  # pictures a second


@dataclass(frozen=True, slots=True)
class CameraKind:
    """One way to have pictures.

    `means`: which camera of this kind a word in the settings means, None if it means none. `opener`: for that one and
    what is wanted of it a function that opens it, again and again, raising CameraLost (or ValueError for a file).
    `short` and `forms`: what the help, and the refusal of a word that means no camera, offer. `is_live`: a real sensor,
    whose very same picture over and over is a fault. `groups`: the rights that `doctor` asks for; `checks`: what else
    it looks at before the camera is opened.
    """

    name: str
    short: str
    forms: str
    means: Callable[[str], str | None]
    opener: Callable[[str, Wanted], Callable[[], Source]]
    is_live: bool = True
    groups: tuple[str, ...] = ("video",)
    checks: Callable[[str], Iterable[Condition]] = lambda which: ()
