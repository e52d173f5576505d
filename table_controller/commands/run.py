"""`pepper-table run`: the settings, and what the command line puts over them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from hardware.cameras.kinds import help_words
from table_controller.match.settings import Settings, load_settings, parse_settings


def run(
    config: Annotated[Path | None, typer.Option(help="The table's settings, a table.toml.")] = None,
    simulate: Annotated[str | None, typer.Option(help="A recording instead of a camera.", metavar="REC")] = None,
    rules: Annotated[str | None, typer.Option(help="A preset's name, or a house file.", metavar="PRESET|FILE")] = None,
    camera: Annotated[str | None, typer.Option(help=f"{help_words()}; none: by hand; or simulation.")] = None,
    names: Annotated[str | None, typer.Option(help="The players from seat 1, as in Ann,Ben,Cy,Dee.")] = None,
    dealer: Annotated[int | None, typer.Option(help="The seat that deals first.", min=1, max=6)] = None,
    host: Annotated[str | None, typer.Option(help="Where the page is served.")] = None,
    port: Annotated[int | None, typer.Option(help="Its port; 0 takes any free one.", min=0, max=65535)] = None,
    state: Annotated[Path | None, typer.Option(help="The folder for the match logs.", metavar="DIR")] = None,
    speed: Annotated[float | None, typer.Option(help="How many times as fast as play.", min=0.01, max=1000)] = None,
) -> None:
    """Run the referee; without a config and hardware it plays a bundled recording over and over."""
    settings = load_settings(config)
    given: dict[tuple[str, ...], Any] = {
        ("simulation", "recording"): simulate,
        ("table", "rules"): rules,
        ("table", "names"): names and [name.strip() for name in names.split(",")],
        ("table", "dealer"): dealer,
        ("camera",): camera or ("simulation" if simulate else None),
        ("web", "host"): host,
        ("web", "port"): port,
        ("state", "folder"): state,
        ("simulation", "speed"): speed,
    }
    from table_controller.service.running import serve  # web server and networks take a second that others need not pay

    serve(_over(settings, given), given_rules=rules is not None)


def _over(settings: Settings, given: dict[tuple[str, ...], Any]) -> Settings:
    """The settings with what the command line says put over them, checked like a file's."""
    fields = settings.model_dump(exclude_unset=True)
    for (*parts, key), value in given.items():
        if value is None:
            continue
        place = fields
        for part in parts:
            place = place.setdefault(part, {})
        place[key] = value
    return parse_settings(fields, "The command line")
