"""Calibration as addresses: what the camera sees and what is wrong with it, in words; the table set by four taps.

For the referee alone, as his picture is. Nothing is looked at unless a page asks, and nothing here holds the tick up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import FastAPI, Path, Request, Response
from pydantic import BaseModel, Field

from table_controller.web.calibration import Calibration
from table_controller.web.calibration_words import CalibrationTold, GridTold, calibration_told, places_shown
from table_controller.web.guards import Lang, Refused, json_body, read_body, refusal, said_in
from table_controller.web.referee_seat import REFUSALS, RefereeSeat, Session, Told
from table_controller.words.facts import said
from table_controller.words.tongues import Tongue, tongue
from vision.mat.print_scale import judged_scale
from vision.mat.taps import TapsFaulty

PATH = "/api/v1/referee/calibration"
Pixel = Annotated[float, Field(ge=-10_000, le=20_000, allow_inf_nan=False)]
Body = TypeVar("Body", bound=Told)
Found = TypeVar("Found")


class Taps(Told):
    """The four corners in pixels of the picture, clockwise from the top left."""

    taps: Annotated[tuple[tuple[Pixel, Pixel], ...], Field(min_length=4, max_length=4)]


class Scale(Told):
    """Measuring the print: first the mat without a card in its middle, then with one, face down."""

    with_card: bool


class ScaleTold(BaseModel):
    """What is to be done next, or what was measured, in words. `ready`: the card may be laid now."""

    told: str
    ready: bool = False


def add_calibration(app: FastAPI, seat: RefereeSeat) -> None:
    """Puts the addresses on the application."""
    _add_looks(app, seat)
    _add_taps(app, seat)
    _add_scale(app, seat)


def _table(
    seat: RefereeSeat, request: Request, session: str, to: Tongue, writes: bool = True
) -> Calibration | Response:
    """The table that is looked at, for the referee; or why this request is not heard."""
    refused = seat.refused(request, session, to, writes=writes)
    if refused is not None:
        return refused
    found = seat.desk.calibration
    return found if found is not None else refusal(409, to.say("no_picture"))


async def _with_body(
    seat: RefereeSeat, request: Request, session: str, to: Tongue, model: type[Body]
) -> tuple[Calibration, Body] | Response:
    """The table, and what is said to it; or why this request is not heard."""
    table = _table(seat, request, session, to)
    if isinstance(table, Response):
        return table
    told = await read_body(request, model, to)
    return told if isinstance(told, Response) else (table, told)


async def _done(to: Tongue, work: Callable[..., Found], *given: Any) -> Found | Response:
    """The work beside the loop; taps that are no corners and a disk that fails are refused in words."""
    try:
        return await asyncio.to_thread(work, *given)
    except TapsFaulty as why:
        return refusal(409, said(why.fact, to))
    except OSError as fault:
        return refusal(503, to.say("taps_not_written", fault=fault.strerror or str(fault)))


def _json(told: BaseModel | Response) -> Response:
    if isinstance(told, Response):
        return told
    return Response(told.model_dump_json(), media_type="application/json", headers={"Cache-Control": "no-store"})


def _add_looks(app: FastAPI, seat: RefereeSeat) -> None:
    @app.get(PATH, response_model=CalibrationTold, responses=REFUSALS, tags=["referee"])
    async def look(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """What the camera sees now, what is wrong with it, and what to do; in pixels of the picture of this number."""
        to = said_in(request, seat.bulletin, lang)
        table = _table(seat, request, session, to, writes=False)
        if isinstance(table, Response):
            return table
        letters = tongue(seat.bulletin.preferences.letters)
        return _json(await asyncio.to_thread(calibration_told, table, seat.desk, to, letters))

    @app.get(
        f"{PATH}/{{number}}.jpg",
        response_class=Response,
        responses={**REFUSALS, 200: {"content": {"image/jpeg": {}}}, 404: {"model": Refused}},
        tags=["referee"],
    )
    async def picture(
        request: Request, number: Annotated[int, Path(ge=1)], lang: Lang = "", session: Session = ""
    ) -> Response:
        """The picture of that look, as long as it is one of the last."""
        to = said_in(request, seat.bulletin, lang)
        table = _table(seat, request, session, to, writes=False)
        if isinstance(table, Response):
            return table
        seen = table.jpeg(number)
        if seen is None:
            return refusal(404, to.say("no_look"))
        return Response(seen, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


def _add_taps(app: FastAPI, seat: RefereeSeat) -> None:
    @app.post(
        f"{PATH}/grid", response_model=GridTold, responses=REFUSALS, openapi_extra=json_body(Taps), tags=["referee"]
    )
    async def grid(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """Where the places would lie by these taps. Nothing happens."""
        to = said_in(request, seat.bulletin, lang)
        heard = await _with_body(seat, request, session, to, Taps)
        if isinstance(heard, Response):
            return heard
        table, told = heard
        found = await _done(to, table.preview, told.taps)
        return found if isinstance(found, Response) else _json(GridTold(
            edge=found.edge, places=places_shown(found, seat.desk, to)
        ))  # fmt: skip

    @app.post(
        f"{PATH}/taps",
        status_code=204,
        response_model=None,
        responses=REFUSALS,
        openapi_extra=json_body(Taps),
        tags=["referee"],
    )
    async def keep(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """The table lies where these taps are, from now on and after the next start."""
        to = said_in(request, seat.bulletin, lang)
        heard = await _with_body(seat, request, session, to, Taps)
        if isinstance(heard, Response):
            return heard
        table, told = heard
        return await _done(to, table.keep, told.taps) or Response(status_code=204)

    @app.delete(f"{PATH}/taps", status_code=204, response_model=None, responses=REFUSALS, tags=["referee"])
    async def forget(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """The mat's markers say where the table lies again."""
        to = said_in(request, seat.bulletin, lang)
        table = _table(seat, request, session, to)
        if isinstance(table, Response):
            return table
        return await _done(to, table.forget) or Response(status_code=204)


def _add_scale(app: FastAPI, seat: RefereeSeat) -> None:
    @app.post(
        f"{PATH}/scale", response_model=ScaleTold, responses=REFUSALS, openapi_extra=json_body(Scale), tags=["referee"]
    )
    async def scale(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """Is the print true to size? Asked twice: without a card in the middle, and with one."""
        to = said_in(request, seat.bulletin, lang)
        heard = await _with_body(seat, request, session, to, Scale)
        if isinstance(heard, Response):
            return heard
        table, told = heard
        return _json(await asyncio.to_thread(_measured, table, told.with_card, to))


def _measured(table: Calibration, with_card: bool, to: Tongue) -> ScaleTold:
    if not with_card:
        seen = table.remember_bare()
        return ScaleTold(told=to.say("lay_card" if seen else "no_look"), ready=seen)
    height = table.measure()
    if height is None:
        return ScaleTold(told=to.say("no_card_measured"), ready=True)
    remark = judged_scale(height)
    true = to.say("print_true", height=to.number(f"{height:.1f}"))
    return ScaleTold(told=true if remark is None else said(remark, to))
