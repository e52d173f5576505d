"""Recordings as addresses: what lies there, start, stop, look, delete. For the referee alone.

Pictures leave the machine by no other address, and none is written unless the referee asks for it. A name is that of a
folder on the shelf or nothing: no path is ever taken from a request.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import Depends, Path, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from hardware.facts import PartFailed
from table_controller.match.filming import Ended, Film, NoRoom
from table_controller.match.recording_folder import ASKED_FOR, Told, earlier
from table_controller.match.recordings_kept import NoSuchRecording, RecordingEntry, RecordingsKept
from table_controller.match.referee import Referee
from table_controller.match.trouble import keeping
from table_controller.web.answer_language import To
from table_controller.web.desk import Desk
from table_controller.web.guards import GuardedRouter
from table_controller.web.pictures import UNKEPT, described_picture, picture_answer
from table_controller.web.refusals import NOT_FOUND, REFUSALS, Refusal
from table_controller.web.served import Served, ServedTable
from table_controller.words.facts import said
from table_controller.words.tongues import Tongue

Name = Annotated[str, Path(pattern=r"^(trouble|recording)-[0-9]{3,6}$", description="A recording's name.")]
Number = Annotated[int, Path(ge=1, le=1_000_000)]
Found = TypeVar("Found")
router = GuardedRouter(prefix="/api/v1/referee/recordings", tags=["referee"], responses=REFUSALS)
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


async def the_shelf(table: Served) -> RecordingsKept:
    """The recordings of this table. Raises Refusal where no folder is kept."""
    if table.desk.shelf is None:
        raise Refusal(503, "no_folder")
    return table.desk.shelf


OwnShelf = Annotated[RecordingsKept, Depends(the_shelf)]


@router.get("", response_model=RecordingsShown)
async def shelf(table: Served, shelf: OwnShelf, to: To) -> Response:
    """The recordings on this machine, and the one that is being made."""
    return await _with_shelf(table, shelf, to)


@router.post("", response_model=RecordingsShown)
async def start(table: Served, shelf: OwnShelf, to: To) -> Response:
    """Begin a recording of what the table camera sees."""
    await _done(shelf.start, told_by(table.desk.referee), blame="film_not_written")
    return await _with_shelf(table, shelf, to)


@router.post("/stop", response_model=RecordingsShown)
async def stop(table: Served, shelf: OwnShelf, to: To) -> Response:
    """End the recording that is being made."""
    await _done(shelf.stop)
    return await _with_shelf(table, shelf, to)


@router.delete("/{name}", response_model=RecordingsShown, responses=NOT_FOUND)
async def delete(table: Served, shelf: OwnShelf, name: Name, to: To) -> Response:
    """Delete a recording with everything in it."""
    await _done(shelf.delete, name)
    return await _with_shelf(table, shelf, to)


@router.get("/{name}", response_model=Frames, responses=NOT_FOUND)
async def frames(shelf: OwnShelf, name: Name) -> Response:
    """When its pictures were taken."""
    return _unkept(Frames(times=await _done(shelf.times, name)))


@router.get("/{name}/{number}.jpg", response_class=Response, responses={**described_picture(), **NOT_FOUND})
async def picture(shelf: OwnShelf, name: Name, number: Number) -> Response:
    """Its picture of that number, from 1."""
    return picture_answer(await _done(shelf.picture, name, number))


async def _with_shelf(table: ServedTable, shelf: RecordingsKept, to: Tongue) -> Response:
    return _unkept(await _done(_shown, shelf, table.desk, to))


async def _done(work: Callable[..., Found], *given: object, blame: str = "not_deleted") -> Found:
    """What the work gives, done beside the loop. `blame`: the phrase for a disk that fails. Raises Refusal."""
    try:
        return await asyncio.to_thread(work, *given)
    except NoSuchRecording as why:
        raise Refusal(404, "no_recording") from why
    except PartFailed as why:
        raise Refusal.by_part(why) from why
    except ValueError as why:
        raise Refusal.as_told(409, why) from why
    except NoRoom as why:
        raise Refusal(503, "no_room") from why
    except OSError as fault:
        raise Refusal.by_disk(fault, blame) from fault


def _unkept(told: BaseModel) -> Response:
    return JSONResponse(told.model_dump(), headers=UNKEPT)


def told_by(referee: Referee | None) -> Callable[[float], Told]:
    """What this referee was told and what it told, when a recording of it ends that began at so many seconds."""

    def told(start: float) -> Told:
        if referee is None:
            return Told(ASKED_FOR)
        heard = referee.recent
        return Told(ASKED_FOR, earlier(tuple(referee.log.entries), heard, start), heard, match=referee.log.path.stem)

    return told


def _shown(shelf: RecordingsKept, desk: Desk, to: Tongue) -> RecordingsShown:
    film, trouble = shelf.film, desk.trouble
    return RecordingsShown(
        recordings=tuple(_one(each, to) for each in shelf.all()),
        filming=_film(film) if film is not None and film.is_on else None,
        can_film=shelf.source is not None,
        ended=_ended(film, to) if film is not None and not film.is_on else "",
        keeping=said(keeping(trouble.ring.seconds if trouble is not None else 0), to),
        folder=str(shelf.logs),
        free=shutil.disk_usage(shelf.logs).free,
    )


def _one(entry: RecordingEntry, to: Tongue) -> RecordingShown:
    return RecordingShown(
        name=entry.name,
        trouble=entry.is_trouble,
        folder=str(entry.folder),
        bytes=entry.size,
        pictures=entry.pictures,
        seconds=entry.seconds,
        made=entry.made,
        match=entry.match,
        fault=to.say("faulty_recording", fault=said(entry.fault, to)) if entry.fault else "",
    )


def _film(film: Film) -> FilmShown:
    return FilmShown(name=film.folder.name, seconds=film.seconds, pictures=film.pictures, bytes=film.bytes)


def _ended(film: Film, to: Tongue) -> str:
    return to.say(_OVER[film.ended or Ended.STOPPED], folder=film.folder, fault=film.fault)
