"""What the table asks people, with the picture: the card that is meant, and whose it is.

Of all cards only those are shown that somebody is asked about, and only to the referee, the table's screen and the
seats that are asked. Nothing is kept; what is answered is handed to the tick like any other word.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Depends, Path, Response
from pydantic import Field

from engine.layout import Seat
from table_controller.board.scoreboard import TABLE
from table_controller.match.referee import CardIsOf, Referee, Wish
from table_controller.web.api.acts import Acted, hand_in
from table_controller.web.bodies import Sent, body_as, json_body
from table_controller.web.guards import GuardedRouter, somebody_asked
from table_controller.web.pictures import described_picture, picture_answer
from table_controller.web.refusals import NOT_FOUND, REFUSALS, Refusal
from table_controller.web.served import Served
from table_controller.web.who_says import REFEREE

Mark = Annotated[int, Path(description="The card's number, from the board; below zero for one that nobody saw.")]
Asker = Annotated[Seat, Depends(somebody_asked)]
router = GuardedRouter(prefix="/api/v1/asked", tags=["acting"], responses={**REFUSALS, **NOT_FOUND})


class Owner(Sent):
    """Whose the card is, and the number of the board on which that was asked."""

    seat: int = Field(ge=1, le=6)
    after: int = Field(ge=0)


@router.get("/{mark}/picture.png", response_class=Response, responses=described_picture("image/png"))
async def picture(table: Served, who: Asker, mark: Mark) -> Response:
    """The card that is asked about, cut out of the picture; for the referee, the table and who is asked."""
    _refuse_unless_asked(table.desk.referee, mark, who)
    cut = await asyncio.to_thread(table.desk.crop, mark)
    if cut is None:
        raise Refusal(404, "no_crop")
    return picture_answer(cut, "image/png")


@router.post("/{mark}/owner", openapi_extra=json_body(Owner))
async def owner(table: Served, who: Asker, said: Annotated[Owner, Depends(body_as(Owner))], mark: Mark) -> Acted:
    """Say whose the card is; for the referee, the table and the two seats it may be of."""
    _refuse_unless_asked(table.desk.referee, mark, who)
    return await hand_in(table.desk, Wish(CardIsOf(mark, said.seat), said.after, by_referee=who == REFEREE), who)


def asked_about(referee: Referee | None) -> dict[int, frozenset[Seat]]:
    """The marks of the cards that people are asked about now, and which seats are asked."""
    if referee is None or referee.state.hand is None:
        return {}
    asked = [(question.mark, question.seat) for question in referee.state.hand.questions]
    asked += [(doubt.mark, seat) for doubt in referee.asking.whose for seat in (doubt.seat, doubt.other)]
    return {mark: frozenset(seat for each, seat in asked if each == mark) for mark, _ in asked}


def _refuse_unless_asked(referee: Referee | None, mark: int, who: Seat) -> None:
    """The referee and the table may see and answer what anybody is asked, play stopped or not."""
    asked = asked_about(referee).get(mark)
    if asked is None:
        raise Refusal(404, "not_asked")
    if who not in (REFEREE, TABLE) and who not in asked:
        raise Refusal(403, "not_yours")
