"""What the service says in the terminal when it starts: where wall, referee and touch screen are, as text and as codes.

The first line is the wall's address alone, so that scripts can read it. Codes are drawn only in a terminal, and only
where a phone can open what they say.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import segno
import typer

from table_controller.web.referee_door import greeting
from table_controller.web.tokens import table_secret

_LOOPBACK = ("http://127.", "http://localhost", "http://[::1]")


def put_up(folder: Path, address: str, acting: bool) -> None:
    """Says all addresses; `acting`: whether people may act, so that a touch screen has something to do."""
    referee = greeting(folder, address)
    typer.echo(f"The scoreboard is at {address} (Ctrl+C ends the service).")
    typer.echo(referee)
    screen = f"{address}/table#{table_secret(folder)}" if acting else ""
    if screen:
        typer.echo(f"The screen beside the table: {screen}")
    if address.startswith(_LOOPBACK):
        typer.echo("These addresses open on this machine only; with --host 0.0.0.0 phones can open them too.")
    elif sys.stdout.isatty():
        for name, to in (("Scoreboard", address), ("Referee", referee.split()[3]), ("Touch screen", screen)):
            if to:
                typer.echo(f"{name}:\n{drawn(to)}")


def drawn(address: str) -> str:
    """The address as a code of block letters."""
    page = io.StringIO()
    segno.make(address, error="l").terminal(out=page, border=2, compact=True)
    return page.getvalue()
