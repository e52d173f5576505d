"""Calibration as addresses: what the camera sees and what is wrong with it, in words; the table set by four taps.

For the referee alone, as his picture is. Nothing is looked at unless a page asks, and nothing here holds the tick up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, ParamSpec, TypeVar

from fastapi import Depends, Path, Response
from pydantic import BaseModel, Field

from table_controller.web.answer_language import To
from table_controller.web.api.calibration_words import CalibrationTold, GridTold, calibration_told, places_shown
from table_controller.web.bodies import Sent, body_as, json_body
from table_controller.web.calibration import Calibration
from table_controller.web.guards import GuardedRouter
from table_controller.web.pictures import UNKEPT, described_picture, picture_answer
from table_controller.web.refusals import NOT_FOUND, REFUSALS, Refusal
from table_controller.web.served import Served
from table_controller.words.facts import said
from table_controller.words.tongues import Tongue, tongue
from vision.mat.print_scale import judged_scale
from vision.mat.taps import TapsFaulty

Pixel = Annotated[float, Field(ge=-10_000, le=20_000, allow_inf_nan=False)]
Given = ParamSpec("Given")
Found = TypeVar("Found")
router = GuardedRouter(prefix="/api/v1/referee/calibration", tags=["referee"], responses=REFUSALS)


class Taps(Sent):
    """The four corners in pixels of the picture, clockwise from the top left."""

    taps: Annotated[tuple[tuple[Pixel, Pixel], ...], Field(min_length=4, max_length=4)]


class Scale(Sent):
    """Measuring the print: first the mat without a card in its middle, then with one, face down."""

    with_card: bool


class ScaleTold(BaseModel):
    """What is to be done next, or what was measured, in words. `ready`: the card may be laid now."""

    told: str
    ready: bool = False


async def the_calibration(table: Served) -> Calibration:
    """What looks at this table. Raises Refusal where there is no camera."""
    if table.desk.calibration is None:
        raise Refusal(409, "no_picture")
    return table.desk.calibration


Looking = Annotated[Calibration, Depends(the_calibration)]
TapsSaid = Annotated[Taps, Depends(body_as(Taps))]


@router.get("", response_model=CalibrationTold)
async def look(table: Served, looking: Looking, to: To) -> Response:
    """What the camera sees now, what is wrong with it, and what to do; in pixels of the picture of this number."""
    letters = tongue(table.bulletin.preferences.letters)
    return _unkept(await asyncio.to_thread(calibration_told, looking, table.desk, to, letters))


@router.get("/{number}.jpg", response_class=Response, responses={**described_picture(), **NOT_FOUND})
async def picture(looking: Looking, number: Annotated[int, Path(ge=1)]) -> Response:
    """The picture of that look, as long as it is one of the last."""
    seen = looking.jpeg(number)
    if seen is None:
        raise Refusal(404, "no_look")
    return picture_answer(seen)


@router.post("/grid", response_model=GridTold, openapi_extra=json_body(Taps))
async def grid(table: Served, looking: Looking, said: TapsSaid, to: To) -> Response:
    """Where the places would lie by these taps. Nothing happens."""
    found = await _done(looking.preview, said.taps)
    return _unkept(GridTold(edge=found.edge, places=places_shown(found, table.desk, to)))


@router.post("/taps", status_code=204, response_model=None, openapi_extra=json_body(Taps))
async def keep(looking: Looking, said: TapsSaid) -> Response:
    """The table lies where these taps are, from now on and after the next start."""
    await _done(looking.keep, said.taps)
    return Response(status_code=204)


@router.delete("/taps", status_code=204, response_model=None)
async def forget(looking: Looking) -> Response:
    """The mat's markers say where the table lies again."""
    await _done(looking.forget)
    return Response(status_code=204)


@router.post("/scale", response_model=ScaleTold, openapi_extra=json_body(Scale))
async def scale(looking: Looking, said: Annotated[Scale, Depends(body_as(Scale))], to: To) -> Response:
    """Is the print true to size? Asked twice: without a card in the middle, and with one."""
    return _unkept(await asyncio.to_thread(_measured, looking, said.with_card, to))


async def _done(work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """The work beside the loop; taps that are no corners and a disk that fails are refused in words."""
    try:
        return await asyncio.to_thread(work, *given, **named)
    except TapsFaulty as why:
        raise Refusal.by_part(why) from why
    except OSError as fault:
        raise Refusal.by_disk(fault, "taps_not_written") from fault


def _unkept(told: BaseModel) -> Response:
    return Response(told.model_dump_json(), media_type="application/json", headers=UNKEPT)


def _measured(looking: Calibration, with_card: bool, to: Tongue) -> ScaleTold:
    if not with_card:
        seen = looking.remember_bare()
        return ScaleTold(told=to.say("lay_card" if seen else "no_look"), ready=seen)
    height = looking.measure()
    if height is None:
        return ScaleTold(told=to.say("no_card_measured"), ready=True)
    remark = judged_scale(height)
    true = to.say("print_true", height=to.number(f"{height:.1f}"))
    return ScaleTold(told=true if remark is None else said(remark, to))
