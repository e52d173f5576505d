"""`pepper-table read`: the cards in photographs, for people or as one JSON object a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.cards import Card


def read(
    images: Annotated[list[Path], typer.Argument(help="Pictures: JPEG, PNG, WebP, BMP or TIFF.", metavar="IMAGE…")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    deck: Annotated[
        str, typer.Option(help="Letters on the cards: english, dutch, french, german, italian.")
    ] = "english",
) -> None:
    """Read the cards in pictures, with or without a mat."""
    from vision.decks import deck_letters
    from vision.pictures import UnreadablePicture, load_picture
    from vision.reader import Reader

    reader = Reader.load(letters=deck_letters(deck))
    refused = 0
    for image in images:
        try:
            reading = reader.read_photo(load_picture(image))
        except UnreadablePicture as fault:
            typer.echo(str(fault), err=True)  # the other pictures are read all the same
            refused += 1
            continue
        cards = [_card(seen.card, seen.confidence, seen.outline) for seen in reading.cards]
        if as_json:
            found = {"image": str(image), "cards": cards, "backs": reading.backs, "ms": round(reading.ms, 1)}
            typer.echo(json.dumps(found))
        else:
            typer.echo(_in_words(image, cards, reading.backs, len(reading.unsure)))
    if refused:
        raise typer.Exit(1)


def _card(card: Card, confidence: float, outline: tuple[tuple[float, float], ...]) -> dict[str, Any]:
    """`box` is x0, y0, x1, y1 in pixels of the picture."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    box = [round(edge, 1) for edge in (min(xs), min(ys), max(xs), max(ys))]
    return {"card": card.text, "confidence": round(confidence, 4), "box": box}


def _in_words(image: Path, cards: list[dict[str, Any]], backs: int, unsure: int) -> str:
    told = [f"{card['card']} ({card['confidence']:.0%})" for card in cards] or ["no card that can be read"]
    if unsure:
        told.append(f"{unsure} not sure")
    if backs:
        told.append(f"{backs} face down")
    return f"{image}: {', '.join(told)}"
