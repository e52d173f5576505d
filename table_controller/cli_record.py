"""`pepper-table record`: a recording of the table as the camera sees it, for whoever wants to look into something."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from table_controller.settings import load_settings


def record(
    out: Annotated[Path, typer.Argument(help="The folder to write; it must not exist yet.", metavar="DIR")],
    config: Annotated[Path | None, typer.Option(help="The table's settings, a table.toml.")] = None,
    camera: Annotated[str | None, typer.Option(help="The camera, if not the settings' one.")] = None,
    seconds: Annotated[
        float, typer.Option(help="How long at most (Ctrl+C ends it earlier).", min=0.2, max=600)
    ] = 120.0,
) -> None:
    """Record what the table camera sees, as a folder that `replay` plays."""
    from table_controller.cli_calibrate import frames, mat_in
    from table_controller.recorder import Ring, Source, write_trouble
    from vision.taps import TAPS

    settings = load_settings(config)
    mat = mat_in(settings, None)
    if out.exists():
        raise ValueError(f"{out} exists already: give the name of a new folder.")
    ring, began = Ring(seconds + 1), time.monotonic()
    for image, now, words in frames(settings, camera, seconds):
        if image is None:
            typer.echo(words, err=True)
            continue
        ring.see(image, now - began)
    source = Source(mat, settings.table.deck.lower(), settings.state.folder / TAPS)
    size = write_trouble(out, ring.frames, (), source, rules=settings.table.rules)
    typer.echo(f"{len(ring.kept)} frames, {size / 1e6:.1f} MB in {out}. Nothing else was kept.")
