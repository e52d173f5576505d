"""The pages' addresses. None of them needs leave to be looked at: what may be done is the API's."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response
from fastapi.responses import HTMLResponse

from table_controller.web.answer_language import Lang, To, said_in
from table_controller.web.beside import SlowLane
from table_controller.web.fonts import FONTS, small_font
from table_controller.web.guards import GuardedRouter
from table_controller.web.pages import SECURITY
from table_controller.web.preferences import Preferences
from table_controller.web.served import Served, ServedTable
from table_controller.words.tongues import Tongue

router = GuardedRouter(default_response_class=HTMLResponse, include_in_schema=False)


@router.get("/")
async def room(request: Request, table: Served, to: To) -> Response:
    """The scoreboard on the wall; without a match, its beginning."""
    return _page(request, table, _or_start(table, "scoreboard.html"), to)


@router.get("/table")
async def beside(request: Request, table: Served, to: To) -> Response:
    """The screen beside the table; without a match, its beginning."""
    return _page(request, table, _or_start(table, "table.html"), to)


@router.get("/seat/{seat}")
async def phone(request: Request, table: Served, seat: Annotated[int, Path(ge=1, le=6)], lang: Lang = "") -> Response:
    """A player's phone, in the phone's own language unless another was chosen."""
    to = said_in(request, table.bulletin.preferences.language, lang, own_device=True)
    return _page(request, table, "seat.html", to)


@router.get("/referee")
async def referee(request: Request, table: Served, to: To) -> Response:
    """The referee's page; it asks for the PIN."""
    return _page(request, table, "referee.html", to)


@router.get("/calibrate")
async def calibrate(request: Request, table: Served, to: To) -> Response:
    """What the camera sees, and the table's corners."""
    return _page(request, table, "calibrate.html", to)


@router.get("/history")
async def history(request: Request, table: Served, to: To) -> Response:
    """The matches that were played."""
    return _page(request, table, "history.html", to)


@router.get("/history/{match}/{hand}")
async def replay(request: Request, table: Served, match: str, hand: int, to: To) -> Response:
    """A finished hand, card by card."""
    return _page(request, table, "replay.html", to)


@router.get("/static/{name}")
async def font(name: str, lane: SlowLane) -> Response:
    """A font, cut down once beside the loop that serves the board; it outlives many editions."""
    return _font(await lane.do(lambda: small_font(name)) if name in FONTS else None)


@router.get("/static/{wanted}/{name:path}")
async def static(table: Served, wanted: str, name: str) -> Response:
    """A file of the pages, of the edition that the page was of."""
    return table.pages.file(name, wanted)


def look_of(request: Request, preferences: Preferences) -> dict[str, str]:
    """Theme and suits: as asked for in the address, chosen on this device, or the table's own."""
    look = {}
    for key, known in (("theme", ("dark", "light")), ("suits", ("two", "four"))):
        wished = request.query_params.get(key) or request.cookies.get(key) or ""
        look[f"look_{key}"] = wished if wished in known else getattr(preferences, key)
    return look


def _or_start(table: ServedTable, page: str) -> str:
    return "start.html" if table.desk.waits_for_match else page


def _page(request: Request, table: ServedTable, name: str, to: Tongue) -> Response:
    return table.pages.page(name, to, look_of(request, table.bulletin.preferences))


def _font(content: bytes | None) -> Response:
    kept = {**SECURITY, "Cache-Control": "max-age=86400"}
    return Response(content or b"", 200 if content else 404, headers=kept, media_type="font/ttf")
