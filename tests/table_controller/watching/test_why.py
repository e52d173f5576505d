"""Why something was told, as it is written and read back."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import Card
from engine.inputs import ReadMark, SeeCard
from table_controller.watching.happenings import TableAct
from table_controller.watching.odds import Happened
from table_controller.watching.why import Account, Why, why_from, why_of

AH = Card.parse("AH")
TOLD = TableAct(SeeCard(2, AH, 0.99, 4), Happened.IN_TURN, 4, 3.0, (("happening", -0.0151), ("place", -0.1983)))
RIVAL = TableAct(SeeCard(3, AH, 0.99, 4), Happened.ONE_TOO_MANY, 4, 3.0, (("happening", -7.3), ("place", -4.0)))


def test_it_keeps_what_it_rests_on_and_what_it_beat() -> None:
    why = why_of(TOLD, 0.99987654321, RIVAL)
    assert why == Why(
        0.999876,
        Account(Happened.IN_TURN, 2, {"happening": -0.02, "place": -0.2}),
        Account(Happened.ONE_TOO_MANY, 3, {"happening": -7.3, "place": -4.0}),
    )
    assert why_from(why.to_plain()) == why


def test_what_was_not_certain_is_not_written_as_certain() -> None:
    assert why_of(TOLD, 0.9999999, None).sure < 1.0


def test_a_name_is_nobodys_doing() -> None:
    assert why_of(TableAct(ReadMark(4, AH, 0.99), Happened.NAMED, 4, 3.0), 1.0, None).told.seat == 0


@pytest.mark.parametrize("plain", [None, 3, {}, {"sure": 1}, {"sure": 1, "what": "flew", "seat": 1, "rests": {}}])
def test_what_another_version_wrote_is_left_out(plain: Any) -> None:
    assert why_from(plain) is None
