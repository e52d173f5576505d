"""The reader camera at work: its pictures read in a thread of its own, because reading one takes longer than a tick."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

import cv2
import numpy as np

from engine.cards import Unseen
from engine.certainty import NAMED
from engine.inputs import Input
from engine.play.state import State
from hardware.cameras.frames import Picture
from hardware.cameras.watched import WatchedCamera
from hardware.facts import Fact, fact
from table_controller.watching.facts import TableCode
from table_controller.watching.whole_deal import Glimpse, WholeDeal
from vision.reading.assembly import assemble
from vision.reading.indices import Sizes, find_indices
from vision.reading.reader import Reader, count_backs

# Pixels of a picture's longer side.
LONGEST = 640
SIDES = (256, 360)
"""Pixels of a picture's longer side: what is kept of it, and the sizes it is looked at in. A card fills the window, so
its index is large; a photograph of unknown scale would have to be looked at in more sizes, ten times as slowly."""
LOOK_S = 0.2
"""Seconds the reading thread waits for a picture before it asks whether it is to end. Raised, closing takes longer."""


def glimpse_of(reader: Reader, picture: Picture) -> Glimpse:
    """What lies on the window: one card by name, something that can't be read (two cards, a blur), or nothing."""
    scale = min(1.0, LONGEST / max(picture.shape[:2]))
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    longest = max(small.shape[:2])
    found, levels = find_indices(reader.networks, small, Sizes(tuple(side / longest for side in SIDES)))
    seen = assemble(reader.evidence(found), copies=1)
    names = {card.card for card in seen if card.confidence >= NAMED}
    if len(names) == 1:
        return names.pop()
    return Unseen.UNREADABLE if seen or count_backs(levels[0]) else None


class Shoe:
    """Watches the window until it is closed. `words` is called by the tick, and never waits."""

    def __init__(
        self,
        camera: WatchedCamera,
        name: Callable[[Picture], Glimpse],
        packets: tuple[int, ...],
        said: Callable[[Fact | None], None],
    ) -> None:
        """`said` is told why a hand is played hidden, and None when the next one is not."""
        self._camera, self._name, self._said = camera, name, said
        self._deal = WholeDeal(packets)
        self._seen: SimpleQueue[Glimpse] = SimpleQueue()
        self._told: Fact | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="shoe", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.is_set():
            frame = self._camera.look(LOOK_S)
            if frame is None:
                continue
            try:
                self._seen.put(self._name(frame.image))
            except Exception as why:
                traceback.print_exception(why)
                self._deal.hidden = fact(TableCode.READER_FAILED, kind=type(why).__name__, reason=str(why))
                return

    def words(self, state: State) -> tuple[Input, ...]:
        """What the engine is to be told of the deal since the last tick."""
        with suppress(Empty):
            while True:
                self._deal.see(self._seen.get_nowait(), state)
        said = self._deal.tell(state)
        if self._deal.hidden != self._told:
            self._told = self._deal.hidden
            self._said(self._told)
        return said

    def close(self) -> None:
        """Lets the camera go."""
        self._ended.set()
        self._thread.join(5)
        self._camera.close()
