"""What one tick of the referee's loop is given: a picture, a word, or neither."""

from __future__ import annotations

from dataclasses import dataclass

from engine.inputs import Input
from hardware.cameras.frames import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """What one tick is given. `at` in seconds since the source began; `item` is None outside a recording."""

    at: float
    item: int | None = None
    image: Picture | None = None
    said: Input | None = None
