"""Whether what a camera has locked still fits the light of the room. Numbers in, yes or no out: no picture, no clock.

Locks (exposure, gain, white balance, focus) are a measurement of one light. They fit while the table looks about as
bright as in the picture they were measured by, and can be read; else they are measured anew, as often as a budget
allows: measuring blinds the table for two seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

OFF = 1.0
"""Stops (factors of two) that the table may be brighter or darker than when its locks were measured. Chosen: half or
double the light is what a passing cloud does. Raised, the light is followed later; lowered, clouds start it."""
FAR_OFF = 2.0
"""Stops from which nothing is read and nobody is waited for. Chosen: paper in a quarter of its light is wood."""
HOLD_S = 1.0
"""Seconds that a picture does not fit before it counts. Chosen: what passes before the lens is quicker, and measuring
has to fit into five seconds with it. Raised, the table stays blind for longer."""
QUIET_S = 1.0
"""Seconds without movement that make a moment to measure in. Chosen, not measured. Raised, fewer plays are hurt."""
LATEST_S = 20.0
"""Seconds after which it is measured though somebody moves. Chosen, not measured: somebody always moves."""
MOVED = 0.01
"""Share of the picture that may change between two pictures of a quiet moment. Chosen, not measured."""

BUDGET = 4.0
"""So many measurements may follow each other. Chosen: an evening's switching of lamps never needs as many."""
REGAIN_S = 60.0
"""Seconds until one of them is allowed again. Chosen: a lamp that blinks for ever then blinds the table for two
seconds in a minute. Raised, it does so less, and a light that changed while it was measured is found later."""
KEPT_FOR_CHANGES = 2.0
"""So many are never spent on a picture that merely stays unreadable: a cap that comes off is followed at once."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """A picture beside the one its locks were measured by.

    `off`: by how many stops the table is brighter (below zero: darker); `readable`: whether it is neither all black nor
    all white; `moved`: what share of it (0..1) differs from the picture before.
    """

    off: float
    readable: bool
    moved: float


class ExposureWatch:
    """Judges one camera's pictures, through all its openings."""

    def __init__(self) -> None:
        self._budget, self._seen_at = BUDGET, 0.0
        self._unfit_since: float | None = None
        self._moved_at = 0.0

    @property
    def is_fit(self) -> bool:
        """Whether the last picture fitted its locks."""
        return self._unfit_since is None

    def measured(self) -> None:
        """The locks have been measured anew: nothing is held against them."""
        self._unfit_since = None

    def see(self, picture: Exposed, t: float) -> bool:
        """Whether the locks must be measured anew, after this picture at `t` seconds."""
        self._budget = min(BUDGET, self._budget + (t - self._seen_at) / REGAIN_S)
        self._seen_at = t
        if picture.moved > MOVED:
            self._moved_at = t
        changed = abs(picture.off) >= OFF
        if picture.readable and not changed:
            self._unfit_since = None
            return False
        if self._unfit_since is None:
            self._unfit_since = t
        if not self._is_moment(picture, self._unfit_since, t) or self._budget < 1 + (
            0 if changed else KEPT_FOR_CHANGES
        ):
            return False
        self._budget -= 1
        return True

    def _is_moment(self, picture: Exposed, since: float, t: float) -> bool:
        """Whether it has lasted, and measuring hurts nobody: nothing can be read, nothing moves, or it must be."""
        unfit_s = t - since
        if unfit_s < HOLD_S:
            return False
        blind = not picture.readable or abs(picture.off) >= FAR_OFF
        return blind or t - self._moved_at >= QUIET_S or unfit_s >= LATEST_S
