"""`pepper-table mat`: the mat and the bid tiles to print, and the mat's description for other programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from vision.mat.mats import Mat
    from vision.mat.paper import Page

PIXELS_PER_MM = 6.0
"""The scale of the picture that goes with the description."""


def mat(
    seats: Annotated[int, typer.Option(help="Seats at the table: 3 to 6.", min=3, max=6)] = 4,
    paper: Annotated[str, typer.Option(help="The mat's size: a3, a2, letter or tabloid.")] = "a3",
    sheet: Annotated[
        str | None, typer.Option(help="The printer's sheets, if smaller: a4, letter, a3 or tabloid.")
    ] = None,
    out: Annotated[Path, typer.Option(help="The folder to write to.", metavar="DIR")] = Path(),
    tiles: Annotated[bool, typer.Option(help="The bid tiles as well.")] = True,
    language: Annotated[str, typer.Option(help="The tiles' words: en, nl or fr.")] = "en",
) -> None:
    """Print the mat: PDF and SVG, in one piece and on the printer's sheets, with picture, description and bid tiles."""
    from vision.mat.matprint import mat_page, sheets, tiling
    from vision.mat.mats import mat_of
    from vision.mat.tileprint import tile_pages

    chosen = mat_of(seats, paper.lower())
    page = mat_page(chosen)
    printer = (sheet or ("letter" if paper.lower() in ("letter", "tabloid") else "a4")).lower()
    cut = tiling(chosen.size, printer)
    made = tile_pages(language, "letter" if printer in ("letter", "tabloid") else "a4") if tiles else []
    out.mkdir(parents=True, exist_ok=True)
    _write_mat(out, chosen, page)
    if cut.count > 1:
        _write_pages(out, f"{chosen.name}-on-{printer}", sheets(page, cut))
    if made:
        _write_tiles(out, f"bid-tiles-{language}", made)
    _tell(chosen.name, cut.count, printer)


def _write_mat(out: Path, chosen: Mat, page: Page) -> None:
    """In one piece, as a picture, and as a description."""
    from vision.mat.matfile import description
    from vision.mat.prints import to_pdf, to_svg

    _write(out / f"{chosen.name}.pdf", to_pdf([page], f"Pepper Table mat {chosen.name}"))
    _write(out / f"{chosen.name}.svg", to_svg(page).encode())
    _write(out / f"{chosen.name}.png", _png(page))
    _write_json(out / f"{chosen.name}.json", description(chosen, f"{chosen.name}.png", PIXELS_PER_MM))


def _write_tiles(out: Path, stem: str, pages: list[Page]) -> None:
    from vision.mat.matfile import tiles_description

    _write_pages(out, stem, pages)
    for number, page in enumerate(pages, start=1):
        _write(out / f"{stem}-{number}.png", _png(page))
    _write_json(out / "bid-tiles.json", tiles_description())


def _write_pages(out: Path, stem: str, pages: list[Page]) -> None:
    """One PDF of them all, and an SVG each."""
    from vision.mat.prints import to_pdf, to_svg

    _write(out / f"{stem}.pdf", to_pdf(pages, f"Pepper Table {stem}"))
    for number, page in enumerate(pages, start=1):
        _write(out / f"{stem}-{number}.svg", to_svg(page).encode())


def _png(page: Page) -> bytes:
    import cv2

    from vision.mat.prints import to_picture

    done, data = cv2.imencode(".png", to_picture(page, PIXELS_PER_MM)[..., ::-1])
    if not done:
        raise OSError("The picture could not be written as PNG.")
    return data.tobytes()


def _write_json(path: Path, value: dict[str, Any]) -> None:
    _write(path, (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode())


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    typer.echo(str(path))


def _tell(name: str, count: int, printer: str) -> None:
    if count > 1:
        typer.echo(
            f"{name}-on-{printer}.pdf: {count} sheets. Print at 100 %, cut where it says so, glue each sheet over the "
            "dashed line of the one before."
        )
    typer.echo('Print at 100 % (no "fit to page"), then lay a ruler on the printed one: 100 mm must be 100 mm.')
