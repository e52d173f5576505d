"""What looks at the table for the referee: a camera and the eyes behind it, or nobody.

One object a tick asks for: a moment to referee, which holds a picture if a new one has come. Whoever looks, the tick
is never held up for longer than it asks for, and a lost camera leaves the table to be played by hand.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from engine.inputs import Input
from engine.play.state import State
from hardware.cameras.frames import Picture
from hardware.cameras.watched import CameraState, WatchedCamera
from hardware.facts import Fact, fact
from table_controller.watching.facts import TableCode
from table_controller.watching.moments import Moment
from table_controller.watching.shoe import Shoe
from table_controller.watching.zones import Seen
from vision.mat.judging import Remark

HAND = fact(TableCode.BY_HAND)


class TableReader(Protocol):
    """Pictures to what lies there, as `watching.eyes.Eyes` makes them with the real reader."""

    def look(self, image: Picture, at: float) -> Seen | None:
        """What has newly come to rest; None while nothing has."""

    @property
    def health(self) -> tuple[Remark, ...]:
        """What is seen of the mat."""


class Nobody:
    """No camera: a moment is only time."""

    source = HAND
    health: tuple[Remark, ...] = ()

    def __init__(self, wait: Callable[[float], object] = time.sleep) -> None:
        self._wait = wait

    def begin(self) -> None:
        """Another match begins."""

    def moment(self, within: float) -> Moment:
        """Now, after having waited for so many seconds."""
        self._wait(within)
        return Moment(time.monotonic())

    def words(self, state: State) -> tuple[Input, ...]:
        """Nobody reads what is dealt."""
        return ()

    def look(self, image: Picture, at: float) -> Seen | None:
        """There are no pictures."""
        return None

    def fail(self, why: Exception) -> None:
        """There is nothing that could fail."""
        raise why

    def close(self) -> None:
        """There is nothing to let go."""


class Sight:
    """The table camera, and beside it the shoe with the reader camera if there is one.

    `seen` is told every picture of the table, for whoever judges its light. `failed` is told of a fault in the reading
    itself, which ends the looking but not the match: people then enter their cards.
    """

    def __init__(
        self,
        camera: WatchedCamera,
        eyes: TableReader,
        seen: Callable[[Picture, float], None] = lambda image, at: None,
        shoe: Shoe | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        self._failed, self._is_blind = failed, False
        self._camera, self._eyes, self._seen = camera, eyes, seen
        self._shoe = shoe
        self._last: Seen | None = None
        self._told = True

    @property
    def source(self) -> Fact:
        """Where cards come from now, for the page."""
        return fact(TableCode.BY_CAMERA, camera=self._camera.name) if self._sees else HAND

    @property
    def _sees(self) -> bool:
        return self._camera.state is CameraState.SEEING and not self._is_blind

    @property
    def health(self) -> tuple[Remark, ...]:
        """What the camera sees of the mat; nothing while it gives no pictures."""
        return self._eyes.health if self._sees else ()

    def begin(self) -> None:
        """Another match begins: what lies on the table is told anew with the next picture."""
        self._told = self._last is None

    def moment(self, within: float) -> Moment:
        """Now, with a picture if one has come within so many seconds."""
        frame = self._camera.look(within)
        now = time.monotonic()
        if frame is None:
            return Moment(now)
        self._seen(frame.image, now)
        return Moment(now, image=frame.image)

    def words(self, state: State) -> tuple[Input, ...]:
        """What the reader camera has seen of the deal since it was last asked; never waits for it."""
        return self._shoe.words(state) if self._shoe is not None else ()

    def look(self, image: Picture, at: float) -> Seen | None:
        """What has newly come to rest."""
        seen = self._read(image, at)
        if seen is None and not self._told:
            seen = self._last
        if seen is not None:
            self._last, self._told = seen, True
        return seen

    def _read(self, image: Picture, at: float) -> Seen | None:
        if self._is_blind:
            return None
        try:
            return self._eyes.look(image, at)
        except Exception as why:
            self.fail(why)
            return None

    def fail(self, why: Exception) -> None:
        """A fault in reading, or in making out what was read: people enter their cards from now on.

        Raises it where there is nobody to be told.
        """
        if self._failed is None:
            raise why
        self._is_blind = True
        self._failed(why)

    def close(self) -> None:
        """Lets the cameras go."""
        self._camera.close()
        if self._shoe is not None:
            self._shoe.close()
