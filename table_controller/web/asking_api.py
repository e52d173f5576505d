"""What the table asks people, with the picture: the card that is meant, and whose it is.

Of all cards only those are shown that somebody is asked about, and only to the referee, the table's screen and the
seats that are asked. Nothing is kept; what is answered is handed to the tick like any other word.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import FastAPI, Header, Path, Request, Response
from pydantic import Field

from engine.layout import Seat
from table_controller.board.scoreboard import TABLE
from table_controller.match.referee import CardIsOf, Referee, Wish
from table_controller.web.acts import Acted, hand_in, holder
from table_controller.web.guards import Lang, Refused, json_body, read_body, refusal, said_in
from table_controller.web.referee_seat import REFUSALS, RefereeSeat, Session, Told
from table_controller.words.tongues import Tongue

REFEREE: Seat = -1
"""Stands for the referee among the seats: he may see and answer what everybody is asked, play stopped or not."""
Mark = Annotated[int, Path(description="The card's number, from the board; below zero for one that nobody saw.")]
Token = Annotated[str, Header(alias="Authorization")]


class Owner(Told):
    """Whose the card is, and the number of the board on which that was asked."""

    seat: int = Field(ge=1, le=6)
    after: int = Field(ge=0)


def asked_about(referee: Referee | None) -> dict[int, frozenset[Seat]]:
    """The marks of the cards that people are asked about now, and which seats are asked."""
    if referee is None or referee.state.hand is None:
        return {}
    asked = [(question.mark, question.seat) for question in referee.state.hand.questions]
    asked += [(doubt.mark, seat) for doubt in referee.doubts for seat in (doubt.seat, doubt.other)]
    return {mark: frozenset(seat for each, seat in asked if each == mark) for mark, _ in asked}


def add_asking(app: FastAPI, seat: RefereeSeat) -> None:
    """Puts the addresses of the table's questions on the application."""
    desk = seat.desk

    @app.get(
        "/api/v1/asked/{mark}/picture.png",
        response_class=Response,
        responses={**REFUSALS, 200: {"content": {"image/png": {}}}, 404: {"model": Refused}},
        tags=["acting"],
    )
    async def picture(
        request: Request, mark: Mark, lang: Lang = "", authorization: Token = "", session: Session = ""
    ) -> Response:
        """The card that is asked about, cut out of the picture; for the referee, the table and who is asked."""
        to = said_in(request, seat.bulletin, lang)
        who = _asker(seat, request, authorization, session, to, looks=True)
        refused = who if isinstance(who, Response) else _not_asked(desk.referee, mark, who, to)
        if refused is not None:
            return refused
        cut = await asyncio.to_thread(desk.crop, mark)
        if cut is None:
            return refusal(404, to.say("no_crop"))
        return Response(cut, media_type="image/png", headers={"Cache-Control": "no-store"})

    @app.post(
        "/api/v1/asked/{mark}/owner",
        response_model=Acted,
        responses={**REFUSALS, 404: {"model": Refused}},
        openapi_extra=json_body(Owner),
        tags=["acting"],
    )
    async def owner(
        request: Request, mark: Mark, lang: Lang = "", authorization: Token = "", session: Session = ""
    ) -> Response:
        """Say whose the card is; for the referee, the table and the two seats it may be of."""
        to = said_in(request, seat.bulletin, lang)
        who = _asker(seat, request, authorization, session, to)
        if isinstance(who, Response):
            return who
        told = await read_body(request, Owner, to)
        refused = told if isinstance(told, Response) else _not_asked(desk.referee, mark, who, to)
        if refused is not None:
            return refused
        assert isinstance(told, Owner)
        return await hand_in(desk, Wish(CardIsOf(mark, told.seat), told.after, by_referee=who == REFEREE), to)


def _asker(
    seat: RefereeSeat, request: Request, authorization: str, session: str, to: Tongue, looks: bool = False
) -> Seat | Response:
    """The seat whose token came with the request, the table, the referee; or why it is turned away."""
    if authorization:
        return holder(request, seat.desk, authorization, to, looks)
    refused = seat.refused(request, session, to, writes=not looks)
    return REFEREE if refused is None else refused


def _not_asked(referee: Referee | None, mark: int, who: Seat, to: Tongue) -> Response | None:
    """Why this card is not for this asker; None when it is."""
    asked = asked_about(referee).get(mark)
    if asked is None:
        return refusal(404, to.say("not_asked"))
    return None if who in (REFEREE, TABLE) or who in asked else refusal(403, to.say("not_yours"))
