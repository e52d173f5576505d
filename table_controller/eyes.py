"""The watcher over one mat, as the referee wants it: pictures in, what has come to rest out."""

from __future__ import annotations

from engine.knobs import Ruleset
from engine.rulesets import preset
from hardware.cameras import Picture
from table_controller.zones import Seen
from vision.mat import A3_FOUR, Mat
from vision.reader import Reader
from vision.watch import Watcher


class Eyes:
    """One camera over one mat."""

    def __init__(self, reader: Reader, mat: Mat = A3_FOUR, first_mark: int = 0, copies: int = 1) -> None:
        """`first_mark`: the greatest mark already in the match's log, so that no two cards share one.

        `copies`: how often a card is in the deck.
        """
        self._watcher = Watcher(reader, mat, copies)
        self._mat = mat
        self._first_mark = first_mark

    def look(self, image: Picture, at: float) -> Seen | None:
        """What has newly come to rest; None while nothing has."""
        settled = self._watcher.see(image, at)
        return None if settled is None else Seen(settled, self._mat, self._first_mark, self._watcher.doubt)

    def crop(self, mark: int) -> bytes | None:
        """The card with this mark as the referee knows it, as a PNG of its picture; None when it lies there no more."""
        return self._watcher.crop(mark - self._first_mark)

    @property
    def health(self) -> str:
        """What the camera sees of the mat, in words."""
        return self._watcher.health


def copies_in(rules: Ruleset | str) -> int:
    """How often the commonest card is in the deck of these rules. Raises RulesFaulty for a name that is no preset."""
    ruleset = preset(rules) if isinstance(rules, str) else rules
    return max(ruleset.deck.count.values())
