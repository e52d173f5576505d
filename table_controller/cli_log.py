"""`pepper-table log`: a match's log told to people, checked, and summed up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.state import State, replay
from table_controller import words
from table_controller.eventlog import Entry, read_log
from table_controller.settings import default_state_folder
from table_controller.state_folder import match_logs
from table_controller.telling import event_in_words


class NoLog(OSError):
    """There is no log to show."""


def log(
    path: Annotated[Path | None, typer.Argument(help="A log, or a state folder; without it the table's own.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether the log is whole.")] = False,
) -> None:
    """Show a match's log in words, or check that it is whole."""
    chosen = find_log(path or default_state_folder())
    text = read_log(chosen)
    state = State()
    for entry in text.entries:
        state = replay(entry.events, state)
        if not check:
            _tell(entry, state)
    torn = f"; its torn last line ({text.torn_bytes} bytes) counts for nothing" if text.torn_bytes else ""
    typer.echo(f"{chosen} is whole: {len(text.entries)} decisions{torn}. {standing(state)}")


def find_log(path: Path) -> Path:
    """The log itself, or the latest in a folder; raises NoLog."""
    if path.is_file():
        return path
    found = match_logs(path) if path.is_dir() else ()
    if not found:
        raise NoLog(f"There is no match log at {path}: give the path of a log, or of the folder that holds it.")
    return found[-1]


def standing(state: State) -> str:
    """The score in one sentence."""
    if state.rules is None:
        return "No match has begun."
    sides = [f"{words.side_words(state, side)} {words.points(score)}" for side, score in enumerate(state.score)]
    won = f" {words.side_words(state, state.won_by)} won." if state.won_by is not None else ""
    return f"Score: {', '.join(sides)}.{won}"


def _tell(entry: Entry, state: State) -> None:
    for event in entry.events:
        typer.echo(f"{entry.seq:>5}  {entry.t}  {event_in_words(event, state)}")
    if entry.refused:
        typer.echo(f"{entry.seq:>5}  {entry.t}  refused {type(entry.input).__name__}: {entry.refused}")
