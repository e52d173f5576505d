"""The watcher over one mat, as the referee wants it: pictures in, what has come to rest out."""

from __future__ import annotations

import threading

from engine.knobs import Ruleset
from engine.rules.rulesets import preset
from hardware.cameras.frames import Picture
from table_controller.watching.last_minute import Ring
from table_controller.watching.zones import Seen
from vision.mat.judging import LIGHT, Fault, Remark, remarks
from vision.mat.mats import A3_FOUR, Mat
from vision.mat.registration import Registration
from vision.reading.reader import Reader
from vision.table.sighting import Settled
from vision.table.watch import Watcher

JUDGED_EVERY_S = 5.0
"""Seconds between two judgements of the picture: light, focus and view change slowly. Chosen, not measured. Lowered,
they cost time of the tick."""


class Eyes:
    """One camera over one mat."""

    def __init__(
        self,
        reader: Reader,
        mat: Mat = A3_FOUR,
        first_mark: int = 0,
        copies: int = 1,
        ring: Ring | None = None,
        fixed: Registration | None = None,
        live: bool = False,
    ) -> None:
        """`first_mark`: the greatest mark already in the match's log, so that no two cards share one.

        `copies`: how often a card is in the deck. `ring` is shown every picture, `fixed` the place of a table without
        a mat; `live` pictures are judged as well as read.
        """
        self.mat = mat
        self.fixed = fixed
        """Where the table lies by four taps; None where its mat's markers say."""
        self.settled: Settled | None = None
        """What came to rest last; replaced as a whole, so that any thread may read it."""
        self._watcher = Watcher(reader, mat, copies, fixed)
        self._watching = threading.Lock()
        self.ring = ring or Ring()
        self._live = live
        self._remarks, self._judged_at = list[Remark](), float("-inf")
        self._first_mark = first_mark

    def look(self, image: Picture, at: float) -> Seen | None:
        """What has newly come to rest; None while nothing has."""
        self.ring.see(image, at)
        self.judge(image, at)
        with self._watching:
            settled = self._watcher.see(image, at)
        if settled is None:
            return None
        self.settled = settled
        return Seen(settled, self.mat, self._first_mark, self._watcher.doubt)

    def fix(self, fixed: Registration | None) -> None:
        """From now on the table lies there, or (None) where its mat's markers say; from any thread, as `crop`.

        Cards keep their marks, so that nothing of what has been decided is told again.
        """
        with self._watching:
            self._watcher.fix(fixed)
            self.fixed, self._judged_at = fixed, float("-inf")

    def crop(self, mark: int) -> bytes | None:
        """The card with this mark as the referee knows it, as a PNG of its picture; None when it lies there no more.

        From any thread: it waits while a picture is being read, and the next one waits the few milliseconds of a crop.
        """
        with self._watching:
            return self._watcher.crop(mark - self._first_mark)

    def judge(self, image: Picture, at: float) -> bool:
        """Every few seconds the picture itself is judged, read or not; whether it was this time.

        What can't be watched is said, and play goes on by hand.
        """
        if 0 <= at - self._judged_at < JUDGED_EVERY_S:
            return False
        self._judged_at = at
        self._remarks = remarks(image, self.mat, self.fixed) if self._live else []
        return True

    @property
    def health(self) -> tuple[Remark, ...]:
        """What the camera sees of the mat, never empty; its light and focus are told with the camera's."""
        worst = next((remark for remark in self._remarks if remark.stops), None)
        besides = (remark for remark in self._remarks if remark.fault not in (Fault.HIDDEN, *LIGHT))
        return (worst,) if worst is not None else (self._watcher.health, *besides)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What is said of the picture that was judged last."""
        return tuple(self._remarks)


def copies_in(rules: Ruleset | str) -> int:
    """How often the commonest card is in the deck of these rules. Raises RulesFaulty for a name that is no preset."""
    ruleset = preset(rules) if isinstance(rules, str) else rules
    return max(ruleset.deck.count.values())
