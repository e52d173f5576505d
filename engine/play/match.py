"""All that is known of a match as one immutable value. How events change it is in `state` and `changes`.

Facts only: nothing is judged here, and nothing but names and marks is worked out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.events import CardsDrawn, Event
from engine.findings import Play
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play.hand import Hand, Phase, Result


@dataclass(frozen=True)
class State:
    """One match.

    `score` by side. `turn` is the one seat that is to act, None when several may or none need.
    `misdeals` in a row by this dealer; `warnings` for talk, by seat, in this match. `lying` are the last
    hand's cards that may still lie there, `ignored` the marks of plays that were taken back while their
    cards stayed on the table. `draw` is the draw before the first deal as far as it has come. `past` is the
    state before the last decision, `future` the state that an undo left, `correcting` the one that a
    correction under way began from; none counts when states are compared.
    """

    rules: Ruleset | None = None
    names: tuple[str, ...] = ()
    score: tuple[float, ...] = ()
    hand: Hand | None = None
    phase: Phase = Phase.NO_MATCH
    turn: Seat | None = None
    won_by: int | None = None
    results: tuple[Result, ...] = ()
    lying: tuple[Play, ...] = ()
    ignored: frozenset[int] = frozenset()
    misdeals: int = 0
    warnings: tuple[Seat, ...] = ()
    draw: CardsDrawn | None = None
    decided: type[Event] | None = None
    """The kind of the last decision: its first event, CorrectionDone for a correction."""
    past: State | None = field(default=None, repr=False, compare=False)
    correcting: State | None = field(default=None, repr=False, compare=False)
    future: State | None = field(default=None, repr=False, compare=False)

    def who(self, seat: Seat) -> str:
        """The player's name, or `Seat 3` for somebody without one."""
        name = self.names[seat - 1] if seat <= len(self.names) else ""
        return name or f"Seat {seat}"

    @property
    def marks(self) -> frozenset[int]:
        """Every camera mark that this hand has dealt with."""
        if self.hand is None:
            return self.ignored
        plays = (*self.hand.plays, *self.hand.extras, *self.lying)
        known = {play.mark for play in plays if play.mark is not None}
        return self.ignored.union(known, (question.mark for question in self.hand.questions))

    @property
    def next_mark(self) -> int:
        """A mark that no card of this hand has had: where a camera that starts anew goes on counting."""
        return max(self.marks, default=0) + 1


INITIAL = State()
