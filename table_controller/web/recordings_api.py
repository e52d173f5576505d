"""Recordings as addresses: what lies there, start, stop, look, delete. For the referee alone.

Pictures leave the machine by no other address, and none is written unless the referee asks for it. A name is that of a
folder on the shelf or nothing: no path is ever taken from a request.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import FastAPI, Path, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from hardware.facts import PartFailed
from table_controller.match.filming import Ended, Film, NoRoom
from table_controller.match.recording_folder import ASKED_FOR, Told, earlier
from table_controller.match.recordings_kept import NoSuchRecording, RecordingsKept, Standing
from table_controller.match.referee import Referee
from table_controller.match.trouble import keeping
from table_controller.web.guards import Lang, Refused, refusal, said_in
from table_controller.web.referee_seat import REFUSALS, RefereeSeat, Session
from table_controller.words.facts import said
from table_controller.words.tongues import Tongue

Name = Annotated[str, Path(pattern=r"^(trouble|recording)-[0-9]{3,6}$", description="A recording's name.")]
Number = Annotated[int, Path(ge=1, le=1_000_000)]
_ALL = {**REFUSALS, 404: {"model": Refused}}
_OVER = {
    Ended.LONG: "film_long",
    Ended.LARGE: "film_large",
    Ended.DISK_FULL: "film_full",
    Ended.NOT_WRITTEN: "film_not_written",
    Ended.EMPTY: "film_empty",
    Ended.STOPPED: "film_kept",
}


class RecordingShown(BaseModel):
    """A recording that lies there. `made` in seconds since 1970; `fault` in words when it can't be played."""

    name: str
    trouble: bool
    folder: str
    bytes: int
    pictures: int
    seconds: float
    made: float
    match: str = ""
    fault: str = ""


class FilmShown(BaseModel):
    """The recording that is being made."""

    name: str
    seconds: float
    pictures: int
    bytes: int


class RecordingsShown(BaseModel):
    """All of them, the newest first. `ended` tells how the last recording ended, `keeping` which pictures are kept."""

    recordings: tuple[RecordingShown, ...]
    filming: FilmShown | None
    can_film: bool
    ended: str
    keeping: str
    folder: str
    free: int


class Frames(BaseModel):
    """When a recording's pictures were taken, in seconds from its start."""

    times: tuple[float, ...]


def add_recordings(app: FastAPI, seat: RefereeSeat) -> None:
    """Puts the addresses on the application."""
    path = "/api/v1/referee/recordings"

    async def heard(
        request: Request,
        lang: str,
        session: str,
        do: Callable[[RecordingsKept, Tongue], BaseModel | bytes],
        writes: bool = True,
        blame: str = "not_deleted",
    ) -> Response:
        """What `do` gives, worked out beside the loop; or the refusal. `blame`: the phrase for a disk that fails."""
        to = said_in(request, seat.bulletin, lang)
        refused = seat.refused(request, session, to, writes=writes)
        if refused is not None:
            return refused
        shelf = seat.desk.shelf
        if shelf is None:
            return refusal(503, to.say("no_folder"))
        return await _answer(lambda: asyncio.to_thread(do, shelf, to), to, blame)

    @app.get(path, response_model=RecordingsShown, responses=REFUSALS, tags=["referee"])
    async def shelf(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """The recordings on this machine, and the one that is being made."""
        return await heard(request, lang, session, lambda shelf, to: _shown(shelf, seat, to), writes=False)

    @app.post(path, response_model=RecordingsShown, responses=REFUSALS, tags=["referee"])
    async def start(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """Begin a recording of what the table camera sees."""

        def begin(shelf: RecordingsKept, to: Tongue) -> RecordingsShown:
            shelf.start(told_by(seat.desk.referee))
            return _shown(shelf, seat, to)

        return await heard(request, lang, session, begin, blame="film_not_written")

    @app.post(f"{path}/stop", response_model=RecordingsShown, responses=REFUSALS, tags=["referee"])
    async def stop(request: Request, lang: Lang = "", session: Session = "") -> Response:
        """End the recording that is being made."""

        def end(shelf: RecordingsKept, to: Tongue) -> RecordingsShown:
            shelf.stop()
            return _shown(shelf, seat, to)

        return await heard(request, lang, session, end)

    @app.delete(f"{path}/{{name}}", response_model=RecordingsShown, responses=_ALL, tags=["referee"])
    async def delete(request: Request, name: Name, lang: Lang = "", session: Session = "") -> Response:
        """Delete a recording with everything in it."""

        def away(shelf: RecordingsKept, to: Tongue) -> RecordingsShown:
            shelf.delete(name)
            return _shown(shelf, seat, to)

        return await heard(request, lang, session, away)

    @app.get(f"{path}/{{name}}", response_model=Frames, responses=_ALL, tags=["referee"])
    async def frames(request: Request, name: Name, lang: Lang = "", session: Session = "") -> Response:
        """When its pictures were taken."""
        return await heard(request, lang, session, lambda shelf, to: Frames(times=shelf.times(name)), writes=False)

    @app.get(
        f"{path}/{{name}}/{{number}}.jpg",
        response_class=Response,
        responses={**_ALL, 200: {"content": {"image/jpeg": {}}}},
        tags=["referee"],
    )
    async def picture(request: Request, name: Name, number: Number, lang: Lang = "", session: Session = "") -> Response:
        """Its picture of that number, from 1."""
        return await heard(request, lang, session, lambda shelf, to: shelf.picture(name, number), writes=False)


async def _answer(work: Callable[[], Awaitable[BaseModel | bytes]], to: Tongue, blame: str) -> Response:
    try:
        found = await work()
    except NoSuchRecording:
        return refusal(404, to.say("no_recording"))
    except ValueError as why:
        return refusal(409, said(why.fact, to) if isinstance(why, PartFailed) else str(why))
    except NoRoom:
        return refusal(503, to.say("no_room"))
    except OSError as fault:
        return refusal(503, to.say(blame, fault=fault.strerror or str(fault)))
    if isinstance(found, bytes):
        return Response(found, media_type="image/jpeg", headers={"Cache-Control": "no-store"})
    return JSONResponse(found.model_dump(), headers={"Cache-Control": "no-store"})


def told_by(referee: Referee | None) -> Callable[[float], Told]:
    """What this referee was told and what it told, when a recording of it ends that began at so many seconds."""

    def told(start: float) -> Told:
        if referee is None:
            return Told(ASKED_FOR)
        heard = referee.recent
        return Told(ASKED_FOR, earlier(tuple(referee.log.entries), heard, start), heard, match=referee.log.path.stem)

    return told


def _shown(shelf: RecordingsKept, seat: RefereeSeat, to: Tongue) -> RecordingsShown:
    film, trouble = shelf.film, seat.desk.trouble
    return RecordingsShown(
        recordings=tuple(_one(each, to) for each in shelf.all()),
        filming=_film(film) if film is not None and film.is_on else None,
        can_film=shelf.source is not None,
        ended=_ended(film, to) if film is not None and not film.is_on else "",
        keeping=said(keeping(trouble.ring.seconds if trouble is not None else 0), to),
        folder=str(shelf.logs),
        free=shutil.disk_usage(shelf.logs).free,
    )


def _one(standing: Standing, to: Tongue) -> RecordingShown:
    return RecordingShown(
        name=standing.name,
        trouble=standing.is_trouble,
        folder=str(standing.folder),
        bytes=standing.size,
        pictures=standing.pictures,
        seconds=standing.seconds,
        made=standing.made,
        match=standing.match,
        fault=to.say("faulty_recording", fault=said(standing.fault, to)) if standing.fault else "",
    )


def _film(film: Film) -> FilmShown:
    return FilmShown(name=film.folder.name, seconds=film.seconds, pictures=film.pictures, bytes=film.bytes)


def _ended(film: Film, to: Tongue) -> str:
    return to.say(_OVER[film.ended or Ended.STOPPED], folder=film.folder, fault=film.fault)
