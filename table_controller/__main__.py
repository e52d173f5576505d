"""`pepper-table`: the commands, and the one place where a fault becomes a sentence and an exit status."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from engine.reasons import Refused
from table_controller.commands import appliance, calibrate, doctor, log, mat, read, record, replay, rules, run, teach
from table_controller.words.reasons import NOBODY, say_reason

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pepper-table {version('pepper-table')}")
        raise typer.Exit


@app.callback()
def about(
    told: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    """A referee for a real card table."""


app.command()(run.run)
app.command()(replay.replay)
app.command()(read.read)
app.command()(mat.mat)
app.command()(calibrate.calibrate)
app.command()(record.record)
app.command()(doctor.doctor)
app.command()(teach.teach)
app.command()(appliance.install)
app.command()(appliance.update)
app.command()(appliance.address)
app.add_typer(log.app, name="log")
app.add_typer(rules.app, name="rules")

TRACE = "PEPPER_TABLE_TRACE"
"""Set in the environment, a fault is shown with where it happened, for whoever mends the program."""


def main() -> None:
    """Runs a command; every fault is told in one sentence on stderr, with exit status 1."""
    try:
        app(prog_name="pepper-table")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read us has heard enough
        sys.exit(1)
    except (ValueError, OSError) as fault:  # every refusal in this program is one of these, with a sentence
        if os.environ.get(TRACE):
            raise
        typer.echo(_sentence(fault), err=True)
        sys.exit(1)
    except Exception as fault:
        if os.environ.get(TRACE):
            raise
        told = f"{type(fault).__name__}: {fault}"
        typer.echo(f"A fault of the program ({told}); set {TRACE}=1 to see where, and report it.", err=True)
        sys.exit(1)


def _sentence(fault: Exception) -> str:
    told = getattr(fault, "fact", None)
    if told is not None:  # a fault that tells a code
        from table_controller.words.facts import said

        return said(told)
    if isinstance(fault, OSError) and fault.strerror and fault.filename:
        return f"{fault.filename} can't be read or written ({fault.strerror.lower()}): check name and permissions."
    if isinstance(fault, Refused):
        return say_reason(fault.why, NOBODY, short=True)
    return str(fault)


if __name__ == "__main__":
    main()
