"""What is so round the table, as codes: kept until the reader's language is known, and then told to the board."""

from __future__ import annotations

from dataclasses import dataclass

from engine.layout import Seat
from hardware.facts import Coded, Condition
from table_controller.board.board import CallShown, Surroundings, TroubleShown
from table_controller.words.facts import all_said, as_json, said, sentence
from table_controller.words.tongues import Tongue


@dataclass(frozen=True, slots=True)
class Calling:
    """A seat calls with its buttons: `kind` is "help" or "wrong", `who` the seat's player."""

    kind: str
    seat: Seat
    who: str


@dataclass(frozen=True, slots=True)
class TableAround:
    """`source`: where cards come from; `health`: what the camera sees of the mat; `wrong`: what is not well, the
    gravest first. `acting` as in Surroundings."""

    source: Coded | None = None
    acting: bool = False
    health: tuple[Coded, ...] = ()
    wrong: tuple[Condition, ...] = ()
    calls: tuple[Calling, ...] = ()

    def shown(self, to: Tongue) -> Surroundings:
        """The same in that language."""
        return Surroundings(
            source=said(self.source, to) if self.source is not None else "",
            acting=self.acting,
            health=(all_said(self.health, to),) if self.health else (),
            health_codes=tuple(each.code.value for each in self.health),
            missing=tuple(sentence(condition, to) for condition in self.wrong),
            troubles=tuple(TroubleShown(**as_json(condition, to)) for condition in self.wrong),
            calls=tuple(
                CallShown(kind=call.kind, seat=call.seat, text=to.say(f"call_{call.kind}", who=call.who))
                for call in self.calls
            ),
        )
