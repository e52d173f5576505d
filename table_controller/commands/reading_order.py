"""`pepper-table read --sequence`: pictures of one table told as a story, for people or as one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import typer

from engine.cards import Card
from table_controller.commands.card_json import card_json
from vision.reading.picture_time import time_taken
from vision.reading.reader import Reading
from vision.reading.sequence import KnownCard, PictureStep, Sequence


class NoTimeTaken(ValueError):
    """A picture does not say when it was taken."""


def by_time_taken(images: list[Path]) -> list[Path]:
    """The pictures in the order in which the camera took them. Raises NoTimeTaken."""
    times = {}
    for image in images:
        try:
            time = time_taken(image)
        except OSError:
            time = None
        if time is None:
            raise NoTimeTaken(f"{image} does not say when it was taken: give the pictures in order, without --by-time.")
        times[image] = time
    return sorted(images, key=lambda image: times[image])


def follow(readings: Iterable[tuple[Path, Reading | None]], as_json: bool, copies: int = 1) -> int:
    """Tells what each picture brings, and at the end the cards in the order in which they came.

    How many pictures could not be read: nothing is concluded from those.
    """
    cards, refused = Sequence(copies), 0
    for image, reading in readings:
        if reading is None:
            refused += 1
            continue
        step = cards.see((*reading.cards, *reading.unsure), reading.size)
        if as_json:
            typer.echo(json.dumps({"image": str(image), **_step_json(step), "backs": reading.backs}))
        else:
            typer.echo(f"{image}: {_in_words(step)}")
    order = [
        {"mark": came.mark, "card": _name(came.card), "picture": came.picture, "over": list(came.over)}
        for came in cards.order
    ]
    if as_json:
        typer.echo(json.dumps({"order": order}))
    else:
        typer.echo(f"In order: {', '.join(str(came['card']) for came in order) or 'no card came'}.")
    return refused


def _step_json(step: PictureStep) -> dict[str, Any]:
    """`unseen` are out of sight, and not yet gone; `over` are the marks of cards that one was laid on."""
    return {
        "picture": step.number,
        "came": [_lying_json(card) for card in step.came],
        "stays": [_lying_json(card) for card in step.stays],
        "unseen": [_lying_json(card) for card in step.unseen],
        "gone": [_lying_json(card) for card in step.gone],
        "renamed": [{"mark": each.mark, "was": _name(each.was), "card": each.card.text} for each in step.renamed],
    }


def _lying_json(card: KnownCard) -> dict[str, Any]:
    told: dict[str, Any] = {"mark": card.mark, "card": _name(card.card)}
    if card.seen is not None:
        seen = card_json(_name(card.card), card.seen)
        told.update({key: value for key, value in seen.items() if key != "card"})
        told["over"] = list(card.over)
    return told


def _in_words(step: PictureStep) -> str:
    """`new QH, KS; stays 9C; gone TD`."""
    told = [
        f"{word} {', '.join(_name(card.card) for card in cards)}"
        for word, cards in (
            ("new", step.came), ("stays", step.stays), ("out of sight", step.unseen), ("gone", step.gone),
        )
        if cards
    ]  # fmt: skip
    told += [f"{_name(each.was)} was {each.card.text}" for each in step.renamed]
    return "; ".join(told) or "no card"


def _name(card: Card | None) -> str:
    return card.text if card is not None else "??"
