"""`pepper-table log`: a match's log told to people, checked, summed up, and exported for other programs."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from engine.after.notation import record, write
from engine.after.sheet import hands_csv, matches_csv
from engine.play.state import State, replay
from table_controller.match.eventlog import Entry, keep_what_is_good, read_log, read_what_is_good
from table_controller.match.settings import default_state_folder
from table_controller.match.state_folder import StateFolder, match_logs
from table_controller.words import phrases
from table_controller.words.telling import event_in_words, reason_in_words
from table_controller.words.whys import why_told

Place = Annotated[
    Path | None, typer.Argument(help="A log, or a state folder; without it the table's own.", metavar="LOG")
]


class NoLog(OSError):
    """There is no log to show."""


class RowKind(str, Enum):  # noqa: UP042 - typer shows the values of just this kind of class
    """What a row of the CSV is."""

    HANDS = "hands"
    MATCHES = "matches"


class ShowsByItself(TyperGroup):
    """`log LOG` means `log show LOG`: what is most often wanted needs no word of its own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, with the command that was left out."""
        named = bool(args) and (args[0] in self.commands or args[0] == "--help")
        return super().parse_args(ctx, args if named else ["show", *args])


app = typer.Typer(cls=ShowsByItself, help="A match's log: show it in words (log LOG), check it, export it.")


@app.command()
def show(
    path: Place = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether the log is whole.")] = False,
    why: Annotated[bool, typer.Option("--why", help="Say with every card the camera saw why it was told.")] = False,
) -> None:
    """Show a match's log in words, or check that it is whole."""
    chosen = find_log(path or default_state_folder())
    text = read_log(chosen)
    state = State()
    for entry in text.entries:
        state = replay(entry.events, state)
        if not check:
            _tell(entry, state, why)
    torn = f"; its torn last line ({text.torn_bytes} bytes) counts for nothing" if text.torn_bytes else ""
    typer.echo(f"{chosen} is whole: {len(text.entries)} decisions{torn}. {standing(state)}")


@app.command()
def repair(path: Place = None) -> None:
    """Keep what stands before a log's damage; the damaged log is kept beside it. Nobody but you may ask for this."""
    chosen = find_log(path or default_state_folder())
    with StateFolder(chosen.parent):  # a log that a service holds is not repaired under its feet
        text = read_what_is_good(chosen)
        if text.fault is None:
            raise ValueError(f"{chosen} is whole: there is nothing to repair.")
        beside = keep_what_is_good(chosen, text)
    typer.echo(f"{chosen} goes on with its first {len(text.entries)} decisions: {text.fault.fault}.")
    typer.echo(f"The damaged log is kept as {beside}.")


@app.command()
def export(
    path: Place = None,
    notation: Annotated[bool, typer.Option("--notation", help="Every finished hand as text (the default).")] = False,
    sheet: Annotated[RowKind | None, typer.Option("--csv", help="A sheet for a spreadsheet.")] = None,
) -> None:
    """Write a match for other programs: hands in notation, or CSV with one row a hand or a match.

    Of a folder the latest match is meant; with --csv matches every match in it.
    """
    if notation and sheet is not None:
        raise ValueError("Choose one of --notation and --csv.")
    place = path or default_state_folder()
    if sheet is RowKind.MATCHES:
        typer.echo(matches_csv(_state_of(each) for each in _all_logs(place)), nl=False)
        return
    state = _state_of(find_log(place))
    if not state.results:
        raise ValueError(f"No hand is finished in {find_log(place)}: there is nothing to export yet.")
    hands = (write(record(state, result)) for result in state.results)
    typer.echo("\n".join(hands) if sheet is None else hands_csv(state), nl=False)


def _state_of(log: Path) -> State:
    return replay(event for entry in read_log(log).entries for event in entry.events)


def _all_logs(path: Path) -> tuple[Path, ...]:
    return match_logs(path) if path.is_dir() and match_logs(path) else (find_log(path),)


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
    sides = [f"{phrases.side_words(state, side)} {phrases.points(score)}" for side, score in enumerate(state.score)]
    won = f" {phrases.side_words(state, state.won_by)} won." if state.won_by is not None else ""
    return f"Score: {', '.join(sides)}.{won}"


def _tell(entry: Entry, state: State, why: bool) -> None:
    for event in entry.events:
        typer.echo(f"{entry.seq:>5}  {entry.t}  {event_in_words(event, state)}")
    if why and entry.why is not None:
        typer.echo(f"{'':>5}  because it was {why_told(entry.why, state)}")
    if entry.refused is not None:
        told = reason_in_words(entry.refused, state)
        typer.echo(f"{entry.seq:>5}  {entry.t}  refused {type(entry.input).__name__}: {told}")
