"""A card that lies between two seats: the question that the table asks of it, as the watching would."""

from __future__ import annotations

from engine.layout import Seat
from table_controller.watching.odds import Happened
from table_controller.watching.telling import Question, QuestionKind
from table_controller.watching.why import Account, Why


def whose(mark: int, seat: Seat, other: Seat, nearer: float = 0.0) -> Question:
    """`nearer`: by so much its place speaks more for `seat`, who is on turn, than for `other`."""
    told = Account(Happened.IN_TURN, seat, {"happening": -0.1, "place": -3.0 + nearer})
    beaten = Account(Happened.ONE_TOO_MANY, other, {"happening": -7.0, "place": -3.0})
    return Question(QuestionKind.WHOSE, mark, seat, other, Why(0.8, told, beaten))
