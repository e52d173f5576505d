"""`pepper-table replay`: a recording or a log through the whole pipeline, without hardware or page."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from engine import wire
from engine.events import Event
from engine.inputs import NewMatch, TableSeen
from engine.play.decide import decide
from engine.play.state import State
from engine.play.state import replay as replay_events
from engine.play.unfolding import NotNow
from table_controller.commands.log import standing
from table_controller.words.telling import event_in_words


class DecidedOtherwise(ValueError):
    """A log's inputs, decided anew, give other events than the log holds."""


class Teller:
    """Prints events as they come: in words, or exactly as `expected.jsonl` holds them."""

    def __init__(self, as_json: bool) -> None:
        self.state = State()
        self._as_json = as_json

    def tell(self, event: Event) -> None:
        """Prints one event."""
        self.state = replay_events((event,), self.state)
        if self._as_json:
            typer.echo(json.dumps(wire.to_json(event), ensure_ascii=False))
        else:
            typer.echo(event_in_words(event, self.state))

    def finish(self, state: State) -> None:
        """Prints the final state; for machines beside the events, which stay a file of their own."""
        if self._as_json:
            final = {"phase": state.phase.value, "score": list(state.score), "hands": len(state.results)}
            typer.echo(json.dumps({"final": final}), err=True)
        else:
            typer.echo(standing(state))


def replay(
    source: Annotated[str, typer.Argument(help="A recording's folder or bundled name, or a log.", metavar="REC")],
    as_json: Annotated[bool, typer.Option("--json", help="One event a line, as JSON.")] = False,
    speed: Annotated[float | None, typer.Option(help="1 is the pace of play; without: at once.", min=0.01)] = None,
    state: Annotated[Path | None, typer.Option(help="Keep the log here, and go on from it.", metavar="DIR")] = None,
) -> None:
    """Replay a recording or a log; print the events and the final state."""
    teller = Teller(as_json)
    if Path(source).is_file():
        teller.finish(_replay_log(Path(source), teller))
    else:
        teller.finish(_replay_recording(source, speed, state, teller))


def _replay_log(path: Path, teller: Teller) -> State:
    """Decides every input of a log anew; raises DecidedOtherwise where this program differs from the log.

    What the first edition saw lie there is no input any more: what followed from it is taken as it stands.
    """
    from table_controller.match.eventlog import read_log

    state = State()
    for entry in read_log(path).entries:
        try:
            events = entry.events if isinstance(entry.input, TableSeen) else decide(state, entry.input)
        except NotNow:
            events = ()
        if events != entry.events:
            kinds = ", ".join(type(event).__name__ for event in events) or "nothing"
            raise DecidedOtherwise(
                f"{path} line {entry.seq + 1}: decided anew, this gives {kinds}, not what the log holds. "
                "The log stays as it is and still counts; the program or its rules have changed since."
            )
        for event in events:
            teller.tell(event)
        state = replay_events(events, state)
    return state


def _replay_recording(source: str, speed: float | None, folder: Path | None, teller: Teller) -> State:
    from table_controller.match.playback import load_recording
    from table_controller.match.settings import TableSettings
    from table_controller.match.state_folder import StateFolder
    from table_controller.service.parts import PretendSeatBox, mock_lamps
    from table_controller.service.simulation import SimulatedTable, replay_once
    from table_controller.service.surfaces import Surfaces
    from vision.reading.reader import Reader

    recording = load_recording(source)
    who = TableSettings()
    surfaces = Surfaces(mock_lamps(), PretendSeatBox())
    match = NewMatch(recording.rules, who.names, who.dealer)
    table = SimulatedTable(Reader.load(deck=recording.letters), match, surfaces)
    try:
        with _folder(folder) as chosen, StateFolder(chosen) as claimed:
            return replay_once(table, recording, claimed, speed, teller.tell)
    finally:
        surfaces.close()


@contextmanager
def _folder(given: Path | None) -> Iterator[Path]:
    if given is not None:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="pepper-table-") as made:
        yield Path(made)
