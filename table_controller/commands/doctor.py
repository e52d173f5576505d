"""`pepper-table doctor`: is everything fit to referee? One line a check, with what to do; a bundle for a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from hardware.facts import Condition, Grade, fact
from hardware.machine.checks import exit_status
from table_controller.match.settings import Settings, SettingsFaulty, load_settings, parse_settings
from table_controller.watching.facts import TableCode
from table_controller.words.facts import as_json as for_machines
from table_controller.words.facts import sentence

INSTALLED = Path("/etc/pepper-table/table.toml")
_SIGNS = {Grade.OK: "ok", Grade.WARNING: "warning", Grade.FAULT: "FAULT"}
_WIDTH = 14
"""Letters of the column that names what was looked at."""


def doctor(
    config: Annotated[
        Path | None, typer.Option(help=f"The table's settings; without it {INSTALLED}, if it is there.")
    ] = None,
    state: Annotated[Path | None, typer.Option(help="The folder for the match logs.", metavar="DIR")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    bundle: Annotated[
        Path | None, typer.Option(help="Also pack findings, settings and logs; no pictures, no secrets.", metavar="ZIP")
    ] = None,
    walk: Annotated[bool, typer.Option("--lamps", help="Light every lamp in turn, and say which.")] = False,
) -> None:
    """Look at machine, cameras, light, mat, seat box and lamps; say what is wrong and what to do.

    Exit status 1 if there is a fault.
    """
    from table_controller.service.doctor import examine  # cameras and networks: only for whoever asks

    chosen = config or (INSTALLED if INSTALLED.is_file() else None)
    settings, found = _settings(chosen, state)
    for condition in found:
        _say(condition, as_json)
    for condition in examine(settings, typer.echo if walk else None):
        found.append(condition)
        _say(condition, as_json)
    if bundle is not None:
        from table_controller.service.bundle import pack

        pack(bundle, found, chosen, settings.state.folder)
    if as_json:
        told = {"fit": exit_status(found) == 0, "findings": [for_machines(condition) for condition in found]}
        typer.echo(json.dumps(told, indent=1, ensure_ascii=False))
    elif bundle is not None:
        typer.echo(f"Packed into {bundle}: look through it before you send it, players' names are in it.")
    raise typer.Exit(exit_status(found))


def _settings(path: Path | None, state: Path | None) -> tuple[Settings, list[Condition]]:
    """The settings that are looked at, and what is wrong with them: where they are faulty, none are used."""
    found: list[Condition] = []
    try:
        settings = load_settings(path)
    except SettingsFaulty as why:
        told = fact(TableCode.SETTINGS_FAULTY, reason=str(why), place=str(path))
        found.append(Condition("Settings", Grade.FAULT, told))
        settings = parse_settings({}, "")
    if state is not None:
        settings = parse_settings({**settings.model_dump(exclude_unset=True), "state": {"folder": state}}, "")
    return settings, found


def _say(condition: Condition, as_json: bool) -> None:
    if not as_json:
        typer.echo(line_of(condition))


def line_of(condition: Condition) -> str:
    """One line of the report: how it is, and what to do where something is wrong."""
    told = sentence(condition).replace("\n", "\n" + " " * (_WIDTH + 10))
    return f"{_SIGNS[condition.grade]:8}  {condition.what:{_WIDTH}}{told}"
