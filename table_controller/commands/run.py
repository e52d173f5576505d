"""`pepper-table run`: the settings, and what the command line puts over them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from hardware.cameras.kinds import help_words
from table_controller.commands.options import takes
from table_controller.match.settings import Settings, load_settings, parse_settings


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command line puts over the settings."""

    config: Annotated[Path | None, typer.Option(help="The table's settings, a table.toml.")] = None
    simulate: Annotated[str | None, typer.Option(help="A recording instead of a camera.", metavar="REC")] = None
    rules: Annotated[str | None, typer.Option(help="A preset's name, or a house file.", metavar="PRESET|FILE")] = None
    camera: Annotated[str | None, typer.Option(help=f"{help_words()}; none: by hand; or simulation.")] = None
    names: Annotated[str | None, typer.Option(help="The players from seat 1, as in Ann,Ben,Cy,Dee.")] = None
    dealer: Annotated[int | None, typer.Option(help="The seat that deals first.", min=1, max=6)] = None
    host: Annotated[str | None, typer.Option(help="Where the page is served.")] = None
    port: Annotated[int | None, typer.Option(help="Its port; 0 takes any free one.", min=0, max=65535)] = None
    state: Annotated[Path | None, typer.Option(help="The folder for the match logs.", metavar="DIR")] = None
    speed: Annotated[float | None, typer.Option(help="How many times as fast as play.", min=0.01, max=1000)] = None


@takes(RunOptions)
def run(given: RunOptions) -> None:
    """Run the referee; without a config and hardware it plays a bundled recording over and over."""
    settings = _over(load_settings(given.config), given)
    from table_controller.service.running import serve  # web server and networks take a second that others need not pay

    serve(settings, given_rules=given.rules is not None)


def _over(settings: Settings, given: RunOptions) -> Settings:
    """The settings with what the command line says put over them, checked like a file's."""
    places: dict[tuple[str, ...], Any] = {
        ("simulation", "recording"): given.simulate,
        ("table", "rules"): given.rules,
        ("table", "names"): given.names and [name.strip() for name in given.names.split(",")],
        ("table", "dealer"): given.dealer,
        ("camera",): given.camera or ("simulation" if given.simulate else None),
        ("web", "host"): given.host,
        ("web", "port"): given.port,
        ("state", "folder"): given.state,
        ("simulation", "speed"): given.speed,
    }
    fields = settings.model_dump(exclude_unset=True)
    for (*parts, key), value in places.items():
        if value is None:
            continue
        place = fields
        for part in parts:
            place = place.setdefault(part, {})
        place[key] = value
    return parse_settings(fields, "The command line")
