"""`pepper-table read`: the cards in photographs, for people or as one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from table_controller.commands.card_json import card_json, unread_json
from table_controller.commands.options import takes

if TYPE_CHECKING:
    from vision.reading.reader import Reader, Reading


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Which pictures, of which cards, and how they are told."""

    images: Annotated[list[Path], typer.Argument(help="Pictures: JPEG, PNG, WebP, BMP or TIFF.", metavar="IMAGE…")]
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False
    deck: Annotated[
        str, typer.Option(help="Letters on the cards: auto, english, dutch, french, german, italian; or a taught deck.")
    ] = "auto"
    state: Annotated[Path | None, typer.Option(help="The folder that keeps taught decks.", metavar="DIR")] = None
    sequence: Annotated[
        bool, typer.Option("--sequence", help="Pictures of one table in order: what came, what stays, what has gone.")
    ] = False
    by_time: Annotated[
        bool, typer.Option("--by-time", help="With --sequence: in the order in which the camera took them.")
    ] = False
    copies: Annotated[
        int, typer.Option(help="How often one card is in the deck: 2 for double decks.", min=1, max=4)
    ] = 1


@takes(ReadOptions)
def read(given: ReadOptions) -> None:
    """Read the cards in pictures, with or without a mat."""
    from table_controller.commands.reading_order import by_time_taken, follow
    from table_controller.match.taught_decks import find_deck
    from vision.reading.reader import Reader

    if given.by_time and not given.sequence:
        raise typer.BadParameter("--by-time orders the pictures of a sequence: give --sequence as well.")
    reader = Reader.load(deck=find_deck(given.deck, given.state))
    images = by_time_taken(given.images) if given.by_time else given.images
    readings = _readings(reader, images, given.copies)
    as_json = given.as_json
    refused = follow(readings, as_json, given.copies) if given.sequence else _tell_each(readings, as_json)
    if refused:
        raise typer.Exit(1)


def _readings(reader: Reader, images: list[Path], copies: int) -> Iterator[tuple[Path, Reading | None]]:
    """What each picture shows; None for one that can't be read, which is said: the others are read all the same."""
    from vision.pictures import UnreadablePicture, load_picture

    for image in images:
        try:
            yield image, reader.read_photo(load_picture(image), copies)
        except UnreadablePicture as fault:
            typer.echo(str(fault), err=True)
            yield image, None


def _tell_each(readings: Iterable[tuple[Path, Reading | None]], as_json: bool) -> int:
    """Every picture by itself. How many could not be read."""
    refused = 0
    for image, reading in readings:
        if reading is None:
            refused += 1
            continue
        cards = [card_json(seen.card.text, seen) for seen in reading.cards]
        if as_json:
            unsure = [card_json("??", seen) for seen in reading.unsure]
            unsure += [unread_json(outline) for outline in reading.unread]
            found = {"image": str(image), "cards": cards, "unsure": unsure, "backs": reading.backs}
            found["ms"] = round(reading.ms, 1)
            typer.echo(json.dumps(found))
        else:
            typer.echo(_in_words(image, cards, reading.backs, len(reading.unsure) + len(reading.unread)))
    return refused


def _in_words(image: Path, cards: list[dict[str, Any]], backs: int, unsure: int) -> str:
    told = [f"{card['card']} ({card['confidence']:.0%})" for card in cards] or ["no card that can be read"]
    if unsure:
        told.append(f"{unsure} not sure")
    if backs:
        told.append(f"{backs} face down")
    return f"{image}: {', '.join(told)}"
