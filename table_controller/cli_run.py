"""`pepper-table run`: the service, built from its settings and started. Without a camera it simulates."""

from __future__ import annotations

import signal
from pathlib import Path
from threading import Event as Flag
from typing import Annotated, Any

import typer

from table_controller.settings import Settings, load_settings


def run(
    config: Annotated[Path | None, typer.Option(help="The table's settings, a table.toml.")] = None,
    simulate: Annotated[str | None, typer.Option(help="A recording instead of a camera.", metavar="REC")] = None,
    rules: Annotated[str | None, typer.Option(help="A preset's name, or a house file.", metavar="PRESET|FILE")] = None,
    host: Annotated[str | None, typer.Option(help="Where the page is served.")] = None,
    port: Annotated[int | None, typer.Option(help="Its port; 0 takes any free one.", min=0, max=65535)] = None,
    state: Annotated[Path | None, typer.Option(help="The folder for the match logs.", metavar="DIR")] = None,
    speed: Annotated[float | None, typer.Option(help="How many times as fast as play.", min=0.01, max=1000)] = None,
) -> None:
    """Run the referee; without a config and hardware it plays a bundled recording over and over."""
    given = {"simulate": simulate, "rules": rules, "host": host, "port": port, "state": state, "speed": speed}
    serve(_over(load_settings(config), given), given_rules=rules is not None)


def serve(settings: Settings, given_rules: bool = False) -> None:
    """Builds every part, runs until a signal, and takes all down again."""
    # Here and not at the top: loading networks and web server takes a second that other commands need not pay.
    from hardware.lamps import Lamps
    from table_controller.cli_rules import find_rules
    from table_controller.parts import lamps_of, seat_box_of
    from table_controller.playback import load_recording
    from table_controller.service import Table, show_latest, simulate
    from table_controller.state_folder import StateFolder
    from table_controller.surfaces import Surfaces
    from table_controller.web import Bulletin, WebServer, listen
    from vision.reader import Reader

    chosen = find_rules(settings.table.rules)
    recording = load_recording(settings.simulation.recording)
    if given_rules:
        recording = recording.with_rules(chosen)
    stop = Flag()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    with StateFolder(settings.state.folder) as folder:
        bulletin = Bulletin()
        server = WebServer(bulletin, listen(settings.web.host, settings.web.port))
        lamps: Lamps | None = lamps_of(settings.lamps)
        surfaces = Surfaces(lamps, seat_box_of(settings.box), bulletin)
        show_latest(recording, folder, surfaces)
        server.start()
        try:
            typer.echo(f"The scoreboard is at {server.address} (Ctrl+C ends the service).")
            table = Table(Reader.load(), chosen, settings.table.names, settings.table.dealer, surfaces)
            played = settings.simulation
            simulate(table, recording, folder, played.speed, played.hold_s, played.keep_logs, stop)
        finally:
            server.stop()
            surfaces.close()


def _over(settings: Settings, given: dict[str, Any]) -> Settings:
    """The settings with what the command line says put over them."""
    places = {
        "simulate": ("simulation", "recording"),
        "rules": ("table", "rules"),
        "host": ("web", "host"),
        "port": ("web", "port"),
        "state": ("state", "folder"),
        "speed": ("simulation", "speed"),
    }
    for name, value in given.items():
        if value is not None:
            part, key = places[name]
            settings = settings.model_copy(update={part: getattr(settings, part).model_copy(update={key: value})})
    return settings
