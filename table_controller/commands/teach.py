"""`pepper-table teach`: the host's own deck, from pictures or from the camera, and which cards will be trouble."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cards import Card

if TYPE_CHECKING:
    from vision.reading.teaching import Lesson, Lessons


def teach(
    name: Annotated[str, typer.Argument(help="What the deck shall be called.")],
    images: Annotated[
        list[Path],
        typer.Argument(help="Pictures that together show every card: in rows or one by one.", metavar="IMAGE…"),
    ],
    rules: Annotated[str, typer.Option(help="Whose cards it must have: a preset or a house file.")] = "iowa_standard",
    deck: Annotated[str, typer.Option(help="Its letters: english, dutch, french, german, italian.")] = "english",
    state: Annotated[Path | None, typer.Option(help="The folder that keeps decks and logs.", metavar="DIR")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The result as one JSON object.")] = False,
) -> None:
    """Learn your own deck from pictures: are all cards there, which are hard to tell, then read it at least as well."""
    from table_controller.match.house_rules import find_rules
    from table_controller.match.taught_decks import deck_file
    from vision.reading.reader import Reader
    from vision.reading.teaching import Lessons

    path = deck_file(name, state)
    cards = tuple(dict.fromkeys(find_rules(rules).deck.pack))
    lessons = Lessons(Reader.load(deck=deck), name, deck, cards)
    _look_at(lessons, images, quiet=as_json)
    lesson = lessons.teach()
    lesson.deck.save(path)
    if as_json:
        typer.echo(json.dumps(_facts(lesson, path)))
    else:
        typer.echo(in_words(lesson, lessons.foreign))
        typer.echo(f"Kept as {path}; use it with --deck {name!r}, or deck = {name!r} under [table] in table.toml.")


def _look_at(lessons: Lessons, images: Iterable[Path], quiet: bool) -> None:
    from vision.pictures import load_picture

    for image in images:
        before = len(lessons.missing)
        lessons.see(load_picture(image))
        if not quiet:
            still = len(lessons.missing)
            typer.echo(f"{image.name}: {before - still} new, {still or 'none'} still missing")


def in_words(lesson: Lesson, foreign: tuple[Card, ...]) -> str:
    """What a host wants to know of the lesson, a line each."""
    lines = [f"All {len(lesson.told)} cards seen."]
    if foreign:
        lines.append(f"Not of this deck, left out: {' '.join(c.text for c in foreign)}.")
    for card in lesson.trouble:
        lines.append(f"Trouble: {card} is told from {lesson.rivals[card]} with {lesson.told[card]:.0%} only.")
    if not lesson.trouble:
        worst = min(lesson.told, key=lambda c: lesson.told[c])
        lines.append(f"Every card is told well from the others; the hardest is {worst} ({lesson.told[worst]:.1%}).")
    if lesson.deck.weight:
        lines.append(f"Knowing the deck helps: log loss {lesson.before:.3f} without, {lesson.after:.3f} with it.")
    else:
        lines.append("The reader knows these cards as well as it can already; only which cards there are was kept.")
    return "\n".join(lines)


def _facts(lesson: Lesson, path: Path) -> dict[str, object]:
    return {
        "deck": lesson.deck.name, "file": str(path), "cards": {c.text: round(p, 4) for c, p in lesson.told.items()},
        "trouble": [c.text for c in lesson.trouble], "loss_before": lesson.before, "loss_after": lesson.after,
    }  # fmt: skip
