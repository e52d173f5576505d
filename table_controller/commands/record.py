"""`pepper-table record`: a recording of the table as the camera sees it, for whoever wants to look into something."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from table_controller.match.settings import load_settings

if TYPE_CHECKING:
    from table_controller.match.filming import Film


def record(
    out: Annotated[
        Path | None,
        typer.Argument(help="The new folder; without it one that the referee's page lists.", metavar="DIR"),
    ] = None,
    config: Annotated[Path | None, typer.Option(help="The table's settings, a table.toml.")] = None,
    camera: Annotated[str | None, typer.Option(help="The camera, if not the settings' one.")] = None,
    seconds: Annotated[
        float, typer.Option(help="How long at most (Ctrl+C ends it earlier).", min=0.2, max=600)
    ] = 120.0,
) -> None:
    """Record what the table camera sees, as a folder that `replay` plays."""
    from table_controller.commands.calibrate import frames, mat_in
    from table_controller.match.filming import Film, Limits
    from table_controller.match.recording_folder import ASKED_FOR, RecordedTable, Told, free_folder
    from table_controller.match.recordings_kept import RECORDINGS
    from vision.mat.taps import TAPS

    settings = load_settings(config)
    source = RecordedTable(mat_in(settings, None), settings.table.deck.lower(), settings.state.folder / TAPS)
    folder = out or free_folder(settings.state.folder / RECORDINGS, "recording")
    if folder.exists():
        raise ValueError(f"{folder} exists already: give the name of a new folder.")
    told, began = Told(ASKED_FOR, rules=settings.table.rules), time.monotonic()
    film = Film(folder, source, lambda start: told, Limits(seconds=seconds + 1))
    for image, now, words in frames(settings, camera, seconds):
        if image is None:
            typer.echo(words, err=True)
            continue
        film.see(image, now - began)
        if not film.is_on:
            break
    _tell_how_it_ended(film)


def _tell_how_it_ended(film: Film) -> None:
    """What was recorded. Raises ValueError where that is nothing, OSError where it could not be written."""
    from table_controller.match.filming import Ended

    match film.stop():
        case Ended.EMPTY:
            raise ValueError("The camera gave no picture: nothing was recorded. `pepper-table calibrate` says why.")
        case Ended.NOT_WRITTEN:
            raise OSError(
                f"The recording could not be written to {film.folder} ({film.fault}): make room, then try again."
            )
        case Ended.DISK_FULL | Ended.LARGE:
            typer.echo("The disk is nearly full, or the recording very large: it ends here.", err=True)
        case _:
            pass
    late = f" {film.left_out} came faster than they could be written." if film.left_out else ""
    typer.echo(f"{film.pictures} frames, {film.bytes / 1e6:.1f} MB in {film.folder}.{late} Nothing else was kept.")
