"""`pepper-table run`: the settings, and what the command line puts over them."""

from __future__ import annotations

from pathlib import Path
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
    from table_controller.running import serve  # web server and networks take a second that others need not pay

    serve(_over(load_settings(config), given), given_rules=rules is not None)


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
