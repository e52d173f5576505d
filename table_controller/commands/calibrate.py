"""`pepper-table calibrate`: the live picture judged in words; whether the print is true; a table by four taps."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from table_controller.commands.options import takes
from table_controller.match.settings import Settings, load_settings

if TYPE_CHECKING:
    from hardware.cameras.frames import Picture
    from vision.mat.judging import Remark
    from vision.mat.mats import Mat
    from vision.mat.registration import Registration


class NothingToLookAt(ValueError):
    """There is neither a camera nor a picture to judge."""


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """What is to be judged, for how long, and what is kept."""

    config: Annotated[Path | None, typer.Option(help="The table's settings, a table.toml.")] = None
    camera: Annotated[str | None, typer.Option(help="The camera, if not the settings' one.")] = None
    mat: Annotated[str | None, typer.Option(help="The mat, as in a3-4, or its description (.json).")] = None
    picture: Annotated[Path | None, typer.Option(help="Judge this picture instead of a camera.", metavar="FILE")] = None
    card: Annotated[
        Path | None,
        typer.Option(help="The same with one card face down in the middle: is the print true?", metavar="FILE"),
    ] = None
    taps: Annotated[
        str | None,
        typer.Option(help="No mat: its corners in the picture, from the top left, as in '330,130 955,118 …'."),
    ] = None
    seconds: Annotated[float, typer.Option(help="How long to look through the camera.", min=0.1)] = 600.0
    save: Annotated[Path | None, typer.Option(help="Keep the last picture here, as PNG.", metavar="FILE")] = None


@takes(CalibrateOptions)
def calibrate(given: CalibrateOptions) -> None:
    """Judge what the camera sees, in words, until all is well (Ctrl+C ends it)."""
    from vision.mat.taps import TAPS, load_taps

    settings = load_settings(given.config)
    chosen = mat_in(settings, given.mat)
    if given.taps is not None:
        _keep_taps(settings, given.taps, chosen)
        return
    if given.picture is not None:
        found = _judge_file(given.picture, given.card, chosen)
    else:
        fixed = load_taps(settings.state.folder / TAPS, chosen)
        found = _watch(frames(settings, given.camera, given.seconds), chosen, given.save, fixed)
    if any(remark.stops for remark in found):
        raise typer.Exit(1)


def mat_in(settings: Settings, name: str | None) -> Mat:
    from table_controller.match.house_rules import find_rules
    from vision.mat.matfile import find_mat

    if name is not None:
        return find_mat(name)
    given = settings.mat
    return find_mat(given if given.endswith(".json") else f"{given}-{find_rules(settings.table.rules).table.players}")


def _keep_taps(settings: Settings, taps: str, mat: Mat) -> None:
    from vision.mat.taps import TAPS, TapsCode, TapsFaulty, save_taps

    try:
        points = tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in taps.split()))
    except ValueError as fault:
        raise TapsFaulty(TapsCode.FORM) from fault
    folder = settings.state.folder
    folder.mkdir(parents=True, exist_ok=True)
    save_taps(folder / TAPS, points, mat)
    typer.echo(f"Kept in {folder / TAPS}: places are taken from these corners. Tap anew when the camera has moved.")


def _judge_file(picture: Path, card: Path | None, mat: Mat) -> list[Remark]:
    from table_controller.words.facts import said
    from vision.mat.judging import MatCode, Remark, remarks
    from vision.mat.print_scale import card_height, judged_scale
    from vision.pictures import load_picture

    image = load_picture(picture)
    found = remarks(image, mat)
    if card is not None:
        height = card_height(image, load_picture(card), mat)
        if height is None:
            typer.echo("No single card is seen in the middle: lay one there, face down, and take both pictures alike.")
        else:
            typer.echo(f"The card measures {height:.1f} mm on the mat.")
            scale = judged_scale(height)
            found += [scale] if scale is not None else []
    for remark in found or [Remark(MatCode.WELL)]:
        typer.echo(said(remark))
    return found


def frames(settings: Settings, word: str | None, seconds: float) -> Iterator[tuple[Picture | None, float, str]]:
    """Pictures with their time and what the camera says of itself, for so many seconds."""
    from table_controller.service.parts import camera_of
    from table_controller.words.facts import said

    camera = camera_of(word or settings.camera, settings.picture)
    if camera is None:
        raise NothingToLookAt(
            "There is no camera in the settings: name one with --camera, or a picture with --picture."
        )
    began = time.monotonic()
    try:
        while (now := time.monotonic()) - began < seconds:
            frame = camera.look(0.5)
            yield (frame.image if frame is not None else None), now, said(camera.told)
    except KeyboardInterrupt:
        return
    finally:
        camera.close()


def _watch(
    pictures: Iterator[tuple[Picture | None, float, str]], mat: Mat, save: Path | None, fixed: Registration | None
) -> list[Remark]:
    """Says what is wrong whenever that changes, at most once a second; the last remarks. `fixed`: by four taps."""
    import cv2

    from table_controller.words.facts import said as in_words
    from vision.mat.judging import MatCode, Remark, remarks

    said, last, judged = "", None, float("-inf")
    found: list[Remark] = []
    for image, now, words in pictures:
        if image is None:
            said = _say(words, said)
            continue
        last = image
        if now - judged < 1.0:
            continue
        judged, found = now, remarks(image, mat, fixed)
        well = Remark(MatCode.WELL if fixed is None else MatCode.WELL_TAPPED)
        said = _say("\n".join(in_words(remark) for remark in found or [well]), said)
    if save is not None and last is not None:
        cv2.imwrite(str(save), last)
    return found


def _say(text: str, said: str) -> str:
    if text != said:
        typer.echo(f"{text}\n")
    return text
