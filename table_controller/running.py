"""The service as `run` starts it: every part built from the settings, run until a signal, and taken down again.

The one place that wires the real world for the service; tests wire their own.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass
from threading import Event as Flag

import typer

from engine.decide import decide
from engine.inputs import NewMatch
from engine.knobs import Ruleset
from engine.state import State
from table_controller.acts import Desk
from table_controller.bulletin import Bulletin
from table_controller.by_hand import referee_by_hand
from table_controller.cli_rules import find_rules
from table_controller.parts import lamps_of, seat_box_of
from table_controller.playback import Recording, load_recording
from table_controller.service import Table, show_latest, simulate
from table_controller.settings import Settings
from table_controller.state_folder import StateFolder
from table_controller.surfaces import Surfaces
from table_controller.tokens import table_secret
from table_controller.web import WebServer, listen
from vision.reader import Reader


@dataclass(frozen=True, slots=True)
class Running:
    """What every kind of table runs on."""

    settings: Settings
    rules: Ruleset
    surfaces: Surfaces
    server: WebServer
    desk: Desk
    folder: StateFolder
    stop: Flag


def serve(settings: Settings, given_rules: bool = False) -> None:
    """Builds every part, runs until a signal, and takes all down again."""
    rules = find_rules(settings.table.rules)
    recording = _recording(settings, rules if given_rules else None) if settings.camera == "simulation" else None
    stop = Flag()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    with StateFolder(settings.state.folder) as folder:
        bulletin, desk = Bulletin(), Desk()
        server = WebServer(bulletin, listen(settings.web.host, settings.web.port), desk)
        surfaces = Surfaces(lamps_of(settings.lamps), seat_box_of(settings.box), bulletin)
        running = Running(settings, rules, surfaces, server, desk, folder, stop)
        try:
            if recording is not None:
                _simulate(running, recording)
            else:
                _by_hand(running)
        finally:
            server.stop()
            surfaces.close()


class OtherTable(ValueError):
    """A recording of one table can't be played by the rules of another."""


def _recording(settings: Settings, rules: Ruleset | None) -> Recording:
    """The recording to play, by other rules if some are given; raises OtherTable when they don't fit."""
    recording = load_recording(settings.simulation.recording)
    if rules is None:
        return recording
    recording = recording.with_rules(rules)
    for said in recording.said:
        if isinstance(said.input, NewMatch):
            try:
                decide(State(), said.input)
            except ValueError as fault:
                raise OtherTable(
                    f"{str(fault).rstrip('.')}, in the recording {recording.title!r}: "
                    "give another with --simulate, or enter the cards by hand with --camera none."
                ) from fault
    return recording


def _simulate(on: Running, recording: Recording) -> None:
    show_latest(recording, on.folder, on.surfaces)
    on.server.start()
    typer.echo(f"The scoreboard is at {on.server.address} (Ctrl+C ends the service).")
    who, how = on.settings.table, on.settings.simulation
    table = Table(Reader.load(), on.rules, who.seated(on.rules.table.players), who.dealer, on.surfaces)
    simulate(table, recording, on.folder, how.speed, how.hold_s, how.keep_logs, on.stop)


def _by_hand(on: Running) -> None:
    who = on.settings.table
    match = NewMatch(on.rules, who.seated(on.rules.table.players), who.dealer)
    decide(State(), match)  # refused in words before anything is served: names that do not fit the rules
    on.server.start()
    typer.echo(f"The scoreboard is at {on.server.address} (Ctrl+C ends the service).")
    typer.echo(f"The screen beside the table: {on.server.address}/table#{table_secret(on.folder.path)}")
    referee_by_hand(match, on.surfaces, on.desk, on.folder, on.stop)
