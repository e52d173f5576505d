"""A kind of camera that was made up: `scope:3`, of grey pictures. Run, it is `pepper-table` with it registered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from hardware.cameras import kinds
from hardware.cameras.frames import CameraLost, Picture
from hardware.cameras.kind import CameraKind, Source, Wanted
from hardware.facts import Condition, Grade, HardwareCode, fact


class Scope:
    """Gives pictures of the size asked for, with a sensor's noise."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted, self._chance = wanted, np.random.default_rng(1)

    def read(self) -> Picture:
        noise = self._chance.integers(0, 6, (self._wanted.height, self._wanted.width, 3))
        return np.asarray(120 + noise, np.uint8)

    def close(self) -> None:
        """There is nothing to let go."""


def _means(word: str) -> str | None:
    kind, _, which = word.partition(":")
    return which if kind == "scope" and which.isdecimal() else None


def _opener(which: str, wanted: Wanted) -> Callable[[], Source]:
    def open_it() -> Source:
        if which == "9":
            raise CameraLost(fact(HardwareCode.USB_NONE_AT, place="the ninth scope"))
        return Scope(wanted)

    return open_it


def _checks(which: str) -> Iterator[Condition]:
    yield Condition("Scope", Grade.OK, fact(HardwareCode.SYSTEM_SAYS, reason=f"Scope {which} is plugged in."))


KIND = CameraKind(
    "scope", short="scope", forms="scope:1", means=_means, opener=_opener, groups=("plugdev",), checks=_checks
)

if __name__ == "__main__":
    kinds.KINDS.insert(0, KIND)
    from table_controller.__main__ import main

    main()
